// Images and samplers: calls of OpenCL C's builtins, whose coordinates have 1, 2 or 4 elements.

import type { SpirvInstruction } from '../../../spirv/module.js';
import type { SpirvRule, SpirvScope, SpirvValue } from './function-scope.js';
import { countOf, elementOf, type ImageTypeShape, integer, irType, isSameType, type TypeShape } from './type-shapes.js';

type ImageValue = SpirvValue & { readonly type: ImageTypeShape };

function image(scope: SpirvScope, instruction: SpirvInstruction): ImageValue {
  const { type, text } = scope.operand(instruction, 0);
  if (type.kind !== 'image') throw scope.fail(instruction, 'the first operand is no image');
  return { type, text };
}

const sampled: SpirvRule = (scope, instruction) => {
  const [own, sampler] = [image(scope, instruction), scope.operand(instruction, 1)];
  scope.need(sampler.type.kind === 'sampler', instruction, 'the second operand is no sampler');
  const type = scope.resultType(instruction);
  scope.need(type.kind === 'sampledImage' && isSameType(type.image, own.type), instruction, 'an image of another type');
  scope.set(instruction, { type, text: own.text, sampler: sampler.text });
};

const DIMENSIONS: Readonly<Record<string, number>> = {
  image1d: 1,
  image1d_buffer: 1,
  image1d_array: 2,
  image2d: 2,
  image2d_array: 4,
  image3d: 4,
};

/** Coordinates with as many elements as the builtins take. */
function coordinates(scope: SpirvScope, instruction: SpirvInstruction, { type }: ImageValue): SpirvValue {
  const value = scope.operand(instruction, 1);
  const count = DIMENSIONS[type.name] ?? 1;
  const own = countOf(value.type);
  const element = elementOf(value.type);
  const isNumber = (element.kind === 'int' || element.kind === 'float') && element.width === 32;
  scope.need(isNumber && own >= Math.min(count, 3), instruction, 'the coordinates have another type');
  if (own === count || value.type.kind !== 'vector') return value;
  const from = `${irType(value.type)} ${value.text}`;
  if (count === 1) return { type: element, text: scope.emit(`extractelement ${from}, i32 0`) };
  const mask = Array.from({ length: count }, (_, n) => `i32 ${n < own ? n : 0}`).join(', ');
  const text = scope.emit(`shufflevector ${from}, ${irType(value.type)} poison, <${count} x i32> <${mask}>`);
  return { type: { ...value.type, count }, text };
}

/** `f` or `i`: builtins of unsigned texels differ in nothing. */
function suffix(scope: SpirvScope, instruction: SpirvInstruction, type: TypeShape): string {
  const element = elementOf(type);
  const isTexel = countOf(type) === 4 && (element.kind === 'int' || element.kind === 'float') && element.width === 32;
  scope.need(isTexel, instruction, 'texels have four elements of 32 bits');
  return element.kind === 'float' ? 'f' : 'i';
}

const LOD = 2;
/** Operands that say how integers are extended, which four elements of 32 bits do not need. */
const HARMLESS = 0x1000 | 0x2000 | 0x4000;

/** @throws AtollError for what images of OpenCL 1.2 do not have, as levels */
function checkOperands(scope: SpirvScope, instruction: SpirvInstruction, at: number): void {
  const mask = instruction.operands[at];
  if (mask === undefined) return;
  const others = mask.value & ~(LOD | HARMLESS);
  if (others !== 0) throw scope.refuse(instruction, `image operands 0x${mask.value.toString(16)}`);
  if ((mask.value & LOD) === 0) return;
  const level = scope.module.constants.find(scope.id(instruction, at + 1))?.value;
  const isZero = level?.kind === 'null' || (level?.kind === 'bits' && level.bits === 0n);
  if (!isZero) throw scope.refuse(instruction, 'a level of detail other than 0');
}

