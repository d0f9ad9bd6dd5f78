// Assembles HSAIL text to a BRIG module.

import { ALLOCATIONS, LINKAGES, numberOf, SEGMENTS, TYPE_ARRAY, TYPES } from '../brig/enums.js';
import { operandType } from '../brig/operand-types.js';
import { readBrig } from '../brig/reader.js';
import { BrigError } from '../brig/sections.js';
import { bytesOf } from '../brig/types.js';
import { BrigWriter } from '../brig/writer.js';
import { ConstantReader } from './constants.js';
import { DirectiveReader } from './directive-reader.js';
import { type Mnemonic, readMnemonic } from './mnemonics.js';
import { OperandReader } from './operand-reader.js';
import { Scopes } from './scopes.js';
import { TokenReader } from './token-reader.js';
import { naturalAlignment } from './values.js';
import { checkVersion } from './version.js';

interface Prefix {
  readonly declares: boolean;
  readonly program: boolean;
}

const EXECUTABLES: readonly string[] = ['kernel', 'function', 'signature', 'indirect'];
const DEFAULT_ALLOCATIONS: Readonly<Record<number, number>> = {
  [SEGMENTS.global]: ALLOCATIONS.program,
  [SEGMENTS.readonly]: ALLOCATIONS.agent,
};

class Assembler {
  private readonly writer: BrigWriter = new BrigWriter(() => this.tokens.lastOffset);
  private readonly scopes = new Scopes(this.writer);
  private readonly tokens: TokenReader;
  private readonly constants: ConstantReader;
  private readonly operands: OperandReader;
  private readonly directives: DirectiveReader;
  private inBody = false;

  constructor(text: string) {
    checkVersion(text);
    this.tokens = new TokenReader(text);
    this.constants = new ConstantReader(this.tokens, this.writer);
    this.operands = new OperandReader(this.tokens, this.writer, this.scopes, this.constants);
    this.directives = new DirectiveReader(this.tokens, this.writer, this.scopes, this.constants, this.operands);
  }

  assemble(): Buffer {
    while (this.tokens.peek(0, true).kind !== 'end') this.topLevel();
    this.scopes.finish();
    const bytes = this.writer.finish();
    this.check(bytes);
    return bytes;
  }

  /** Numbers of lines by the offsets of entries in hsa_code. */
  get lines(): ReadonlyMap<number, number> {
    return new Map(this.writer.sourcesIn('hsa_code').map(([entry, offset]) => [entry, this.tokens.lineOf(offset)]));
  }

  /** The check of modules that are read; its errors get the place in the text. */
  private check(bytes: Uint8Array): void {
    try {
      readBrig(bytes);
    } catch (error) {
      const place = error instanceof BrigError ? this.writer.sourceOf(error.section, error.offset) : undefined;
      throw place === undefined ? error : this.tokens.errorAt(place, (error as BrigError).problem);
    }
  }

  private topLevel(): void {
    if (this.directives.common()) return;
    if (this.tokens.skip('module')) return this.directives.header();
    if (this.tokens.skip('extension')) return this.directives.extension();
    const declares = this.tokens.skip('decl');
    const prefix = { declares, program: this.tokens.skip('prog') };
    const { text } = this.tokens.peek();
    if (EXECUTABLES.includes(text)) return this.executable(prefix);
    if (this.tokens.skip('fbarrier')) return this.fbarrier(prefix);
    this.variable(prefix);
    this.tokens.expect(';');
  }

  private fbarrier({ declares, program }: Prefix): void {
    const name = this.tokens.take('name');
    this.tokens.expect(';');
    const linkage = program ? LINKAGES.program : this.inBody ? LINKAGES.function : LINKAGES.module;
    const offset = this.directives.append('directive_fbarrier', name, { modifier: declares ? 0 : 1, linkage });
    this.scopes.define(name, { kind: 'directive_fbarrier', offset }, !declares);
  }

  /** Segment and type are one word: `global_u32`. */
  private segmentAndType(): readonly [segment: number, type: number] {
    const [segment, type] = this.tokens.peek().text.split('_');
    const pair = [numberOf(SEGMENTS, segment ?? ''), numberOf(TYPES, type ?? '')] as const;
    if (!pair[0] || !pair[1]) throw this.tokens.error(`a statement is expected instead of ${this.tokens.peek().text}`);
    this.tokens.next();
    return [pair[0], pair[1]];
  }

