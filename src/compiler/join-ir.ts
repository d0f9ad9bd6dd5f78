// Values that cost nothing and that a block with several ways into it hands on, in LLVM IR text: v.x = 1 under `a || b && c`. LLVM 22's
// StructurizeCFG computes such a value before the branches, and then takes it for that of the first of the ways alone
// (hoistZeroCostElseBlockPhiValues): the others keep the old one. No flag turns that off. An opaque copy costs something in its eyes, and
// mostly no instruction.
import { VALUE_NAME as NAME } from './ir-module.js';
import { opaqueCopy } from './opaque-ir.js';

/** Instructions that may be free on this GPU: parts of registers, other names for the same bits, modifiers of sources. */
const FREE =
  /^(?:(?:insert|extract)(?:element|value)|shufflevector|bitcast|freeze|getelementptr|addrspacecast|inttoptr|ptrtoint|trunc|zext|sext|fneg|(?:tail )?call .*@llvm\.fabs\.)\b/;
const DEFINITION = new RegExp(`^  (${NAME}) = (.*)$`);
const LABEL = /^([-$.\w]+|"[^"]*"):/;
const TARGET = new RegExp(`label (${NAME})`, 'g');
const PHI = new RegExp(`^  ${NAME} = phi (?:[a-z]+ )*?(<\\d+ x \\w+>|\\w+(?: addrspace\\(\\d+\\))?) \\[`);
const INCOMING = new RegExp(`\\[ (${NAME}), (${NAME}) \\]`, 'g');
const NAMES = new RegExp(NAME, 'g');

/** A function's values and blocks. */
interface Flow {
  /** Of each value: its block and what it is. */
  readonly definitions: ReadonlyMap<string, { readonly block: string; readonly text: string }>;
  /** How many branches lead to a block. */
  readonly entries: ReadonlyMap<string, number>;
}

function flowOf(lines: readonly string[]): Flow {
  const definitions = new Map<string, { block: string; text: string }>();
  const entries = new Map<string, number>();
  let block = '';
  for (const line of lines) {
    const label = LABEL.exec(line);
    if (label) block = `%${label[1]}`;
    const [, name, text] = DEFINITION.exec(line) ?? [];
    if (name !== undefined) definitions.set(name, { block, text: text! });
    if (/^ +(?:br|switch) |^ {4}i\d+ .*label /.test(line))
      for (const [, target] of line.matchAll(TARGET)) entries.set(target!, (entries.get(target!) ?? 0) + 1);
  }
  return { definitions, entries };
}

/** Whether a value may be computed before the branches that lead to the block which hands it on. */
function isHoisted({ definitions, entries }: Flow, value: string, block: string): boolean {
  const made = definitions.get(value);
  if (made?.block !== block || (entries.get(block) ?? 0) < 2 || !FREE.test(made.text)) return false;
  return (made.text.match(NAMES) ?? []).every((operand) => definitions.get(operand)?.block !== block);
}

/** Lines that copy a value of any type that is handed on; undefined for types that have no registers of their own. */
function copyOf(name: string, type: string, value: string): string[] | undefined {
  if (/^(?:<\d+ x )?(?:i32|i64|float|double)>?$|^ptr/.test(type)) return opaqueCopy(name, type, value, name);
  const short = /^((?:<\d+ x )?)i(?:1|8|16)(>?)$/.exec(type);
  if (!short) return undefined;
  const words = `${short[1]}i32${short[2]}`;
  return [
    `  ${name}.w = zext ${type} ${value} to ${words}`,
    ...opaqueCopy(`${name}.c`, words, `${name}.w`, name),
    `  ${name} = trunc ${words} ${name}.c to ${type}`,
  ];
}

function repairFunction(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => PHI.test(line))) return lines;
  const flow = flowOf(lines);
  /** By the value that they copy. */
  const copies = new Map<string, { readonly name: string; readonly lines: readonly string[] }>();
  const renamed = lines.map((line) => {
    const type = PHI.exec(line)?.[1];
    if (type === undefined) return line;
    return line.replace(INCOMING, (whole, value: string, block: string) => {
      if (!isHoisted(flow, value, block)) return whole;
      const name = copies.get(value)?.name ?? `%atoll.join.${copies.size}`;
      const made = copyOf(name, type, value);
      if (!made) return whole;
      copies.set(value, { name, lines: made });
      return `[ ${name}, ${block} ]`;
    });
  });
  if (copies.size === 0) return lines;
  return renamed.flatMap((line) => [line, ...(copies.get(DEFINITION.exec(line)?.[1] ?? '')?.lines ?? [])]);
}

/** Keeps what blocks hand on where it is computed. */
export function keepInBlocks(text: string): string {
  if (!text.includes(' = phi ')) return text;
  const result: string[] = [];
  let own: string[] | undefined;
  for (const line of text.split('\n')) {
    if (line.startsWith('define ')) own = [];
    if (!own) result.push(line);
    else own.push(line);
    if (own && line === '}') {
      for (const each of repairFunction(own)) result.push(each);
      own = undefined;
    }
  }
  return result.join('\n');
}
