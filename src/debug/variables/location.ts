// Evaluates DWARF location expressions for one lane of a wavefront that stands still. Source: DWARF Debugging
// Information Format, version 5, sections 2.5 and 2.6; LLVM's "User Guide for AMDGPU Backend", register identifiers.

import { VGPR_COUNT, VGPR_WORDS, WORD } from '../../emulator/state.js';
import { stateWord, type Wavefront } from '../../emulator/wavefront.js';
import { type DwarfOperation, OP, readOperations } from '../../source/dwarf-operations.js';
import { addressSpace, type VariableSpace } from '../../source/variables.js';
import { type MemoryLocation, readPlace } from './spaces.js';

/**
 * Storage of bytes of a value that can be changed: a place in memory, or a register's word of the wavefront's state.
 */
export type Storage = MemoryLocation | { readonly word: number };

/**
 * Bytes `start` to `start + size - 1` of a value are those of a storage from its first one on; `start` is negative in
 * parts of values.
 */
export interface ValuePiece {
  readonly start: number;
  readonly size: number;
  readonly storage: Storage;
}

/** Bytes of a variable, and which of them are known: 1, or 0 for what the compiler has left out. */
export interface LocationValue {
  readonly bytes: Uint8Array;
  readonly validity: Uint8Array;
  /** Of bytes that are only computed there is none. */
  readonly homes: readonly ValuePiece[];
}

/** Numbers of registers in DWARF: SGPRs in two ranges, VGPRs by the lanes of the wavefront. */
const SGPR = { first: 32, last: 95, moreFirst: 1088, moreLast: 1129, moreNumber: 64 } as const;
const VGPR_FIRST: ReadonlyMap<number, number> = new Map([
  [32, 1536],
  [64, 2560],
]);
const WORD_BYTES = 4;
const MAX_STACK = 1000;

/** The index of a register in the wavefront's words; undefined for registers that hold no variables here. */
function registerIndex(number: number, lanes: number, lane: number): number | undefined {
  if (number >= SGPR.first && number <= SGPR.last) return WORD.scalars + number - SGPR.first;
  if (number >= SGPR.moreFirst && number <= SGPR.moreLast)
    return WORD.scalars + number - SGPR.moreFirst + SGPR.moreNumber;
  const vector = number - (VGPR_FIRST.get(lanes) ?? number + 1);
  return vector >= 0 && vector < VGPR_COUNT ? VGPR_WORDS * vector + lane : undefined;
}

/** Location of a variable, or of a piece of it. */
type ValueSource = { readonly bytes: Uint8Array } | Storage;

/** The expression cannot be evaluated here. */
class UnavailableValue extends Error {}

function littleEndian(value: bigint, size: number): Uint8Array {
  const bits = BigInt.asUintN(8 * size, value);
  return Uint8Array.from({ length: size }, (_, k) => Number((bits >> BigInt(8 * k)) & 0xffn));
}

const WORD_BITS = 64;
const wrapped = (value: bigint): bigint => BigInt.asUintN(WORD_BITS, value);
const signed = (value: bigint): bigint => BigInt.asIntN(WORD_BITS, value);
/** Shifts by more than a word has give nothing, and no numbers of gigabytes. */
const shift = (count: bigint): bigint => (count > 64n ? 64n : count);

const BINARY: ReadonlyMap<number, (a: bigint, b: bigint) => bigint> = new Map([
  [OP.and, (a: bigint, b: bigint) => a & b],
  [OP.minus, (a, b) => a - b],
  [OP.mul, (a, b) => a * b],
  [OP.or, (a, b) => a | b],
  [OP.plus, (a, b) => a + b],
  [OP.shl, (a, b) => a << shift(b)],
  [OP.shr, (a, b) => a >> shift(b)],
  [OP.shra, (a, b) => signed(a) >> shift(b)],
  [OP.xor, (a, b) => a ^ b],
]);
const CONSTANTS: readonly number[] = [
  OP.const1u,
  OP.const1s,
  OP.const2u,
  OP.const2s,
  OP.const4u,
  OP.const4s,
  OP.const8u,
  OP.const8s,
  OP.constu,
  OP.consts,
];

class Evaluation {
  private readonly stack: bigint[] = [];
  private space: VariableSpace = 'global';
  /** Location from reg, implicit_value or stack_value. */
  private source: ValueSource | undefined;
  private readonly parts: { readonly source: ValueSource | undefined; readonly size: number }[] = [];

  constructor(
    private readonly wavefront: Wavefront,
    private readonly lane: number,
  ) {}

