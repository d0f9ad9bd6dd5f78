// Rules of images and samplers. A handle is the address of a descriptor that AMD's runtime makes: the words of the
// chip's resource, behind those of an image its channel type, channel order and width.

import type { DescriptorField } from '../../isa/descriptors/field.js';
import { ADDRESSING_CLAMPS } from '../../isa/hsail/samplers.js';
import { GEOMETRIES, IMAGE_QUERIES, SAMPLER_QUERIES, spellingOf } from '../brig/enums.js';
import type { HsailInstruction, Rule, RuleTable } from './instruction.js';
import { IMAGE_FIELDS, SAMPLER_FIELDS } from './resource-fields.js';
import { storedTexel } from './standard-rgb.js';

/** Words of a descriptor. */
const RESOURCE_WORDS = 8;
const BUFFER_WORDS = 4;
const SAMPLER_WORDS = 4;
const WORD = { channelType: 8, channelOrder: 9, width: 10 } as const;
const CONSTANT = 'ptr addrspace(4)';

/** LLVM's names of the geometries but that of buffers. */
const DIMENSIONS: Readonly<Record<string, string>> = {
  '1d': '1d',
  '2d': '2d',
  '3d': '3d',
  '1da': '1darray',
  '2da': '2darray',
  '2ddepth': '2d',
  '2dadepth': '2darray',
};
const ALL_COMPONENTS = 15;
const RED = 1;

const geometryOf = (instruction: HsailInstruction): string => spellingOf(GEOMETRIES, instruction.field('geometry'))!;

/** Words of a descriptor from one on, as a vector. */
function wordsOf(instruction: HsailInstruction, index: number, count: number): string {
  const { out, scope } = instruction;
  const place = out.value(`inttoptr i64 ${scope.readBits(instruction.operand(index), 'u64')} to ${CONSTANT}`);
  return out.value(`load <${count} x i32>, ${CONSTANT} ${place}, align 16`);
}

function wordOf(instruction: HsailInstruction, index: number, word: number): string {
  const { out, scope } = instruction;
  const address = out.value(`add i64 ${scope.readBits(instruction.operand(index), 'u64')}, ${4 * word}`);
  const place = out.value(`inttoptr i64 ${address} to ${CONSTANT}`);
  return out.value(`load i32, ${CONSTANT} ${place}, align 4`);
}

const bitsOf = ({ out }: HsailInstruction, word: string, { low, width }: DescriptorField): string =>
  out.value(`and i32 ${out.value(`lshr i32 ${word}, ${low}`)}, ${2 ** width - 1}`);

const fieldOf = (instruction: HsailInstruction, field: DescriptorField): string =>
  bitsOf(instruction, wordOf(instruction, 1, field.dword), field);

/**
 * The runtime's samplers let the chip round coordinates to 1/256 of an element; the nearest element has to be exact.
 */
function samplerWords(instruction: HsailInstruction, index: number): string {
  const { out } = instruction;
  const words = wordsOf(instruction, index, SAMPLER_WORDS);
  const { filter, truncatesCoordinates } = SAMPLER_FIELDS;
  const word = ({ dword }: DescriptorField): string =>
    out.value(`extractelement <${SAMPLER_WORDS} x i32> ${words}, i32 ${dword}`);
  const isNearest = out.value(`icmp eq i32 ${bitsOf(instruction, word(filter), filter)}, 0`);
  const truncates = out.value(`select i1 ${isNearest}, i32 ${2 ** truncatesCoordinates.low}, i32 0`);
  const changed = out.value(`or i32 ${word(truncatesCoordinates)}, ${truncates}`);
  return out.value(
    `insertelement <${SAMPLER_WORDS} x i32> ${words}, i32 ${changed}, i32 ${truncatesCoordinates.dword}`,
  );
}

/** Coordinates as arguments; the chip samples with floats. */
function coordinates(instruction: HsailInstruction, index: number, isSampled: boolean): string[] {
  const { out, scope } = instruction;
  const type = instruction.typeOf(index);
  return instruction.elements(index).map((element) => {
    if (type === 'f32') return `float ${scope.read(element, type)}`;
    const bits = scope.readBits(element, type);
    return isSampled ? `float ${out.value(`sitofp i32 ${bits} to float`)}` : `i32 ${bits}`;
  });
}

const vectorType = (count: number): string => (count === 1 ? 'float' : `<${count} x float>`);
const suffixOf = (count: number): string => (count === 1 ? 'f32' : `v${count}f32`);

function writeComponents(instruction: HsailInstruction, texel: string): void {
  const { out, scope, type } = instruction;
  const targets = instruction.elements(0);
  const components = targets.map((_, index) => {
    const value =
      targets.length === 1 ? texel : out.value(`extractelement ${vectorType(targets.length)} ${texel}, i32 ${index}`);
    return out.value(`bitcast float ${value} to i32`);
  });
  targets.forEach((target, index) => {
    scope.write(target, type === 'f32' ? 'b32' : type, components[index]!);
  });
}

/** The components of a texel as a vector of floats with their bits. */
function readComponents(instruction: HsailInstruction): { readonly count: number; readonly texel: string } {
  const { out, scope, type } = instruction;
  const values = instruction
    .elements(0)
    .map((element) => out.value(`bitcast i32 ${scope.readBits(element, type)} to float`));
  const own = vectorType(values.length);
  if (values.length === 1) return { count: 1, texel: values[0]! };
  const texel = values.reduce(
    (whole, value, index) => out.value(`insertelement ${own} ${whole}, float ${value}, i32 ${index}`),
    'poison',
  );
  return { count: values.length, texel };
}

