// The assembler: text with labels, symbols, data words and instructions to code words. Problems are listed, not thrown.

import type { Instruction } from './instruction.js';
import { evaluateNumber, type SymbolLookup } from './number-expression.js';
import { parseInstruction } from './parse-instruction.js';
import { stripComment } from './split-text.js';

/** A line that cannot be assembled. */
export interface AssemblyProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
  readonly text: string;
}

/** What a line of the source became. */
export interface AssembledLine {
  readonly line: number;
  /** Byte offset from the start of the code. */
  readonly offset: number;
  /** Size in bytes. */
  readonly size: number;
  /** Absent for data words. */
  readonly instruction?: Instruction;
}

export interface Assembly {
  readonly words: Uint32Array;
  /** Byte offsets of labels. */
  readonly labels: ReadonlyMap<string, number>;
  readonly lines: readonly AssembledLine[];
  readonly problems: readonly AssemblyProblem[];
}

/** Bytes of code above which a source is refused: more than any instruction cache, and a bound on what bad input can take. */
const MAX_SIZE = 16 << 20;
const MAX_PROBLEMS = 100;

interface Statement {
  readonly line: number;
  readonly text: string;
  /** Byte offset, known after the first pass. */
  offset: number;
}

/** Assembles a source. When there are problems, `words` holds what could be assembled and must not be used as code. */
export function assemble(source: string): Assembly {
  return new Assembler().run(source);
}

class Assembler {
  readonly #labels = new Map<string, number>();
  readonly #symbols = new Map<string, bigint>();
  readonly #problems: AssemblyProblem[] = [];
  readonly #lines: AssembledLine[] = [];
  #words: number[] = [];
  #offset = 0;

  run(source: string): Assembly {
    const statements = this.#statements(source);
    this.#layOut(statements);
    if (this.#problems.length === 0) this.#emit(statements);
    return {
      words: Uint32Array.from(this.#words),
      labels: this.#labels,
      lines: this.#lines,
      problems: this.#problems,
    };
  }

  #problem(statement: { line: number; text: string }, message: string): void {
    if (this.#problems.length < MAX_PROBLEMS)
      this.#problems.push({ line: statement.line, message, text: statement.text });
  }

  /** Labels come off; a label's name is bound in the first pass. */
  #statements(source: string): Statement[] {
    return source.split('\n').flatMap((raw, i) => {
      let text = stripComment(raw);
      const statements: Statement[] = [];
      for (;;) {
        const label = /^([A-Za-z_.$][\w.$]*):(?!\w*=)\s*(.*)$/.exec(text);
        if (!label) break;
        statements.push({ line: i + 1, text: `${label[1]}:`, offset: 0 });
        text = label[2]!;
      }
      if (text !== '') statements.push({ line: i + 1, text, offset: 0 });
      return statements;
    });
  }

  /** First pass: sizes and labels. Symbols that are defined later count as 0 here, which changes no size. */
  #layOut(statements: readonly Statement[]): void {
    for (const statement of statements) {
      statement.offset = this.#offset;
      if (statement.text.endsWith(':')) this.#bindLabel(statement);
      else if (statement.text.startsWith('.')) this.#offset += this.#directive(statement, () => 0n).length * 4;
      else {
        const instruction = this.#instruction(statement, (name) => this.#known(name) ?? 0n);
        this.#offset += typeof instruction === 'string' ? 4 : instruction.size;
        if (typeof instruction === 'string') this.#problem(statement, instruction);
      }
      if (this.#offset > MAX_SIZE) {
        this.#problem(statement, `the code is larger than ${MAX_SIZE} bytes`);
        return;
      }
    }
  }

  #known(name: string): bigint | undefined {
    const label = this.#labels.get(name);
    return label === undefined ? this.#symbols.get(name) : BigInt(label);
  }

  #bindLabel(statement: Statement): void {
    const name = statement.text.slice(0, -1);
    if (this.#labels.has(name)) this.#problem(statement, `the label '${name}' is defined twice`);
    this.#labels.set(name, statement.offset);
  }

  /** Second pass: with all labels known. */
  #emit(statements: readonly Statement[]): void {
    const lookup: SymbolLookup = (name) => this.#known(name);
    for (const statement of statements) {
      if (statement.text.endsWith(':')) continue;
      const { line, offset } = statement;
      if (statement.text.startsWith('.')) {
        const data = this.#directive(statement, lookup);
        if (data.length > 0) this.#lines.push({ line, offset, size: data.length * 4 });
        this.#words.push(...data);
        continue;
      }
      const instruction = this.#instruction(statement, lookup);
      if (typeof instruction === 'string') this.#problem(statement, instruction);
      else {
        this.#lines.push({ line, offset, size: instruction.size, instruction });
        this.#words.push(...instruction.words);
      }
    }
  }

  /** A label is not usable as a symbol of the same line's size: an instruction that needs one has a fixed size. */
  #instruction(statement: Statement, lookup: SymbolLookup): Instruction | string {
    return parseInstruction(statement.text, { offset: statement.offset, lookup });
  }

  /** The data words of a directive; directives that only organise sections are accepted and give none. */
  #directive(statement: Statement, lookup: SymbolLookup): number[] {
    const [, name, rest] = /^(\S+)\s*(.*)$/.exec(statement.text)!;
    switch (name) {
      case '.long':
      case '.word':
      case '.int':
        return rest!.split(',').map((text) => this.#dataWord(statement, text, lookup));
      case '.set':
        this.#define(statement, rest!);
        return [];
      case '.text':
      case '.globl':
      case '.global':
      case '.type':
      case '.size':
        return [];
      default:
        this.#problem(statement, `there is no directive '${name}'`);
        return [];
    }
  }

  #dataWord(statement: Statement, text: string, lookup: SymbolLookup): number {
    const known = (name: string): bigint | undefined => this.#known(name) ?? lookup(name);
    const number = evaluateNumber(text, known);
    if (typeof number === 'string') this.#problem(statement, number);
    else if (number.value < -0x80000000n || number.value > 0xffffffffn)
      this.#problem(statement, `${text.trim()} does not fit 32 bits`);
    else return Number(BigInt.asUintN(32, number.value));
    return 0;
  }

  #define(statement: Statement, text: string): void {
    const [, name, expression] = /^([A-Za-z_.$][\w.$]*)\s*,\s*(.+)$/.exec(text) ?? [];
    if (name === undefined) {
      this.#problem(statement, '.set takes a name and a value');
      return;
    }
    const number = evaluateNumber(expression!, (symbol) => this.#known(symbol));
    if (typeof number === 'string') this.#problem(statement, number);
    else this.#symbols.set(name, number.value);
  }
}
