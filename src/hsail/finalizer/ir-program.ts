// LLVM IR under construction: globals, functions, declarations and metadata, as text.

import { fileNameFor } from '../text/source-text.js';

const FLAGS = 'llvm.module.flags';
const QUOTED = /[^-\w$.]/;

/** The name of a symbol in IR. */
export const symbolName = (name: string): string =>
  QUOTED.test(name) ? `@"${name.replace(/["\\]/g, (char) => `\\${char.charCodeAt(0).toString(16)}`)}"` : `@${name}`;

export class IrProgram {
  private readonly declarations = new Map<string, string>();
  private readonly globals: string[] = [];
  /** Texts of files by name. */
  private readonly files = new Map<string, string>();
  private readonly functions: string[] = [];
  private readonly metadata: string[] = [];
  private readonly shared = new Map<string, string>();
  private readonly named = new Map<string, string[]>();
  private readonly attributes = new Map<string, number>();

  /**
   * @param processor the chip, by LLVM's name
   * @param hasVariables debug information has the registers of HSAIL; the code may differ from that without
   */
  constructor(
    readonly processor: string,
    readonly hasVariables = false,
    private readonly triple = 'amdgcn-amd-amdhsa',
  ) {}

  /** Declares a function once. @param attributes behind the parameters, as the number of a group */
  declare(type: string, name: string, parameters: readonly string[], attributes = ''): string {
    const symbol = symbolName(name);
    const end = attributes && ` ${attributes}`;
    this.declarations.set(symbol, `declare ${type} ${symbol}(${parameters.join(', ')})${end}`);
    return symbol;
  }

  /** A name of a file that no other text has: `m.hsail`, `m-2.hsail`. */
  fileName(name: string, text: string): string {
    return fileNameFor(this.files, name, text);
  }

  addGlobal(text: string): void {
    this.globals.push(text);
  }

  /** A constant that is the same wherever its text is. @returns its symbol */
  onceConstant(prefix: string, space: number, text: string): string {
    return this.onceGlobal(prefix, `addrspace(${space}) constant ${text}`);
  }

  /** A variable that is the same wherever its text is. @returns its symbol */
  onceGlobal(prefix: string, text: string): string {
    const key = `${prefix} ${text}`;
    const existing = this.shared.get(key);
    if (existing !== undefined) return existing;
    const symbol = symbolName(`${prefix}.${this.shared.size}`);
    this.shared.set(key, symbol);
    this.addGlobal(`${symbol} = internal ${text}`);
    return symbol;
  }

  addFunction(text: string): void {
    this.functions.push(text);
  }

  /** The number of a group of attributes. */
  attributeGroup(text: string): string {
    const number = this.attributes.get(text) ?? this.attributes.size;
    this.attributes.set(text, number);
    return `#${number}`;
  }

  /** A node of metadata; its text may depend on its own name. */
  node(text: string | ((self: string) => string)): string {
    const name = `!${this.metadata.length}`;
    this.metadata.push('');
    this.metadata[Number(name.slice(1))] = `${name} = ${typeof text === 'string' ? text : text(name)}`;
    return name;
  }

  /** A node that is the same wherever its text is. */
  onceNode(text: string): string {
    const node = this.shared.get(text) ?? this.node(text);
    this.shared.set(text, node);
    return node;
  }

  addNamed(name: string, node: string): void {
    this.named.set(name, [...(this.named.get(name) ?? []), node]);
  }

  /** Once for the whole program. */
  setDebugVersion(): void {
    if (this.named.has(FLAGS)) return;
    this.addNamed(FLAGS, this.node('!{i32 2, !"Debug Info Version", i32 3}'));
    // Version 5 has the texts of files.
    this.addNamed(FLAGS, this.node('!{i32 7, !"Dwarf Version", i32 5}'));
  }

  text(): string {
    return [
      `target triple = "${this.triple}"`,
      ...this.globals,
      ...this.functions,
      ...[...this.declarations.values()].sort(),
      ...[...this.attributes].map(([text, number]) => `attributes #${number} = { ${text} }`),
      ...[...this.named].map(([name, nodes]) => `!${name} = !{${nodes.join(', ')}}`),
      ...this.metadata,
      '',
    ].join('\n');
  }
}