  private variable({ declares, program }: Prefix, nameless = false): number {
    const hasAllocation = this.tokens.skip('alloc');
    if (hasAllocation) this.tokens.list('(', ')', () => this.tokens.expect('agent'));
    const align = this.tokens.skip('align') ? this.tokens.alignment() : undefined;
    const isConst = this.tokens.skip('const');
    const [segment, type] = this.segmentAndType();
    const name = nameless && this.tokens.peek().kind !== 'name' ? '' : this.tokens.take('name');
    const usual = segment === SEGMENTS.arg ? LINKAGES.arg : this.inBody ? LINKAGES.function : LINKAGES.module;
    const offset = this.directives.append('directive_variable', name, {
      type,
      segment,
      align: align ?? naturalAlignment(type),
      modifier: (declares ? 0 : 1) + (isConst ? 2 : 0),
      linkage: program ? LINKAGES.program : usual,
      allocation: hasAllocation ? ALLOCATIONS.agent : (DEFAULT_ALLOCATIONS[segment] ?? ALLOCATIONS.automatic),
    });
    const symbol = { kind: 'directive_variable', offset };
    const isArgument = this.inBody && segment === SEGMENTS.arg;
    if (!isArgument) this.scopes.define(name, symbol, !declares);
    else if (!this.scopes.defineArgument(name, symbol))
      throw this.tokens.error(`${name} stands outside of an arg block`);
    this.dimension(offset, type);
    return offset;
  }

  private dimension(offset: number, type: number): void {
    const set = (field: string, value: number | bigint) => this.writer.set('directive_variable', offset, field, value);
    const isArray = this.tokens.skip('[');
    const isOpen = isArray && this.tokens.peek().text === ']';
    if (isArray) {
      set('type', type | TYPE_ARRAY);
      if (!isOpen) set('dim', this.tokens.integer());
      this.tokens.expect(']');
    }
    if (!this.tokens.skip('=')) return;
    const [operand, bytes] = this.constants.initializer(type, isArray);
    set('init', operand);
    if (isOpen) set('dim', Math.floor(bytes / bytesOf(type)));
  }

  private executable(prefix: Prefix): void {
    const keyword = this.tokens.next().text;
    if (keyword === 'indirect') this.tokens.expect('function');
    const kind = `directive_${keyword === 'indirect' ? 'indirect_function' : keyword}`;
    const isSignature = keyword === 'signature';
    const name = this.tokens.take('name');
    const usual = isSignature ? LINKAGES.none : LINKAGES.module;
    const offset = this.directives.append(kind, name, { linkage: prefix.program ? LINKAGES.program : usual });
    const set = (field: string, value: number) => this.writer.set(kind, offset, field, value);
    this.scopes.define(name, { kind, offset }, !prefix.declares);
    const outs = keyword === 'kernel' ? [] : this.formals(isSignature);
    set('firstInArg', this.writer.codeEnd);
    const ins = this.formals(isSignature);
    set('outArgCount', outs.length);
    set('inArgCount', ins.length);
    set('firstCodeBlockEntry', this.writer.codeEnd);
    set('modifier', prefix.declares ? 0 : 1);
    if (!isSignature && !prefix.declares) this.body([...outs, ...ins]);
    set('nextModuleEntry', this.writer.codeEnd);
    this.scopes.closeBody();
    this.tokens.expect(';');
  }

  private formals(nameless: boolean): number[] {
    const numbers: number[] = [];
    this.tokens.expect('(');
    if (this.tokens.skip(')')) return numbers;
    do {
      const offset = this.variable({ declares: false, program: false }, nameless);
      this.writer.set('directive_variable', offset, 'linkage', LINKAGES.none);
      this.writer.set('directive_variable', offset, 'allocation', ALLOCATIONS.automatic);
      numbers.push(offset);
    } while (this.tokens.skip(','));
    this.tokens.expect(')');
    return numbers;
  }

