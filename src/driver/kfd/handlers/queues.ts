// Requests about queues. Packets themselves need none: the processor thread reads them in memory.

import { RequestError, require } from '../../core/errno.js';
import type { SaveArea } from '../aql/messages.js';
import { SAVE_HEADER_BYTES } from '../aql/suspensions.js';
import { type Agent, gridBarriersOf } from '../chips.js';
import { doorbellOffset } from '../doorbells.js';
import { hex, type KfdHandler } from '../handler.js';
import type { KfdProcess } from '../process.js';
import type { QueueRecord } from '../queue-records.js';
import { type Args, QueueType } from '../schema.js';

const MIN_RING = 1024;
const MAX_RING = 2 ** 30;
const PACKET = 64;
const FULL = 100;
const MAX_PRIORITY = 15;

/** The offset of memory that the process has allocated. */
function owned(process: KfdProcess, address: bigint, size: number, alignment: number, what: string): number {
  const { video } = process.space.context;
  const offset = video.memory.space.translate(address, size);
  require(offset !== undefined && video.owns(offset, size), `${what} at ${hex(address)} is not in allocated memory`);
  require(offset % alignment === 0, `${what} at ${hex(address)} is not aligned`);
  return offset;
}

function checkRing(size: number): void {
  const isPower = (size & (size - 1)) === 0;
  require(size >= MIN_RING && size <= MAX_RING && isPower, `a ring of ${size} bytes`);
}

/** Each has 8 bytes. Before gfx9 the runtime adds the queue's number itself. */
const DOORBELL_STEP = 4n;

/**
 * Observers of kernels see what copies do only where kernels copy, as they do when the runtime is refused these queues.
 */
function checkType(process: KfdProcess, type: number, { gfxTargetVersion }: Agent): void {
  if (type === QueueType.COMPUTE_AQL) return;
  require(type ===
    QueueType.SDMA, `queues of type ${type} are not supported, only AQL queues and those of copy engines`);
  require(gfxTargetVersion >= 90000, 'copy engines of gfx8 are not simulated: kernels copy instead');
  require(!process.isObserved, 'kernels are observed: they copy in place of copy engines');
}

/**
 * Runtimes may have it in memory that is out of reach: then suspended wavefronts cannot be read. Before gfx9 the layout
 * of the control stack is not published.
 */
function saveAreaOf(process: KfdProcess, agent: Agent, args: Args<'CREATE_QUEUE'>): SaveArea | undefined {
  const { ctx_save_restore_address: area, ctx_save_restore_size: size, ctl_stack_size: controlStackSize } = args;
  const { video } = process.space.context;
  const offset = video.memory.space.translate(area, size);
  const isThere = offset !== undefined && offset % 4 === 0 && video.owns(offset, size);
  if (agent.gfxTargetVersion < 90000 || !isThere || controlStackSize % 4 !== 0) return undefined;
  if (size <= controlStackSize || controlStackSize <= SAVE_HEADER_BYTES) return undefined;
  return { address: offset + controlStackSize, size: size - controlStackSize, controlStackSize };
}

export const createQueue: KfdHandler<'CREATE_QUEUE'> = (process, args) => {
  const agent = process.agent(args.gpu_id);
  checkType(process, args.queue_type, agent);
  require(args.queue_percentage <= FULL && args.queue_priority <= MAX_PRIORITY, 'percentage or priority is too high');
  checkRing(args.ring_size);
  const ring = owned(process, args.ring_base_address, args.ring_size, PACKET, 'the ring');
  const written = owned(process, args.write_pointer_address, 8, 8, 'the write index');
  const read = owned(process, args.read_pointer_address, 8, 8, 'the read index');
  const isCopying = args.queue_type === QueueType.SDMA;
  const saves = isCopying ? undefined : saveAreaOf(process, agent, args);
  const record = process.addQueue(agent, saves);
  const { id } = record;
  const place = { ring, size: args.ring_size, written, read, saves };
  process.send({
    type: isCopying ? 'createCopies' : 'create',
    queue: { id, device: agent.device, chip: agent.chip.llvm, ...place },
  });
  if (args.queue_percentage === 0) record.suspended = process.suspend(id);
  const inPage = agent.gfxTargetVersion >= 90000 ? BigInt(id) * DOORBELL_STEP : 0n;
  return { queue_id: id, doorbell_offset: doorbellOffset(agent) + inPage };
};

export function requireQueue(process: KfdProcess, id: number): QueueRecord {
  const queue = process.queues.get(id);
  require(queue !== undefined, `there is no queue ${id}`);
  return queue;
}

export const destroyQueue: KfdHandler<'DESTROY_QUEUE'> = (process, { queue_id }) => {
  requireQueue(process, queue_id);
  process.removeQueue(queue_id);
  return {};
};

/** A queue without a share of the GPU is suspended: the request ends when its wavefronts stand still. */
export const updateQueue: KfdHandler<'UPDATE_QUEUE'> = async (process, args: Args<'UPDATE_QUEUE'>) => {
  const queue = requireQueue(process, args.queue_id);
  require(args.queue_percentage <= FULL && args.queue_priority <= MAX_PRIORITY, 'percentage or priority is too high');
  if (args.queue_percentage > 0) {
    queue.suspended = undefined;
    process.send({ type: 'update', id: queue.id, running: true });
    return {};
  }
  const suspended = (queue.suspended ??= process.suspend(queue.id));
  const { refusal } = await suspended;
  if (refusal === undefined) return {};
  if (queue.suspended === suspended) queue.suspended = undefined;
  throw new RequestError('EBUSY', `queue ${queue.id} cannot be suspended: ${refusal}`);
};

/** The choice of compute units does not affect results. */
export const setCuMask: KfdHandler<'SET_CU_MASK'> = (process, { queue_id }) => {
  requireQueue(process, queue_id);
  return {};
};

/** All barriers go to one queue at a time, the first one is number 0; with none it gives them back. */
export const allocQueueGws: KfdHandler<'ALLOC_QUEUE_GWS'> = (process, { queue_id, num_gws }) => {
  const queue = requireQueue(process, queue_id);
  const most = gridBarriersOf(queue.agent, process.isObserved);
  if (num_gws > most)
    throw new RequestError('ENODEV', `${num_gws} barriers of the global wave sync, there are ${most}`);
  const holder = [...process.queues.values()].find(
    (other) => other !== queue && other.agent === queue.agent && other.gridBarriers > 0,
  );
  if (num_gws > 0 && (holder || queue.gridBarriers > 0))
    throw new RequestError('EBUSY', 'another queue has the barriers of the global wave sync');
  queue.gridBarriers = num_gws;
  return { first_gws: 0 };
};
