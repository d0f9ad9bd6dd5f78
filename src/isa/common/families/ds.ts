// DS: the local data share. "Southern Islands Series ISA", chapter "Data Share Operations".
//
// Addresses are aligned to the size of the access by ignoring low bits. What M0 or the work-group's allocation excludes
// reads as 0 and is not written. With gds set, an instruction addresses the global data share, which compute kernels do
// not have.

import type { DefinitionRow, InstructionRow, Operands } from '../../define.js';
import { refuse } from '../../helpers.js';
import {
  type AtomicFn,
  EXEC,
  type Ex,
  LANE,
  load,
  load64,
  ops,
  type Stmt,
  select,
  u32,
  u64,
} from '../../language/expr.js';
import {
  alignedLimit,
  type LdsLimit,
  ldsAccess,
  ldsCounterAccess,
  ldsPairAccess,
  ldsPairOfPlaces,
  limitInM0,
  swizzleLane,
} from '../addressing/lds.js';
import { ds } from '../family.js';

type Slots = 'D' | 'ADDR' | 'DATA0' | 'DATA1';
type Bits = 32 | 64;

const { and64, andB, clz64, eq, ne64, popcnt64, shl, shrS, shrU64, sub } = ops;

const GWS_REASON = 'global wave sync needs resources that only a graphics driver sets up';
const ORDERED_REASON = 'ordered counts live in the global data share, which compute kernels do not have';

const row = (
  opcode: number,
  meaning: string,
  semantics: (operands: Operands<Slots>) => readonly Stmt[],
  options?: DefinitionRow<Slots>[3],
): DefinitionRow<Slots> => [opcode, meaning, (operands) => [refuse('refuse_gds'), ...semantics(operands)], options];

/** An instruction that compute kernels cannot execute; `slots` are the operands that it prints. */
const unsupported = (
  opcode: number,
  meaning: string,
  reason: string,
  slots: readonly Slots[],
): DefinitionRow<Slots> => [
  opcode,
  meaning,
  () => [{ kind: 'unsupported', reason }],
  { dwords: Object.fromEntries(slots.map((slot) => [slot, 1])) },
];

const bytesOf = (bits: Bits): 4 | 8 => (bits === 64 ? 8 : 4);
const dataOf = (slot: Operands<Slots>[Slots], bits: Bits): Ex => (bits === 64 ? slot.u64 : slot.u32);
const read = (bits: Bits, address: Ex<'u32'>, valid: Ex<'b1'>): Ex =>
  bits === 64 ? load64('lds', address, valid) : load('lds', 32, address, valid);

/**
 * Read-modify-write without and with return of the old value. `two`: DATA0 and DATA1 (compare and new value, mask and
 * bits).
 */
export function atomicRow(
  limit: LdsLimit,
  opcode: number,
  meaning: string,
  fn: AtomicFn,
  bits: Bits,
  returns: boolean,
): DefinitionRow<Slots> {
  return row(opcode, returns ? `${meaning}; D = old value` : meaning, ({ ADDR, DATA0, DATA1 }) => {
    const { address, valid } = ldsAccess(alignedLimit(limit), ADDR, bytesOf(bits));
    const [first, second] = [dataOf(DATA0, bits), dataOf(DATA1, bits)];
    const inputs =
      fn === 'cmpswap' || fn === 'fcmpswap'
        ? { data: second, compare: first }
        : fn === 'mskor'
          ? { data: first, compare: second }
          : { data: first };
    const ret = returns ? { ret: { slot: 'D', dword: 0 } } : {};
    return [{ kind: 'atomic', space: 'lds', fn, bits, address, valid, ...inputs, ...ret }];
  });
}

/** LDS combined with LDS: A = A op B. */
export function src2Row(
  limit: LdsLimit,
  opcode: number,
  meaning: string,
  fn: AtomicFn,
  bits: Bits,
): DefinitionRow<Slots> {
  return row(opcode, meaning, ({ ADDR }) => {
    const { a, b } = ldsPairOfPlaces(limit, ADDR, bytesOf(bits));
    const data = read(bits, b.address, b.valid);
    return [{ kind: 'atomic', space: 'lds', fn, bits, address: a.address, valid: a.valid, data }];
  });
}

