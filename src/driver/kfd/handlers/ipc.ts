// Requests by which a process gives memory of a GPU to another one.

import { RequestError, require } from '../../core/errno.js';
import type { KfdHandler } from '../handler.js';
import { MemoryFlag } from '../schema.js';

export const exportHandle: KfdHandler<'IPC_EXPORT_HANDLE'> = (process, { handle, gpu_id, flags }) => {
  const agent = process.agent(gpu_id);
  const { memory, context } = process.space;
  const allocation = memory.get(handle);
  const { address, size, borrowed } = allocation;
  require(allocation.gpuId === gpu_id, `allocation ${handle} is not of GPU 0x${gpu_id.toString(16)}`);
  require(!borrowed, `allocation ${handle} belongs to another process`);
  if (address === undefined || !(allocation.flags & MemoryFlag.VRAM) || allocation.flags & MemoryFlag.AQL_QUEUE_MEM)
    throw new RequestError('EINVAL', 'only memory of a GPU can be shared with other processes, not that of the host');
  const pages = context.video.pagesAt(address, process.fdOf(agent));
  return {
    share_handle: process.shares.give({ owner: process, handle: allocation.handle, gpuId: gpu_id, size, pages, flags }),
  };
};

export const importHandle: KfdHandler<'IPC_IMPORT_HANDLE'> = (process, { share_handle, gpu_id, va_addr }) => {
  process.agent(gpu_id);
  const shared = process.shares.find(share_handle);
  require(shared !== undefined, 'there is no shared memory with that handle, or it has been freed');
  require(shared.gpuId === gpu_id, `this is memory of GPU 0x${shared.gpuId.toString(16)}`);
  require(shared.owner !== process, 'the memory belongs to this process itself');
  const { memory } = process.space;
  const { size, pages } = shared;
  const address = memory.place(va_addr, BigInt(size));
  const added = memory.add({
    address,
    size,
    flags: MemoryFlag.VRAM,
    gpuId: gpu_id,
    host: undefined,
    borrowed: pages,
  });
  process.sendRanges();
  // No offset: the runtime does not map it, as it maps no memory of a GPU that the host does not see.
  return { handle: BigInt(added.handle), mmap_offset: 0n, flags: shared.flags };
};
