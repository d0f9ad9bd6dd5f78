// Memory that a program has mapped from watched devices: what has changed in it, from one call to the next.

import type { GuestMemory } from '../host/device.js';
import { differences } from './differences.js';
import { mappedRanges, rangeAt } from './guest-maps.js';
import { type MemoryChange, packRuns } from './layout.js';

interface Mapping {
  readonly number: number;
  readonly file: number;
  readonly pid: number;
  readonly start: bigint;
  readonly length: number;
  readonly identity: string;
  last: Uint8Array;
}

/** Of all mappings together: each is compared at every call. */
const SNAPSHOT_LIMIT = 2 ** 28;
const PAGE = 4096;

export interface MemoryChanges {
  readonly changes: MemoryChange[];
  readonly data: Uint8Array[];
}

export class Snapshots {
  private mappings: Mapping[] = [];
  private count = 0;
  private bytes = 0;

  /** @param warn called for memory that is not kept */
  constructor(private readonly warn: (text: string) => void) {}

  /** A new mapping. What is in it already counts as changed by the call. */
  mapped(
    pid: number,
    file: number,
    start: bigint,
    size: number,
    memory: GuestMemory,
  ): { mapping: number; seen: MemoryChanges } {
    const number = ++this.count;
    const length = Math.ceil(size / PAGE) * PAGE;
    const range = rangeAt(mappedRanges(pid), start);
    const nothing = { mapping: number, seen: { changes: [], data: [] } };
    if (!range?.readable) return nothing;
    if (this.bytes + length > SNAPSHOT_LIMIT) {
      this.warn(
        `mapping ${number} of ${length} bytes is not recorded: mappings are limited to ${SNAPSHOT_LIMIT} bytes`,
      );
      return nothing;
    }
    const content = memory.read(start, length);
    if (!content) {
      this.warn(`mapping ${number} of ${length} bytes is not recorded: it cannot be read from another process`);
      return nothing;
    }
    const seen = this.seenOf(number, 'after', new Uint8Array(length), content);
    // A device does not change private memory any more.
    if (range.shared) {
      this.bytes += length;
      this.mappings.push({ number, file, pid, start, length, identity: range.identity, last: content });
    }
    return { mapping: number, seen };
  }

  /** Changes since the last check, in mappings of the process. */
  look(pid: number, when: 'before' | 'after', memory: GuestMemory): MemoryChanges {
    const changes: MemoryChange[] = [];
    const data: Uint8Array[] = [];
    const own = this.mappings.filter((mapping) => mapping.pid === pid);
    if (own.length === 0) return { changes, data };
    const ranges = mappedRanges(pid);
    for (const mapping of own) {
      const isThere = rangeAt(ranges, mapping.start)?.identity === mapping.identity;
      const content = isThere ? memory.read(mapping.start, mapping.length) : undefined;
      if (!content) {
        this.forget(mapping);
        continue;
      }
      const seen = this.seenOf(mapping.number, when, mapping.last, content);
      mapping.last = content;
      changes.push(...seen.changes);
      data.push(...seen.data);
    }
    return { changes, data };
  }

  /** True if memory of a mapping is in a range of the process. */
  within(pid: number, start: bigint, size: bigint): boolean {
    return this.mappings.some(
      (each) => each.pid === pid && each.start < start + size && start < each.start + BigInt(each.length),
    );
  }

  /** The mapping of the process that an address lies in. */
  at(
    pid: number,
    address: bigint,
  ): { readonly mapping: number; readonly file: number; readonly offset: number } | undefined {
    const mapping = this.mappings.find(
      (each) => each.pid === pid && address >= each.start && address < each.start + BigInt(each.length),
    );
    return mapping && { mapping: mapping.number, file: mapping.file, offset: Number(address - mapping.start) };
  }

  private seenOf(mapping: number, when: 'before' | 'after', was: Uint8Array, now: Uint8Array): MemoryChanges {
    const runs = differences(was, now);
    if (runs.length === 0) return { changes: [], data: [] };
    const packed = packRuns(runs);
    return { changes: [{ mapping, when, runs: runs.length, bytes: packed.length }], data: [packed] };
  }

  private forget(mapping: Mapping): void {
    this.bytes -= mapping.length;
    this.mappings = this.mappings.filter((each) => each !== mapping);
  }
}
