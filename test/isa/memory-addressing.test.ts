// Effective addresses and range checks of memory instructions against the manual's formulas in exact BigInt arithmetic.

import test from 'ava';
import { type BufferOperands, bufferAccess, bufferDwords } from '../../src/isa/common/addressing/buffer.js';
import {
  ldsAccess,
  ldsPairAccess,
  ldsPairOfPlaces,
  limitInM0,
  swizzleLane,
} from '../../src/isa/common/addressing/lds.js';
import { bufferResource } from '../../src/isa/common/descriptors/buffer.js';
import { LANE, operand } from '../../src/isa/language/expr.js';
import { scalarAddresses, scalarBufferDwords } from '../../src/isa/southern-islands/scalar-addresses.js';
import { Random } from '../emulator/random.js';
import { evaluate, type Lane } from './evaluate-tree.js';

const OPERANDS: BufferOperands = {
  VADDR: operand('VADDR'),
  SRSRC: operand('SRSRC'),
  SOFFSET: operand('SOFFSET'),
};

const DWORDS = bufferDwords(OPERANDS, 4);

interface BufferCase {
  readonly base: number;
  readonly stride: number;
  readonly records: number;
  readonly swizzle: { readonly elementSize: number; readonly indexStride: number } | undefined;
  readonly addThreadId: boolean;
  readonly vaddr: readonly [number, number];
  readonly soffset: number;
  readonly offset: number;
  readonly offen: number;
  readonly idxen: number;
  readonly lane: number;
  readonly byte: number;
}

/** Private memory of a wavefront: 13 bits of KiB. */
const PRIVATE_LIMIT = 8191n * 1024n;

const wrap = (value: bigint): bigint => BigInt.asUintN(32, value);

/** The manual's formulas, with divisions and remainders instead of shifts and masks. */
function expectedBuffer(c: BufferCase): { address: bigint; valid: boolean } {
  const index = wrap((c.idxen ? BigInt(c.vaddr[0]) : 0n) + (c.addThreadId ? BigInt(c.lane) : 0n));
  const fromVgpr = c.offen ? BigInt(c.vaddr[c.idxen ? 1 : 0]) : 0n;
  const sum = fromVgpr + BigInt(c.offset + c.byte);
  const offset = wrap(sum);
  const stride = BigInt(c.stride);
  let bufferOffset = wrap(index * stride + offset);
  if (c.swizzle) {
    const [element, group] = [BigInt(c.swizzle.elementSize), BigInt(c.swizzle.indexStride)];
    const inner = (index % group) * element + (offset % element);
    bufferOffset = wrap(((index / group) * stride + (offset / element) * element) * group + inner);
  }
  const left = BigInt(c.records) - BigInt(c.soffset);
  // A sum of 33 bits is out of range.
  const limit = c.addThreadId && left > PRIVATE_LIMIT ? PRIVATE_LIMIT : left;
  const raw = left > 0n && (c.swizzle ? bufferOffset < limit : sum < left);
  const structured = index < BigInt(c.records) && !((c.idxen || c.addThreadId) && sum >= stride);
  return {
    address: (BigInt(c.base) + BigInt(c.soffset) + bufferOffset) & ~3n,
    valid: c.stride === 0 ? raw : structured,
  };
}

function laneOf(c: BufferCase, addr64 = 0): Lane {
  return {
    slots: { VADDR: c.vaddr, SRSRC: [...bufferResource(c)], SOFFSET: [c.soffset] },
    fields: { offset: c.offset, offen: c.offen, idxen: c.idxen, addr64 },
    specials: { LANE: BigInt(c.lane) },
  };
}

function randomCase(random: Random): BufferCase {
  const pick = (bound: number): number => random.below(bound);
  const choose = <T>(...values: readonly T[]): T => random.pick(values);
  return {
    base: choose(0, 0x4000_0000, 0x1234_5678, 0xffff_ffff_fff0),
    stride: choose(0, 0, 1, 4, 12, 16, 64, 0x3fff),
    records: choose(0, 1, 16, 100, 4096, 0xffff_ffff),
    swizzle: choose(undefined, {
      elementSize: choose(2, 4, 8, 16),
      indexStride: choose(8, 16, 32, 64),
    }),
    addThreadId: choose(false, true),
    vaddr: [choose(0, 1, 15, 99, 0x7fff_ffff, 0xffff_ffff, pick(5000)), choose(0, 4, 11, 0xffff_fffc, pick(5000))],
    soffset: choose(0, 0, 4, 64, 4096, 0xffff_ffff),
    offset: choose(0, 1, 4, 4095, pick(4096)),
    offen: pick(2),
    idxen: pick(2),
    lane: pick(64),
    byte: choose(0, 4, 8, 12),
  };
}

