// Operations of a program on its memory up to a launch: sufficient to check the launch later, without the program.
// Plain data: it is kept in recordings.

import type { DebugInfo } from '../source/debug-info.js';
import type { KernelArgument } from './argument.js';
import type { Box, HostEvent, MemoryObjectEvent } from './host-event.js';

/** Bytes of GPU memory: address is an offset in it. */
export interface ByteRange {
  readonly address: number;
  readonly size: number;
}

export interface AllocationLog {
  /** Memory objects, released ones among them, each behind what it is a part of. */
  readonly objects: readonly (Omit<MemoryObjectEvent, 'type'> & { readonly released: boolean })[];
  /** Number of the call that launches. */
  readonly call: number;
  /** The objects of the launch's arguments; 0 where one has none. */
  readonly arguments: readonly number[];
  /** Bytes of the kernel's code, and of the constants behind it. */
  readonly kernelBytes: number;
  /** Written ranges of objects that have not been released; ascending, disjoint. */
  readonly written: readonly ByteRange[];
}

/** The launch, and its kernel, that a history leads to. */
export interface AllocationLogEnd {
  readonly name: string;
  readonly codeAddress: number;
  readonly arguments: readonly KernelArgument[];
  readonly debug: DebugInfo;
  /** Address of its arguments. */
  readonly segment: number;
}

const boxOf = ({ address, size }: ByteRange): Box => {
  return { address, width: size, rows: 1, rowPitch: size, slices: 1, slicePitch: size };
};

/** The host events that the program would report, in a possible order. */
export function* notesOf(history: AllocationLog, end: AllocationLogEnd): Generator<HostEvent> {
  // A released object has no part in what is written: others may have its memory now.
  const released = history.objects.filter((each) => each.released);
  for (const { released: _released, ...note } of released) {
    yield { type: 'object', ...note };
    yield { type: 'released', object: note.object };
  }
  for (const { released: isReleased, ...note } of history.objects) if (!isReleased) yield { type: 'object', ...note };
  for (const range of history.written) yield { type: 'written', box: boxOf(range) };
  const { name, codeAddress: address, arguments: all, debug, segment } = end;
  yield { type: 'kernels', kernels: [{ name, address, bytes: history.kernelBytes, arguments: all, debug }] };
  yield { type: 'launch', call: history.call, segment, first: 0, objects: history.arguments };
}
