// Symbols: labels, constants, and names of expressions whose values are known only when all addresses are.

import { evaluateNumber, type SymbolLookup, type SymbolValue } from './number-expression.js';
import type { Section } from './sections.js';

/** A place in the source: where `.` is. */
export interface SymbolPosition {
  readonly section: Section;
  /** Byte offset in the section. */
  readonly offset: number;
}

type SymbolDefinition =
  | { readonly kind: 'label'; readonly place: SymbolPosition }
  | { readonly kind: 'constant'; readonly value: bigint }
  | { readonly kind: 'expression'; readonly text: string; readonly view: View };

const MAX_DEPTH = 50;

/** Symbols as one statement sees them: constants keep the value that they had when it was read. */
export class View {
  /** Set if the statement depends on a value that was not known yet. */
  deferred = false;
  private readonly constants = new Map<string, bigint>();

  constructor(
    readonly table: SymbolTable,
    readonly place: SymbolPosition,
  ) {}

  /** While the source is read: what is not known counts as 0, or from the beginning of its section. */
  readonly early: SymbolLookup = (name) => {
    const meaning = this.table.meaningOf(name);
    if (meaning?.kind === 'constant') {
      this.constants.set(name, meaning.value);
      return { value: meaning.value, absolute: true };
    }
    this.deferred = true;
    if (name === '.') return { value: BigInt(this.place.offset), absolute: false };
    if (meaning?.kind === 'expression') return this.table.resolve(meaning, 'early');
    return { value: BigInt(meaning?.place.offset ?? 0), absolute: false };
  };

  /** When everything has its place. */
  readonly late: SymbolLookup = (name) => {
    const constant = this.constants.get(name);
    if (constant !== undefined) return { value: constant, absolute: true };
    if (name === '.') return { value: addressOf(this.place), absolute: false };
    const meaning = this.table.meaningOf(name);
    if (meaning === undefined) return undefined;
    if (meaning.kind === 'expression') return this.table.resolve(meaning, 'late');
    return { value: meaning.kind === 'constant' ? meaning.value : addressOf(meaning.place), absolute: false };
  };
}

const addressOf = ({ section, offset }: SymbolPosition): bigint => BigInt(section.base + offset);

export class SymbolTable {
  private readonly meanings = new Map<string, SymbolDefinition>();
  /** Number of definitions of each numbered label. */
  private readonly numbered = new Map<string, number>();
  private depth = 0;

  meaningOf(name: string): SymbolDefinition | undefined {
    return this.meanings.get(name);
  }

  isDefined(name: string): boolean {
    return this.meanings.has(name);
  }

  /** Binds a label; false when the name is taken. Numbers may be bound again and again. */
  bind(name: string, place: SymbolPosition): boolean {
    const unique = /^\d/.test(name) ? this.numberedLabel(name, 1) : name;
    if (this.meanings.has(unique)) return false;
    this.meanings.set(unique, { kind: 'label', place });
    return true;
  }

  /** `1b` and `1f` in a statement become the names of the labels `1:` before and behind it. */
  nameNumbered(text: string): string {
    return text.replaceAll(/(?<![\w.$"'])(\d+)([bf])(?![\w.$])/g, (_all, number: string, direction: string) =>
      this.numberedName(number, (this.numbered.get(number) ?? 0) + Number(direction === 'f')),
    );
  }

  private numberedLabel(number: string, step: number): string {
    const count = (this.numbered.get(number) ?? 0) + step;
    this.numbered.set(number, count);
    return this.numberedName(number, count);
  }

  private numberedName = (number: string, count: number): string => `.L$${number}$${count}`;

  /** Gives a name a value; the reason when it has none. */
  assign(name: string, text: string, place: SymbolPosition): string | undefined {
    if (this.meanings.get(name)?.kind === 'label') return `'${name}' is a label`;
    const view = new View(this, place);
    const number = evaluateNumber(text, view.early);
    if (typeof number === 'string') return number;
    const constant = !view.deferred;
    this.meanings.set(name, constant ? { kind: 'constant', value: number.value } : { kind: 'expression', text, view });
    return undefined;
  }

  /** The value of a name of an expression. */
  resolve({ text, view }: SymbolDefinition & { kind: 'expression' }, when: 'early' | 'late'): SymbolValue | undefined {
    if (this.depth >= MAX_DEPTH) return undefined;
    this.depth++;
    const number = evaluateNumber(text, view[when]);
    this.depth--;
    return typeof number === 'string' ? undefined : { value: number.value, absolute: false };
  }

  /** Byte offsets of labels in the image, without those that are numbers. */
  labels(): Map<string, number> {
    const offsets = new Map<string, number>();
    for (const [name, meaning] of this.meanings)
      if (meaning.kind === 'label' && !name.startsWith('.L$')) offsets.set(name, Number(addressOf(meaning.place)));
    return offsets;
  }
}
