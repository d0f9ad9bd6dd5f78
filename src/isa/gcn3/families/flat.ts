// FLAT, GLOBAL and SCRATCH: accesses by addresses of lanes. Sources: "AMD GCN3 ISA" and "AMD Vega ISA", "Flat Memory
// Instructions"; LLVM's AMDGPU usage guide, "Address Spaces" and "Flat Scratch".
//
// Addresses of FLAT are generic (../generic.ts); those of GLOBAL are addresses in the apertures too, where no memory
// is.

import type { InstructionRow, Operands } from '../../define.js';
import { refuse } from '../../helpers.js';
import {
  type AtomicFn,
  type Destination,
  type Ex,
  FLATSCRATCH,
  field,
  ops,
  type Stmt,
  select,
  u32,
  u64,
} from '../../language/expr.js';
import { comparesData } from '../../traits.js';
import { flat, global, type RestatedRow, type StatedRows, scratch } from '../family.js';
import { atomicOn, genericMemory, loadFrom, type Memory, PRIVATE_STEP, privateAddress, storeTo } from '../generic.js';
import { inHalf } from '../halves.js';
import { NO_REGISTER } from '../slots.js';

const { add, add64, and64, eq, sext64, shl, shrS, shrU, zext64 } = ops;

type Slots = 'D' | 'ADDR' | 'DATA';
type BasedSlots = Slots | 'SADDR';
/** Addresses of what lies some bytes behind the first byte. */
type Address<S extends string> = (operands: Operands<S>) => (bytes: number) => Ex<'u64'>;

/** With the same node for the first byte: so engines see what lies side by side. */
const behind =
  (address: Ex<'u64'>) =>
  (bytes: number): Ex<'u64'> =>
    bytes === 0 ? address : add64(address, u64(BigInt(bytes)));

/** The offset of an instruction: 12 bits, in segments 13 with sign. */
const unsignedOffset = zext64(field('offset'));
const signedOffset = shrS(shl(field('offset'), u32(19)), u32(19));

const flatAddress: Address<Slots> = ({ ADDR }) => behind(add64(ADDR.u64, unsignedOffset));

const NO_BASE = eq(field('saddr'), u32(NO_REGISTER));

const globalAddress: Address<BasedSlots> = ({ ADDR, SADDR }) => {
  const base = select(NO_BASE, ADDR.u64, add64(SADDR.u64, zext64(ADDR.u32)));
  return behind(add64(base, sext64(signedOffset)));
};

const scratchAddress: Address<BasedSlots> = ({ ADDR, SADDR }) => {
  const offset = add(select(NO_BASE, ADDR.u32, SADDR.u32), signedOffset);
  return (bytes) => privateAddress(FLATSCRATCH, add(offset, u32(bytes)));
};

const INTO_GLOBAL: Memory = (at) => (bytes) => ({ address: at(bytes) });
const INTO_PRIVATE: Memory = (at, bits) => (bytes) => ({
  address: at(bytes),
  elementStep: bits === 8 ? undefined : PRIVATE_STEP,
});

/** Addressing of a format. */
interface Addressing<S extends string> {
  readonly address: Address<S>;
  readonly memory: Memory;
}

const REFUSE = refuse('refuse_lds_load');

/** Bytes of a load or store of `bits`, extended. */
const extended = (value: Ex<'u32'>, bits: number, signed: boolean): Ex<'u32'> =>
  signed ? shrS(shl(value, u32(32 - bits)), u32(32 - bits)) : value;

interface Narrow {
  readonly name: string;
  readonly bits: 8 | 16;
  readonly signed?: boolean;
}

const NARROW: readonly Narrow[] = [
  { name: 'ubyte', bits: 8 },
  { name: 'sbyte', bits: 8, signed: true },
  { name: 'ushort', bits: 16 },
  { name: 'sshort', bits: 16, signed: true },
];
/** Loads of a half, the other one of which stays. */
const HALF: readonly Narrow[] = [
  { name: 'ubyte_d16', bits: 8 },
  { name: 'sbyte_d16', bits: 8, signed: true },
  { name: 'short_d16', bits: 16 },
];

const COUNTS = [1, 2, 3, 4] as const;
const dwordsName = (count: number): string => (count === 1 ? 'dword' : `dwordx${count}`);

function loadsOf<S extends BasedSlots>(prefix: string, { address, memory }: Addressing<S>): StatedRows<S> {
  type O = Operands<S> & { readonly D: Destination };
  const narrow = (bits: 8 | 16, signed: boolean, operands: O): Ex<'u32'> =>
    extended(loadFrom(memory(address(operands), bits)(0), bits), bits, signed);
  const dwords = (operands: O, count: number): Stmt[] => {
    const place = memory(address(operands), 32);
    return Array.from({ length: count }, (_, i) => operands.D.at(i).set(loadFrom(place(4 * i), 32)));
  };
  const rows: (readonly [string, RestatedRow<S>])[] = [];
  for (const { name, bits, signed = false } of NARROW)
    rows.push([
      `${prefix}_load_${name}`,
      [
        `D = ${bits} bits, ${signed ? 'sign' : 'zero'}-extended`,
        (o) => [REFUSE, (o as O).D.set(narrow(bits, signed, o as O))],
      ],
    ]);
  for (const { name, bits, signed = false } of HALF)
    for (const high of [false, true])
      rows.push([
        `${prefix}_load_${name}${high ? '_hi' : ''}`,
        [
          `${high ? 'D[31:16]' : 'D[15:0]'} = ${bits} bits, ${signed ? 'sign' : 'zero'}-extended; the other half stays`,
          (o) => [REFUSE, (o as O).D.set(inHalf((o as O).D, narrow(bits, signed, o as O), high))],
        ],
      ]);
  for (const count of COUNTS)
    rows.push([
      `${prefix}_load_${dwordsName(count)}`,
      [`D = ${count === 1 ? '1 dword' : `${count} dwords`}`, (o) => [REFUSE, ...dwords(o as O, count)]],
    ]);
  return Object.fromEntries(rows);
}

