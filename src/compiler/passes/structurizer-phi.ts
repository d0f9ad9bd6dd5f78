// Zero-cost values of a phi from a block with several predecessors, in LLVM IR text: v.x = 1 under `a || b && c`, or in
// a case with fall-through. StructurizeCFG of LLVM 22 hoists such a value before the branches, and then uses it for the
// first of the predecessors alone (hoistZeroCostElseBlockPhiValues): the others keep the old one. No flag disables
// that. An opaque copy has a cost for LLVM, and usually no instruction. Elements of private arrays, parameters of
// kernels and parts of wide loads become such values in passes of the back end, so this pass processes the text right
// before StructurizeCFG (code-halves.ts).
import { VALUE_NAME as NAME } from '../ir/lexical.js';
import { functionLines, type IrTextModule, mapFunctions } from '../ir/module.js';
import { copyOf } from '../ir/opaque-copy.js';
import { readFunction } from '../ir/read.js';
import { versionPass } from './pass.js';

/** Instructions that may be free on the GPU: parts of registers, bit casts, source modifiers. */
const FREE =
  /^(?:(?:insert|extract)(?:element|value)|shufflevector|bitcast|freeze|getelementptr|addrspacecast|inttoptr|ptrtoint|trunc|zext|sext|fneg|(?:tail )?call .*@llvm\.fabs\.)\b/;
const DEFINITION = new RegExp(`^  (${NAME}) = (.*)$`);
const LABEL = /^([-$.\w]+|"[^"]*"):/;
const TARGET = new RegExp(`label (${NAME})`, 'g');
const PHI = new RegExp(`^  ${NAME} = phi (?:[a-z]+ )*?(<\\d+ x \\w+>|\\w+(?: addrspace\\(\\d+\\))?) \\[`);
const INCOMING = new RegExp(`\\[ (${NAME}), (${NAME}) \\]`, 'g');

/** A function's values and blocks. */
interface Flow {
  /** By value: its block and instruction. */
  readonly definitions: ReadonlyMap<string, { readonly block: string; readonly text: string }>;
  /** Number of branches to a block. */
  readonly entries: ReadonlyMap<string, number>;
  /** Blocks with a single successor. */
  readonly straight: ReadonlySet<string>;
}

function flowOf(lines: readonly string[]): Flow {
  const definitions = new Map<string, { block: string; text: string }>();
  const entries = new Map<string, number>();
  const straight = new Set<string>();
  let block = '';
  for (const line of lines) {
    const label = LABEL.exec(line);
    if (label) block = `%${label[1]}`;
    const [, name, text] = DEFINITION.exec(line) ?? [];
    if (name !== undefined) definitions.set(name, { block, text: text! });
    if (!/^ +(?:br|switch) |^ {4}i\d+ .*label /.test(line)) continue;
    if (line.startsWith('  br label ')) straight.add(block);
    // The default of a switch is reached from several of its comparisons.
    const ways = line.startsWith('  switch ') ? 2 : 1;
    for (const [, target] of line.matchAll(TARGET)) entries.set(target!, (entries.get(target!) ?? 0) + ways);
  }
  return { definitions, entries, straight };
}

/** Whether a block has several predecessors and one successor: only values of such blocks are hoisted. */
const isJoin = ({ entries, straight }: Flow, block: string): boolean =>
  straight.has(block) && (entries.get(block) ?? 0) >= 2;

/** Whether a value may be hoisted before the branches to the block from which the phi receives it. */
function isHoisted(flow: Flow, value: string, block: string): boolean {
  const definition = flow.definitions.get(value);
  return definition?.block === block && FREE.test(definition.text) && isJoin(flow, block);
}

const ENDS_BLOCK = /^ {2}(?:br|switch|indirectbr) /;

/** Copies of values at the ends of blocks. */
class Copies {
  private readonly names = new Map<string, string>();
  private readonly lines = new Map<string, string[]>();

  /** The name of a block's copy for the phi; undefined if no copy is possible. */
  of(value: string, type: string, block: string): string | undefined {
    const key = `${value} ${block}`;
    const copyName = this.names.get(key);
    if (copyName !== undefined) return copyName;
    const name = `%atoll.join.${this.names.size}`;
    const copy = copyOf(name, type, value);
    if (!copy) return undefined;
    this.names.set(key, name);
    this.lines.set(block, [...(this.lines.get(block) ?? []), ...copy]);
    return name;
  }

  /** The function with the copies. */
  insert(lines: readonly string[]): readonly string[] {
    if (this.names.size === 0) return lines;
    let block = '';
    return lines.flatMap((line) => {
      const label = LABEL.exec(line);
      if (label) block = `%${label[1]}`;
      return ENDS_BLOCK.test(line) ? [...(this.lines.get(block) ?? []), line] : [line];
    });
  }
}

function repairFunction(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => PHI.test(line))) return lines;
  const flow = flowOf(lines);
  const copies = new Copies();
  const renamed = lines.map((line) => {
    const type = PHI.exec(line)?.[1];
    if (type === undefined) return line;
    return line.replace(INCOMING, (whole, value: string, block: string) => {
      const name = isHoisted(flow, value, block) ? copies.of(value, type, block) : undefined;
      return name === undefined ? whole : `[ ${name}, ${block} ]`;
    });
  });
  return copies.insert(renamed);
}

/** Whether a module has blocks with values that may be hoisted, after its memory and parameters have become values. */
export const mayHoist = (module: IrTextModule): boolean =>
  module.parts.some((part) => {
    if (part.kind !== 'function') return false;
    const flow = flowOf(functionLines(part));
    return [...flow.straight].some((block) => isJoin(flow, block));
  });

/** Prevents hoisting of values of phis, in a module right before control flow is structured. */
export const structurizerPhi = versionPass(
  'joins',
  'StructurizeCFG, hoistZeroCostElseBlockPhiValues',
  (module) =>
    mapFunctions(module, (one) => {
      const lines = functionLines(one);
      const repaired = repairFunction(lines);
      return repaired === lines ? one : readFunction(repaired);
    }),
  [183792],
);
