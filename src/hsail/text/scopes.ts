// Names of a module that is being assembled, and references to what comes later.

import type { BrigWriter } from '../brig/writer.js';

export interface HsailSymbol {
  readonly kind: string;
  readonly offset: number;
}

export class Scopes {
  private readonly global = new Map<string, HsailSymbol>();
  private local = new Map<string, HsailSymbol>();
  private block: Map<string, HsailSymbol> | undefined;
  private readonly pending = new Map<string, ((offset: number) => void)[]>();
  /** References to global symbols, which lead to the definition in the end. */
  private readonly references: { readonly name: string; readonly set: (offset: number) => void }[] = [];

  constructor(private readonly writer: BrigWriter) {}

  /** A definition takes the place of its declaration. */
  define(name: string, symbol: HsailSymbol, isDefinition: boolean): void {
    if (name.startsWith('&')) {
      if (isDefinition || !this.global.has(name)) this.global.set(name, symbol);
    } else this.local.set(name, symbol);
  }

  defineArgument(name: string, symbol: HsailSymbol): boolean {
    this.block?.set(name, symbol);
    return this.block !== undefined;
  }

  find(name: string): HsailSymbol | undefined {
    return this.block?.get(name) ?? this.local.get(name) ?? this.global.get(name);
  }

  openBlock(): void {
    this.block = new Map();
  }

  closeBlock(): void {
    this.block = undefined;
  }

  get inBlock(): boolean {
    return this.block !== undefined;
  }

  /** Sets a reference now, and again when the definition of a global name is known. */
  refer(name: string, set: (offset: number) => void): boolean {
    const symbol = this.find(name);
    if (symbol === undefined) return false;
    set(symbol.offset);
    if (name.startsWith('&')) this.references.push({ name, set });
    return true;
  }

  /** A label may come later. */
  referLabel(name: string, set: (offset: number) => void): void {
    const symbol = this.local.get(name);
    if (symbol !== undefined) return set(symbol.offset);
    this.writer.string(name);
    this.pending.set(name, [...(this.pending.get(name) ?? []), set]);
  }

  /** True if the label is new. */
  defineLabel(name: string, offset: number): boolean {
    if (this.local.has(name)) return false;
    this.local.set(name, { kind: 'directive_label', offset });
    for (const set of this.pending.get(name) ?? []) set(offset);
    this.pending.delete(name);
    return true;
  }

  /** Leaves a body. @returns a label that was not defined */
  closeBody(): string | undefined {
    this.local = new Map();
    return this.pending.keys().next().value;
  }

  finish(): void {
    for (const { name, set } of this.references) set(this.global.get(name)!.offset);
  }
}
