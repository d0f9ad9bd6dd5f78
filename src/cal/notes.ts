// The ATI CAL notes of one encoding: what genuine images carry, in their order.
import type { ByteReader } from '../elf/bytes.js';
import { concat, fromLatin1, latin1, words } from '../elf/bytes.js';
import type { ConstantBufferNote, SamplerNote, UavNote } from './image.js';
import { type ProgInfo, parseProgInfo, progInfoWords } from './prog-info.js';
import { groupsOfSize } from './word-groups.js';

/** Note types. Source: genuine images, Multi2Sim. */
export const NOTE = {
  progInfo: 1,
  inputs: 2,
  outputs: 3,
  conditionalOutput: 4,
  float32Constants: 5,
  int32Constants: 6,
  bool32Constants: 7,
  earlyExit: 8,
  globalBuffers: 9,
  constantBuffers: 10,
  inputSamplers: 11,
  persistentBuffers: 12,
  scratchBuffers: 13,
  subConstantBuffers: 14,
  uavMailboxSize: 15,
  uav: 16,
  uavOpMask: 17,
} as const;

const OWNER = 'ATI CAL\0';
const HEADER_SIZE = 12 + OWNER.length;

export interface CalNotes {
  readonly inputs: readonly number[];
  readonly uavs: readonly UavNote[];
  readonly constantBuffers: readonly ConstantBufferNote[];
  readonly samplers: readonly SamplerNote[];
  /** Undefined for the empty encoding of genuine images, whose note has no pairs. */
  readonly progInfo: ProgInfo | undefined;
}

function note(type: number, values: readonly number[]): Uint8Array {
  return concat([words(OWNER.length, values.length * 4, type), fromLatin1(OWNER), words(...values)]);
}

/** The note segment, in the order of genuine images. */
export function writeNotes(notes: CalNotes): Uint8Array {
  const uavOpMask = notes.progInfo?.uavMask ?? new Array<number>(32).fill(0);
  return concat([
    note(NOTE.inputs, notes.inputs),
    note(NOTE.outputs, []),
    note(
      NOTE.uav,
      notes.uavs.flatMap((uav) => [uav.id, ...uav.words]),
    ),
    note(NOTE.conditionalOutput, [0]),
    note(NOTE.float32Constants, []),
    note(NOTE.int32Constants, []),
    note(NOTE.bool32Constants, []),
    note(NOTE.earlyExit, [0]),
    note(NOTE.globalBuffers, []),
    note(
      NOTE.constantBuffers,
      notes.constantBuffers.flatMap((buffer) => [buffer.index, buffer.vectors]),
    ),
    note(
      NOTE.inputSamplers,
      notes.samplers.flatMap((sampler) => [sampler.input, sampler.sampler]),
    ),
    note(NOTE.scratchBuffers, [0]),
    note(NOTE.persistentBuffers, []),
    note(NOTE.progInfo, notes.progInfo ? progInfoWords(notes.progInfo) : []),
    note(NOTE.subConstantBuffers, []),
    note(NOTE.uavMailboxSize, [0]),
    note(NOTE.uavOpMask, uavOpMask),
  ]);
}

/** All notes of a segment, by type; several of one type are joined. */
function collectNotes(reader: ByteReader): Map<number, number[]> {
  const notes = new Map<number, number[]>();
  for (let at = 0; at < reader.length; ) {
    const nameSize = reader.u32(at, 'note name size');
    const size = reader.u32(at + 4, 'note size');
    const type = reader.u32(at + 8, 'note type');
    if (nameSize !== OWNER.length) throw reader.error(at, `a note's name has ${nameSize} bytes, not ${OWNER.length}`);
    const owner = latin1(reader.slice(at + 12, OWNER.length, 'note name'));
    if (owner !== OWNER) throw reader.error(at + 12, 'a note is not of ATI CAL');
    const body = reader.part(at + HEADER_SIZE, size, `${reader.name}, note of type ${type}`);
    const values = notes.get(type) ?? [];
    for (let i = 0; i + 4 <= size; i += 4) values.push(body.u32(i));
    notes.set(type, values);
    at += HEADER_SIZE + size;
  }
  return notes;
}

/** Reads a note segment. @throws AtollError BAD_IMAGE when a note is malformed or crosses the end. */
export function readNotes(reader: ByteReader): CalNotes {
  const notes = collectNotes(reader);
  const of = (type: number): number[] => notes.get(type) ?? [];
  const info = of(NOTE.progInfo);
  return {
    inputs: of(NOTE.inputs),
    uavs: groupsOfSize(of(NOTE.uav), 4).map(([id, ...words]) => ({ id, words })),
    constantBuffers: groupsOfSize(of(NOTE.constantBuffers), 2).map(([index, vectors]) => ({ index, vectors })),
    samplers: groupsOfSize(of(NOTE.inputSamplers), 2).map(([input, sampler]) => ({ input, sampler })),
    progInfo: info.length > 0 ? parseProgInfo(info) : undefined,
  };
}