/**
 * The operations that exist in every form: name, distance of the opcode from the first one of its block, what they do.
 */
const COMMON: readonly (readonly [name: string, distance: number, fn: AtomicFn, meaning: string])[] = [
  ['add_u', 0, 'add', 'LDS += DATA'],
  ['sub_u', 1, 'sub', 'LDS -= DATA'],
  ['rsub_u', 2, 'rsub', 'LDS = DATA - LDS'],
  ['inc_u', 3, 'inc', 'LDS = LDS >= DATA ? 0 : LDS + 1'],
  ['dec_u', 4, 'dec', 'LDS = LDS == 0 || LDS > DATA ? DATA : LDS - 1'],
  ['min_i', 5, 'smin', 'LDS = min(LDS, DATA), signed'],
  ['max_i', 6, 'smax', 'LDS = max(LDS, DATA), signed'],
  ['min_u', 7, 'umin', 'LDS = min(LDS, DATA), unsigned'],
  ['max_u', 8, 'umax', 'LDS = max(LDS, DATA), unsigned'],
  ['and_b', 9, 'and', 'LDS &= DATA'],
  ['or_b', 10, 'or', 'LDS |= DATA'],
  ['xor_b', 11, 'xor', 'LDS ^= DATA'],
  ['min_f', 18, 'fmin', 'LDS = min(LDS, DATA), floating point'],
  ['max_f', 19, 'fmax', 'LDS = max(LDS, DATA), floating point'],
];

/** Those with two data operands, which have no src2 form. */
const TWO_DATA: readonly (readonly [name: string, distance: number, fn: AtomicFn, meaning: string])[] = [
  ['mskor_b', 12, 'mskor', 'LDS = (LDS & ~DATA0) | DATA1'],
  ['cmpst_b', 16, 'cmpswap', 'if (LDS == DATA0) LDS = DATA1'],
  ['cmpst_f', 17, 'fcmpswap', 'if (LDS == DATA0, as floating point) LDS = DATA1'],
];

/** First opcodes of the blocks of 32-bit operations; the 64-bit ones follow after 64. */
const BLOCK = { plain: 0, returning: 32, src2: 128 } as const;
const WIDE = 64;

function atomicRows(limit: LdsLimit, bits: Bits): Readonly<Record<string, DefinitionRow<Slots>>> {
  const rows: Record<string, DefinitionRow<Slots>> = {};
  const first = bits === 64 ? WIDE : 0;
  for (const [name, distance, fn, meaning] of [...COMMON, ...TWO_DATA]) {
    const [operation, type] = name.split('_') as [string, string];
    const opcode = first + distance;
    rows[`ds_${name}${bits}`] = atomicRow(limit, BLOCK.plain + opcode, meaning, fn, bits, false);
    rows[`ds_${operation}_rtn_${type}${bits}`] = atomicRow(limit, BLOCK.returning + opcode, meaning, fn, bits, true);
  }
  for (const [name, distance, fn, meaning] of COMMON) {
    const [operation, type] = name.split('_') as [string, string];
    const text = meaning.replaceAll('LDS', 'LDS[A]').replaceAll('DATA', 'LDS[B]');
    rows[`ds_${operation}_src2_${type}${bits}`] = src2Row(limit, BLOCK.src2 + first + distance, text, fn, bits);
  }
  return rows;
}

const writeRow = (limit: LdsLimit, opcode: number, bits: 8 | 16 | 32 | 64): DefinitionRow<Slots> =>
  row(opcode, `LDS[ADDR + offset] = ${bits < 32 ? `low ${bits} bits of ` : ''}DATA0`, ({ ADDR, DATA0 }) => {
    const { address, valid } = ldsAccess(limit, ADDR, (bits / 8) as 1 | 2 | 4 | 8);
    return [{ kind: 'store', space: 'lds', bits, address, valid, value: bits === 64 ? DATA0.u64 : DATA0.u32 }];
  });

