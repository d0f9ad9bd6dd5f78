// Declarations of a node's function: its target, and the pointers that it reads and writes.

import type { Port, Target } from '../dataflow/graph.js';
import type { HpvmCall } from './intrinsics.js';
import type { HpvmFunction, HpvmModule } from './module.js';

/** By the number of `__hpvm__hint`. */
const HINTS: Readonly<Record<number, Target>> = {
  1: 'cpu',
  2: 'gpu',
  3: 'tensor',
  4: 'tensor',
  5: 'cpu-or-gpu',
  16: 'vector',
};
const METADATA_HINTS: Readonly<Record<string, Target>> = {
  cpu: 'cpu',
  gpu: 'gpu',
  cpu_gpu: 'cpu-or-gpu',
  spir: 'vector',
  cudnn: 'tensor',
  promise: 'tensor',
};

export type ProblemReport = (message: string, place: string | undefined, severity?: 'error' | 'warning') => void;

function targetOf(
  module: HpvmModule,
  code: HpvmFunction,
  report: ProblemReport,
  needsTarget: boolean,
): Target | undefined {
  const fromMetadata = module.hintsOf(code.symbol).flatMap((name) => METADATA_HINTS[name] ?? []);
  const calls = code.calls.filter(({ kind }) => kind === 'hint');
  const [first, second] = calls;
  if (!first) {
    if (fromMetadata.length === 0 && needsTarget) report('no __hpvm__hint gives its target', code.place);
    if (fromMetadata.length > 1) report(`hints of several targets: ${fromMetadata.join(', ')}`, code.place);
    return fromMetadata[0];
  }
  if (second) report('a second __hpvm__hint', module.placeOf(second.instruction) ?? code.place);
  const number = Number(first.operands[0]?.value);
  const target = HINTS[number];
  if (target === undefined)
    report(
      `__hpvm__hint(${first.operands[0]?.value}) names no target`,
      module.placeOf(first.instruction) ?? code.place,
    );
  return target;
}

/** Parameters of both lists of `__hpvm__attributes`; undefined if the counts do not fit. */
function attributeLists({ operands }: HpvmCall): readonly [reads: string[], writes: string[]] | undefined {
  const values = operands.map(({ value }) => value);
  const reads = Number(values[0]);
  const writes = Number(values[1 + reads]);
  if (!Number.isInteger(reads) || !Number.isInteger(writes) || values.length !== 2 + reads + writes) return undefined;
  return [values.slice(1, 1 + reads), values.slice(2 + reads)];
}

function attributeAccesses(
  module: HpvmModule,
  code: HpvmFunction,
  report: ProblemReport,
): ReadonlyMap<number, { reads: boolean; writes: boolean }> {
  const accesses = new Map<number, { reads: boolean; writes: boolean }>();
  const add = (index: number, kind: 'reads' | 'writes'): void => {
    accesses.set(index, { ...(accesses.get(index) ?? { reads: false, writes: false }), [kind]: true });
  };
  code.parameters.forEach(({ text }, index) => {
    if (text.includes('"hpvm.in"')) add(index, 'reads');
    if (text.includes('"hpvm.out"')) add(index, 'writes');
  });
  for (const call of code.calls) {
    if (call.kind !== 'attributes') continue;
    const place = module.placeOf(call.instruction) ?? code.place;
    const lists = attributeLists(call);
    if (!lists) report('__hpvm__attributes: the counts do not fit the number of pointers', place);
    (['reads', 'writes'] as const).forEach((kind, list) => {
      for (const value of lists?.[list] ?? []) {
        const index = code.parameters.findIndex((parameter) => parameter.value === value);
        if (index < 0)
          report(`__hpvm__attributes: ${kind === 'reads' ? 'an input' : 'an output'} is no parameter`, place);
        else if (!code.parameters[index]?.type.startsWith('ptr'))
          report(`__hpvm__attributes: parameter ${index} (${code.parameters[index]?.name}) is no pointer`, place);
        else add(index, kind);
      }
    });
  }
  return accesses;
}

const STRUCTURE = /(?:^| )(?:%[\w.$-]+|\{.*\}|%"[^"]*") $/;

/** Types of values that a function returns in HPVM's IR: fields of its structure. */
function returnedTypes({ head }: HpvmFunction, module: HpvmModule): readonly string[] {
  const name = STRUCTURE.test(head) ? /%[\w.$-]+|%"[^"]*"/.exec(head)?.[0] : undefined;
  const type = name === undefined ? undefined : module.types.get(name);
  if (type?.kind !== 'struct') return [];
  return type.fields.map((field) =>
    field.kind === 'scalar' ? field.name : field.kind === 'pointer' ? 'ptr' : 'aggregate',
  );
}

/** Outputs of a leaf or an allocation, by `__hpvm__return`. */
function leafOutputs(module: HpvmModule, code: HpvmFunction, report: ProblemReport): readonly Port[] {
  const calls = code.calls.filter(({ kind }) => kind === 'return');
  if (calls.length === 0)
    return returnedTypes(code, module).map((type) => ({ name: undefined, type, access: undefined }));
  const lists = calls.map(({ operands, instruction }) => {
    const [count, ...values] = operands;
    if (Number(count?.value) !== values.length)
      report(
        `__hpvm__return(${count?.value}, ...) with ${values.length} values`,
        module.placeOf(instruction) ?? code.place,
      );
    return { instruction, types: values.map(({ type }) => type) };
  });
  const first = lists[0]?.types ?? [];
  for (const { instruction, types } of lists)
    if (types.join() !== first.join())
      report(
        `__hpvm__return of (${types.join(', ')}), and of (${first.join(', ')}) before`,
        module.placeOf(instruction) ?? code.place,
      );
  return first.map((type) => ({ name: undefined, type, access: undefined }));
}

export interface NodeDeclarations {
  readonly target: Target | undefined;
  readonly inputs: readonly Port[];
  /** Without those of internal nodes, which bindings give. */
  readonly outputs: readonly Port[];
}

/** @param needsTarget set for nodes that execute on a target of their own */
export function readDeclarations(
  module: HpvmModule,
  code: HpvmFunction,
  report: ProblemReport,
  needsTarget: boolean,
): NodeDeclarations {
  const accesses = attributeAccesses(module, code, report);
  code.parameters.forEach(({ text, name }, index) => {
    if (/\b(?:byval|sret)\(/.test(text)) report(`parameter ${index} (${name}) is a structure by value`, code.place);
  });
  return {
    target: targetOf(module, code, report, needsTarget),
    inputs: code.parameters.map(({ name, type }, index) => ({ name, type, access: accesses.get(index) })),
    outputs: leafOutputs(module, code, report),
  };
}
