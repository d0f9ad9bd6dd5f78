// Shared by tests of vector instructions: definitions by name, numbers and their bit patterns, MODE values.

import { byName, evaluateLane, type LaneState } from './evaluate-lane.js';
import { EDGES_32, EDGES_64 } from './random-patterns.js';
import { familyOf } from './southern-islands.js';

const VOP1 = familyOf('VOP1');
const VOP2 = familyOf('VOP2');
const VOP3 = familyOf('VOP3');
const VOPC = familyOf('VOPC');

export const DEFS = byName(VOP1, VOP2, VOP3, VOPC);
/** Random cases of one test. */
export const COUNT = process.env['ATOLL_LONG'] ? 10_000 : 300;

/** D of an instruction in one lane. */
export const run = (name: string, state: LaneState): bigint => evaluateLane(DEFS.get(name)!, state)['D']!;

const view = new DataView(new ArrayBuffer(8));
export const floatOf = (bits: bigint): number => {
  view.setUint32(0, Number(bits));
  return view.getFloat32(0);
};
export const bitsOf = (x: number): bigint => {
  view.setFloat32(0, x);
  return BigInt(view.getUint32(0));
};
export const doubleOf = (bits: bigint): number => {
  view.setBigUint64(0, bits);
  return view.getFloat64(0);
};

export const NAN = 0x7fc00000n;
/** MODE: denormals kept, those of f32 flushed, all flushed; IEEE NaNs. */
export const KEEP = 0xf0n;
export const FLUSH_F32 = 0xc0n;
export const FLUSH = 0n;
export const IEEE = 1n << 9n;

/** Parameters of a test over both widths. */
export interface Width {
  readonly name: string;
  readonly edges: readonly bigint[];
  readonly value: (bits: bigint) => number;
  readonly sign: bigint;
  readonly quiet: bigint;
  readonly infinity: bigint;
  readonly smallest: number;
}
export const WIDTHS: readonly Width[] = [
  {
    name: 'f32',
    edges: EDGES_32,
    value: floatOf,
    sign: 1n << 31n,
    quiet: 1n << 22n,
    infinity: 0x7f800000n,
    smallest: 2 ** -126,
  },
  {
    name: 'f64',
    edges: EDGES_64,
    value: doubleOf,
    sign: 1n << 63n,
    quiet: 1n << 51n,
    infinity: 0x7ffn << 52n,
    smallest: 2 ** -1022,
  },
];
