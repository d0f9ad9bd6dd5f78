// Effective addresses and range checks of MUBUF and MTBUF as expression trees. Source: "Southern Islands Series ISA",
// chapter "Vector Memory Buffer Instructions": addressing, swizzling, range checking.

import { SCRATCH_PER_WAVEFRONT } from '../../../abi/memory-map.js';
import { elementOf } from '../../../util/required.js';
import type { DescriptorField } from '../../descriptors/field.js';
import {
  bool,
  type Destination,
  type Ex,
  field,
  flag,
  LANE,
  load,
  M0,
  ops,
  type Stmt,
  select,
  u32,
  u64,
} from '../../language/expr.js';
import { BUFFER_RESOURCE } from '../descriptors/buffer.js';

const { add, add64, and, and64, andB, leU, ltU, mul, ne, notB, not, orB, pack, shl, shrU, sub, zext64 } = ops;

/** The address operands of a buffer instruction. */
export interface BufferOperands {
  readonly VADDR: Destination;
  readonly SRSRC: Destination;
  readonly SOFFSET: Destination;
}

/** The address of a part of a buffer access, and whether it is in range. */
export interface BufferAccess {
  readonly address: Ex<'u64'>;
  readonly valid: Ex<'b1'>;
  /** As in loads and stores (expr.ts). */
  readonly elementStep?: Ex<'u32'>;
}

const ZERO = u32(0);

const FIELDS = new WeakMap<Destination, Map<DescriptorField, Ex<'u32'>>>();

function fieldsOf(resource: Destination): Map<DescriptorField, Ex<'u32'>> {
  let fields = FIELDS.get(resource);
  if (!fields) FIELDS.set(resource, (fields = new Map()));
  return fields;
}

const UNALIGNED = new WeakSet<Destination>();

/**
 * Loads and stores with this descriptor are made where the address says, elements of swizzled buffers being dwords.
 * Source: LLVM's AMDGPU back end, which relies on it on GFX9 for the mode that Linux' driver sets
 * (`FeatureUnalignedScratchAccess`, `FeatureUnalignedAccessMode`).
 */
export const assumeUnaligned = (resource: Destination): void => void UNALIGNED.add(resource);

/** From here on a descriptor has a field with this value, wherever it lies. */
export const assumeField = (resource: Destination, place: DescriptorField, value: Ex<'u32'>): void =>
  void fieldsOf(resource).set(place, value);

/** A field of a descriptor that lies in scalar registers: one node for each, so that it is evaluated once. */
export function descriptorField(resource: Destination, place: DescriptorField): Ex<'u32'> {
  const fields = fieldsOf(resource);
  let node = fields.get(place);
  if (!node) fields.set(place, (node = extract(resource, place)));
  return node;
}

function extract(resource: Destination, { dword, low, width }: DescriptorField): Ex<'u32'> {
  const word = resource.at(dword).u32;
  const shifted = low === 0 ? word : shrU(word, u32(low));
  return low + width === 32 ? shifted : and(shifted, u32(2 ** width - 1));
}

const resourceField = (resource: Destination, name: keyof typeof BUFFER_RESOURCE): Ex<'u32'> =>
  descriptorField(resource, BUFFER_RESOURCE[name]);

/** The 48-bit base address of a V#. */
export const bufferBase = (resource: Destination): Ex<'u64'> =>
  pack(resourceField(resource, 'baseLow'), resourceField(resource, 'baseHigh'));

/** Record number: VGPR index with idxen, plus the lane number if the resource selects it. */
function recordIndex({ VADDR, SRSRC }: BufferOperands): Ex<'u32'> {
  const threadId = select(ne(resourceField(SRSRC, 'addTidEnable'), ZERO), LANE, ZERO);
  return add(select(flag('idxen'), VADDR.u32, ZERO), threadId);
}

/** Byte offset inside the record: `own` of the lane, and `constant` on top, which is the same for all. */
interface RecordOffset {
  readonly own: Ex<'u32'>;
  readonly constant: Ex<'u32'>;
}

