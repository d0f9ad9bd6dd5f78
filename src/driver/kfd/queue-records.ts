// Queues of a process, as the control plane keeps them.

import { RequestError } from '../core/errno.js';
import type { SaveArea, SuspendedQueue } from './aql/messages.js';
import type { Agent } from './chips.js';

export interface QueueRecord {
  readonly id: number;
  readonly agent: Agent;
  /** Room for its wavefronts while it is suspended. */
  readonly saves: SaveArea | undefined;
  /** Barriers of the global wave sync that it has. */
  gridBarriers: number;
  /** Set while it is suspended, or about to be. */
  suspended: Promise<SuspendedQueue> | undefined;
}

/** Ids are even: slots of doorbells are 4 bytes apart for chips before gfx9, and a doorbell has 8. */
const QUEUE_STEP = 2;
/** Doorbells of a page. */
const QUEUE_LIMIT = 512;

/** Adds a queue with the first free id. @throws RequestError ENOMEM */
export function addRecord(queues: Map<number, QueueRecord>, agent: Agent, saves: SaveArea | undefined): QueueRecord {
  for (let id = 0; id < QUEUE_LIMIT * QUEUE_STEP; id += QUEUE_STEP) {
    if (queues.has(id)) continue;
    const record: QueueRecord = { id, agent, saves, gridBarriers: 0, suspended: undefined };
    queues.set(id, record);
    return record;
  }
  throw new RequestError('ENOMEM', `there are ${QUEUE_LIMIT} queues already`);
}
