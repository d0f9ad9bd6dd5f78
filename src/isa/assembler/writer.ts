// Reads a source statement by statement, keeps what each becomes, and writes the image when every place is known.

import { required } from '../../util/required.js';
import type { Instruction } from '../instruction.js';
import type { Isa } from '../isa.js';
import type { AssembledLine, Assembly, AssemblyProblem } from './assembly.js';
import { dataOf } from './data.js';
import { applyDirective, assignmentOf } from './directives.js';
import { Expander } from './expander.js';
import { evaluateNumber, type SymbolLookup } from './number-expression.js';
import { parseInstruction } from './parse-instruction.js';
import { type Section, Sections } from './sections.js';
import { type AssemblyLine, sourceLines, splitWord } from './source.js';
import { SymbolTable, View } from './symbols.js';

/**
 * Bytes of code above which a source is refused: more than any instruction cache, and a bound on what bad input can
 * take.
 */
const MAX_SIZE = 16 << 20;
const MAX_PROBLEMS = 100;

/** Encoding of a statement, or the reason why there is none. */
type EncodingResult = { readonly bytes: Uint8Array; readonly instruction?: Instruction } | string;

interface Item {
  readonly line: AssemblyLine;
  readonly section: Section;
  /** Byte offset in the section. */
  readonly offset: number;
  readonly encoded: Exclude<EncodingResult, string>;
  /** Present when the statement has to be encoded again. */
  readonly again?: () => EncodingResult;
}

export class AssemblyWriter {
  readonly sections = new Sections();
  readonly symbols = new SymbolTable();
  private readonly problems: AssemblyProblem[] = [];
  private readonly warnings = new Map<string, AssemblyProblem>();
  private readonly items: Item[] = [];
  private readonly isa: Isa;
  private size = 0;

  constructor(isa: Isa) {
    this.isa = isa;
  }

  run(source: string): Assembly {
    const expander = new Expander(sourceLines(source), {
      number: (text) => this.number(text),
      isDefined: (name) => this.symbols.isDefined(name),
      problem: (line, message) => this.problem(line, message),
    });
    for (let next = expander.next(); next && this.size <= MAX_SIZE; next = expander.next()) {
      for (const label of next.labels) this.bind(label, next.line);
      if (next.line.text !== '') this.statement({ ...next.line, text: this.named(next.line.text) });
    }
    const image = this.problems.length === 0 ? this.image() : { words: new Uint32Array(0), lines: [] };
    const labels = this.symbols.labels();
    return { ...image, labels, problems: this.problems, warnings: [...this.warnings.values()] };
  }

  problem({ line, text }: AssemblyLine, message: string): void {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ line, message, text });
  }

  /** The value of an expression at this place of the source; the reason when it has none. */
  number(text: string): bigint | string {
    const number = evaluateNumber(text, this.view().early);
    return typeof number === 'string' ? number : number.value;
  }

  /** Appends bytes to the current section. */
  append(line: AssemblyLine, encoded: Exclude<EncodingResult, string>, again?: () => EncodingResult): void {
    const section = this.sections.current;
    const item = { line, section, offset: section.size, encoded };
    this.items.push(again ? { ...item, again } : item);
    section.size += encoded.bytes.length;
    this.size += encoded.bytes.length;
    if (this.size > MAX_SIZE) this.problem(line, `the code is larger than ${MAX_SIZE} bytes`);
  }

  private view(): View {
    const section = this.sections.current;
    return new View(this.symbols, { section, offset: section.size });
  }

  private named(text: string): string {
    return text.includes('"') ? text : this.symbols.nameNumbered(text);
  }

  private bind(label: string, line: AssemblyLine): void {
    const { place } = this.view();
    if (!this.symbols.bind(label, place)) this.problem(line, `the label '${label}' is defined twice`);
  }

  private statement(line: AssemblyLine): void {
    const assignment = assignmentOf(line.text);
    if (typeof assignment === 'string') this.problem(line, assignment);
    else if (assignment) this.assign(line, assignment.name, assignment.value);
    else if (line.text.startsWith('.')) this.directive(line);
    else this.encode(line, (view, lookup) => this.instruction(line, view, lookup));
  }

  private assign(line: AssemblyLine, name: string, value: string): void {
    if (name === '.') return applyDirective(this, '.org', value, line);
    const problem = this.symbols.assign(name, value, this.view().place);
    if (problem !== undefined) this.problem(line, problem);
  }

  private directive(line: AssemblyLine): void {
    const [name, rest] = splitWord(line.text);
    const directive = name.toLowerCase();
    const probe = dataOf(directive, '', { lookup: () => undefined, place: 0 });
    if (probe === undefined) return applyDirective(this, directive, rest, line);
    return this.encode(line, (view, lookup) => {
      const { section, offset } = view.place;
      const bytes = required(dataOf(directive, rest, { lookup, place: section.base + offset }), 'data');
      return typeof bytes === 'string' ? bytes : { bytes };
    });
  }

  private instruction(line: AssemblyLine, { place }: View, lookup: SymbolLookup): EncodingResult {
    const warn = (message: string): void => {
      this.warnings.set(`${line.line}: ${message}`, { line: line.line, message, text: line.text });
    };
    const instruction = parseInstruction(this.isa, line.text, {
      offset: place.section.base + place.offset,
      lookup,
      warn,
    });
    if (typeof instruction === 'string') return instruction;
    return { bytes: new Uint8Array(Uint32Array.from(instruction.words).buffer), instruction };
  }

  /** Encodes with what is known now, and once more when something was not. */
  private encode(line: AssemblyLine, encode: (view: View, lookup: SymbolLookup) => EncodingResult): void {
    const view = this.view();
    const encoded = encode(view, view.early);
    if (typeof encoded === 'string') return this.problem(line, encoded);
    this.append(line, encoded, view.deferred ? () => encode(view, view.late) : undefined);
  }

  private image(): { readonly words: Uint32Array; readonly lines: readonly AssembledLine[] } {
    const bytes = new Uint8Array(this.sections.layOut());
    const lines: AssembledLine[] = [];
    for (const { line, section, offset, encoded, again } of this.items) {
      const final = again ? again() : encoded;
      if (typeof final === 'string') this.problem(line, final);
      else if (section.allocated && final.bytes.length > 0) {
        bytes.set(final.bytes, section.base + offset);
        const { instruction } = final;
        const placed = { line: line.line, offset: section.base + offset, size: final.bytes.length };
        lines.push(instruction ? { ...placed, instruction } : placed);
      }
    }
    lines.sort((a, b) => a.offset - b.offset);
    return { words: new Uint32Array(bytes.buffer), lines };
  }
}