const maskOf = (count: number): string => `i32 ${count === 1 ? RED : ALL_COMPONENTS}`;
const FLAGS = ['i32 0', 'i32 0'] as const;
const BUFFER_FLAGS = ['i32 0', 'i32 0', 'i32 0'] as const;

const rdimage: Rule = (instruction) => {
  const count = instruction.elements(0).length;
  const texel = instruction.out.call(
    vectorType(count),
    `llvm.amdgcn.image.sample.lz.${DIMENSIONS[geometryOf(instruction)]}.${suffixOf(count)}.f32`,
    maskOf(count),
    ...coordinates(instruction, 3, true),
    `<${RESOURCE_WORDS} x i32> ${wordsOf(instruction, 1, RESOURCE_WORDS)}`,
    `<${SAMPLER_WORDS} x i32> ${samplerWords(instruction, 2)}`,
    'i1 false',
    ...FLAGS,
  );
  writeComponents(instruction, texel);
};

const ldimage: Rule = (instruction) => {
  const geometry = geometryOf(instruction);
  const count = instruction.elements(0).length;
  const [own, suffix] = [vectorType(count), suffixOf(count)];
  const places = coordinates(instruction, 2, false);
  const texel =
    geometry === '1db'
      ? instruction.out.call(
          own,
          `llvm.amdgcn.struct.buffer.load.format.${suffix}`,
          `<${BUFFER_WORDS} x i32> ${wordsOf(instruction, 1, BUFFER_WORDS)}`,
          ...places,
          ...BUFFER_FLAGS,
        )
      : instruction.out.call(
          own,
          `llvm.amdgcn.image.load.${DIMENSIONS[geometry]}.${suffix}.i32`,
          maskOf(count),
          ...places,
          `<${RESOURCE_WORDS} x i32> ${wordsOf(instruction, 1, RESOURCE_WORDS)}`,
          ...FLAGS,
        );
  writeComponents(instruction, texel);
};

const stimage: Rule = (instruction) => {
  const geometry = geometryOf(instruction);
  const { count, texel } = readComponents(instruction);
  const places = coordinates(instruction, 2, false);
  if (geometry === '1db')
    return instruction.out.callVoid(
      `llvm.amdgcn.struct.buffer.store.format.${suffixOf(count)}`,
      `${vectorType(count)} ${texel}`,
      `<${BUFFER_WORDS} x i32> ${wordsOf(instruction, 1, BUFFER_WORDS)}`,
      ...places,
      ...BUFFER_FLAGS,
    );
  const operands = { texel, resource: wordsOf(instruction, 1, RESOURCE_WORDS) };
  // Registers have the bits of floats for such an image, whatever the type of the instruction.
  const stored =
    count > 1 ? storedTexel(instruction.out, wordOf(instruction, 1, WORD.channelOrder), operands) : operands;
  return instruction.out.callVoid(
    `llvm.amdgcn.image.store.${DIMENSIONS[geometry]}.${suffixOf(count)}.i32`,
    `${vectorType(count)} ${stored.texel}`,
    maskOf(count),
    ...places,
    `<${RESOURCE_WORDS} x i32> ${stored.resource}`,
    ...FLAGS,
  );
};

/** Sizes are stored minus 1. */
const sizeOf = (instruction: HsailInstruction, field: DescriptorField): string =>
  instruction.out.value(`add i32 ${fieldOf(instruction, field)}, 1`);

const IMAGE_PROPERTIES: Readonly<Record<keyof typeof IMAGE_QUERIES, (instruction: HsailInstruction) => string>> = {
  width: (instruction) => wordOf(instruction, 1, WORD.width),
  height: (instruction) => sizeOf(instruction, IMAGE_FIELDS.height),
  depth: (instruction) => sizeOf(instruction, IMAGE_FIELDS.depth),
  array: (instruction) => sizeOf(instruction, IMAGE_FIELDS.depth),
  channelorder: (instruction) => wordOf(instruction, 1, WORD.channelOrder),
  channeltype: (instruction) => wordOf(instruction, 1, WORD.channelType),
};

const queryimage: Rule = (instruction) => {
  const property = spellingOf(IMAGE_QUERIES, instruction.field('query')) as keyof typeof IMAGE_QUERIES;
  instruction.write(IMAGE_PROPERTIES[property](instruction));
};

/** Without an addressing mode samplers repeat: any mode may be returned for that. */
function addressingOf(instruction: HsailInstruction): string {
  const { out } = instruction;
  const clamp = fieldOf(instruction, SAMPLER_FIELDS.clampX);
  return ADDRESSING_CLAMPS.reduce((rest, code, addressing) => {
    const isIt = out.value(`icmp eq i32 ${clamp}, ${code}`);
    return out.value(`select i1 ${isIt}, i32 ${addressing}, i32 ${rest}`);
  }, '0');
}

const SAMPLER_PROPERTIES: Readonly<Record<keyof typeof SAMPLER_QUERIES, (instruction: HsailInstruction) => string>> = {
  addressing: addressingOf,
  coord: (instruction) => instruction.out.value(`xor i32 ${fieldOf(instruction, SAMPLER_FIELDS.isUnnormalized)}, 1`),
  filter: (instruction) => fieldOf(instruction, SAMPLER_FIELDS.filter),
};

const querysampler: Rule = (instruction) => {
  const property = spellingOf(SAMPLER_QUERIES, instruction.field('query')) as keyof typeof SAMPLER_QUERIES;
  instruction.write(SAMPLER_PROPERTIES[property](instruction));
};

export const IMAGE_RULES: RuleTable = {
  rdimage,
  ldimage,
  stimage,
  queryimage,
  querysampler,
  // Of images as of memory: other work-items of the group see what was stored, behind a barrier.
  imagefence: ({ out }) => out.effect('fence syncscope("agent") acq_rel'),
};
