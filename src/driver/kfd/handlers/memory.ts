// Requests about memory. The runtime chooses addresses, maps the pages itself, and reports what it has done.

import { PAGE_SIZE } from '../../../abi/memory-map.js';
import { markMemory } from '../../../launch/poison.js';
import { RequestError, require } from '../../core/errno.js';
import { FRAME_BUFFER_SIZE } from '../chips.js';
import { doorbellOffset, MMIO_OFFSET } from '../doorbells.js';
import { type KfdHandler, readGuest } from '../handler.js';
import type { KfdAllocation } from '../memory.js';
import type { KfdProcess } from '../process.js';
import { type Args, MemoryFlag } from '../schema.js';

type AllocArgs = Args<'ALLOC_MEMORY_OF_GPU'>;

const KINDS = MemoryFlag.VRAM | MemoryFlag.GTT | MemoryFlag.USERPTR | MemoryFlag.DOORBELL | MemoryFlag.MMIO_REMAP;
const PAGE = BigInt(PAGE_SIZE);
/** Memory of the program's own that kernels may reach: it is compared around each launch. */
const MAX_HOST_BYTES = 2 ** 30;
/** Bytes up to which memory is marked: all its pages are taken then, used or not. */
const MAX_MARKED = 2 ** 30;

/** Pages that kernels do not reach. */
function special(process: KfdProcess, args: AllocArgs, mmap_offset: bigint): Partial<AllocArgs> {
  require(args.size > 0n && args.size <= 2n * PAGE, `a page of ${args.size} bytes`);
  const { flags, gpu_id } = args;
  const order = { address: undefined, size: Number(args.size), flags, gpuId: gpu_id, host: undefined };
  return { handle: BigInt(process.space.memory.add(order).handle), mmap_offset };
}

export const allocMemory: KfdHandler<'ALLOC_MEMORY_OF_GPU'> = (process, args) => {
  const agent = process.agent(args.gpu_id);
  const { memory, context } = process.space;
  const kind = args.flags & KINDS;
  require(kind !== 0 &&
    (kind & (kind - 1)) === 0, `flags 0x${args.flags.toString(16)} select no kind of memory, or several`);
  if (kind === MemoryFlag.MMIO_REMAP) return special(process, args, MMIO_OFFSET);
  if (kind === MemoryFlag.DOORBELL) return special(process, args, doorbellOffset(agent));
  const isHost = kind === MemoryFlag.USERPTR;
  require(!isHost || args.mmap_offset % PAGE === 0n, 'memory of the program begins in the middle of a page');
  if (isHost && args.mmap_offset === args.va_addr) process.warnOfPaged();
  if (isHost && memory.hostBytes + Number(args.size) > MAX_HOST_BYTES)
    throw new RequestError('ENOMEM', `more than ${MAX_HOST_BYTES} bytes of the program's own memory`);
  const address = memory.place(args.va_addr, args.size);
  const allocation = memory.add({
    address,
    size: Number(args.size),
    flags: args.flags,
    gpuId: args.gpu_id,
    host: isHost ? args.mmap_offset : undefined,
    fd: process.fdOf(agent),
  });
  process.sendRanges();
  markFresh(process, allocation);
  const offset = isHost ? args.mmap_offset : BigInt(context.video.fileOffsetOf(address));
  return { handle: BigInt(allocation.handle), mmap_offset: offset };
};

/**
 * Poisons the device's own memory, which hipMalloc gives to programs, where reads of unwritten memory are checked.
 * Other writes to it (copy engines, the runtime through a mapping, other processes) are not reported.
 */
function markFresh(process: KfdProcess, { address, size, flags, borrowed }: KfdAllocation): void {
  const { context, memory } = process.space;
  if (!context.services.checksWrites || address === undefined || borrowed) return;
  if (!(flags & MemoryFlag.VRAM) || flags & MemoryFlag.AQL_QUEUE_MEM) return;
  if (memory.usedBytes > MAX_MARKED) return;
  markMemory(context.video.memory, address, size);
  process.note({ type: 'marked', address, size });
}

export const freeMemory: KfdHandler<'FREE_MEMORY_OF_GPU'> = (process, { handle }) => {
  const { memory } = process.space;
  const allocation = memory.get(handle);
  if (memory.leave(allocation.handle)) process.send({ type: 'unmirror', handle: allocation.handle });
  process.shares.withdraw(process, allocation.handle);
  memory.remove(allocation);
  process.sendRanges();
  const { address, size } = allocation;
  if (address !== undefined) process.note({ type: 'givenBack', address, size });
  return {};
};

/** Says which GPUs are meant: all that are named must be there. */
function devices(process: KfdProcess, args: Args<'MAP_MEMORY_TO_GPU'>, view: DataView): void {
  for (let n = 0; n < args.n_devices; n++) process.agent(view.getUint32(4 * n, true));
}

const MAX_DEVICES = 64;

const checkedMapping = (
  handler: (process: KfdProcess, allocation: KfdAllocation) => void,
): KfdHandler<'MAP_MEMORY_TO_GPU'> => {
  return (process, args, call) => {
    const allocation = process.space.memory.get(args.handle);
    require(args.n_devices > 0 && args.n_devices <= MAX_DEVICES, `${args.n_devices} devices`);
    require(args.n_success <= args.n_devices, `${args.n_success} of ${args.n_devices} devices have succeeded`);
    devices(process, args, readGuest(call, args.device_ids_array_ptr, 4 * args.n_devices));
    handler(process, allocation);
    return { n_success: args.n_devices };
  };
};

/** All agents share an address space: what one reaches the others do. Memory of the program is carried from now on. */
export const mapMemory = checkedMapping((process, { handle, address, host, size }) => {
  if (host === undefined || address === undefined) return;
  const hold = process.space.memory.carry(handle);
  if (hold) process.send({ type: 'mirror', memory: { handle, address, host, size, hold: hold.buffer } });
});

export const unmapMemory: KfdHandler<'UNMAP_MEMORY_FROM_GPU'> = checkedMapping((process, { handle }) => {
  if (process.space.memory.leave(handle)) process.send({ type: 'unmirror', handle });
});

export const availableMemory: KfdHandler<'AVAILABLE_MEMORY'> = (process, { gpu_id }) => {
  process.agent(gpu_id);
  const left = FRAME_BUFFER_SIZE - process.space.memory.usedBytes;
  if (left < 0) throw new RequestError('ENOMEM', 'the memory is full');
  return { available: BigInt(left) };
};
