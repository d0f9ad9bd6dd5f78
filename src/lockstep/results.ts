// Comparison of the results of two compilations of a kernel in memory.

import { type AllocationAt, type LaunchSegment, readArguments } from '../board/client/arguments.js';
import {
  type ComparedElementType,
  type ComparisonResult,
  channelType,
  compareBuffers,
  elementType,
} from '../board/client/compare.js';
import type { Tolerance } from '../board/client/tolerance.js';
import { changedSpans } from '../board/differences.js';
import type { ImageShape } from '../board/protocol.js';
import type { CompilationDifference } from '../driver/core/processor/compilation-comparison.js';
import type { GpuMemory } from '../emulator/memory.js';
import type { KernelArgument } from '../launch/argument.js';
import { required } from '../util/required.js';

/** Memory behind an argument of a launch. */
export interface Result {
  readonly argument: KernelArgument;
  readonly index: number;
  /** Of the memory object, in bytes, and where in it the argument points to. */
  readonly address: number;
  readonly size: number;
  readonly offset: number;
  readonly shape?: ImageShape | undefined;
}

/**
 * All memory objects that a launch was given. What it may only read is among them: a wrong kernel writes there, too.
 * @throws AtollError BAD_INPUT for arguments that name nothing
 */
export function resultsOf(what: LaunchSegment, all: readonly KernelArgument[], allocationAt: AllocationAt): Result[] {
  const { arguments: read, buffers } = readArguments(what, all, allocationAt);
  return read.flatMap((result, index): Result[] => {
    if (result.is !== 'buffer' && result.is !== 'image') return [];
    const { buffer: address, offset } = result;
    const { size } = required(
      buffers.find((each) => each.address === address),
      'buffer of the argument',
    );
    const shape = result.is === 'image' ? result.shape : undefined;
    return [{ argument: required(all[index], 'argument'), index, address, size, offset, shape }];
  });
}

export interface ComparedResults {
  readonly ulp: number;
  readonly apart: number;
  readonly difference: Omit<CompilationDifference, 'evidence'> | undefined;
}

const WORD: ComparedElementType = { bytes: 4, real: false, read: (view, at) => view.getUint32(at, true) };

/** Bit for bit, the sign of zero included; what no number is has no bits that count. */
function compareExactly(
  own: Uint8Array,
  other: Uint8Array,
  type: ComparedElementType | undefined,
  offset: number,
): ComparisonResult {
  const compared = compareBuffers(own, other, type, offset, { is: 'exact' });
  if (compared.difference || !type?.real) return compared;
  const { bytes, read } = type;
  const viewOf = (each: Uint8Array): DataView => new DataView(each.buffer, each.byteOffset, each.byteLength);
  const [a, b] = [viewOf(own), viewOf(other)];
  for (const { start, end } of changedSpans(own, other)) {
    const first = offset + Math.floor((start - offset) / bytes) * bytes;
    for (let at = Math.max(first, offset % bytes); at < end && at + bytes <= own.length; at += bytes) {
      const values = [read(a, at), read(b, at)] as const;
      if (Object.is(values[0], values[1])) continue;
      return { ...compared, difference: { index: (at - offset) / bytes, values } };
    }
  }
  return compared;
}

const show = (value: number | bigint): string => (Object.is(value, -0) ? '-0' : String(value));

/** @param here of the run's own compilation */
export function compareResults(
  results: readonly Result[],
  [own, other]: readonly [GpuMemory, GpuMemory],
  tolerance: Tolerance,
): ComparedResults {
  let [ulp, apart] = [0, 0];
  for (const { argument, index, address, size, offset, shape } of results) {
    const type = shape ? channelType(shape) : elementType(argument.typeName);
    const bytesOf = ({ u8 }: GpuMemory): Uint8Array => u8.subarray(address, address + size);
    const both = [bytesOf(own), bytesOf(other)] as const;
    const compared =
      tolerance.is === 'exact'
        ? compareExactly(...both, type, offset)
        : compareBuffers(...both, type, offset, tolerance);
    [ulp, apart] = [Math.max(ulp, compared.ulp), Math.max(apart, compared.apart)];
    if (!compared.difference) continue;
    const { index: element, values } = compared.difference;
    const { bytes, real } = type ?? WORD;
    const [a, b] = values.map(show) as [string, string];
    const byte = offset + element * bytes;
    const text = `argument ${index} '${argument.name}' at index ${element} (byte ${byte}): ${a} and ${b}`;
    const place = { index, name: argument.name, element, byte, values: [a, b] as const, real };
    return { ulp, apart, difference: { text, argument: place } };
  }
  return { ulp, apart, difference: undefined };
}
