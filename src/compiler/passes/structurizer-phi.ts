// Values that cost nothing and that a block with several ways into it hands on, in LLVM IR text: v.x = 1 under `a || b
// && c`, or in a case that another one falls into. StructurizeCFG of LLVM 22 computes such a value before the branches,
// and then takes it for that of the first of the ways alone (hoistZeroCostElseBlockPhiValues): the others keep the old
// one. No flag turns that off. An opaque copy has a cost there, and mostly no instruction. Elements of private arrays,
// parameters of kernels and parts of wide loads become such values in the back end's own passes, so the text is that of
// the moment right before this one (code-halves.ts).
import { VALUE_NAME as NAME } from '../ir/kernels.js';
import { functionLines, type IrTextModule, mapFunctions } from '../ir/module.js';
import { copyOf } from '../ir/opaque-copy.js';
import { readFunction } from '../ir/read.js';
import { versionPass } from './pass.js';

/**
 * Instructions that may be free on this GPU: parts of registers, other names for the same bits, modifiers of sources.
 */
const FREE =
  /^(?:(?:insert|extract)(?:element|value)|shufflevector|bitcast|freeze|getelementptr|addrspacecast|inttoptr|ptrtoint|trunc|zext|sext|fneg|(?:tail )?call .*@llvm\.fabs\.)\b/;
const DEFINITION = new RegExp(`^  (${NAME}) = (.*)$`);
const LABEL = /^([-$.\w]+|"[^"]*"):/;
const TARGET = new RegExp(`label (${NAME})`, 'g');
const PHI = new RegExp(`^  ${NAME} = phi (?:[a-z]+ )*?(<\\d+ x \\w+>|\\w+(?: addrspace\\(\\d+\\))?) \\[`);
const INCOMING = new RegExp(`\\[ (${NAME}), (${NAME}) \\]`, 'g');

/** A function's values and blocks. */
interface Flow {
  /** Of each value: its block and what it is. */
  readonly definitions: ReadonlyMap<string, { readonly block: string; readonly text: string }>;
  /** How many branches lead to a block. */
  readonly entries: ReadonlyMap<string, number>;
  /** Blocks that always go on to the same one. */
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
    // What is none of the cases comes from several of the comparisons that a switch becomes.
    const ways = line.startsWith('  switch ') ? 2 : 1;
    for (const [, target] of line.matchAll(TARGET)) entries.set(target!, (entries.get(target!) ?? 0) + ways);
  }
  return { definitions, entries, straight };
}

/**
 * Whether several branches lead to a block, behind which there is but one way: values of such blocks alone are computed
 * too early.
 */
const isJoin = ({ entries, straight }: Flow, block: string): boolean =>
  straight.has(block) && (entries.get(block) ?? 0) >= 2;

/** Whether a value may be computed before the branches that lead to the block which hands it on. */
function isHoisted(flow: Flow, value: string, block: string): boolean {
  const made = flow.definitions.get(value);
  return made?.block === block && FREE.test(made.text) && isJoin(flow, block);
}

const ENDS_BLOCK = /^ {2}(?:br|switch|indirectbr) /;

/** Copies of values at the ends of blocks. */
class Copies {
  private readonly names = new Map<string, string>();
  private readonly lines = new Map<string, string[]>();

  /** The name of the copy that a block hands on; undefined where there can be none. */
  of(value: string, type: string, block: string): string | undefined {
    const key = `${value} ${block}`;
    const known = this.names.get(key);
    if (known !== undefined) return known;
    const name = `%atoll.join.${this.names.size}`;
    const made = copyOf(name, type, value);
    if (!made) return undefined;
    this.names.set(key, name);
    this.lines.set(block, [...(this.lines.get(block) ?? []), ...made]);
    return name;
  }

  /** The function with them. */
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

/**
 * Whether a module has blocks whose values may be computed too early, once its memory and parameters have become
 * values.
 */
export const mayHoist = (module: IrTextModule): boolean =>
  module.parts.some((part) => {
    if (part.kind !== 'function') return false;
    const flow = flowOf(functionLines(part));
    return [...flow.straight].some((block) => isJoin(flow, block));
  });

/** Keeps what blocks hand on where it is computed: of a module as it is right before control flow is structured. */
export const structurizerPhi = versionPass('joins', 'StructurizeCFG, hoistZeroCostElseBlockPhiValues', (module) =>
  mapFunctions(module, (one) => {
    const lines = functionLines(one);
    const repaired = repairFunction(lines);
    return repaired === lines ? one : readFunction(repaired);
  }),
);
