// Mappings of files in a process (/proc/PID/maps).

import { readFileSync } from 'node:fs';
import { groupsOf } from '../util/required.js';

export interface MappedRange {
  readonly start: bigint;
  readonly end: bigint;
  readonly shared: boolean;
  readonly readable: boolean;
  readonly fileOffset: bigint;
  /** Device and inode of what is mapped. */
  readonly identity: string;
}

const LINE = /^([0-9a-f]+)-([0-9a-f]+) (r|-)..(.) ([0-9a-f]+) (\S+ \d+)/;

/** Empty for a process that has ended. */
export function mappedRanges(pid: number): MappedRange[] {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/maps`, 'latin1');
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    const match = LINE.exec(line);
    if (!match) return [];
    const [start, end, readable, sharing, offset, identity] = groupsOf(match, 6);
    return {
      start: BigInt(`0x${start}`),
      end: BigInt(`0x${end}`),
      shared: sharing === 's',
      readable: readable === 'r',
      fileOffset: BigInt(`0x${offset}`),
      identity,
    };
  });
}

export const rangeAt = (ranges: readonly MappedRange[], address: bigint): MappedRange | undefined =>
  ranges.find(({ start, end }) => address >= start && address < end);