  /** A variable of `size` bytes. */
  value(operations: readonly DwarfOperation[], size: number): LocationValue {
    for (const operation of operations) this.step(operation);
    if (this.parts.length === 0) this.parts.push({ source: this.takeSource(), size });
    const bytes = new Uint8Array(size);
    const validity = new Uint8Array(size);
    const homes: ValuePiece[] = [];
    let at = 0;
    for (const part of this.parts) {
      const room = Math.max(0, Math.min(part.size, size - at));
      const bytesOfPart = part.source && this.bytesOf(part.source, room);
      bytes.set(bytesOfPart ?? [], at);
      validity.fill(1, at, at + (bytesOfPart?.length ?? 0));
      if (bytesOfPart && part.source && !('bytes' in part.source))
        homes.push({ start: at, size: bytesOfPart.length, storage: part.source });
      at += room;
    }
    return { bytes, validity, homes };
  }

  private bytesOf(source: ValueSource, size: number): Uint8Array {
    if ('bytes' in source) return source.bytes.subarray(0, size);
    if ('word' in source)
      return littleEndian(BigInt(stateWord(this.wavefront.u, source.word)), WORD_BYTES).subarray(0, size);
    const bytes = readPlace(this.wavefront, this.lane, source, size);
    if (!bytes) throw new UnavailableValue();
    return bytes;
  }

  /** Location of the description so far; by default the address on the stack. */
  private takeSource(): ValueSource | undefined {
    const { source, space, stack } = this;
    this.source = undefined;
    this.space = 'global';
    if (source) return source;
    return stack.length === 0 ? undefined : { space, address: Number(this.pop()) };
  }

  private push(value: bigint): void {
    if (this.stack.push(wrapped(value)) > MAX_STACK) throw new UnavailableValue();
  }

  private pop(): bigint {
    const value = this.stack.pop();
    if (value === undefined) throw new UnavailableValue();
    return value;
  }

  private word(number: number): number {
    const index = registerIndex(number, this.wavefront.layout.lanes, this.lane);
    if (index === undefined) throw new UnavailableValue();
    return index;
  }

  private register(number: number): bigint {
    return BigInt(stateWord(this.wavefront.u, this.word(number)));
  }

  private step({ code, operands, block }: DwarfOperation): void {
    const [first = 0n, second = 0n] = operands;
    const binary = BINARY.get(code);
    if (binary) this.twoOf(binary);
    else if (CONSTANTS.includes(code)) this.push(first);
    else if (code >= OP.lit0 && code <= OP.lit31) this.push(BigInt(code - OP.lit0));
    else if (code >= OP.reg0 && code <= OP.reg31) this.inRegister(code - OP.reg0);
    else if (code >= OP.breg0 && code <= OP.breg31) this.push(this.register(code - OP.breg0) + first);
    else if (code === OP.regx) this.inRegister(Number(first));
    else if (code === OP.bregx) this.push(this.register(Number(first)) + second);
    else if (code === OP.piece) this.parts.push({ source: this.takeSource(), size: Number(first) });
    else if (code === OP.implicitValue) this.source = { bytes: block };
    else this.rest(code, first);
  }

  private twoOf(operation: (a: bigint, b: bigint) => bigint): void {
    const second = this.pop();
    this.push(operation(this.pop(), second));
  }

  private inRegister(number: number): void {
    this.source = { word: this.word(number) };
  }

  private rest(code: number, operand: bigint): void {
    switch (code) {
      case OP.plusUconst:
        return this.push(this.pop() + operand);
      case OP.dup:
        this.push(this.stack.at(-1) ?? 0n);
        return;
      case OP.drop:
        this.pop();
        return;
      case OP.swap: {
        const [top, below] = [this.pop(), this.pop()];
        this.push(top);
        return this.push(below);
      }
      case OP.neg:
        return this.push(-this.pop());
      case OP.not:
        return this.push(~this.pop());
      case OP.stackValue:
        this.source = { bytes: littleEndian(this.pop(), 8) };
        return;
      case OP.deref:
        return this.load();
      case OP.xderef:
        return this.inSpace();
      default:
        throw new UnavailableValue();
    }
  }

  /** LLVM writes it at the end, for the address space of the place that the address names: nothing is read. */
  private inSpace(): void {
    const address = this.pop();
    this.space = addressSpace(Number(this.pop()));
    this.push(address);
  }

  private load(): void {
    const { space } = this;
    const bytes = this.bytesOf({ space, address: Number(this.pop()) }, space === 'global' ? 8 : 4);
    this.space = 'global';
    this.push(bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n));
  }
}

/**
 * The value of a variable by a location expression.
 *
 * @param expression hexadecimal digits, as in `VariableLocation`
 * @param size bytes of the variable
 * @returns undefined where the expression cannot be evaluated here
 */
export function evaluateLocation(
  wavefront: Wavefront,
  lane: number,
  expression: string,
  size: number,
): LocationValue | undefined {
  const operations = readOperations(Buffer.from(expression, 'hex'));
  if (!operations || operations.length === 0) return undefined;
  try {
    return new Evaluation(wavefront, lane).value(operations, size);
  } catch (error) {
    if (error instanceof UnavailableValue) return undefined;
    throw error;
  }
}
