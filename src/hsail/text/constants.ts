// Reads constants: numbers, packed values, arrays, aggregates, images and samplers.

import {
  ADDRESSINGS,
  type BrigEnum,
  CHANNEL_ORDERS,
  CHANNEL_TYPES,
  COORDINATES,
  FILTERS,
  GEOMETRIES,
  numberOf,
  TYPE_ARRAY,
  TYPES,
} from '../brig/enums.js';
import { bytesOf, isArray, isFloat, isPacked, partOf, typeName } from '../brig/types.js';
import type { BrigWriter } from '../brig/writer.js';
import { floatBytes, integerValue } from './literals.js';
import type { TokenReader } from './token-reader.js';

interface Constant {
  readonly bytes: Uint8Array;
  readonly type: number;
}

const FLOATS: Readonly<Record<number, number>> = { 2: TYPES.f16, 4: TYPES.f32, 8: TYPES.f64 };
const UNSIGNED: Readonly<Record<number, number>> = {
  1: TYPES.u8,
  2: TYPES.u16,
  4: TYPES.u32,
  8: TYPES.u64,
  16: TYPES.u8x16,
};
const PROPERTIES: Readonly<Record<string, readonly [string, BrigEnum | undefined]>> = {
  geometry: ['geometry', GEOMETRIES],
  width: ['width', undefined],
  height: ['height', undefined],
  depth: ['depth', undefined],
  array: ['array', undefined],
  channel_type: ['channelType', CHANNEL_TYPES],
  channel_order: ['channelOrder', CHANNEL_ORDERS],
  coord: ['coord', COORDINATES],
  filter: ['filter', FILTERS],
  addressing: ['addressing', ADDRESSINGS],
};

/** Properties that are needed; the sizes of images are checked with the module. */
const SAMPLER_PROPERTIES = ['coord', 'filter', 'addressing'];
const IMAGE_PROPERTIES = ['geometry', 'width', 'channel_type', 'channel_order'];

const isBits = (type: number): boolean => typeName(type).startsWith('b');
const isOpaque = (name: string): boolean => /^(?:(?:ro|wo|rw)img|samp)$/.test(name);
/** Constants of bit types are written as unsigned ones. */
const storedType = (type: number, required: number): number =>
  isBits(required) && bytesOf(required) === bytesOf(type) ? UNSIGNED[bytesOf(required)]! : type;

export class ConstantReader {
  constructor(
    private readonly tokens: TokenReader,
    private readonly writer: BrigWriter,
  ) {}

  /** A constant for a type; without one (`none`), its text gives the type. */
  operand(required: number): number {
    const { bytes, type } = this.value(required);
    return this.append(bytes, isArray(type) ? type : storedType(type, required));
  }

  /** The initial value of a variable. @returns operand, and the bytes that it has */
  initializer(element: number, array: boolean): readonly [operand: number, bytes: number] {
    const { text } = this.tokens.peek();
    if (text === '{') return this.aggregate();
    if (isOpaque(text)) return this.opaque();
    const required = array ? element | TYPE_ARRAY : element;
    const { bytes, type } = this.value(required);
    return [this.append(bytes, isArray(type) ? type : storedType(type, element)), bytes.length];
  }

  private append(bytes: Uint8Array, type: number): number {
    const operand = this.writer.append('operand_constant_bytes', { type });
    this.writer.set('operand_constant_bytes', operand, 'bytes', this.writer.bytes(bytes));
    return operand;
  }

  private value(required: number): Constant {
    const sign = ['+', '-'].includes(this.tokens.peek().text) ? this.tokens.next().text : '';
    const token = this.tokens.peek();
    if (token.kind === 'word' && sign === '') return this.typed(required);
    if (token.kind !== 'number') throw this.tokens.error(`a constant is expected instead of ${token.text}`);
    this.tokens.next();
    const type = isArray(required) ? TYPES.none : required;
    const float = floatBytes(token.text, sign === '-');
    if (float === 'overflow') throw this.tokens.error(`${token.text} exceeds its type`, 1);
    if (float === undefined) {
      const value = integerValue(token.text);
      if (value >= 2n ** 64n) throw this.tokens.error(`${token.text} has more than 64 bits`, 1);
      return this.integer(type, sign === '-' ? -value : value);
    }
    const own = FLOATS[float.length]!;
    const fits = type === TYPES.none || type === own || (isBits(type) && bytesOf(type) === float.length);
    if (!fits) throw this.tokens.error(`${token.text} is no constant of type ${typeName(type)}`);
    return { bytes: float, type: own };
  }

