// Packets of lists in video memory: read once for each number of a list's contents.

import { Packet, PacketKind } from '../../abi/schema.js';
import type { Size3 } from '../../emulator/launch.js';
import { type GpuMemory, PERMISSION } from '../../emulator/memory.js';
import type { KernelLaunch } from '../../launch/convention.js';
import { tupleOf } from '../../util/required.js';
import type { RepeatedLaunch } from '../core/processor/queue.js';

export type PacketValues = ReturnType<(typeof Packet)['read']>;

const size3 = (values: readonly number[]): Size3 => tupleOf(values, 3, 'sizes');

/** The launch that a packet requests. */
export const launchOf = (packet: PacketValues): KernelLaunch => ({
  workDim: packet.work_dim,
  globalSize: size3(packet.global_size),
  localSize: size3(packet.local_size),
  globalOffset: size3(packet.global_offset),
  dynamicLds: packet.dynamic_lds,
  segment: packet.kernarg,
  printfBuffer: packet.printf_buffer,
});

/** A launch of a list. */
export interface ListedPacket {
  readonly program: number;
  readonly kernel: number;
  readonly call: number;
  readonly launch: KernelLaunch;
  /** The kernel in words, for errors. */
  readonly name: string;
  /** Number of launches of the same kernel directly after it, as far as that matters. */
  readonly following: number;
  readonly repeated: RepeatedLaunch;
}

/** Lists whose packets are kept; a guest with more of them has the oldest read again. */
const MAX_LISTS = 64;
const MAX_FOLLOWING = 32;

/** Writes `following` into the packets of a list, from the last one on. */
function withFollowing(packets: readonly Omit<ListedPacket, 'following'>[]): ListedPacket[] {
  const result: ListedPacket[] = [];
  let next: ListedPacket | undefined;
  for (const packet of [...packets].reverse()) {
    const isSame = next?.program === packet.program && next.kernel === packet.kernel;
    next = { ...packet, following: isSame && next ? Math.min(next.following + 1, MAX_FOLLOWING) : 0 };
    result.push(next);
  }
  return result.reverse();
}

const listed = (packet: PacketValues): Omit<ListedPacket, 'following'> => {
  const { program, kernel, call } = packet;
  return {
    program,
    kernel,
    call,
    launch: launchOf(packet),
    name: `kernel ${kernel} of program ${program}`,
    repeated: { kernel: undefined, launch: undefined, cursor: undefined },
  };
};

export class PacketLists {
  private readonly cached = new Map<bigint, readonly ListedPacket[]>();

  constructor(private readonly memory: GpuMemory) {}

  /** The packets, or why they cannot be executed. */
  read(packet: PacketValues): readonly ListedPacket[] | string {
    const { list_number: number } = packet;
    const cached = this.cached.get(number);
    if (cached) return cached;
    const packets = this.readAnew(packet);
    if (typeof packets === 'string') return packets;
    const oldest = this.cached.keys().next();
    if (this.cached.size >= MAX_LISTS && !oldest.done) this.cached.delete(oldest.value);
    this.cached.set(number, packets);
    return packets;
  }

  private readAnew({ list, list_length: length }: PacketValues): readonly ListedPacket[] | string {
    const bytes = length * Packet.size;
    const offset = this.memory.space.translate(list, bytes);
    if (length === 0 || offset === undefined || !this.memory.allows(offset, bytes, PERMISSION.readWrite))
      return `list of ${length} packets at 0x${list.toString(16)} is not in allocated memory`;
    const packets = Array.from({ length }, (_, index) => Packet.read(this.memory.view, offset + index * Packet.size));
    const odd = packets.findIndex(({ kind }) => kind !== PacketKind.DISPATCH);
    if (odd >= 0) return `packet ${odd} of the list at 0x${list.toString(16)} is no launch`;
    return withFollowing(packets.map(listed));
  }
}
