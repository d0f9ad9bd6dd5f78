// The grammar of SPIR-V as maps, made from the rows of text when a module is read for the first time.

import { CORE_INSTRUCTIONS } from './core-instructions.js';
import { ENUMERATIONS } from './enumerations.js';
import { EXTENDED_INSTRUCTIONS } from './extended-instructions.js';
import { EXTENSION_INSTRUCTIONS } from './extension-instructions.js';

export interface OperandRule {
  /** `I` an id, `L` a number, `S` a string, or a kind of the grammar. */
  readonly kind: string;
  readonly count: 'one' | 'optional' | 'any';
}

export interface GrammarRow {
  readonly opcode: number;
  /** Without `Op`. */
  readonly name: string;
  readonly hasType: boolean;
  readonly hasResult: boolean;
  /** Without result type and result. */
  readonly operands: readonly OperandRule[];
}

export interface Enumerant {
  readonly name: string;
  readonly operands: readonly OperandRule[];
}

export interface Enumeration {
  readonly isMask: boolean;
  readonly names: ReadonlyMap<number, Enumerant>;
}

const COUNTS = { '?': 'optional', '*': 'any' } as const;

function ruleOf(word: string): OperandRule {
  const mark = word.at(-1);
  if (mark === '?' || mark === '*') return { kind: word.slice(0, -1), count: COUNTS[mark] };
  return { kind: word, count: 'one' };
}

function rowOf(line: string): GrammarRow {
  const [opcode, name = '', ...words] = line.split(' ');
  const operands = words.filter((word) => word !== 'T' && word !== 'R').map(ruleOf);
  return { opcode: Number(opcode), name, hasType: words.includes('T'), hasResult: words.includes('R'), operands };
}

const linesOf = (text: string): string[] => text.trim().split('\n');

const rowsByNumber = (lines: readonly string[]): Map<number, GrammarRow> =>
  new Map(lines.map(rowOf).map((row) => [row.opcode, row]));

/** Parts of a text whose first line begins with one of the marks, with that line. */
function sections(text: string, marks: string): { head: string; lines: string[] }[] {
  const parts: { head: string; lines: string[] }[] = [];
  for (const line of linesOf(text))
    if (marks.includes(line.charAt(0))) parts.push({ head: line, lines: [] });
    else parts.at(-1)?.lines.push(line);
  return parts;
}

const ENUMERANT = /^(\w+)=(\d+)(?:\((.*)\))?$/;

function enumerantOf(word: string): [number, Enumerant] {
  const [, name = '', value, operands] = ENUMERANT.exec(word) ?? [];
  return [Number(value), { name, operands: operands === undefined ? [] : operands.split(',').map(ruleOf) }];
}

export interface Grammar {
  readonly instructions: ReadonlyMap<number, GrammarRow>;
  readonly enumerations: ReadonlyMap<string, Enumeration>;
  /** Instructions of extended sets by the name of the import. */
  readonly sets: ReadonlyMap<string, ReadonlyMap<number, GrammarRow>>;
}

function makeGrammar(): Grammar {
  const enumerations = sections(ENUMERATIONS, '#|').map(({ head, lines }): [string, Enumeration] => {
    const names = new Map(lines.flatMap((line) => line.split(' ')).map(enumerantOf));
    return [head.slice(2), { isMask: head.startsWith('|'), names }];
  });
  return {
    instructions: rowsByNumber([...linesOf(CORE_INSTRUCTIONS), ...linesOf(EXTENSION_INSTRUCTIONS)]),
    enumerations: new Map(enumerations),
    sets: new Map(sections(EXTENDED_INSTRUCTIONS, '#').map(({ head, lines }) => [head.slice(2), rowsByNumber(lines)])),
  };
}

let grammar: Grammar | undefined;

export function spirvGrammar(): Grammar {
  grammar ??= makeGrammar();
  return grammar;
}

/** The name of a value of an enumeration; its number where the grammar has none. */
export const enumerantName = (kind: string, value: number): string =>
  spirvGrammar().enumerations.get(kind)?.names.get(value)?.name ?? String(value);
