// A plain evaluator of the integer part of the expression language, for tests of address trees: one lane, BigInt inside.

import type { Ex } from '../../src/isa/expr.js';

/** The state of one lane. Slots give their dwords by distance. */
export interface Lane {
  readonly slots: Readonly<Record<string, readonly number[]>>;
  readonly fields: Readonly<Record<string, number>>;
  readonly specials?: Readonly<Record<string, bigint>>;
}

const u = (bits: number, value: bigint): bigint => BigInt.asUintN(bits, value);
const s = (bits: number, value: bigint): bigint => BigInt.asIntN(bits, value);
const bool = (value: boolean): bigint => (value ? 1n : 0n);

const OPERATORS: Readonly<Record<string, (a: bigint, b: bigint, c: bigint) => bigint>> = {
  add: (a, b) => u(32, a + b),
  sub: (a, b) => u(32, a - b),
  mul: (a, b) => u(32, a * b),
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
  not: (a) => u(32, ~a),
  shl: (a, b) => u(32, a << (b & 31n)),
  shrU: (a, b) => a >> (b & 31n),
  shrS: (a, b) => u(32, s(32, a) >> (b & 31n)),
  eq: (a, b) => bool(a === b),
  ne: (a, b) => bool(a !== b),
  ltU: (a, b) => bool(a < b),
  leU: (a, b) => bool(a <= b),
  ltU64: (a, b) => bool(a < b),
  ne64: (a, b) => bool(a !== b),
  add64: (a, b) => u(64, a + b),
  and64: (a, b) => a & b,
  shrU64: (a, b) => a >> (b & 63n),
  mulWideU: (a, b) => a * b,
  zext64: (a) => a,
  lo: (a) => u(32, a),
  hi: (a) => a >> 32n,
  pack: (a, b) => a | (b << 32n),
  andB: (a, b) => a & b,
  orB: (a, b) => a | b,
  notB: (a) => 1n - a,
  fromBool: (a) => a,
  selU32: (a, b, c) => (a ? b : c),
  selU64: (a, b, c) => (a ? b : c),
  selB: (a, b, c) => (a ? b : c),
};

/** The value of a tree; throws TypeError for parts of the language that addresses do not use. */
export function evaluate(node: Ex, lane: Lane): bigint {
  switch (node.kind) {
    case 'const':
      return BigInt(node.bits);
    case 'field':
      return BigInt(lane.fields[node.field] ?? 0);
    case 'src': {
      const dwords = lane.slots[node.slot] ?? [];
      const low = BigInt((dwords[node.dword] ?? 0) >>> 0);
      return node.ty === 'u64' ? low | (BigInt((dwords[node.dword + 1] ?? 0) >>> 0) << 32n) : low;
    }
    case 'special': {
      const value = lane.specials?.[node.name];
      if (value === undefined) throw new TypeError(`the test gives no ${node.name}`);
      return value;
    }
    case 'op': {
      const operator = OPERATORS[node.op];
      if (!operator) throw new TypeError(`addresses do not use ${node.op}`);
      const [a = 0n, b = 0n, c = 0n] = node.args.map((arg) => evaluate(arg, lane));
      return operator(a, b, c);
    }
    default:
      throw new TypeError(`addresses do not use ${node.kind}`);
  }
}
