// The table of a program's nodes, as C: declarations of their functions, their kernels, and what the runtime needs.

import { plainName } from '../compiler/ir/lexical.js';
import type { GraphNode, Port, Target } from '../dataflow/graph.js';
import { LOOP_SUFFIX, VECTOR_SUFFIX } from './instance-loops.js';
import type { HpvmFunction } from './module.js';
import type { LeafKernel, LeafProblem } from './opencl/kernel.js';
import type { FusionGroup } from './transform/groups.js';

export interface TableFunction {
  readonly code: HpvmFunction;
  readonly node: Pick<GraphNode, 'kind' | 'target' | 'inputs' | 'outputs'>;
  readonly kernel: LeafKernel | LeafProblem | undefined;
  /** Inputs whose memory is an allocation node's. */
  readonly local: ReadonlySet<number>;
  /** Set if its module has loops over its instances. */
  readonly hasLoop: boolean;
  /** Children that fused nodes replace. */
  readonly fusions: readonly FusionGroup[];
  /** Pairs of children that could be merged: `a,b`. */
  readonly mergeable: readonly string[];
}

/** Letters and C types of values, by types of LLVM IR. Extended arguments have the sign of their extension. */
const TYPES: Readonly<Record<string, readonly [letter: string, signed: string, unsigned: string]>> = {
  i1: ['b', '_Bool', '_Bool'],
  i8: ['c', 'signed char', 'unsigned char'],
  i16: ['s', 'short', 'unsigned short'],
  i32: ['i', 'int', 'int'],
  i64: ['l', 'long', 'long'],
  float: ['f', 'float', 'float'],
  double: ['d', 'double', 'double'],
  ptr: ['p', 'void *', 'void *'],
};
/** Letters of targets; nodes with several may be on the GPU. */
const TARGETS: Readonly<Record<Target, string>> = { cpu: 'c', gpu: 'g', 'cpu-or-gpu': 'g', vector: 'v', tensor: 'c' };
const KINDS = {
  internal: 'ATOLL_HPVM_INTERNAL',
  leaf: 'ATOLL_HPVM_LEAF',
  allocation: 'ATOLL_HPVM_ALLOCATION',
} as const;

/** Undefined for types that no value of a node can have at run time. */
export const typeLetter = (type: string): string | undefined =>
  Object.hasOwn(TYPES, type) ? TYPES[type]?.[0] : undefined;

function cType({ type, text }: HpvmFunction['parameters'][number]): string {
  const [, signed = 'void', unsigned = 'void'] = TYPES[type] ?? [];
  return text.includes(' zeroext ') ? unsigned : signed;
}

/** A string of C, a line for each line. */
function cString(text: string): string {
  const lines = text.split('\n').map((line, n, all) => (n < all.length - 1 ? `${line}\n` : line));
  const literals = lines.filter((line) => line !== '').map((line) => JSON.stringify(line).replace(/\?\?/g, '?""?'));
  return literals.length === 0 ? '""' : literals.join('\n    ');
}

function invokeLines({ code }: TableFunction, index: number): string[] {
  const types = code.parameters.map(cType);
  const values = types.map((type, n) => `*(${type.endsWith('*') ? type : `${type} `}*)values[${n}]`);
  return [
    `void function${index}(${types.join(', ') || 'void'}) __asm__(${JSON.stringify(plainName(code.symbol))});`,
    `static void invoke${index}(void *const *values) {`,
    '  (void)values;',
    `  function${index}(${values.join(', ')});`,
    '}',
  ];
}

/** Calls the loops over the instances: values, then numbers of instances. */
function loopLines({ code, hasLoop }: TableFunction, index: number): string[] {
  if (!hasLoop) return [];
  const types = code.parameters.map(cType);
  const values = types.map((type, n) => `*(${type.endsWith('*') ? type : `${type} `}*)values[${n}]`);
  const parameters = [...types, 'long', 'long', 'long', 'long'].join(', ');
  const declare = (name: string, suffix: string): string =>
    `void ${name}${index}(${parameters}) __asm__(${JSON.stringify(`${plainName(code.symbol)}${suffix}`)});`;
  return [
    declare('loop', LOOP_SUFFIX),
    declare('vector', VECTOR_SUFFIX),
    `static void run${index}(void *const *values, const long *counts, long first, int is_vector) {`,
    `  (is_vector ? vector${index} : loop${index})(${[...values, 'counts[0]', 'counts[1]', 'counts[2]', 'first'].join(', ')});`,
    '}',
  ];
}