const sample: SpirvRule = (scope, instruction) => {
  const { type, text, sampler } = scope.operand(instruction, 0);
  if (type.kind !== 'sampledImage' || sampler === undefined)
    throw scope.fail(instruction, 'operand 1 is no sampled image');
  checkOperands(scope, instruction, 2);
  const own: ImageValue = { type: type.image, text };
  const result = scope.resultType(instruction);
  const name = `read_image${suffix(scope, instruction, result)}`;
  const operands = [own, { type: { kind: 'sampler' } as const, text: sampler }, coordinates(scope, instruction, own)];
  scope.define(instruction, scope.builtinCall(instruction, name, operands, true, result));
};

const read: SpirvRule = (scope, instruction) => {
  const own = image(scope, instruction);
  checkOperands(scope, instruction, 2);
  const result = scope.resultType(instruction);
  const name = `read_image${suffix(scope, instruction, result)}`;
  scope.define(
    instruction,
    scope.builtinCall(instruction, name, [own, coordinates(scope, instruction, own)], true, result),
  );
};

const write: SpirvRule = (scope, instruction) => {
  const own = image(scope, instruction);
  const texel = scope.operand(instruction, 2);
  checkOperands(scope, instruction, 3);
  const name = `write_image${suffix(scope, instruction, texel.type)}`;
  const operands = [own, coordinates(scope, instruction, own), texel];
  scope.effect(scope.builtinCall(instruction, name, operands, true, { kind: 'void' }));
};

/** Queries of each element of a size. */
const SIZES: Readonly<Record<string, readonly string[]>> = {
  image1d: ['get_image_width'],
  image1d_buffer: ['get_image_width'],
  image1d_array: ['get_image_width', 'get_image_array_size'],
  image2d: ['get_image_width', 'get_image_height'],
  image2d_array: ['get_image_width', 'get_image_height', 'get_image_array_size'],
  image3d: ['get_image_width', 'get_image_height', 'get_image_depth'],
};

const size: SpirvRule = (scope, instruction) => {
  const own = image(scope, instruction);
  const type = scope.resultType(instruction);
  const queries = SIZES[own.type.name] ?? [];
  const element = elementOf(type);
  const fits = element.kind === 'int' && element.width >= 32 && countOf(type) >= queries.length;
  if (!fits) throw scope.fail(instruction, 'the result has another type than the size');
  let value = type.kind === 'vector' ? 'zeroinitializer' : '0';
  queries.forEach((name, n) => {
    const wide = name === 'get_image_array_size' ? 64 : 32;
    const query = scope.emit(scope.builtinCall(instruction, name, [own], true, integer(wide)));
    const operation = wide < element.width ? 'zext' : 'trunc';
    const part = wide === element.width ? query : scope.emit(`${operation} i${wide} ${query} to ${irType(element)}`);
    value =
      type.kind === 'vector'
        ? scope.emit(`insertelement ${irType(type)} ${value}, ${irType(element)} ${part}, i32 ${n}`)
        : part;
  });
  scope.set(instruction, { type, text: value });
};

/** SPIR-V counts channel types and orders from 0, OpenCL from its own first constant. */
function channel(name: string, first: number): SpirvRule {
  return (scope, instruction) => {
    const own = image(scope, instruction);
    scope.need(irType(scope.resultType(instruction)) === 'i32', instruction, 'the result has another type');
    const code = scope.emit(scope.builtinCall(instruction, name, [own], true, integer(32)));
    scope.define(instruction, `sub i32 ${code}, ${first}`);
  };
}

export const IMAGE_RULES: Readonly<Record<string, SpirvRule>> = {
  SampledImage: sampled,
  ImageSampleExplicitLod: sample,
  ImageRead: read,
  ImageWrite: write,
  ImageQuerySize: size,
  ImageQuerySizeLod: size,
  ImageQueryFormat: channel('get_image_channel_data_type', 0x10d0),
  ImageQueryOrder: channel('get_image_channel_order', 0x10b0),
};
