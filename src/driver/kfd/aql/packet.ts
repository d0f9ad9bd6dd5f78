// AQL packets: 64 bytes each in a ring. Source: HSA Platform System Architecture Specification 1.2, 2.9.

import type { Size3 } from '../../../emulator/launch.js';
import type { GpuMemory } from '../../../emulator/memory.js';

export const PACKET_SIZE = 64;
const HEADER_BYTES = 4;
/** The low byte of the header. Until a packet is whole it says `INVALID`. */
export const PacketType = { VENDOR: 0, INVALID: 1, DISPATCH: 2, AGENT: 4, BARRIER_AND: 3, BARRIER_OR: 5 } as const;

/** Offset of a packet's completion signal. */
const SIGNAL = 56;
/**
 * The second half-word of a vendor's packet that refers to a buffer of PM4; others have PM4 themselves, up to their
 * end.
 */
const REFERS_TO_PM4 = 1;
const DEPENDENCIES = 8;
const DEPENDENCY_COUNT = 5;

export interface AqlDispatch {
  readonly dimensions: number;
  readonly group: Size3;
  readonly grid: Size3;
  /** Bytes of a work-item's private memory, and of a work-group's LDS. */
  readonly privateBytes: number;
  readonly groupBytes: number;
  readonly kernel: bigint;
  readonly kernarg: bigint;
  readonly signal: bigint;
}

/** @param view a copy of the packet */
export function readDispatch(view: DataView): AqlDispatch {
  const u16 = (offset: number): number => view.getUint16(offset, true);
  const u32 = (offset: number): number => view.getUint32(offset, true);
  const u64 = (offset: number): bigint => view.getBigUint64(offset, true);
  return {
    dimensions: u16(2) & 3,
    group: [u16(4), u16(6), u16(8)],
    grid: [u32(12), u32(16), u32(20)],
    privateBytes: u32(24),
    groupBytes: u32(28),
    kernel: u64(32),
    kernarg: u64(40),
    signal: u64(SIGNAL),
  };
}

/** The signals that a barrier waits for; 0 where there is none. */
export const dependencies = (view: DataView): bigint[] =>
  Array.from({ length: DEPENDENCY_COUNT }, (_, n) => view.getBigUint64(DEPENDENCIES + 8 * n, true));

export const completionSignal = (view: DataView): bigint => view.getBigUint64(SIGNAL, true);

/** True if a vendor's packet may have a completion signal: runtimes from 6 on wait for it. */
export const hasSignal = (view: DataView): boolean => view.getUint16(2, true) === REFERS_TO_PM4;

/**
 * A copy of a packet, each byte read once: a program may change its words while they are looked at.
 * @param header its first word, which has been read
 */
export function copyOf({ u8 }: Pick<GpuMemory, 'u8'>, at: number, header: number): DataView {
  const view = new DataView(new ArrayBuffer(PACKET_SIZE));
  view.setInt32(0, header, true);
  new Uint8Array(view.buffer).set(u8.subarray(at + HEADER_BYTES, at + PACKET_SIZE), HEADER_BYTES);
  return view;
}