function kernelLines({ kernel, local, node }: TableFunction, index: number): string[] {
  if (!kernel || 'problem' in kernel) return [];
  const queries = kernel.queries.map(({ level, dimension, isCount }) => `{${level}, ${dimension}, ${isCount ? 1 : 0}}`);
  const memories = node.inputs.map((_, n) => (local.has(n) ? 'l' : kernel.constantInputs.has(n) ? 'c' : 'g'));
  return [
    ...(queries.length > 0
      ? [`static const struct atoll_hpvm_query queries${index}[] = {${queries.join(', ')}};`]
      : []),
    `static const struct atoll_hpvm_kernel kernel${index} = {`,
    `  ${JSON.stringify(kernel.name)},`,
    `    ${cString(kernel.source)},`,
    `  ${queries.length}, ${queries.length > 0 ? `queries${index}` : '0'}, "${memories.join('')}",`,
    '};',
  ];
}

function inputText({ type, access }: Port, { kind }: TableFunction['node']): string {
  // Without attributes, a leaf's pointers are inputs and outputs.
  const [reads, writes] = access ? [access.reads, access.writes] : [true, kind === 'leaf' && type === 'ptr'];
  return `{'${typeLetter(type)}', ${reads ? 1 : 0}, ${writes ? 1 : 0}}`;
}

/** Members, inputs and outputs of each group: -1 is an input that another member gives. */
function fusionLines({ fusions }: TableFunction, index: number, functions: readonly TableFunction[]): string[] {
  const groups = fusions.map(({ members, symbol, inputs, outputs }, n) => {
    const fused = functions.findIndex(({ code }) => code.symbol === symbol);
    const words = inputs.flat().map((input) => input ?? -1);
    return {
      lines: [
        `static const unsigned members${index}_${n}[] = {${members.join(', ')}};`,
        `static const int inputs${index}_${n}[] = {${[...words, -1].join(', ')}};`,
        `static const unsigned outputs${index}_${n}[] = {${outputs.join(', ')}};`,
      ],
      entry: `{${members.length}, members${index}_${n}, inputs${index}_${n}, outputs${index}_${n}, (const void *)function${fused}}`,
    };
  });
  if (groups.length === 0) return [];
  return [
    ...groups.flatMap(({ lines }) => lines),
    `static const struct atoll_hpvm_fusion fusions${index}[] = {${groups.map(({ entry }) => entry).join(', ')}};`,
  ];
}

function entryText(one: TableFunction, index: number): string {
  const { code, node, kernel } = one;
  const { kind, target, inputs, outputs } = node;
  const own = kind === 'internal' ? [] : outputs;
  const hasBarrier = code.calls.some((call) => call.kind === 'barrier');
  const problem = kernel && 'problem' in kernel ? kernel.problem : undefined;
  const fields = [
    `(const void *)function${index}`,
    JSON.stringify(code.name),
    JSON.stringify(code.place ?? ''),
    `invoke${index}`,
    one.hasLoop ? `run${index}` : '0',
    KINDS[kind],
    `'${TARGETS[target ?? 'cpu']}'`,
    hasBarrier ? '1' : '0',
    String(inputs.length),
    inputs.length > 0 ? `inputs${index}` : '0',
    String(own.length),
    JSON.stringify(own.map(({ type }) => typeLetter(type) ?? '?').join('')),
    kernel && !('problem' in kernel) ? `&kernel${index}` : '0',
    problem === undefined ? '0' : JSON.stringify(problem),
    String(one.fusions.length),
    one.fusions.length > 0 ? `fusions${index}` : '0',
    JSON.stringify(one.mergeable.join(';')),
  ];
  return `  {${fields.join(', ')}},`;
}

export function programTable(functions: readonly TableFunction[]): string {
  const parts = functions.flatMap((one, index) => [
    ...invokeLines(one, index),
    ...loopLines(one, index),
    ...kernelLines(one, index),
    ...(one.node.inputs.length > 0
      ? [
          `static const struct atoll_hpvm_input inputs${index}[] = {${one.node.inputs.map((input) => inputText(input, one.node)).join(', ')}};`,
        ]
      : []),
  ]);
  return [
    '#include <atoll_hpvm_program.h>',
    ...parts,
    ...functions.flatMap((one, index) => fusionLines(one, index, functions)),
    'static const struct atoll_hpvm_function functions[] = {',
    ...functions.map(entryText),
    '};',
    'static void __attribute__((constructor)) register_functions(void) {',
    '  atoll_hpvm_register(functions, sizeof functions / sizeof *functions);',
    '}',
    '',
  ].join('\n');
}
