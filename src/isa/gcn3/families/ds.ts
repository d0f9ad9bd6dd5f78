// DS that Southern Islands does not have. Source: "AMD GCN3 ISA", "AMD Vega ISA", "Data Share Operations".

import { alignedLimit, type LdsLimit, ldsAccess, ldsPairOfPlaces } from '../../common/addressing/lds.js';
import type { InstructionRow, Operands, RowOptions } from '../../define.js';
import { refuse } from '../../helpers.js';
import {
  type Destination,
  EXEC,
  type Ex,
  field,
  LANE,
  load,
  M0,
  ops,
  type Stmt,
  select,
  u32,
  u64,
} from '../../language/expr.js';
import { ds, type RestatedRow, refused, type StatedRows } from '../family.js';
import { inHalf } from '../halves.js';

type Slots = 'D' | 'ADDR' | 'DATA0' | 'DATA1';

const { add, and, and64, ctz64, ne64, not, shl, shrS, shrU, shrU64 } = ops;

const row = (
  meaning: string,
  semantics: (operands: Operands<Slots>) => readonly Stmt[],
  options?: RowOptions,
): RestatedRow<Slots> => [meaning, (operands) => [refuse('refuse_gds'), ...semantics(operands)], options];
const unsupported = refused<Slots>;

const isActive = (lane: Ex<'u32'>): Ex<'b1'> => ne64(and64(shrU64(EXEC.u64, lane), u64(1n)), u64(0n));

/** Lane numbers are byte addresses of dwords. */
const laneOf = (ADDR: Destination): Ex<'u32'> => and(shrU(add(ADDR.u32, field('offset')), u32(2)), u32(63));

/** A tree gives what a lane gets, so each looks for the highest one that names it. */
function pushed(ADDR: Destination, DATA0: Destination): Ex<'u32'> {
  let value: Ex<'u32'> = u32(0);
  for (let lane = 0; lane < 64; lane++) {
    const from = u32(lane);
    const target = and(shrU(add(ADDR.fromLane(from), field('offset')), u32(2)), u32(63));
    value = select(ops.andB(isActive(from), ops.eq(target, LANE)), DATA0.fromLane(from), value);
  }
  return value;
}

/** Rounded to nearest; denormals stay. */
const floatAdd = (limit: LdsLimit, returns: boolean): RestatedRow<Slots> =>
  row(`LDS += DATA0, floating point${returns ? '; D = old value' : ''}`, ({ ADDR, DATA0 }) => {
    const { address, valid } = ldsAccess(alignedLimit(limit), ADDR, 4);
    const ret = returns ? { ret: { slot: 'D', dword: 0 } } : {};
    return [{ kind: 'atomic', space: 'lds', fn: 'fadd', bits: 32, address, valid, data: DATA0.u32, ...ret }];
  });

/** LDS combined with LDS, rounded as the other form is. */
const floatAddPlaces = (limit: LdsLimit): RestatedRow<Slots> =>
  row('LDS[A] += LDS[B], floating point', ({ ADDR }) => {
    const { a, b } = ldsPairOfPlaces(limit, ADDR, 4);
    return [{ kind: 'atomic', space: 'lds', fn: 'fadd', bits: 32, ...a, data: load('lds', 32, b.address, b.valid) }];
  });

const wrapped = (limit: LdsLimit): RestatedRow<Slots> =>
  row('D = LDS; LDS = LDS >= DATA0 ? LDS - DATA0 : LDS + DATA1, unsigned', ({ ADDR, DATA0, DATA1 }) => {
    const place = ldsAccess(alignedLimit(limit), ADDR, 4);
    const inputs = { data: DATA0.u32, compare: DATA1.u32, ret: { slot: 'D', dword: 0 } };
    return [{ kind: 'atomic', space: 'lds', fn: 'wrap', bits: 32, ...place, ...inputs }];
  });

const HIGHEST = 0x80000000;

/**
 * The highest bit of each dword of the data says whether the other 31 are written, with a zero above them. Source:
 * AMD's RDNA manuals.
 */
const exchangedWhereMarked = (limit: LdsLimit): RestatedRow<Slots> =>
  row('D = LDS; each dword of LDS = DATA0[30:0] of it where DATA0[31] of it is set', ({ ADDR, DATA0 }) => {
    const { address, valid } = ldsAccess(alignedLimit(limit), ADDR, 8);
    return [0, 1].map((dword): Stmt => {
      const data = DATA0.at(dword).u32;
      const mask = shrS(data, u32(31));
      const place = { address: add(address, u32(4 * dword)), valid };
      const inputs = { data: mask, compare: and(mask, and(data, u32(HIGHEST - 1))) };
      return { kind: 'atomic', space: 'lds', fn: 'mskor', bits: 32, ...place, ...inputs, ret: { slot: 'D', dword } };
    });
  });

/** A dword for each lane: the address is M0[15:0] + offset + 4 * lane. Source: AMD's RDNA manuals. */
function laneDword(): Ex<'u32'> {
  const base = add(and(M0.u32, u32(0xffff)), field('offset'));
  return and(add(base, shl(LANE, u32(2))), not(u32(3)));
}

const extended = (value: Ex<'u32'>, bits: number, signed: boolean): Ex<'u32'> =>
  signed ? shrS(shl(value, u32(32 - bits)), u32(32 - bits)) : value;

