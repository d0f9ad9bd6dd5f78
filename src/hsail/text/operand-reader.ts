// Reads operands of instructions, and appends them.

import { addressBits } from '../brig/addresses.js';
import { REGISTER_KINDS } from '../brig/enums.js';
import { elementOf } from '../brig/types.js';
import type { BrigWriter } from '../brig/writer.js';
import type { ConstantReader } from './constants.js';
import type { Scopes } from './scopes.js';
import type { TokenReader } from './token-reader.js';

const REGISTERS: Readonly<Record<string, number>> = {
  c: REGISTER_KINDS.control,
  s: REGISTER_KINDS.single,
  d: REGISTER_KINDS.double,
  q: REGISTER_KINDS.quad,
};
const MAX_REGISTER = 65_535;

export class OperandReader {
  isLarge = true;

  constructor(
    private readonly tokens: TokenReader,
    private readonly writer: BrigWriter,
    private readonly scopes: Scopes,
    private readonly constants: ConstantReader,
  ) {}

  /** @param narrow addresses have 32 bits */
  operand(type: number, narrow: boolean): number {
    const token = this.tokens.peek();
    if (token.text === '[') return this.address(narrow);
    if (token.text === '(') return this.vector(type);
    if (token.kind === 'name') return this.reference();
    if (token.kind === 'register') return this.register();
    if (this.tokens.skip('WAVESIZE')) return this.writer.append('operand_wavesize');
    return this.constants.operand(type);
  }

  /** Elements of the vector ahead, or 1. */
  elementsAhead(): number {
    if (this.tokens.peek().text !== '(') return 1;
    let [ahead, commas] = [1, 0];
    for (let depth = 1; depth > 0 && this.tokens.peek(ahead).kind !== 'end'; ahead++) {
      const { text } = this.tokens.peek(ahead);
      if (text === '(') depth++;
      if (text === ')') depth--;
      if (text === ',' && depth === 1) commas++;
    }
    return commas + 1;
  }

  reference(): number {
    const name = this.tokens.take('name');
    const operand = this.writer.append('operand_code_ref');
    const set = (offset: number) => this.writer.set('operand_code_ref', operand, 'ref', offset);
    if (name.startsWith('@')) this.scopes.referLabel(name, set);
    else if (!this.scopes.refer(name, set)) throw this.tokens.error(`${name} is not declared`);
    return operand;
  }

  register(): number {
    const text = this.tokens.take('register');
    const regNum = Number(text.slice(2));
    if (regNum > MAX_REGISTER) throw this.tokens.error(`${text} is no register: the last number is ${MAX_REGISTER}`);
    return this.writer.append('operand_register', { regKind: REGISTERS[text[1]!]!, regNum });
  }

  /** Names in parentheses or brackets: arguments, or targets. */
  codeList(open: string, close: string): number {
    this.tokens.expect(open);
    const names: string[] = [];
    while (!this.tokens.skip(close)) {
      names.push(this.tokens.take('name'));
      if (this.tokens.peek().text !== close) this.tokens.expect(',');
    }
    const operand = this.writer.append('operand_code_list');
    const list = this.writer.list(names.map(() => 0));
    this.writer.set('operand_code_list', operand, 'elements', list);
    names.forEach((name, index) => {
      const set = (offset: number) => this.writer.setElement(list, index, offset);
      if (name.startsWith('@')) this.scopes.referLabel(name, set);
      else if (!this.scopes.refer(name, set)) throw this.tokens.error(`${name} is not declared`);
    });
    return operand;
  }

  isNarrow(segment: number | undefined): boolean {
    return addressBits(segment, this.isLarge) === 32;
  }

  private vector(type: number): number {
    const elements = this.tokens.list('(', ')', () => {
      if (['(', '['].includes(this.tokens.peek().text) || this.tokens.peek().kind === 'name')
        throw this.tokens.error('elements of vectors are registers, constants and WAVESIZE');
      return this.operand(elementOf(type), false);
    });
    if (elements.length > 4) throw this.tokens.error(`a vector of ${elements.length} elements has more than 4`);
    const operand = this.writer.append('operand_operand_list');
    this.writer.set('operand_operand_list', operand, 'elements', this.writer.list(elements));
    return operand;
  }

  private address(narrow: boolean): number {
    this.tokens.expect('[');
    const name = this.tokens.peek().kind === 'name' ? this.tokens.next().text : '';
    let [register, offset] = [0, 0n];
    if (name !== '') this.tokens.expect(']');
    if (name === '' || this.tokens.skip('[')) {
      if (this.tokens.peek().kind === 'register') {
        register = this.register();
        if (this.tokens.peek().text !== ']') offset = this.signed(true);
      } else offset = this.signed(false);
      this.tokens.expect(']');
    }
    const value = narrow ? BigInt.asUintN(32, offset) : offset;
    const operand = this.writer.append('operand_address', { reg: register, offset: value });
    const set = (at: number) => this.writer.set('operand_address', operand, 'symbol', at);
    if (name !== '' && !this.scopes.refer(name, set)) throw this.tokens.error(`${name} is not declared`);
    return operand;
  }

  private signed(needsSign: boolean): bigint {
    if (this.tokens.skip('-')) return -this.tokens.integer();
    if (!this.tokens.skip('+') && needsSign) throw this.tokens.error('+ or - is expected behind a register');
    return this.tokens.integer();
  }
}
