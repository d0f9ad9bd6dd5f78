// The body of one function under construction: instructions of LLVM IR in blocks.

import type { IrProgram } from './ir-program.js';
import { type BodyLine, groupRoundings, type RoundedPiece } from './rounding-groups.js';

export class FunctionEmitter {
  private readonly entry: string[] = [];
  private readonly lines: BodyLine[] = [];
  private readonly reserved = new Set<string>();
  private count = 0;
  private isOpen = true;
  /** Metadata of the source line, behind each instruction. */
  debug = '';

  constructor(readonly program: IrProgram) {}

  /** A name for a value or a block that no other one has. */
  fresh(prefix: string): string {
    return `${prefix}${this.count++}`;
  }

  /** An instruction with a result: its name. */
  value(text: string): string {
    const name = `%${this.fresh('v')}`;
    this.effect(`${name} = ${text}`);
    return name;
  }

  effect(text: string): void {
    // Behind a jump nothing is reached before the next label.
    if (!this.isOpen) this.label(this.fresh('dead'));
    this.lines.push(`  ${text}${this.debug}`);
  }

  /** A machine instruction under a rounding mode: the name of its result. */
  rounded(piece: Omit<RoundedPiece, 'name' | 'debug'>): string {
    if (!this.isOpen) this.label(this.fresh('dead'));
    const name = `%${this.fresh('v')}`;
    this.lines.push({ ...piece, name, debug: this.debug });
    return name;
  }

  /** An instruction that ends the block. */
  jump(text: string): void {
    this.effect(text);
    this.isOpen = false;
  }

  label(name: string): void {
    if (this.isOpen) this.lines.push(`  br label %${name}${this.debug}`);
    this.lines.push(`${name}:`);
    this.isOpen = true;
  }

  get endsOpen(): boolean {
    return this.isOpen;
  }

  /** Memory of a work-item that exists while the function runs. */
  reserve(name: string, type: string, alignment: number): string {
    const place = `%${name}`;
    if (!this.reserved.has(place)) this.entry.push(`  ${place} = alloca ${type}, align ${alignment}, addrspace(5)`);
    this.reserved.add(place);
    return place;
  }

  /** An instruction at the begin of the function. */
  atEntry(text: string): void {
    this.entry.push(`  ${text}`);
  }

  /** A call of a function that is declared with the types of its arguments, each `type value`. */
  call(type: string, name: string, ...args: readonly string[]): string {
    const text = this.callText(type, name, args);
    return this.value(text);
  }

  callVoid(name: string, ...args: readonly string[]): void {
    this.effect(this.callText('void', name, args));
  }

  private callText(type: string, name: string, args: readonly string[]): string {
    const types = args.map((argument) => argument.slice(0, argument.lastIndexOf(' ')));
    return `call ${type} ${this.program.declare(type, name, types)}(${args.join(', ')})`;
  }

  body(): string {
    return ['entry:', ...this.entry, ...groupRoundings(this.lines)].join('\n');
  }
}
