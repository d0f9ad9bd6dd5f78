// Values used after loops that lanes leave in different iterations, in LLVM IR text: the i of `for (i = 0; i < 9; i++)
// if (lane(i)) break;`. A value that is uniform in an iteration is in a scalar register. LLVM copies it to a vector
// register in each iteration, but its pass "SI Fold Operands" lets users after the loop read the scalar register
// itself, which has the value of the last iteration (corrected in 23); this also affects parts of composed values. No
// flag disables that. An opaque copy in the loop preserves the value of each lane.
import { type IrBlock, type IrValue, isPhi, readFlow } from '../ir/flow.js';
import { Graph } from '../ir/graph.js';
import { closingParenthesis, VALUE_NAME as NAME } from '../ir/lexical.js';
import { functionLines, mapFunctions } from '../ir/module.js';
import { copyOf } from '../ir/opaque-copy.js';
import { readFunction } from '../ir/read.js';
import { resultType } from '../ir/result-type.js';
import { uniformity } from '../ir/uniformity.js';
import { versionPass } from './pass.js';

const NAMES = new RegExp(NAME, 'g');
/** Values composed of registers: some may be scalar although the whole is divergent. */
const ASSEMBLED =
  /^(?:insertelement|shufflevector|(?:bitcast|freeze|zext|sext|shl|lshr|ashr|or|and|xor|inttoptr|ptrtoint) .*(?:i64|double|ptr|\*|<))/;

/** Names of a function's divergent parameters: those of kernels are uniform. */
function parametersOf(line: string): readonly string[] {
  if (/\bamdgpu_kernel\b/.test(line)) return [];
  const open = line.indexOf('(', line.indexOf('@'));
  return line.slice(open, closingParenthesis(line, open)).match(NAMES) ?? [];
}

/** Whether lanes may leave a loop in different iterations. */
const leavesApart = (loop: ReadonlySet<IrBlock>, same: (name: string) => boolean): boolean =>
  [...loop].some(
    ({ successors, condition }) =>
      successors.some((one) => !loop.has(one)) && condition !== undefined && !same(condition),
  );

/** Values of a function that need a copy, each with the lines of its uses after the loop. */
function leaving(lines: readonly string[]): Map<IrValue, number[]> {
  const flow = readFlow(lines);
  const graph = new Graph(flow.blocks);
  const uses = new Map<IrValue, number[]>();
  if (graph.loops.length === 0) return uses;
  const { differs, same } = uniformity(flow, graph, parametersOf(lines[0]!));
  const apart = new Set(graph.loops.filter((loop) => leavesApart(loop, same)));
  for (const { block, operands, line } of flow.blocks.flatMap(({ values }) => values))
    for (const name of new Set(operands)) {
      const value = flow.values.get(name);
      if (!value || (differs(name) && !ASSEMBLED.test(value.text))) continue;
      if (!graph.left(value.block, block).some((loop) => apart.has(loop))) continue;
      uses.set(value, [...(uses.get(value) ?? []), line]);
    }
  return uses;
}

/** The line after which a value's copy is inserted: after all phis of a block. */
const placeOf = (value: IrValue): number => (isPhi(value) ? value.block.values.findLast(isPhi)! : value).line;

function repairFunction(lines: readonly string[]): readonly string[] {
  const values = leaving(lines);
  if (values.size === 0) return lines;
  const copies = new Map<number, string[]>();
  const changed = [...lines];
  let count = 0;
  for (const [value, users] of values) {
    const type = resultType(value.text);
    const name = `%atoll.leave.${count}`;
    const copy = type === undefined ? undefined : copyOf(name, type, value.name!);
    if (!copy) continue;
    count++;
    const place = placeOf(value);
    copies.set(place, [...(copies.get(place) ?? []), ...copy]);
    for (const user of users)
      changed[user] = changed[user]!.replace(NAMES, (word) => (word === value.name ? name : word));
  }
  return changed.flatMap((line, n) => [line, ...(copies.get(n) ?? [])]);
}

/** Preserves the values with which lanes leave loops. */
export const temporalDivergence = versionPass(
  'turns',
  "'SI Fold Operands'",
  (module) =>
    mapFunctions(module, (one) => {
      const lines = functionLines(one);
      const repaired = repairFunction(lines);
      return repaired === lines ? one : readFunction(repaired);
    }),
  [203256],
);
