// MEMORY_ALLOC, MEMORY_FREE, MEMORY_NOTE and FAULT_TEXT.

import { NoteKind } from '../../../abi/schema.js';
import type { Box, HostEvent } from '../../../launch/host-event.js';
import { RequestError, require } from '../../core/errno.js';
import { maxAllocation } from '../../device-models.js';
import type { Request, RequestHandler } from '../handler.js';

export const allocateMemory: RequestHandler<'MEMORY_ALLOC'> = (session, request) => {
  const chip = session.devices[request.device];
  require(chip !== undefined, `there is no device ${request.device}`);
  require(request.size > 0n &&
    request.size <=
      BigInt(maxAllocation(chip)), `${request.size} bytes; the limit of ${chip.name} is ${maxAllocation(chip)}`);
  const size = Number(request.size);
  const range =
    session.context.video.usedBytes + size > chip.globalMemory
      ? undefined
      : session.context.allocate(size, request.call);
  if (!range)
    throw new RequestError(
      'ENOMEM',
      `no room for ${size} bytes, ${session.context.video.usedBytes} of ${chip.globalMemory} are in use`,
    );
  return {
    address: session.context.video.memory.space.addressOf(range.address),
    file_offset: BigInt(session.context.video.fileOffsetOf(range.address)),
    mapped_size: BigInt(range.size),
  };
};

export const freeMemory: RequestHandler<'MEMORY_FREE'> = (session, { address }) => {
  const { context } = session;
  const offset = context.video.memory.space.translate(address) ?? -1;
  require(context.free(offset), `0x${address.toString(16)} is not the start of an allocation`);
  return {};
};

export const faultText: RequestHandler<'FAULT_TEXT'> = (session, { signal }) => {
  session.context.services.processors.poll();
  return { text: session.faultText(signal) };
};

type MemoryNoteRequest = Request<'MEMORY_NOTE'>;

const boxOf = ({ width, rows, row_pitch, slices, slice_pitch }: MemoryNoteRequest, address: number): Box => ({
  address,
  width: Number(width),
  rows: Number(rows),
  rowPitch: Number(row_pitch),
  slices: Number(slices),
  slicePitch: Number(slice_pitch),
});

const OBJECT_KINDS = {
  [NoteKind.BUFFER]: 'buffer',
  [NoteKind.IMAGE]: 'image',
  [NoteKind.SUB_BUFFER]: 'sub-buffer',
} as const;

/** A memory object that a program has created. */
function createdObject(
  { object, call, parent, width, flags }: MemoryNoteRequest,
  what: (typeof OBJECT_KINDS)[keyof typeof OBJECT_KINDS],
  address: number,
): HostEvent {
  return {
    type: 'object',
    what,
    object: Number(object),
    call,
    parent: Number(parent),
    address,
    size: Number(width),
    flags: Number(flags),
  };
}

/** The position of a launch among those of its queue. */
const orderOf = (note: MemoryNoteRequest, segment: number): HostEvent => ({
  type: 'order',
  segment,
  chain: Number(note.object),
  position: Number(note.parent),
  first: note.first,
  clock: note.objects.slice(0, note.count).map(Number),
});

/** Event of a memory note; undefined for unknown kinds. @param at the offset in GPU memory of an address */
function programNote(note: MemoryNoteRequest, at: (address: bigint) => number): HostEvent | undefined {
  const { kind, call } = note;
  const object = Number(note.object);
  const address = at(note.address);
  switch (kind) {
    case NoteKind.BUFFER:
    case NoteKind.SUB_BUFFER:
    case NoteKind.IMAGE:
      return createdObject(note, OBJECT_KINDS[kind], address);
    case NoteKind.RELEASED:
      return { type: 'released', object };
    case NoteKind.WRITTEN:
      return { type: 'written', box: boxOf(note, address) };
    case NoteKind.COPIED: {
      const { source_row_pitch, source_slice_pitch } = note;
      const from = boxOf({ ...note, row_pitch: source_row_pitch, slice_pitch: source_slice_pitch }, at(note.source));
      return { type: 'copied', box: boxOf(note, address), from };
    }
    case NoteKind.LAUNCH: {
      const objects = note.objects.slice(0, note.count).map(Number);
      return { type: 'launch', call, isRecorded: note.flags !== 0n, segment: address, first: note.first, objects };
    }
    case NoteKind.ORDER:
      return orderOf(note, address);
    default:
      return undefined;
  }
}

export const noteMemory: RequestHandler<'MEMORY_NOTE'> = (session, request) => {
  const { services, video, id } = session.context;
  require(services.notes === true, 'notes have not been requested');
  const note = programNote(request, (address) => video.memory.space.translate(address) ?? 0);
  require(note !== undefined, `there is no note of kind ${request.kind}`);
  services.processors.post({ type: 'host-event', session: id, note });
  return {};
};