/** VGPR offset with offen (the second VGPR when there is an index), plus the instruction's. */
function recordOffset({ VADDR }: BufferOperands, byte: number): RecordOffset {
  const own = select(flag('offen'), select(flag('idxen'), VADDR.at(1).u32, VADDR.u32), ZERO);
  return { own, constant: byte === 0 ? field('offset') : add(field('offset'), u32(byte)) };
}

/**
 * True if an offset is less than a limit. The sum does not wrap: a lane with the offset -1 is out of range for every
 * constant.
 */
const isBelow = ({ own, constant }: RecordOffset, limit: Ex<'u32'>): Ex<'b1'> =>
  andB(leU(constant, limit), ltU(own, sub(limit, constant)));

/** Offset into a swizzled buffer: elements of `indexStride` consecutive records are adjacent. */
function swizzledOffset(resource: Destination, index: Ex<'u32'>, offset: Ex<'u32'>): Ex<'u32'> {
  const elementShift = add(resourceField(resource, 'elementSize'), u32(1));
  const strideShift = add(resourceField(resource, 'indexStride'), u32(3));
  const lowBits = (value: Ex<'u32'>, shift: Ex<'u32'>): Ex<'u32'> => and(value, sub(shl(u32(1), shift), u32(1)));
  const offsetInElement = lowBits(offset, elementShift);
  const group = add(mul(shrU(index, strideShift), resourceField(resource, 'stride')), sub(offset, offsetInElement));
  const inGroup = add(shl(lowBits(index, strideShift), elementShift), offsetInElement);
  return add(shl(group, strideShift), inGroup);
}

/**
 * Upper bound of swizzled offsets where a descriptor adds the lane, which is private memory. Descriptors of AMD's
 * drivers have its size, those that compilers write into code all ones; no wavefront has more than this.
 */
const PRIVATE_LIMIT = u32(SCRATCH_PER_WAVEFRONT);

/** Inputs of the range check of an access. */
interface BoundsCheckedAddress {
  readonly index: Ex<'u32'>;
  readonly offset: RecordOffset;
  /** From the buffer's start, where the buffer is swizzled. */
  readonly swizzledOffset: Ex<'u32'>;
  readonly swizzled: Ex<'b1'>;
}

/**
 * Raw buffers (stride 0) compare the byte offset with what the scalar offset leaves of the buffer. Structured buffers
 * compare the record number and, when records are indexed at all, the offset inside the record.
 */
function inRange({ SRSRC, SOFFSET }: BufferOperands, { index, offset, ...buffer }: BoundsCheckedAddress): Ex<'b1'> {
  const records = resourceField(SRSRC, 'numRecords');
  const stride = resourceField(SRSRC, 'stride');
  const rest = sub(records, SOFFSET.u32);
  const addsTid = ne(resourceField(SRSRC, 'addTidEnable'), ZERO);
  const swizzledRest = select(andB(addsTid, ltU(PRIVATE_LIMIT, rest)), PRIVATE_LIMIT, rest);
  const below = select(buffer.swizzled, ltU(buffer.swizzledOffset, swizzledRest), isBelow(offset, rest));
  const raw = andB(ltU(SOFFSET.u32, records), below);
  const indexed = select(flag('idxen'), bool(true), addsTid);
  const structured = andB(ltU(index, records), orB(notB(indexed), isBelow(offset, stride)));
  return select(ne(stride, ZERO), structured, raw);
}

/** Bytes to which the hardware aligns an address by ignoring low bits. */
export type Alignment = 1 | 2 | 4 | 8;

const align = (address: Ex<'u64'>, alignment: Alignment): Ex<'u64'> =>
  alignment === 1 ? address : and64(address, u64(-BigInt(alignment)));

/**
 * Addresses have 48 bits: compilers make a base of -256 out of the 48 bits of a V#, and rely on the carry being lost.
 */
const ADDRESS_MASK = 0xffff_ffff_ffffn;

const wrap = (address: Ex<'u64'>, alignment: Alignment): Ex<'u64'> =>
  and64(address, u64(ADDRESS_MASK & -BigInt(alignment)));

const displaced = (address: Ex<'u64'>, bytes: number): Ex<'u64'> =>
  bytes === 0 ? address : add64(address, u64(BigInt(bytes)));

