// Requests about events.

import { RequestError, require } from '../../core/errno.js';
import type { Events } from '../events.js';
import { type KfdHandler, readGuest, writeGuest } from '../handler.js';
import { EventData, EventType, SIGNAL_EVENT_LIMIT, WaitResult } from '../schema.js';

const LAST_TYPE = EventType.MEMORY;
/** Value by which the runtime recognises a page of mailboxes: it has made one itself. */
const MAILBOX_PAGE = 1n;

export const createEvent: KfdHandler<'CREATE_EVENT'> = (process, { event_type, auto_reset }) => {
  require(event_type <= LAST_TYPE, `there are no events of type ${event_type}`);
  const id = process.events.create(event_type, auto_reset !== 0);
  // The slot of the mailbox, and what a packet's signal writes into it, are the event's number.
  return { event_id: id, event_trigger_data: id, event_slot_index: id, event_page_offset: MAILBOX_PAGE };
};

export const destroyEvent: KfdHandler<'DESTROY_EVENT'> = (process, { event_id }) => {
  process.events.destroy(event_id);
  return {};
};

export const setEvent: KfdHandler<'SET_EVENT'> = (process, { event_id }) => {
  process.events.set(event_id);
  return {};
};

export const resetEvent: KfdHandler<'RESET_EVENT'> = (process, { event_id }) => {
  process.events.reset(event_id);
  return {};
};

/** Data of memory faults for waiters. */
function send(events: Events, view: DataView, ids: readonly number[]): void {
  ids.forEach((id, n) => {
    const exception = events.exceptionOf(id);
    if (!exception) return;
    const { va, gpuId, notPresent, readOnly } = exception;
    const values = { NotPresent: Number(notPresent), ReadOnly: Number(readOnly), NoExecute: 0, imprecise: 0 };
    EventData.write(view, { ...values, va, gpu_id: gpuId, ErrorType: 0 }, n * EventData.size);
  });
}

export const waitEvents: KfdHandler<'WAIT_EVENTS'> = (process, args, call) => {
  const { events } = process;
  if (args.num_events > SIGNAL_EVENT_LIMIT) throw new RequestError('EINVAL', `${args.num_events} events`);
  const view = readGuest(call, args.events_ptr, args.num_events * EventData.size);
  const ids = Array.from({ length: args.num_events }, (_, n) => EventData.read(view, n * EventData.size).event_id);
  const finish = (complete: boolean) => {
    if (complete) {
      send(events, view, ids);
      writeGuest(call, args.events_ptr, view);
    }
    return { wait_result: complete ? WaitResult.COMPLETE : WaitResult.TIMEOUT };
  };
  // A waiting program needs what it has submitted.
  if (process.queues.size > 0) process.send({ type: 'look' });
  const result = events.wait(ids, args.wait_for_all !== 0, args.timeout);
  return typeof result === 'boolean' ? finish(result) : result.then(finish);
};
