// Loads and stores (PRM 6.2 to 6.5). Segments with addresses of 64 bits are global memory; flat addresses may name
// group and private memory, by apertures as on GCN. Private memory is laid out as there: dwords of the lanes side by
// side.

import { LDS_APERTURE, SCRATCH_APERTURE, SCRATCH_BASE } from '../../../abi/memory-map.js';
import type { Operands } from '../../define.js';
import {
  APERTURES,
  type ElementStep,
  type Ex,
  field,
  LANE,
  load,
  MEMORYBASE,
  ops,
  type Source,
  type Space,
  type Stmt,
  select,
  u32,
  u64,
} from '../../language/expr.js';
import { type Row, rowsOf } from '../family.js';
import { narrowed } from './conversions.js';

const SLOTS = ['D', 'DATA', 'ADDRESS', 'PRIVATE'] as const;
type MemoryOperands = Operands<(typeof SLOTS)[number]>;
type MemoryRow = Row<(typeof SLOTS)[number]>;

/** Addresses of the bytes `at` bytes after the first one; several, of which one is valid in a lane. */
export interface Place {
  readonly space: Space;
  readonly address: Ex;
  readonly valid?: Ex<'b1'> | undefined;
  readonly elementStep?: ElementStep;
}
type Places = (operands: MemoryOperands, at: number) => readonly Place[];

const { add, add64, and, eq, hi, lo, not, notB, pack, shl, shl64, zext64 } = ops;

const OFFSET = field('offset');
const STEP = u32(4 * 64);
const NO_STEP = u32(4);

/** The address of a byte of the lane's private memory. @param wavefront the byte offset of its wavefront's */
export function privateAddress(wavefront: Ex<'u32'>, offset: Ex<'u32'>): Ex<'u64'> {
  const base = pack(add(u32(SCRATCH_BASE), wavefront), hi(MEMORYBASE));
  const dword = add64(shl64(zext64(and(offset, not(u32(3)))), u32(6)), zext64(shl(LANE, u32(2))));
  return add64(add64(base, dword), zext64(and(offset, u32(3))));
}

const isIn = (address: Ex<'u64'>, aperture: bigint): Ex<'b1'> =>
  ops.andB(APERTURES, eq(hi(address), u32(Number(aperture >> 32n))));

/** Places of a flat address. */
export function flatPlaces(address: Ex<'u64'>, wavefront: Ex<'u32'>, at: number): readonly [Place, Place] {
  const own = at === 0 ? address : add64(address, u64(BigInt(at)));
  const [isPrivate, isGroup] = [isIn(address, SCRATCH_APERTURE), isIn(address, LDS_APERTURE)];
  return [
    {
      space: 'global',
      address: select(isPrivate, privateAddress(wavefront, lo(own)), own),
      valid: notB(isGroup),
      elementStep: select(isPrivate, STEP, NO_STEP),
    },
    { space: 'lds', address: lo(own), valid: isGroup },
  ];
}

const displaced = (address: Ex<'u64'>): Ex<'u64'> => add64(address, ops.sext64(OFFSET));
const behind = (address: Ex<'u32'>, at: number): Ex<'u32'> => (at === 0 ? address : add(address, u32(at)));

const SEGMENTS: Readonly<Record<string, { readonly format: string; readonly places: Places }>> = {
  global: {
    format: 'IL_GLOBAL',
    places: ({ ADDRESS }, at) => {
      const address = displaced(ADDRESS.u64);
      return [{ space: 'global', address: at === 0 ? address : add64(address, u64(BigInt(at))) }];
    },
  },
  flat: {
    format: 'IL_FLAT',
    places: ({ ADDRESS, PRIVATE }, at) => flatPlaces(displaced(ADDRESS.u64), PRIVATE.u32, at),
  },
  private: {
    format: 'IL_FLAT',
    places: ({ ADDRESS, PRIVATE }, at) => [
      {
        space: 'global',
        address: privateAddress(PRIVATE.u32, behind(add(ADDRESS.u32, OFFSET), at)),
        elementStep: STEP,
      },
    ],
  },
  group: {
    format: 'IL_GROUP',
    places: ({ ADDRESS }, at) => [{ space: 'lds', address: behind(add(ADDRESS.u32, OFFSET), at) }],
  },
};