const halfRead = (limit: LdsLimit, bits: 8 | 16, signed: boolean, high: boolean): RestatedRow<Slots> =>
  row(
    `${high ? 'D[31:16]' : 'D[15:0]'} = ${bits} bits of LDS, ${signed ? 'sign' : 'zero'}-extended; the other half stays`,
    ({ D, ADDR }) => {
      const { address, valid } = ldsAccess(limit, ADDR, bits === 8 ? 1 : 2);
      return [D.set(inHalf(D, extended(load('lds', bits, address, valid), bits, signed), high))];
    },
  );

const halfWrite = (limit: LdsLimit, bits: 8 | 16): RestatedRow<Slots> =>
  row(`LDS[ADDR + offset] = DATA0[${bits + 15}:16]`, ({ ADDR, DATA0 }) => {
    const { address, valid } = ldsAccess(limit, ADDR, bits === 8 ? 1 : 2);
    return [{ kind: 'store', space: 'lds', bits, address, valid, value: shrU(DATA0.u32, u32(16)) }];
  });

/** Three or four dwords, each checked by itself. */
const wideWrite = (limit: LdsLimit, count: 3 | 4): RestatedRow<Slots> =>
  row(`LDS[ADDR + offset] = ${count} dwords of DATA0`, ({ ADDR, DATA0 }) =>
    Array.from({ length: count }, (_, i): Stmt => {
      return { kind: 'store', space: 'lds', bits: 32, ...ldsAccess(limit, ADDR, 4, i), value: DATA0.at(i).u32 };
    }),
  );
const wideRead = (limit: LdsLimit, count: 3 | 4): RestatedRow<Slots> =>
  row(`D = ${count} dwords of LDS[ADDR + offset]`, ({ D, ADDR }) =>
    Array.from({ length: count }, (_, i) => {
      const { address, valid } = ldsAccess(limit, ADDR, 4, i);
      return D.at(i).set(load('lds', 32, address, valid));
    }),
  );

/** Row of a barrier of the global wave sync: its number, and the operand of the first active lane. */
const gridBarrier = (name: 'gridBarrierInit' | 'gridBarrier', meaning: string): RestatedRow<Slots> => [
  meaning,
  ({ ADDR }) => {
    const barrier = add(and(shrU(M0.u32, u32(16)), u32(63)), field('offset'));
    return [{ kind: 'effect', name, args: [barrier, ADDR.fromLane(ctz64(EXEC.u64))] }];
  },
];

/** Rows without a limit of addresses. */
const UNLIMITED: StatedRows<Slots> = {
  ds_nop: ['nothing', () => [{ kind: 'effect', name: 'nop', args: [u32(0)] }]],
  ds_gws_sema_release_all: unsupported(
    'Global semaphore: release all',
    'global wave sync needs resources that only a graphics driver sets up',
    {},
  ),
  ds_gws_init: gridBarrier(
    'gridBarrierInit',
    'barrier M0[21:16] + offset of the global wave sync: ADDR + 1 wavefronts',
  ),
  ds_gws_barrier: gridBarrier(
    'gridBarrier',
    'wait at barrier M0[21:16] + offset of the global wave sync; the next time for ADDR + 1 wavefronts',
  ),
  ds_write_addtid_b32: row('LDS[M0[15:0] + offset + 4 * lane] = DATA0', ({ DATA0 }) => [
    { kind: 'store', space: 'lds', bits: 32, address: laneDword(), value: DATA0.u32 },
  ]),
  ds_read_addtid_b32: row('D = LDS[M0[15:0] + offset + 4 * lane]', ({ D }) => [D.set(load('lds', 32, laneDword()))]),
  ds_permute_b32: [
    'D of the lane (ADDR + offset)[7:2] = DATA0, that of the highest lane wins; 0 in lanes that none names',
    ({ D, ADDR, DATA0 }) => [D.set(pushed(ADDR, DATA0))],
  ],
  ds_bpermute_b32: [
    'D = DATA0 of the lane (ADDR + offset)[7:2]; 0 from an inactive lane',
    ({ D, ADDR, DATA0 }) => {
      const lane = laneOf(ADDR);
      return [D.set(select(isActive(lane), DATA0.fromLane(lane), u32(0)))];
    },
  ],
};

const rows = (limit: LdsLimit): StatedRows<Slots> => ({
  ...UNLIMITED,
  ds_add_f32: floatAdd(limit, false),
  ds_add_rtn_f32: floatAdd(limit, true),
  ds_add_src2_f32: floatAddPlaces(limit),
  ds_wrap_rtn_b32: wrapped(limit),
  ds_condxchg32_rtn_b64: exchangedWhereMarked(limit),
  ds_read_u8_d16: halfRead(limit, 8, false, false),
  ds_read_u8_d16_hi: halfRead(limit, 8, false, true),
  ds_read_i8_d16: halfRead(limit, 8, true, false),
  ds_read_i8_d16_hi: halfRead(limit, 8, true, true),
  ds_read_u16_d16: halfRead(limit, 16, false, false),
  ds_read_u16_d16_hi: halfRead(limit, 16, false, true),
  ds_write_b8_d16_hi: halfWrite(limit, 8),
  ds_write_b16_d16_hi: halfWrite(limit, 16),
  ds_write_b96: wideWrite(limit, 3),
  ds_write_b128: wideWrite(limit, 4),
  ds_read_b96: wideRead(limit, 3),
  ds_read_b128: wideRead(limit, 4),
});

/** The rows with a limit of addresses. */
export const ownLdsRows = (limit: LdsLimit): readonly InstructionRow[] => ds(rows(limit));