test('buffer addresses and range checks agree with the formulas of the manual in every mode', (t) => {
  const random = new Random(20_240_601);
  let inRange = 0;
  for (let i = 0; i < 4000; i++) {
    const c = randomCase(random);
    const access = DWORDS[c.byte / 4]!;
    const lane = laneOf(c);
    const expected = expectedBuffer(c);
    const actual = { address: evaluate(access.address, lane), valid: evaluate(access.valid, lane) === 1n };
    if (expected.valid) inRange++;
    t.deepEqual(actual, expected, JSON.stringify(c));
  }
  t.true(inRange > 400 && inRange < 3600, `${inRange} of 4000 in range`);
});

test('64-bit buffer addresses add base, registers and offset and are never out of range', (t) => {
  const access = bufferAccess(OPERANDS, 1);
  const lane: Lane = {
    slots: { VADDR: [0xffff_fff0, 0x12], SRSRC: [0x1000, 0x7fff_0001, 0, 0xf000], SOFFSET: [0x20] },
    fields: { offset: 0xfff, addr64: 1 },
    specials: { LANE: 5n },
  };
  t.is(evaluate(access.address, lane), 0x1_0000_1000n + 0x20n + 0x12_ffff_fff0n + 0xfffn);
  t.is(evaluate(access.valid, lane), 1n);
});

test('scratch lays dwords of 64 lanes side by side', (t) => {
  // The resource that compilers build: 0xe8f000 is add_tid_enable, index stride 64, element size 4.
  const access = bufferAccess(OPERANDS, 4);
  for (const [offset, lane] of [
    [0, 0],
    [0, 63],
    [4, 7],
    [932, 31],
  ] as const) {
    const state: Lane = {
      slots: { VADDR: [offset], SRSRC: [0x2000_0000, 0x8000_0000, 0xffff_ffff, 0xe8f000], SOFFSET: [0x800] },
      fields: { offen: 1 },
      specials: { LANE: BigInt(lane) },
    };
    t.is(evaluate(access.address, state), BigInt(0x2000_0800 + (offset / 4) * 256 + lane * 4));
    t.is(evaluate(access.valid, state), 1n);
  }
});

test('scalar loads ignore the two low bits of base and offset and count immediates in dwords', (t) => {
  const [SBASE, OFFSET] = [operand('SBASE'), operand('OFFSET')];
  const at = (base: readonly number[], offset: number, imm: number, index: number): bigint =>
    evaluate(scalarAddresses(SBASE, OFFSET, 16)[index]!, { slots: { SBASE: base, OFFSET: [offset] }, fields: { imm } });
  t.is(at([0x1003, 0], 3, 0, 0), 0x1000n);
  t.is(at([0x1000, 0], 0xff, 1, 0), 0x1000n + 0x3fcn);
  t.is(at([0x1000, 1], 0xffff_ffff, 0, 15), 0x1_0000_1000n + 0xffff_fffcn + 60n);
});

test('scalar buffer loads check each dword against records times stride', (t) => {
  const [SBASE, OFFSET] = [operand('SBASE'), operand('OFFSET')];
  const valid = (records: number, stride: number, offset: number, index: number): boolean => {
    const slots = { SBASE: [...bufferResource({ base: 0x4000, records, stride })], OFFSET: [offset] };
    return evaluate(scalarBufferDwords(SBASE, OFFSET, 16)[index]!.valid, { slots, fields: { imm: 0 } }) === 1n;
  };
  t.true(valid(16, 0, 12, 0));
  t.false(valid(16, 0, 12, 1));
  t.false(valid(16, 0, 0xffff_fffc, 1), 'an offset that wraps is out of range');
  t.true(valid(4, 16, 60, 0));
  t.false(valid(4, 16, 64, 0));
  t.true(valid(0xffff_ffff, 0x3fff, 0xffff_fffc, 15), 'the size has more than 32 bits');
});