/** The value `byte` bytes into an element, for each of `bytes`. */
function accesses(operands: BufferOperands, alignment: Alignment, bytes: readonly number[]): readonly BufferAccess[] {
  const { VADDR, SRSRC, SOFFSET } = operands;
  const base = add64(bufferBase(SRSRC), zext64(SOFFSET.u32));
  // 64-bit addressing has neither records nor a range. The part that is equal in all lanes comes first.
  const flat = wrap(add64(add64(base, zext64(field('offset'))), VADDR.u64), alignment);
  const index = recordIndex(operands);
  const recordBase = mul(index, resourceField(SRSRC, 'stride'));
  const swizzled = ne(resourceField(SRSRC, 'swizzleEnable'), ZERO);
  return bytes.map((byte) => {
    const parts = recordOffset(operands, byte);
    const offset = add(parts.own, parts.constant);
    const inSwizzled = swizzledOffset(SRSRC, index, offset);
    const bufferOffset = select(swizzled, inSwizzled, add(recordBase, offset));
    const based = align(add64(base, zext64(bufferOffset)), alignment);
    const checked = { index, offset: parts, swizzledOffset: inSwizzled, swizzled };
    return {
      address: select(flag('addr64'), displaced(flat, byte), based),
      valid: select(flag('addr64'), bool(true), inRange(operands, checked)),
    };
  });
}

/** The access to a whole element: typed accesses and atomics. */
export const bufferAccess = (operands: BufferOperands, alignment: Alignment): BufferAccess =>
  elementOf(accesses(operands, alignment, [0]), 0, 'access');

/** Bytes from one dword of a lane to the next one. */
const elementStep = (resource: Destination): Ex<'u32'> =>
  select(
    ne(resourceField(resource, 'swizzleEnable'), ZERO),
    shl(u32(4), add(resourceField(resource, 'indexStride'), u32(3))),
    u32(4),
  );

/** Untyped accesses of `bits` each, which are addressed and range-checked one by one. */
function untyped(operands: BufferOperands, bits: 8 | 16 | 32, bytes: readonly number[]): readonly BufferAccess[] {
  const { SRSRC } = operands;
  if (!UNALIGNED.has(SRSRC)) return accesses(operands, (bits / 8) as Alignment, bytes);
  const unaligned = accesses(operands, 1, bytes);
  return bits === 8 ? unaligned : unaligned.map((access) => ({ ...access, elementStep: elementStep(SRSRC) }));
}

/** The untyped access of at most a dword. */
export const bufferElement = (operands: BufferOperands, bits: 8 | 16 | 32): BufferAccess =>
  elementOf(untyped(operands, bits, [0]), 0, 'access');

/** The value at the address of an access. */
export const loadFrom = ({ address, valid, elementStep }: BufferAccess, bits: 8 | 16 | 32): Ex<'u32'> =>
  load('global', bits, address, valid, elementStep);
export const storeTo = (access: BufferAccess, bits: 8 | 16 | 32, value: Ex<'u32'>): Stmt => ({
  kind: 'store',
  space: 'global',
  bits,
  ...access,
  value,
});

/** The vector registers in an address, for an instruction without them: zero. */
const NO_REGISTERS = {
  u32: ZERO,
  u64: u64(0n),
  at: (): Destination => NO_REGISTERS,
} as unknown as Destination;

/** The access to a dword by scalar operands alone. */
export const scalarBufferAccess = (operands: Omit<BufferOperands, 'VADDR'>): BufferAccess =>
  bufferAccess({ ...operands, VADDR: NO_REGISTERS }, 4);

/** The dwords of a wide untyped access. */
export const bufferDwords = (operands: BufferOperands, count: number): readonly BufferAccess[] =>
  untyped(
    operands,
    32,
    Array.from({ length: count }, (_, i) => 4 * i),
  );

/**
 * Address in LDS of a lane's dword when a load has lds set: M0 plus the instruction's offset; lanes are consecutive.
 */
export const ldsTransferAddress: Ex<'u32'> = and(
  add(add(and(M0.u32, u32(0xffff)), field('offset')), shl(LANE, u32(2))),
  not(u32(3)),
);