  private body(formals: readonly number[]): void {
    for (const offset of formals) this.writer.set('directive_variable', offset, 'linkage', LINKAGES.function);
    this.inBody = true;
    this.tokens.expect('{');
    while (!this.closes()) this.statement();
    this.inBody = false;
    const missing = this.scopes.closeBody();
    if (missing !== undefined) throw this.tokens.error(`the label ${missing} is not defined`);
  }

  /** True if a body or block ends; comments before its end are statements. */
  private closes(): boolean {
    if (this.tokens.peek(0, true).kind === 'end') throw this.tokens.error('the body does not end');
    return this.tokens.peek(0, true).text === '}' && this.tokens.skip('}');
  }

  private statement(): void {
    if (this.directives.common()) return;
    const { kind, text } = this.tokens.peek();
    if (kind === 'name') return this.label();
    if (text === '{') return this.argBlock();
    if (this.tokens.skip('fbarrier')) return this.fbarrier({ declares: false, program: false });
    const mnemonic = this.mnemonic(text);
    if (mnemonic !== undefined) return this.instruction(mnemonic);
    const extension = this.directives.extensionOf(text);
    if (extension !== undefined)
      throw this.tokens.error(`${text} belongs to the extension ${extension}, which is not supported`);
    this.variable({ declares: false, program: false });
    this.tokens.expect(';');
  }

  private label(): void {
    const name = this.tokens.take('name');
    this.tokens.expect(':');
    if (!this.scopes.defineLabel(name, this.directives.append('directive_label', name)))
      throw this.tokens.error(`the label ${name} is there already`);
  }

  private argBlock(): void {
    if (this.scopes.inBlock) throw this.tokens.error('an arg block stands in another one');
    this.tokens.expect('{');
    this.writer.append('directive_arg_block_start');
    this.scopes.openBlock();
    while (!this.closes()) this.statement();
    this.scopes.closeBlock();
    this.writer.append('directive_arg_block_end');
  }

  private mnemonic(text: string): Mnemonic | undefined {
    try {
      return readMnemonic(text);
    } catch (error) {
      throw this.tokens.error((error as Error).message);
    }
  }

  private instruction(mnemonic: Mnemonic): void {
    this.tokens.next();
    const { kind, row, values } = mnemonic;
    const offset = this.writer.append(kind, values);
    const operands = row.name.endsWith('call') ? this.callOperands(mnemonic) : this.plainOperands(mnemonic);
    this.writer.set(kind, offset, 'operands', this.writer.list(operands));
    this.tokens.expect(';');
  }

  private plainOperands(mnemonic: Mnemonic): number[] {
    const { row, values } = mnemonic;
    const operands: number[] = [];
    if (this.tokens.peek().text === ';') return operands;
    const narrow = this.operands.isNarrow(values['segment']);
    if (row.name === 'sbr') return [this.operands.operand(values['type']!, narrow), this.operands.codeList('[', ']')];
    do {
      const elements = this.operands.elementsAhead();
      if (operands.length === row.vector && elements !== mnemonic.vector)
        throw this.tokens.error(
          `_v${elements} must be in the mnemonic for ${elements} elements, and is _v${mnemonic.vector}`,
        );
      operands.push(this.operands.operand(operandType(row, values, operands.length), narrow));
    } while (this.tokens.skip(','));
    return operands;
  }

  private callOperands({ row, values }: Mnemonic): number[] {
    const target = this.operands.operand(values['type'] === TYPES.none ? TYPES.u64 : values['type']!, false);
    const [outs, ins] = [this.operands.codeList('(', ')'), this.operands.codeList('(', ')')];
    if (row.name === 'call') return [outs, target, ins];
    const isList = this.tokens.peek().text === '[';
    return [outs, target, ins, isList ? this.operands.codeList('[', ']') : this.operands.reference()];
  }
}

/** Assembles a module, which is checked as one that is read. @throws AtollError with line and column */
export const assemble = (text: string): Buffer => new Assembler(text).assemble();

/**
 * The module, and the line of each of its entries by the offset in hsa_code.
 * @throws AtollError with line and column
 */
export function assembleWithLines(text: string): {
  readonly brig: Buffer;
  readonly lines: ReadonlyMap<number, number>;
} {
  const assembler = new Assembler(text);
  return { brig: assembler.assemble(), lines: assembler.lines };
}