test('LDS addresses are aligned, limited by M0 and never wrap', (t) => {
  const ADDR = operand('ADDR');
  const check = (address: number, offset: number, m0: number, bytes: 1 | 2 | 4 | 8): [bigint, boolean] => {
    const lane: Lane = { slots: { ADDR: [address] }, fields: { offset }, specials: { M0: BigInt(m0) } };
    const access = ldsAccess(limitInM0, ADDR, bytes);
    return [evaluate(access.address, lane), evaluate(access.valid, lane) === 1n];
  };
  t.deepEqual(check(0x13, 0x100, 0xffff_ffff, 4), [0x110n, true]);
  t.deepEqual(check(0x17, 0, 0xffff_ffff, 8), [0x10n, true]);
  t.deepEqual(check(0x17, 0, 0xffff_ffff, 2), [0x16n, true]);
  t.deepEqual(check(0x17, 0, 0xffff_ffff, 1), [0x17n, true]);
  t.deepEqual(check(0xfc, 0, 0x100, 4), [0xfcn, true]);
  t.deepEqual(check(0x100, 0, 0x100, 4), [0x100n, false]);
  t.deepEqual(check(0xf8, 0, 0xfc, 8), [0xf8n, false], 'the whole access must lie below the limit');
  t.deepEqual(check(0, 0, 0, 4), [0n, false]);
  t.deepEqual(check(0xffff_fff0, 0x20, 0xffff_ffff, 4), [0x10n, false], 'a sum of 33 bits is out of range');
});

test('two-address forms scale their offsets by the element, and by 64 elements with st64', (t) => {
  const ADDR = operand('ADDR');
  const lane: Lane = {
    slots: { ADDR: [0x1000] },
    fields: { offset0: 3, offset1: 255 },
    specials: { M0: 0xffff_ffffn },
  };
  const at = (which: 0 | 1, bytes: 4 | 8, st64: boolean): bigint =>
    evaluate(ldsPairAccess(limitInM0, ADDR, which, bytes, st64).address, lane);
  t.is(at(0, 4, false), 0x1000n + 12n);
  t.is(at(1, 8, false), 0x1000n + 255n * 8n);
  t.is(at(0, 4, true), 0x1000n + 3n * 256n);
  t.is(at(1, 8, true), 0x1000n + 255n * 512n);
});

test('src2 forms find their second operand by a signed distance in dwords', (t) => {
  const places = ldsPairOfPlaces(limitInM0, operand('ADDR'), 4);
  const at = (address: number, offset: number): [bigint, bigint] => {
    const lane: Lane = { slots: { ADDR: [address] }, fields: { offset }, specials: { M0: 0xffff_ffffn } };
    return [evaluate(places.a.address, lane), evaluate(places.b.address, lane)];
  };
  t.deepEqual(at(0x102, 5), [0x100n, 0x114n]);
  t.deepEqual(at(0x100, 0x7fff), [0x100n, 0xfcn]);
  t.deepEqual(at((3 << 17) | 0x1_0004, 0x8000), [0x1_0004n, 0x1_0010n]);
  t.deepEqual(at(((-1 << 17) | 0x40) >>> 0, 0x8000), [0x40n, 0x3cn]);
});

test('ds_swizzle picks lanes by quad permutation and by masks', (t) => {
  const picked = (offset: number): number[] =>
    Array.from({ length: 64 }, (_, lane) =>
      Number(evaluate(swizzleLane(LANE), { slots: {}, fields: { offset }, specials: { LANE: BigInt(lane) } })),
    );
  const lanes = Array.from({ length: 64 }, (_, lane) => lane);
  t.deepEqual(picked(0x1f), lanes, 'identity');
  t.deepEqual(
    picked(0x041f),
    lanes.map((lane) => lane ^ 1),
    'swap neighbours',
  );
  t.deepEqual(
    picked(0x8000 | 0b00_01_10_11),
    lanes.map((lane) => (lane & ~3) | (3 - (lane & 3))),
    'reverse quads',
  );
  t.deepEqual(
    picked(5 << 5),
    lanes.map((lane) => (lane & 32) | 5),
    'broadcast lane 5 in each half',
  );
});