const readRow = (limit: LdsLimit, opcode: number, bits: 8 | 16 | 32 | 64, signed = false): DefinitionRow<Slots> =>
  row(opcode, `D = LDS[ADDR + offset]${bits < 32 ? `, ${signed ? 'sign' : 'zero'}-extended` : ''}`, ({ D, ADDR }) => {
    const { address, valid } = ldsAccess(limit, ADDR, (bits / 8) as 1 | 2 | 4 | 8);
    if (bits === 64) return [D.set(load64('lds', address, valid))];
    const value = load('lds', bits, address, valid);
    const shift = u32(32 - bits);
    return [D.set(signed ? shrS(shl(value, shift), shift) : value)];
  });

const unitOf = (st64: boolean): string => (st64 ? 'in units of 64 elements' : 'in elements');

const write2Row = (limit: LdsLimit, opcode: number, bits: Bits, st64: boolean): DefinitionRow<Slots> =>
  row(opcode, `LDS[ADDR + offset0] = DATA0; LDS[ADDR + offset1] = DATA1 (${unitOf(st64)})`, (operands) =>
    ([0, 1] as const).map((which): Stmt => {
      const { address, valid } = ldsPairAccess(limit, operands.ADDR, which, bytesOf(bits), st64);
      const value = dataOf(which === 0 ? operands.DATA0 : operands.DATA1, bits);
      return { kind: 'store', space: 'lds', bits, address, valid, value };
    }),
  );

const read2Row = (limit: LdsLimit, opcode: number, bits: Bits, st64: boolean): DefinitionRow<Slots> =>
  row(opcode, `D = LDS[ADDR + offset0], LDS[ADDR + offset1] (${unitOf(st64)})`, ({ D, ADDR }) =>
    ([0, 1] as const).map((which) => {
      const { address, valid } = ldsPairAccess(limit, ADDR, which, bytesOf(bits), st64);
      return D.at((which * bits) / 32).set(read(bits, address, valid));
    }),
  );

const exchangeRow = (limit: LdsLimit, opcode: number, bits: Bits): DefinitionRow<Slots> =>
  atomicRow(limit, opcode, 'LDS = DATA0', 'swap', bits, true);

const exchange2Row = (limit: LdsLimit, opcode: number, bits: Bits, st64: boolean): DefinitionRow<Slots> =>
  row(opcode, `As write2, and D = both old values (${unitOf(st64)})`, ({ ADDR, DATA0, DATA1 }) =>
    ([0, 1] as const).map((which): Stmt => {
      const { address, valid } = ldsPairAccess(alignedLimit(limit), ADDR, which, bytesOf(bits), st64);
      const data = dataOf(which === 0 ? DATA0 : DATA1, bits);
      const ret = { slot: 'D', dword: (which * bits) / 32 };
      return { kind: 'atomic', space: 'lds', fn: 'swap', bits, address, valid, data, ret };
    }),
  );

const writeSrc2Row = (limit: LdsLimit, opcode: number, bits: Bits): DefinitionRow<Slots> =>
  row(opcode, 'LDS[A] = LDS[B]', ({ ADDR }) => {
    const { a, b } = ldsPairOfPlaces(limit, ADDR, bytesOf(bits));
    const value = read(bits, b.address, b.valid);
    return [{ kind: 'store', space: 'lds', bits, address: a.address, valid: a.valid, value }];
  });

/** All active lanes get the old value. The last active lane counts for all of them, so that LDS changes in one step. */
const counterRow = (opcode: number, meaning: string, fn: AtomicFn): DefinitionRow<Slots> =>
  row(opcode, meaning, ({ D }) => {
    const { address, valid } = ldsCounterAccess();
    const last = eq(LANE, sub(u32(63), clz64(EXEC.u64)));
    const data = popcnt64(EXEC.u64);
    return [
      D.set(load('lds', 32, address, valid)),
      { kind: 'atomic', space: 'lds', fn, bits: 32, address, valid: andB(valid, last), data },
    ];
  });

