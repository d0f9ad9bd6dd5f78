// Effective addresses and range checks of MUBUF and MTBUF as expression trees.
// Source: "Southern Islands Series ISA", chapter "Vector Memory Buffer Instructions": addressing, swizzling, range checking.

import { bool, type Destination, type Ex, field, flag, LANE, M0, ops, select, u32, u64 } from '../../language/expr.js';
import { BUFFER_RESOURCE, type DescriptorField } from './descriptors.js';

const { add, add64, and, and64, andB, leU, ltU, mul, ne, notB, not, pack, shl, shrU, sub, zext64 } = ops;

/** The address operands of a buffer instruction. */
export interface BufferOperands {
  readonly VADDR: Destination;
  readonly SRSRC: Destination;
  readonly SOFFSET: Destination;
}

/** Where one part of a buffer access goes and whether it is in range. */
export interface Access {
  readonly address: Ex<'u64'>;
  readonly valid: Ex<'b1'>;
}

const ZERO = u32(0);

const FIELDS = new WeakMap<Destination, Map<DescriptorField, Ex<'u32'>>>();

function fieldsOf(resource: Destination): Map<DescriptorField, Ex<'u32'>> {
  let fields = FIELDS.get(resource);
  if (!fields) FIELDS.set(resource, (fields = new Map()));
  return fields;
}

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

/** Record number: VGPR index with idxen, plus the lane number when the resource says so. */
function recordIndex({ VADDR, SRSRC }: BufferOperands): Ex<'u32'> {
  const threadId = select(ne(resourceField(SRSRC, 'addTidEnable'), ZERO), LANE, ZERO);
  return add(select(flag('idxen'), VADDR.u32, ZERO), threadId);
}

/** Byte offset inside the record: VGPR offset with offen (the second VGPR when there is an index), plus the instruction's. */
function recordOffset({ VADDR }: BufferOperands): Ex<'u32'> {
  const fromVgpr = select(flag('offen'), select(flag('idxen'), VADDR.at(1).u32, VADDR.u32), ZERO);
  return add(fromVgpr, field('offset'));
}

/** Offset into a swizzled buffer: elements of `indexStride` consecutive records lie side by side. */
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
 * Raw buffers (stride 0) compare the byte offset with what the scalar offset leaves of the buffer. Structured buffers
 * compare the record number and, when records are indexed at all, the offset inside the record.
 */
function inRange(operands: BufferOperands, index: Ex<'u32'>, offset: Ex<'u32'>, bufferOffset: Ex<'u32'>): Ex<'b1'> {
  const { SRSRC, SOFFSET } = operands;
  const records = resourceField(SRSRC, 'numRecords');
  const stride = resourceField(SRSRC, 'stride');
  const raw = andB(ltU(SOFFSET.u32, records), ltU(bufferOffset, sub(records, SOFFSET.u32)));
  const addsTid = ne(resourceField(SRSRC, 'addTidEnable'), ZERO);
  const indexed = select(flag('idxen'), bool(true), addsTid);
  const structured = andB(ltU(index, records), notB(andB(indexed, leU(stride, offset))));
  return select(ne(stride, ZERO), structured, raw);
}

/** Bytes to which the hardware aligns an address by ignoring low bits. */
export type Alignment = 1 | 2 | 4 | 8;

const align = (address: Ex<'u64'>, alignment: Alignment): Ex<'u64'> =>
  alignment === 1 ? address : and64(address, u64(-BigInt(alignment)));

/** Addresses have 48 bits: compilers make a base of -256 out of the 48 bits of a V#, and rely on the carry being lost. */
const ADDRESS_MASK = 0xffff_ffff_ffffn;

const wrap = (address: Ex<'u64'>, alignment: Alignment): Ex<'u64'> =>
  and64(address, u64(ADDRESS_MASK & -BigInt(alignment)));

const displaced = (address: Ex<'u64'>, bytes: number): Ex<'u64'> =>
  bytes === 0 ? address : add64(address, u64(BigInt(bytes)));

/** What lies `byte` bytes into an element, for each of `bytes`. */
function accesses(operands: BufferOperands, alignment: Alignment, bytes: readonly number[]): readonly Access[] {
  const { VADDR, SRSRC, SOFFSET } = operands;
  const base = add64(bufferBase(SRSRC), zext64(SOFFSET.u32));
  // 64-bit addressing knows neither records nor a range. What all lanes share comes first.
  const flat = wrap(add64(add64(base, zext64(field('offset'))), VADDR.u64), alignment);
  const index = recordIndex(operands);
  const recordBase = mul(index, resourceField(SRSRC, 'stride'));
  const firstOffset = recordOffset(operands);
  const swizzled = ne(resourceField(SRSRC, 'swizzleEnable'), ZERO);
  return bytes.map((byte) => {
    const offset = byte === 0 ? firstOffset : add(firstOffset, u32(byte));
    const bufferOffset = select(swizzled, swizzledOffset(SRSRC, index, offset), add(recordBase, offset));
    const based = align(add64(base, zext64(bufferOffset)), alignment);
    return {
      address: select(flag('addr64'), displaced(flat, byte), based),
      valid: select(flag('addr64'), bool(true), inRange(operands, index, offset, bufferOffset)),
    };
  });
}

/** The access to a whole element: typed accesses, atomics, and untyped ones of at most a dword. */
export const bufferAccess = (operands: BufferOperands, alignment: Alignment): Access =>
  accesses(operands, alignment, [0])[0]!;

/** What an address has of the vector registers of an instruction that names none. */
const NO_REGISTERS = {
  u32: ZERO,
  u64: u64(0n),
  at: (): Destination => NO_REGISTERS,
} as unknown as Destination;

/** The access to a dword by scalar operands alone. */
export const scalarBufferAccess = (operands: Omit<BufferOperands, 'VADDR'>): Access =>
  bufferAccess({ ...operands, VADDR: NO_REGISTERS }, 4);

/** The dwords of a wide untyped access, which are addressed and range-checked one by one. */
export const bufferDwords = (operands: BufferOperands, count: number): readonly Access[] =>
  accesses(
    operands,
    4,
    Array.from({ length: count }, (_, i) => 4 * i),
  );

/** Where a lane's dword goes in LDS when a load has lds set: M0 plus the instruction's offset, lanes follow one another. */
export const ldsTransferAddress: Ex<'u32'> = and(
  add(add(and(M0.u32, u32(0xffff)), field('offset')), shl(LANE, u32(2))),
  not(u32(3)),
);
