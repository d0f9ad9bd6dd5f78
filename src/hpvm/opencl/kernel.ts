// A leaf as a kernel in OpenCL C.

import { isPointer } from '../../compiler/ir/type-text.js';
import type { Port } from '../../dataflow/graph.js';
import type { HpvmFunction, HpvmModule } from '../module.js';
import { LeafStatements, type OuterQuery } from './leaf-statements.js';
import { LeafCodeError, LeafValues, type PointerSpace, scalarType } from './leaf-values.js';
import { uniformInputs } from './uniform-inputs.js';

export interface LeafKernel {
  readonly name: string;
  readonly source: string;
  /** Types of returned values. */
  readonly outputs: readonly string[];
  /** Inputs whose memory is constant where their bytes fit. */
  readonly constantInputs: ReadonlySet<number>;
  /** Values that the kernel gets after its inputs and, where it returns values, its outputs. */
  readonly queries: readonly OuterQuery[];
}

export interface LeafProblem {
  readonly problem: string;
  readonly place: string | undefined;
}

const NAMES = ['x', 'y', 'z'] as const;
/**
 * Level 0 is the leaf, level 1 its parent. On two levels, these are work-items and work-groups; otherwise the leaf's
 * instances are all work-items.
 */
const QUERY_LINES: readonly string[] = NAMES.flatMap((name, n) => [
  '#ifdef HPVM_TWO_LEVELS',
  `#define HPVM_ID0_${name} get_local_id(${n})`,
  `#define HPVM_COUNT0_${name} get_local_size(${n})`,
  `#define HPVM_ID1_${name} get_group_id(${n})`,
  `#define HPVM_COUNT1_${name} get_num_groups(${n})`,
  '#else',
  `#define HPVM_ID0_${name} get_global_id(${n})`,
  `#define HPVM_COUNT0_${name} get_global_size(${n})`,
  '#endif',
]);
const PROLOGUE: readonly string[] = [
  '#pragma OPENCL FP_CONTRACT OFF',
  // On AMD's GPUs, mad rounds the product, as two operations do.
  '#ifdef __AMDGCN__',
  '#define HPVM_MULADD(a, b, c) mad(a, b, c)',
  '#else',
  '#define HPVM_MULADD(a, b, c) ((a) * (b) + (c))',
  '#endif',
  '#define HPVM_IS_FIRST (get_global_id(0) == 0 && get_global_id(1) == 0 && get_global_id(2) == 0)',
  ...QUERY_LINES,
];

const queryArgument = ({ level, dimension, isCount }: OuterQuery): string =>
  `hpvm_${isCount ? 'count' : 'id'}${level}_${NAMES[dimension]}`;

/** Names of queries at levels that a kernel gets as arguments: level 1 only if the leaf is mapped on one. */
function queryDefinitions(queries: readonly OuterQuery[]): readonly string[] {
  return queries.flatMap((query) => {
    const macro = `HPVM_${query.isCount ? 'COUNT' : 'ID'}${query.level}_${NAMES[query.dimension]}`;
    const definition = `#define ${macro} ${queryArgument(query)}`;
    return query.level === 1 ? ['#ifndef HPVM_TWO_LEVELS', definition, '#endif'] : [definition];
  });
}

/** The name of a buffer in messages about the kernel; OpenCL C has no function whose name ends in `_`. */
const bufferName = ({ parameters }: HpvmFunction, index: number): string => {
  const name = parameters[index]?.name ?? '';
  return /^[A-Za-z]\w*$/.test(name) ? `${name}_` : `b${index}`;
};

type SpaceOf = (index: number) => PointerSpace;

function parameterTexts(code: HpvmFunction, space: SpaceOf): readonly string[] {
  return code.parameters.flatMap(({ type }, index) => {
    if (!isPointer(type)) return [`${scalarType(type)} a${index}`];
    // An argument may point into a tracked object, while kernels get whole ones.
    return space(index) === 'local'
      ? [`local char *a${index}`]
      : [`${space(index)} char *${bufferName(code, index)}`, `ulong o${index}`];
  });
}

/** Pointers to the arguments; most launches use objects from their start on. */
function pointerLines(code: HpvmFunction, space: SpaceOf): readonly string[] {
  const pointers = code.parameters.flatMap(({ type }, index) =>
    isPointer(type) && space(index) !== 'local' ? [{ index, buffer: bufferName(code, index) }] : [],
  );
  if (pointers.length === 0) return [];
  return [
    '#ifdef HPVM_AT_START',
    ...pointers.map(({ index, buffer }) => `  ${space(index)} char *a${index} = ${buffer};`),
    '#else',
    ...pointers.map(({ index, buffer }) => `  ${space(index)} char *a${index} = ${buffer} + o${index};`),
    '#endif',
  ];
}

const spaceDefinitions = (inputs: ReadonlySet<number>): readonly string[] =>
  [...inputs].flatMap((index) => [
    `#ifdef HPVM_CONSTANT_${index}`,
    `#define HPVM_SPACE_${index} constant`,
    '#else',
    `#define HPVM_SPACE_${index} global`,
    '#endif',
  ]);

const isInput = (access: Port['access']): boolean => access?.reads === true && !access.writes;

export interface LeafMemory {
  /** Parameters whose memory is an allocation node's. */
  readonly local: ReadonlySet<number>;
  readonly accesses: readonly Port['access'][];
}

export function leafKernel(
  module: HpvmModule,
  code: HpvmFunction,
  { local, accesses }: LeafMemory,
): LeafKernel | LeafProblem {
  try {
    const constantInputs = uniformInputs(code, (index) => !local.has(index) && isInput(accesses[index]));
    const space: SpaceOf = (index) =>
      local.has(index) ? 'local' : constantInputs.has(index) ? `HPVM_SPACE_${index}` : 'global';
    const values = new LeafValues(module, code, space);
    const statements = new LeafStatements(module, code, values);
    statements.write();
    const queries = [...statements.queries.values()];
    const parameters = [
      ...parameterTexts(code, space),
      ...(statements.outputs.length > 0 ? ['global char *hpvm_outputs'] : []),
      ...queries.map((query) => `ulong ${queryArgument(query)}`),
    ];
    const name = code.name.replace(/\W/g, '_');
    const source = [
      ...PROLOGUE,
      ...queryDefinitions(queries),
      ...spaceDefinitions(constantInputs),
      ...values.outerLines,
      `kernel void ${name}(${parameters.join(', ')}) {`,
      ...pointerLines(code, space),
      ...values.declarations.map((line) => `  ${line}`),
      ...statements.lines,
      '}',
      '',
    ].join('\n');
    return {
      name,
      source,
      outputs: statements.outputs,
      constantInputs,
      queries,
    };
  } catch (error) {
    if (!(error instanceof LeafCodeError)) throw error;
    const place = error.instruction && module.placeOf(error.instruction);
    return { problem: error.message, place: place ?? code.place };
  }
}