  private integer(required: number, value: bigint): Constant {
    const type = required === TYPES.none ? TYPES.u64 : required;
    if (isPacked(type) || isFloat(type) || bytesOf(type) > 8 || bytesOf(type) === 0)
      throw this.tokens.error(`an integer is no constant of type ${typeName(type)}`, 1);
    const name = typeName(type);
    if (name.startsWith('sig') && value !== 0n) throw this.tokens.error('a signal can only be 0');
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(type === TYPES.b1 ? BigInt(value !== 0n) : BigInt.asUintN(64, value));
    return { bytes: bytes.subarray(0, bytesOf(type)), type: storedType(type, type) };
  }

  /** `u32(1)`, `u8x4(1,2,3,4)`, `u32[](1, 2)`. */
  private typed(required: number): Constant {
    const { text } = this.tokens.next();
    const type = numberOf(TYPES, text);
    if (!type || isOpaque(text) || isBits(type)) throw this.tokens.error(`${text} is not the type of a constant`);
    if (this.tokens.skip('[')) return this.array(type);
    const fits = required === TYPES.none || isArray(required) || required === type;
    if (!fits && !(isBits(required) && bytesOf(required) === bytesOf(type)))
      throw this.tokens.error(`a constant of type ${text} is no ${typeName(required)}`);
    this.tokens.expect('(');
    const part = isPacked(type) ? partOf(type) : type;
    const parts: Uint8Array[] = [];
    for (let count = bytesOf(type) / bytesOf(part); count > 0; count--) {
      if (parts.length > 0) this.tokens.expect(',');
      if (this.tokens.peek().kind === 'word') throw this.tokens.error(`parts of ${text} are written without a type`);
      parts.unshift(this.value(part).bytes);
    }
    this.tokens.expect(')');
    return { bytes: Buffer.concat(parts), type };
  }

  private array(type: number): Constant {
    this.tokens.expect(']');
    const parts = this.tokens.list('(', ')', () => this.value(type).bytes);
    return { bytes: Buffer.concat(parts), type: type | TYPE_ARRAY };
  }

  private aggregate(): readonly [number, number] {
    let total = 0;
    const items = this.tokens.list('{', '}', () => {
      const { text } = this.tokens.peek();
      if (text === 'align') {
        this.tokens.next();
        const align = this.tokens.alignment();
        total = Math.ceil(total / 2 ** (align - 1)) * 2 ** (align - 1);
        return [this.writer.append('operand_align', { align })];
      }
      if (isOpaque(text)) {
        const items = this.opaqueItems();
        total += 8 * items.length;
        return items;
      }
      const { bytes, type } = this.value(TYPES.none);
      total += bytes.length;
      return [this.append(bytes, type)];
    });
    const operand = this.writer.append('operand_constant_operand_list');
    this.writer.set('operand_constant_operand_list', operand, 'elements', this.writer.list(items.flat()));
    return [operand, total];
  }

  private opaque(): readonly [number, number] {
    const type = TYPES[this.tokens.peek().text as keyof typeof TYPES];
    const isList = this.tokens.peek(1).text === '[';
    const items = this.opaqueItems();
    if (!isList) return [items[0]!, 8];
    const operand = this.writer.append('operand_constant_operand_list', { type: type | TYPE_ARRAY });
    this.writer.set('operand_constant_operand_list', operand, 'elements', this.writer.list(items));
    return [operand, 8 * items.length];
  }

  private opaqueItems(): number[] {
    const { text } = this.tokens.next();
    if (!this.tokens.skip('[')) return [this.properties(text)];
    this.tokens.expect(']');
    return this.tokens.list('(', ')', () => {
      this.tokens.expect(text);
      return this.properties(text);
    });
  }

  private properties(name: string): number {
    const kind = name === 'samp' ? 'operand_constant_sampler' : 'operand_constant_image';
    const operand = this.writer.append(kind, { type: TYPES[name as keyof typeof TYPES] });
    const seen = new Set<string>();
    this.tokens.list('(', ')', () => {
      const property = this.tokens.next().text;
      const [field, table] = (Object.hasOwn(PROPERTIES, property) ? PROPERTIES[property] : undefined) ?? [];
      if (seen.has(property)) throw this.tokens.error(`${property} is there already`, 1);
      seen.add(property);
      this.tokens.expect('=');
      const { text } = this.tokens.peek();
      const value = table === undefined ? this.tokens.integer() : numberOf(table, this.tokens.next().text);
      const isOwn = field !== undefined && kind.endsWith('sampler') === SAMPLER_PROPERTIES.includes(field);
      if (!isOwn || value === undefined) throw this.tokens.error(`${text} is no property of ${name}`);
      this.writer.set(kind, operand, field, value);
    });
    const missing = (name === 'samp' ? SAMPLER_PROPERTIES : IMAGE_PROPERTIES).find((property) => !seen.has(property));
    if (missing !== undefined) throw this.tokens.error(`${name} has no ${missing}`, 1);
    return operand;
  }
}
