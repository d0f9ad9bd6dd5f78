// Facts about kernels for the host, as the metadata that clang writes: types and names of arguments, work-group sizes.

import type { SpirvFunction } from '../../../spirv/functions.js';
import { enumerantName } from '../../../spirv/grammar/tables.js';
import { type SpirvInstruction, spirvError } from '../../../spirv/module.js';
import { typeName } from './conversions.js';
import type { ModuleScope } from './module-scope.js';
import { countOf, isScalar, type TypeShape } from './type-shapes.js';

/** Address spaces in kernel_arg_addr_space, which are those of SPIR, by the GPU's. */
const SPACES: Readonly<Record<number, number>> = { 1: 1, 4: 2, 3: 3 };
const ACCESSES = { ro: 'read_only', wo: 'write_only', rw: 'read_write' } as const;
const MAX_SIZE = 1 << 20;

interface Argument {
  readonly type: string;
  readonly baseType: string;
  readonly access: string;
  readonly space: number;
  readonly qualifiers: string;
  readonly name: string;
}

const quoted = (text: string): string =>
  `!"${[...Buffer.from(text, 'utf8')]
    .map((byte) =>
      byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
        ? String.fromCharCode(byte)
        : `\\${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')}"`;

/** OpenCL C's name of an argument's type, as far as SPIR-V has it: integers lack their sign. */
function nameOf(scope: ModuleScope, type: TypeShape, offset: number): string {
  if (isScalar(type) || type.kind === 'vector')
    return countOf(type) > 0 && type.kind !== 'bool' ? typeName(type, true) : 'bool';
  if (type.kind === 'image') return `${type.name}_t`;
  if (type.kind === 'sampler') return 'sampler_t';
  if (type.kind === 'struct') return scope.names.get(type.id)?.replace(/^(struct|union)\./, '$1 ') ?? 'struct';
  if (type.kind === 'array') return `${nameOf(scope, type.element, offset)}[${type.count}]`;
  if (type.kind !== 'pointer') return type.kind;
  const pointee = scope.types.pointee(type, offset);
  return pointee.kind === 'pointer' ? 'void*' : `${nameOf(scope, pointee, offset)}*`;
}

/** Lists of OpString that SPIR-V's translator for LLVM writes: `kernel_arg_type.name.float*,int,`. */
function recordedTexts(scope: ModuleScope, kind: string, kernel: string): string[] | undefined {
  const start = `${kind}.${kernel}.`;
  const texts = scope.sortedStrings();
  const text = texts[lowerBound(texts, start)];
  return text?.startsWith(start) ? text.slice(start.length).replace(/,$/, '').split(',') : undefined;
}

/** The place of the first text that is not less than another. */
function lowerBound(texts: readonly string[], text: string): number {
  let [low, high] = [0, texts.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((texts[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

function argumentOf(scope: ModuleScope, parameter: SpirvInstruction): Argument {
  const { result, offset } = parameter;
  const type = scope.types.of(parameter.type, offset + 1);
  const attributes = scope.decorations.values(result, 'FuncParamAttr', 'FunctionParameterAttribute');
  const isByValue = attributes.includes('ByVal');
  const shown = isByValue && type.kind === 'pointer' ? scope.types.pointee(type, offset) : type;
  const isConstant = type.kind === 'pointer' && !isByValue && (attributes.includes('NoWrite') || type.space === 4);
  const words = [
    isConstant ? 'const' : '',
    scope.decorations.has(result, 'Restrict') ? 'restrict' : '',
    scope.decorations.has(result, 'Volatile') ? 'volatile' : '',
  ];
  const name = nameOf(scope, shown, offset);
  return {
    type: name,
    baseType: name,
    access: type.kind === 'image' ? ACCESSES[type.access] : 'none',
    space: type.kind === 'image' ? 1 : type.kind === 'pointer' && !isByValue ? (SPACES[type.space] ?? 0) : 0,
    qualifiers: words.filter((word) => word !== '').join(' '),
    name: scope.names.get(result) ?? '',
  };
}

function argumentMetadata(scope: ModuleScope, { parameters }: SpirvFunction, kernel: string): string {
  const own = parameters.map((parameter) => argumentOf(scope, parameter));
  const types = recordedTexts(scope, 'kernel_arg_type', kernel);
  const qualifiers = recordedTexts(scope, 'kernel_arg_type_qual', kernel);
  const node = (values: readonly string[]): string => scope.program.onceNode(`!{${values.join(', ')}}`);
  const strings = (values: readonly string[]): string => node(values.map(quoted));
  const lists: readonly (readonly [string, string])[] = [
    ['kernel_arg_addr_space', node(own.map(({ space }) => `i32 ${space}`))],
    ['kernel_arg_access_qual', strings(own.map(({ access }) => access))],
    ['kernel_arg_type', strings(own.map(({ type }, n) => types?.[n] ?? type))],
    ['kernel_arg_base_type', strings(own.map(({ baseType }) => baseType))],
    ['kernel_arg_type_qual', strings(own.map(({ qualifiers: text }, n) => qualifiers?.[n] ?? text))],
    ['kernel_arg_name', strings(own.map(({ name }) => name))],
  ];
  return lists.map(([name, list]) => ` !${name} ${list}`).join('');
}

export interface KernelModes {
  readonly required: readonly number[] | undefined;
  readonly hint: readonly number[] | undefined;
  /** LLVM's type of a vec_type_hint. */
  readonly vector: string | undefined;
}

const VECTOR_ELEMENTS: readonly string[] = ['i8', 'i16', 'i32', 'i64', 'half', 'float', 'double'];

function vectorHint(code: number): string | undefined {
  const element = VECTOR_ELEMENTS[code & 0xff_ff];
  const count = code >>> 16;
  return element && (count > 1 ? `<${count} x ${element}>` : element);
}

/** Execution modes of an entry point. @throws AtollError for sizes of 0, and of more work-items than any device has */
export function modesOf(scope: ModuleScope, entry: number): KernelModes {
  let [required, hint]: (number[] | undefined)[] = [];
  let vector: string | undefined;
  for (const { operands, offset } of scope.modes.get(entry) ?? []) {
    const mode = enumerantName('ExecutionMode', operands[1]?.value ?? 0);
    const numbers = operands
      .slice(2)
      .map(({ kind, value }) => (kind === 'L' ? value : Number(scope.constants.integer(value) ?? 0n)));
    const isSize = mode.startsWith('LocalSize');
    if (isSize && numbers.some((size) => size < 1 || size > MAX_SIZE))
      throw spirvError(scope.name, offset, `OpExecutionMode: a work-group of ${numbers.join(' x ')}`);
    if (mode === 'LocalSize' || mode === 'LocalSizeId') required = numbers;
    if (mode === 'LocalSizeHint' || mode === 'LocalSizeHintId') hint = numbers;
    if (mode === 'VecTypeHint') vector = vectorHint(numbers[0] ?? 0);
  }
  return { required, hint, vector };
}

/** The attachments of a kernel's definition. */
export function kernelMetadata(scope: ModuleScope, source: SpirvFunction, kernel: string, modes: KernelModes): string {
  const { required, hint, vector } = modes;
  const size = (name: string, numbers: readonly number[] | undefined): string =>
    numbers ? ` !${name} ${scope.program.onceNode(`!{${numbers.map((one) => `i32 ${one}`).join(', ')}}`)}` : '';
  const vectorText = vector ? ` !vec_type_hint ${scope.program.onceNode(`!{${vector} poison, i32 1}`)}` : '';
  const sizes = `${size('reqd_work_group_size', required)}${size('work_group_size_hint', hint)}${vectorText}`;
  return `${argumentMetadata(scope, source, kernel)}${sizes}`;
}
