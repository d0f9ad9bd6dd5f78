// Names of kernels in memory: the runtime loads a code object with its ELF header and its dynamic symbols.
// Nothing in a guest's memory is trusted.

import { type GpuMemory, PERMISSION } from '../../../emulator/memory.js';
import type { Ranges } from './messages.js';

const ELF_MAGIC = 0x464c457f;
const HEADER = { programHeaders: 32, programHeaderCount: 56 } as const;
const PROGRAM_HEADER = 56;
const PT_LOAD = 1;
const PT_DYNAMIC = 2;
/** p_flags: it can be executed. */
const PF_X = 1;
const DT = { hash: 4n, strings: 5n, symbols: 6n } as const;
const SYMBOL = 24;
const MAX_ENTRIES = 64;
const MAX_SYMBOLS = 65_536;
const MAX_LETTERS = 4096;
/** Suffix of descriptors' symbols. */
const DESCRIPTOR_SUFFIX = '.kd';

/** Numbers of an object in memory; 0 where there is nothing. */
class ObjectReader {
  constructor(
    private readonly memory: GpuMemory,
    readonly start: number,
    private readonly size: number,
  ) {}

  private at(offset: number, bytes: number): number | undefined {
    if (!Number.isSafeInteger(offset) || offset < 0 || offset + bytes > this.size) return undefined;
    const place = this.start + offset;
    return this.memory.allows(place, bytes, PERMISSION.read) ? place : undefined;
  }

  u32(offset: number): number {
    const at = this.at(offset, 4);
    return at === undefined ? 0 : this.memory.view.getUint32(at, true);
  }

  u64(offset: number): bigint {
    return (BigInt(this.u32(offset + 4)) << 32n) | BigInt(this.u32(offset));
  }

  text(offset: number): string {
    let end = offset;
    while (end - offset < MAX_LETTERS && this.at(end, 1) !== undefined && this.memory.u8[this.start + end] !== 0) end++;
    return Buffer.from(this.memory.u8.slice(this.start + offset, this.start + end)).toString('latin1');
  }
}

/** Offsets of the program headers. */
function programHeaders(object: ObjectReader): number[] {
  const headers = Number(object.u64(HEADER.programHeaders));
  const count = object.u32(HEADER.programHeaderCount) & 0xffff;
  return Array.from({ length: Math.min(count, MAX_ENTRIES) }, (_, n) => headers + n * PROGRAM_HEADER);
}

/** Addresses in the object of its tables, by their tags. */
function tablesOf(object: ObjectReader): ReadonlyMap<bigint, number> {
  const tables = new Map<bigint, number>();
  for (const header of programHeaders(object)) {
    if (object.u32(header) !== PT_DYNAMIC) continue;
    const dynamic = Number(object.u64(header + 16));
    for (let entry = 0; entry < MAX_ENTRIES; entry++) {
      const tag = object.u64(dynamic + 16 * entry);
      if (tag === 0n) break;
      tables.set(tag, Number(object.u64(dynamic + 16 * entry + 8)));
    }
  }
  return tables;
}

function nameIn(object: ObjectReader, address: number): string | undefined {
  const tables = tablesOf(object);
  const [hash, strings, symbols] = [tables.get(DT.hash), tables.get(DT.strings), tables.get(DT.symbols)];
  if (hash === undefined || strings === undefined || symbols === undefined) return undefined;
  // The number of chains is that of symbols.
  const count = Math.min(object.u32(hash + 4), MAX_SYMBOLS);
  for (let n = 1; n < count; n++) {
    const symbol = symbols + n * SYMBOL;
    if (Number(object.u64(symbol + 8)) !== address - object.start) continue;
    return object.text(strings + object.u32(symbol)).replace(DESCRIPTOR_SUFFIX, '');
  }
  return undefined;
}

/** The name of what stands at an offset in memory; undefined when nothing there says so. */
export function symbolAt(memory: GpuMemory, ranges: Ranges, address: number): string | undefined {
  const range = ranges.find(([start, size]) => address >= start && address < start + size);
  if (!range) return undefined;
  const object = new ObjectReader(memory, range[0], range[1]);
  if (object.u32(0) !== ELF_MAGIC) return undefined;
  return nameIn(object, address) || undefined;
}

/**
 * All code of the object that an instruction is part of; all of the allocation where nothing there says what is code.
 */
export function codeAt(
  memory: GpuMemory,
  [start, size]: readonly [number, number],
  instruction: number,
): { readonly address: number; readonly size: number } {
  const object = new ObjectReader(memory, start, size);
  const segments = object.u32(0) === ELF_MAGIC ? programHeaders(object) : [];
  for (const header of segments) {
    if (object.u32(header) !== PT_LOAD || (object.u32(header + 4) & PF_X) === 0) continue;
    const [from, bytes] = [Number(object.u64(header + 16)), Number(object.u64(header + 40))];
    const inside = from % 4 === 0 && bytes <= size && from + bytes <= size;
    const address = start + from;
    if (inside && instruction >= address && instruction < address + bytes) return { address, size: bytes & ~3 };
  }
  return { address: start, size };
}