function storesOf<S extends BasedSlots>(prefix: string, { address, memory }: Addressing<S>): StatedRows<S> {
  type O = Operands<S> & { readonly DATA: Destination };
  const narrow = (bits: 8 | 16, operands: O, value: Ex<'u32'>): Stmt[] =>
    storeTo(memory(address(operands), bits)(0), bits, value);
  const dwords = (operands: O, count: number): Stmt[] => {
    const place = memory(address(operands), 32);
    return Array.from({ length: count }, (_, i) => storeTo(place(4 * i), 32, operands.DATA.at(i).u32)).flat();
  };
  const rows: (readonly [string, RestatedRow<S>])[] = [];
  for (const [name, bits] of [
    ['byte', 8],
    ['short', 16],
  ] as const) {
    rows.push([
      `${prefix}_store_${name}`,
      [`Memory = DATA[${bits - 1}:0]`, (o) => narrow(bits, o as O, (o as O).DATA.u32)],
    ]);
    rows.push([
      `${prefix}_store_${name}_d16_hi`,
      [`Memory = DATA[${bits + 15}:16]`, (o) => narrow(bits, o as O, shrU((o as O).DATA.u32, u32(16)))],
    ]);
  }
  for (const count of COUNTS)
    rows.push([
      `${prefix}_store_${dwordsName(count)}`,
      [`Memory = ${count === 1 ? '1 dword' : `${count} dwords`} of DATA`, (o) => dwords(o as O, count)],
    ]);
  return Object.fromEntries(rows);
}

const ATOMICS: readonly (readonly [name: AtomicFn, meaning: string])[] = [
  ['swap', 'MEM = DATA'],
  ['cmpswap', 'if (MEM == second DATA) MEM = first DATA'],
  ['add', 'MEM += DATA'],
  ['sub', 'MEM -= DATA'],
  ['smin', 'MEM = min(MEM, DATA), signed'],
  ['umin', 'MEM = min(MEM, DATA), unsigned'],
  ['smax', 'MEM = max(MEM, DATA), signed'],
  ['umax', 'MEM = max(MEM, DATA), unsigned'],
  ['and', 'MEM &= DATA'],
  ['or', 'MEM |= DATA'],
  ['xor', 'MEM ^= DATA'],
  ['inc', 'MEM = MEM >= DATA ? 0 : MEM + 1'],
  ['dec', 'MEM = MEM == 0 || MEM > DATA ? DATA : MEM - 1'],
];

/** With glc the old value goes to D; the compare forms have the new value first and what to compare with after it. */
function atomicsOf<S extends BasedSlots>(prefix: string, { address, memory }: Addressing<S>): StatedRows<S> {
  const row = (fn: AtomicFn, meaning: string, bits: 32 | 64): RestatedRow<S> => [
    `${meaning}${bits === 64 ? ' (64 bits)' : ''}; with glc D = old value`,
    (operands) => {
      const { DATA } = operands as Operands<S> & { readonly DATA: Destination };
      const value = (dword: number): Ex => (bits === 64 ? DATA.at(dword).u64 : DATA.at(dword).u32);
      const compare = comparesData(fn) ? { compare: value(bits / 32) } : {};
      const access = { fn, bits, data: value(0), ...compare, ret: { slot: 'D', dword: 0, whenField: 'glc' } } as const;
      const at = address(operands);
      return atomicOn(memory(() => and64(at(0), u64(-BigInt(bits / 8))), bits)(0), access);
    },
  ];
  return Object.fromEntries(
    ATOMICS.flatMap(([fn, meaning]) => [
      [`${prefix}_atomic_${fn}`, row(fn, meaning, 32)],
      [`${prefix}_atomic_${fn}_x2`, row(fn, meaning, 64)],
    ]),
  );
}

const GLOBAL = { address: globalAddress, memory: INTO_GLOBAL };
const SCRATCH = { address: scratchAddress, memory: INTO_PRIVATE };

/** The rows of a generation: where private memory is stands in FLAT_SCRATCH in two ways. */
export function flatRows(gfx9: boolean): readonly InstructionRow[] {
  const generic = { address: flatAddress, memory: genericMemory(gfx9) };
  return [
    ...flat({
      ...loadsOf<Slots>('flat', generic),
      ...storesOf<Slots>('flat', generic),
      ...atomicsOf<Slots>('flat', generic),
    }),
    ...global({
      ...loadsOf<BasedSlots>('global', GLOBAL),
      ...storesOf<BasedSlots>('global', GLOBAL),
      ...atomicsOf<BasedSlots>('global', GLOBAL),
    }),
    ...scratch({ ...loadsOf<BasedSlots>('scratch', SCRATCH), ...storesOf<BasedSlots>('scratch', SCRATCH) }),
  ];
}
