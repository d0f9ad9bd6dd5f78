// From a kernel in LLVM IR to its description in a CAL image: arguments, kernarg layout, attributes.
import type { CalArgument } from '../../cal/argument.js';
import { layOutKernarg, SLOT_SIZE } from '../../cal/convention.js';
import type { CalKernel, WorkGroupSize } from '../../cal/image.js';
import {
  ACCESS_QUALIFIERS,
  type ArgumentKind,
  IMAGE_DIMENSIONS,
  type ImageDimension,
  TYPE_QUALIFIERS,
} from '../../launch/argument.js';
import { required } from '../../util/required.js';
import { type IrKernel, type IrModule, metadataInteger, metadataString } from '../ir/kernels.js';
import { type IrType, layoutOf, TypeParser } from '../ir/types.js';

/** A kernel's facts in the IR. */
export type IrKernelSignature = Pick<
  CalKernel,
  'name' | 'args' | 'kernargSize' | 'implicitArgOffset' | 'reqdWorkGroupSize' | 'workGroupSizeHint' | 'vecTypeHint'
>;

/** Pointer kinds by the address space of the IR type. Source: LLVM's User Guide for AMDGPU. */
const POINTER_KINDS: ReadonlyMap<number, ArgumentKind> = new Map([
  [1, 'global'],
  [2, 'constant'],
  [3, 'local'],
  [4, 'constant'],
]);

function imageDimension(baseType: string): ImageDimension | undefined {
  const match = /^image([123]d(?:_array|_buffer)?)(?:_\w+)?_t$/.exec(baseType);
  return IMAGE_DIMENSIONS.find((dimension) => dimension === match?.[1]);
}

function kindOf(type: IrType, baseType: string): ArgumentKind {
  if (baseType === 'sampler_t') return 'sampler';
  if (imageDimension(baseType)) return 'image';
  const kind = type.kind === 'pointer' ? POINTER_KINDS.get(type.addressSpace) : undefined;
  return kind ?? 'value';
}

function addressQualifier(kind: ArgumentKind): CalArgument['addressQualifier'] {
  if (kind === 'image') return 'global';
  return kind === 'value' || kind === 'sampler' ? 'private' : kind;
}

function argumentOf(type: IrType, index: number, kernel: IrKernel, module: IrModule): CalArgument {
  const textOf = (node: string): string => metadataString(kernel.metadata.get(node)?.[index]);
  const baseType = textOf('kernel_arg_base_type');
  const kind = kindOf(type, baseType);
  const layout = layoutOf(type, module.types);
  const qualifiers = textOf('kernel_arg_type_qual').split(' ');
  const access = textOf('kernel_arg_access_qual');
  return {
    name: textOf('kernel_arg_name'),
    kind,
    typeName: textOf('kernel_arg_type') || baseType,
    size: kind === 'value' ? layout.size : SLOT_SIZE[kind],
    offset: 0,
    alignment: layout.alignment,
    addressQualifier: addressQualifier(kind),
    accessQualifier: ACCESS_QUALIFIERS.find((candidate) => candidate === access) ?? 'none',
    typeQualifiers: TYPE_QUALIFIERS.filter((candidate) => qualifiers.includes(candidate)),
    imageDimension: imageDimension(baseType),
    resourceId: undefined,
  };
}

function sizeOf(kernel: IrKernel, node: string): WorkGroupSize | undefined {
  const operands = kernel.metadata.get(node);
  if (!operands) return undefined;
  return [metadataInteger(operands[0]), metadataInteger(operands[1]), metadataInteger(operands[2])];
}

/** OpenCL C's names of LLVM's scalar types: signed, unsigned. */
const SCALAR_NAMES: Readonly<Record<string, readonly [string, string]>> = {
  i8: ['char', 'uchar'],
  i16: ['short', 'ushort'],
  i32: ['int', 'uint'],
  i64: ['long', 'ulong'],
  half: ['half', 'half'],
  float: ['float', 'float'],
  double: ['double', 'double'],
};

/** The type of a vec_type_hint as OpenCL C spells it, from a value of the type and a flag for signedness. */
function vecTypeHint(kernel: IrKernel): string | undefined {
  const operands = kernel.metadata.get('vec_type_hint');
  if (!operands) return undefined;
  const type = new TypeParser(operands[0] ?? '').parse();
  const element = type.kind === 'vector' ? type.element : type;
  if (element.kind !== 'scalar') return undefined;
  const names = SCALAR_NAMES[element.name];
  const name = names?.[metadataInteger(operands[1]) === 1 ? 0 : 1];
  return name && (type.kind === 'vector' ? `${name}${type.count}` : name);
}

/** Describes a kernel. */
export function describeKernel(kernel: IrKernel, module: IrModule): IrKernelSignature {
  const args = kernel.parameters.map((type, index) => argumentOf(type, index, kernel, module));
  const layout = layOutKernarg(args);
  return {
    name: kernel.name,
    args: args.map((arg, index) => ({ ...arg, offset: required(layout.offsets[index], 'offset of the argument') })),
    kernargSize: layout.size,
    implicitArgOffset: layout.implicitArgOffset,
    reqdWorkGroupSize: sizeOf(kernel, 'reqd_work_group_size'),
    workGroupSizeHint: sizeOf(kernel, 'work_group_size_hint'),
    vecTypeHint: vecTypeHint(kernel),
  };
}
