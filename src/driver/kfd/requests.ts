// From an intercepted ioctl of /dev/kfd to its handler: the number names the structure, which is copied in and out as
// the kernel does it.

import type { IoctlCall } from '../../host/device.js';
import { RequestError } from '../core/errno.js';
import type { KfdHandler } from './handler.js';
import * as events from './handlers/events.js';
import * as general from './handlers/general.js';
import * as ipc from './handlers/ipc.js';
import * as memory from './handlers/memory.js';
import * as queues from './handlers/queues.js';
import * as waveState from './handlers/wave-state.js';
import type { KfdProcess } from './process.js';
import type { RenderFile } from './render.js';
import { type Args, REFUSED, REQUESTS, type RequestName, SVM_NUMBER } from './schema.js';

type Handlers = { readonly [N in RequestName]: KfdHandler<N> };

/** @param files of the GPUs that are open, by inode */
export const handlersOf = (files: ReadonlyMap<number, RenderFile>): Handlers => ({
  GET_VERSION: general.getVersion,
  CREATE_QUEUE: queues.createQueue,
  DESTROY_QUEUE: queues.destroyQueue,
  SET_MEMORY_POLICY: general.setMemoryPolicy,
  GET_CLOCK_COUNTERS: general.getClockCounters,
  GET_PROCESS_APERTURES: general.getProcessApertures,
  UPDATE_QUEUE: queues.updateQueue,
  CREATE_EVENT: events.createEvent,
  DESTROY_EVENT: events.destroyEvent,
  SET_EVENT: events.setEvent,
  RESET_EVENT: events.resetEvent,
  WAIT_EVENTS: events.waitEvents,
  SET_SCRATCH_BACKING_VA: general.setScratchBackingVa,
  GET_TILE_CONFIG: general.getTileConfig,
  SET_TRAP_HANDLER: general.setTrapHandler,
  GET_PROCESS_APERTURES_NEW: general.getProcessAperturesNew,
  ACQUIRE_VM: general.acquireVm(files),
  ALLOC_MEMORY_OF_GPU: memory.allocMemory,
  FREE_MEMORY_OF_GPU: memory.freeMemory,
  MAP_MEMORY_TO_GPU: memory.mapMemory,
  UNMAP_MEMORY_FROM_GPU: memory.unmapMemory,
  SET_CU_MASK: queues.setCuMask,
  GET_QUEUE_WAVE_STATE: waveState.getQueueWaveState,
  ALLOC_QUEUE_GWS: queues.allocQueueGws,
  SET_XNACK_MODE: general.setXnackMode,
  AVAILABLE_MEMORY: memory.availableMemory,
  IPC_IMPORT_HANDLE: ipc.importHandle,
  IPC_EXPORT_HANDLE: ipc.exportHandle,
});

const BY_NUMBER = new Map(Object.entries(REQUESTS).map(([name, [number]]) => [number as number, name as RequestName]));

/** The request of that number; undefined when there is none that is answered. */
export const requestOf = (request: number): RequestName | undefined => BY_NUMBER.get(request & 0xff);

/** Bytes of the argument that the caller has. */
const sizeOf = (request: number): number => (request >>> 16) & 0x3fff;
const GETS = 2;

/** @throws RequestError */
function unknown(request: number): never {
  const number = request & 0xff;
  if (number === SVM_NUMBER)
    throw new RequestError('EINVAL', 'SVM: kernels reach memory of the program by allocations only');
  throw new RequestError('ENOTTY', REFUSED.get(number) ?? `there is no request 0x${number.toString(16)}`);
}

/** @throws RequestError */
export function perform(handlers: Handlers, process: KfdProcess, call: IoctlCall): number | Promise<number> {
  const name = requestOf(call.request);
  if (!name) return unknown(call.request);
  const [, direction, struct] = REQUESTS[name];
  // Callers may have been built with a header that knows less of a structure, or more.
  const size = Math.min(sizeOf(call.request), struct.size);
  const bytes = new Uint8Array(struct.size);
  const argument = size > 0 ? call.memory.read(call.argument, size) : new Uint8Array(0);
  if (!argument) throw new RequestError('EFAULT', `${name}: argument is not readable`);
  bytes.set(argument);
  const view = new DataView(bytes.buffer);
  const finish = (answer: object): number => {
    struct.write(view, answer as never);
    if (!(direction & GETS) || size === 0) return 0;
    if (call.memory.write(call.argument, bytes.subarray(0, size))) return 0;
    throw new RequestError('EFAULT', `${name}: argument is not writable`);
  };
  // The table pairs every name with the handler of its own structure; the union over names loses that.
  const handler = handlers[name] as KfdHandler<RequestName>;
  const answer = handler(process, struct.read(view) as Args<RequestName>, call);
  return answer instanceof Promise ? answer.then(finish) : finish(answer);
}
