// The operations of DWARF location expressions: which there are, and their operands. Source: DWARF Debugging
// Information Format, version 5, section 7.7.1.

/** DW_OP_*: the operations that are known here. */
export const OP = {
  addr: 0x03,
  deref: 0x06,
  const1u: 0x08,
  const1s: 0x09,
  const2u: 0x0a,
  const2s: 0x0b,
  const4u: 0x0c,
  const4s: 0x0d,
  const8u: 0x0e,
  const8s: 0x0f,
  constu: 0x10,
  consts: 0x11,
  dup: 0x12,
  drop: 0x13,
  swap: 0x16,
  xderef: 0x18,
  and: 0x1a,
  minus: 0x1c,
  mul: 0x1e,
  neg: 0x1f,
  not: 0x20,
  or: 0x21,
  plus: 0x22,
  plusUconst: 0x23,
  shl: 0x24,
  shr: 0x25,
  shra: 0x26,
  xor: 0x27,
  lit0: 0x30,
  lit31: 0x4f,
  reg0: 0x50,
  reg31: 0x6f,
  breg0: 0x70,
  breg31: 0x8f,
  regx: 0x90,
  fbreg: 0x91,
  bregx: 0x92,
  piece: 0x93,
  implicitValue: 0x9e,
  stackValue: 0x9f,
  addrx: 0xa1,
} as const;

/** u1, s1 ...: bytes; u, s: LEB128; b: a length and as many bytes. */
type OperandKind = 'u1' | 's1' | 'u2' | 's2' | 'u4' | 's4' | 'u8' | 's8' | 'u' | 's' | 'b';

const OPERANDS: ReadonlyMap<number, readonly OperandKind[]> = new Map<number, readonly OperandKind[]>([
  [OP.addr, ['u8']],
  [OP.const1u, ['u1']],
  [OP.const1s, ['s1']],
  [OP.const2u, ['u2']],
  [OP.const2s, ['s2']],
  [OP.const4u, ['u4']],
  [OP.const4s, ['s4']],
  [OP.const8u, ['u8']],
  [OP.const8s, ['s8']],
  [OP.constu, ['u']],
  [OP.consts, ['s']],
  [OP.plusUconst, ['u']],
  [OP.regx, ['u']],
  [OP.fbreg, ['s']],
  [OP.bregx, ['u', 's']],
  [OP.piece, ['u']],
  [OP.implicitValue, ['b']],
  [OP.addrx, ['u']],
]);
const OPERATION_CODES: ReadonlySet<number> = new Set(Object.values(OP));

export interface DwarfOperation {
  readonly code: number;
  readonly operands: readonly bigint[];
  /** Of DW_OP_implicit_value. */
  readonly block: Uint8Array;
  /** The operation with its operands, as it stands in the expression. */
  readonly bytes: Uint8Array;
}

function operandKinds(code: number): readonly OperandKind[] | undefined {
  if (code >= OP.lit0 && code <= OP.reg31) return [];
  if (code >= OP.breg0 && code <= OP.breg31) return ['s'];
  return OPERATION_CODES.has(code) ? (OPERANDS.get(code) ?? []) : undefined;
}

/** Reads numbers one after the other; a RangeError where the bytes end. */
class Bytes {
  at = 0;

  constructor(readonly bytes: Uint8Array) {}

  u8(): number {
    const byte = this.bytes[this.at++];
    if (byte === undefined) throw new RangeError('the expression ends early');
    return byte;
  }

  take(count: number): Uint8Array {
    if (count > this.bytes.length - this.at) throw new RangeError('the expression ends early');
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  operand(kind: Exclude<OperandKind, 'b'>): bigint {
    if (kind.length === 1) return this.leb(kind === 's');
    const size = Number(kind[1]);
    const value = this.take(size).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
    return kind.startsWith('s') ? BigInt.asIntN(8 * size, value) : value;
  }

  private leb(signed: boolean): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.u8();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return signed && byte & 0x40 ? value - (1n << (shift + 7n)) : value;
      if (shift > 70n) throw new RangeError('a LEB128 number does not end');
    }
  }
}

const NO_BYTES = new Uint8Array(0);

/** The operations of an expression; undefined where one of them is unknown, or the expression ends within one. */
export function readOperations(expression: Uint8Array): readonly DwarfOperation[] | undefined {
  const reader = new Bytes(expression);
  const operations: DwarfOperation[] = [];
  try {
    while (reader.at < expression.length) {
      const start = reader.at;
      const code = reader.u8();
      const kinds = operandKinds(code);
      if (!kinds) return undefined;
      const operands: bigint[] = [];
      let block = NO_BYTES as Uint8Array;
      for (const kind of kinds) {
        if (kind === 'b') block = reader.take(Number(reader.operand('u')));
        else operands.push(reader.operand(kind));
      }
      operations.push({ code, operands, block, bytes: expression.subarray(start, reader.at) });
    }
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
  return operations;
}