interface AccessType {
  readonly name: string;
  readonly bits: 8 | 16 | 32;
  /** Of `bits` each. */
  readonly parts: number;
  readonly signed?: true;
}
const LOADED: readonly AccessType[] = [
  { name: 'u8', bits: 8, parts: 1 },
  { name: 's8', bits: 8, parts: 1, signed: true },
  { name: 'u16', bits: 16, parts: 1 },
  { name: 's16', bits: 16, parts: 1, signed: true },
  { name: 'b32', bits: 32, parts: 1 },
  { name: 'b64', bits: 32, parts: 2 },
  { name: 'b128', bits: 32, parts: 4 },
];
const STORED: readonly AccessType[] = [
  { name: 'b8', bits: 8, parts: 1 },
  { name: 'b16', bits: 16, parts: 1 },
  { name: 'b32', bits: 32, parts: 1 },
  { name: 'b64', bits: 32, parts: 2 },
  { name: 'b128', bits: 32, parts: 4 },
];

/** A byte lies in one dword. */
const stepOf = (bits: 8 | 16 | 32, step: ElementStep): ElementStep => (bits === 8 ? undefined : step);

function loaded(places: readonly Place[], bits: 8 | 16 | 32): Ex<'u32'> {
  const values = places.map(({ space, address, valid, elementStep }) =>
    load(space, bits, address, valid, stepOf(bits, elementStep)),
  );
  return values.length === 1 ? values[0]! : select(places[1]!.valid!, values[1]!, values[0]!);
}

const stored = (places: readonly Place[], bits: 8 | 16 | 32, value: Ex<'u32'>): Stmt[] =>
  places.map((place) => ({ kind: 'store', bits, value, ...place, elementStep: stepOf(bits, place.elementStep) }));

const COUNTS = [1, 2, 3, 4] as const;
const countName = (count: number): string => (count === 1 ? '' : `_v${count}`);

function loadRow(segment: string, places: Places, type: AccessType, count: number): MemoryRow {
  const { bits, parts, signed = false } = type;
  return [
    `ld_${segment}${countName(count)}_${type.name}`,
    'D = memory at ADDRESS + offset',
    (operands) =>
      Array.from({ length: count * parts }, (_, n) => {
        const value = loaded(places(operands, (n * bits) / 8), bits);
        return operands.D.at(n).set(narrowed({ bits, signed }, value));
      }),
  ];
}

function storeRow(segment: string, places: Places, type: AccessType, count: number): MemoryRow {
  const { bits, parts } = type;
  const word = (source: Source, n: number): Ex<'u32'> => source.at(n).u32;
  return [
    `st_${segment}${countName(count)}_${type.name}`,
    'memory at ADDRESS + offset = DATA',
    (operands) =>
      Array.from({ length: count * parts }, (_, n) =>
        stored(places(operands, (n * bits) / 8), bits, word(operands.DATA, n)),
      ).flat(),
  ];
}

function rowsOfSegment(segment: string, places: Places): MemoryRow[] {
  return [
    ...LOADED.flatMap((type) => COUNTS.map((count) => loadRow(segment, places, type, count))),
    ...STORED.flatMap((type) => COUNTS.map((count) => storeRow(segment, places, type, count))),
  ];
}

const rowsOfFormat = (format: string) =>
  rowsOf(
    format,
    SLOTS,
    Object.entries(SEGMENTS).flatMap(([segment, each]) =>
      each.format === format ? rowsOfSegment(segment, each.places) : [],
    ),
  );

export const GLOBAL = rowsOfFormat('IL_GLOBAL');
export const FLAT = rowsOfFormat('IL_FLAT');
export const GROUP = rowsOfFormat('IL_GROUP');