/** Rows without a limit of addresses. */
const UNLIMITED: Readonly<Record<string, DefinitionRow<Slots>>> = {
  ds_consume: counterRow(61, 'D = LDS[M0 + offset]; LDS[M0 + offset] -= number of active lanes', 'sub'),
  ds_append: counterRow(62, 'D = LDS[M0 + offset]; LDS[M0 + offset] += number of active lanes', 'add'),
  ds_swizzle_b32: row(53, 'D = ADDR of the lane that offset selects; 0 from an inactive lane', ({ D, ADDR }) => {
    const lane = swizzleLane(LANE);
    const active = ne64(and64(shrU64(EXEC.u64, lane), u64(1n)), u64(0n));
    return [D.set(select(active, ADDR.fromLane(lane), u32(0)))];
  }),
  ds_gws_init: unsupported(25, 'Initialise a global wave sync resource', GWS_REASON, ['ADDR']),
  ds_gws_sema_v: unsupported(26, 'Global semaphore: release', GWS_REASON, []),
  ds_gws_sema_br: unsupported(27, 'Global semaphore: bulk release', GWS_REASON, ['ADDR']),
  ds_gws_sema_p: unsupported(28, 'Global semaphore: acquire', GWS_REASON, []),
  ds_gws_barrier: unsupported(29, 'Barrier of all wavefronts of a GWS resource', GWS_REASON, ['ADDR']),
  ds_ordered_count: unsupported(63, 'Count in order of wavefront creation', ORDERED_REASON, ['D', 'ADDR']),
};

const plainRows = (limit: LdsLimit): Readonly<Record<string, DefinitionRow<Slots>>> => ({
  ds_write_b32: writeRow(limit, 13, 32),
  ds_write2_b32: write2Row(limit, 14, 32, false),
  ds_write2st64_b32: write2Row(limit, 15, 32, true),
  ds_write_b8: writeRow(limit, 30, 8),
  ds_write_b16: writeRow(limit, 31, 16),
  ds_wrxchg_rtn_b32: exchangeRow(limit, 45, 32),
  ds_wrxchg2_rtn_b32: exchange2Row(limit, 46, 32, false),
  ds_wrxchg2st64_rtn_b32: exchange2Row(limit, 47, 32, true),
  ds_read_b32: readRow(limit, 54, 32),
  ds_read2_b32: read2Row(limit, 55, 32, false),
  ds_read2st64_b32: read2Row(limit, 56, 32, true),
  ds_read_i8: readRow(limit, 57, 8, true),
  ds_read_u8: readRow(limit, 58, 8),
  ds_read_i16: readRow(limit, 59, 16, true),
  ds_read_u16: readRow(limit, 60, 16),
  ds_write_b64: writeRow(limit, 77, 64),
  ds_write2_b64: write2Row(limit, 78, 64, false),
  ds_write2st64_b64: write2Row(limit, 79, 64, true),
  ds_wrxchg_rtn_b64: exchangeRow(limit, 109, 64),
  ds_wrxchg2_rtn_b64: exchange2Row(limit, 110, 64, false),
  ds_wrxchg2st64_rtn_b64: exchange2Row(limit, 111, 64, true),
  ds_read_b64: readRow(limit, 118, 64),
  ds_read2_b64: read2Row(limit, 119, 64, false),
  ds_read2st64_b64: read2Row(limit, 120, 64, true),
  ds_write_src2_b32: writeSrc2Row(limit, 141, 32),
  ds_write_src2_b64: writeSrc2Row(limit, 205, 64),
  ...UNLIMITED,
});

/** The rows with another limit of addresses. */
export const ldsRows = (limit: LdsLimit): readonly InstructionRow[] =>
  ds({ ...atomicRows(limit, 32), ...atomicRows(limit, 64), ...plainRows(limit) });

export const DS = ldsRows(limitInM0);
