// A program's memory and files, as far as debug information is to be found there. Nothing in them is trusted, and none
// of it need be there.

import { closeSync, constants, fstatSync, openSync, readFileSync, readlinkSync, readSync, statSync } from 'node:fs';
import { groupsOf } from '../../../util/required.js';

const MAX_LETTERS = 4096;
const PIECE = 256;

/** @returns bytes; undefined where they cannot be read */
function readAt(path: string, position: bigint, size: number, kind: 'file' | 'memory'): Buffer | undefined {
  let fd: number | undefined;
  try {
    // The path may name a pipe by now, whose open would block.
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    if (kind === 'file' && !fstatSync(fd).isFile()) return undefined;
    const bytes = Buffer.alloc(size);
    let read = 0;
    while (read < size) {
      const count = readSync(fd, bytes, read, size - read, position + BigInt(read));
      if (count <= 0) return undefined;
      read += count;
    }
    return bytes;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** One file that a process has mapped. */
export interface MappedFile {
  /** Address of the file's first byte. */
  readonly base: bigint;
  readonly path: string;
}

/** True if a process with such a status has our identity, so that we may read it. @param status of /proc/PID/status */
export function isOurEqual(status: string, uid: number, gid: number): boolean {
  const idsOf = (name: string): string[] => new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(status)?.[1]?.split(/\s+/) ?? [];
  // Real, effective, saved, and that of the file system.
  const are = (ids: readonly string[], own: number): boolean =>
    ids.length === 4 && ids.every((id) => Number(id) === own);
  return are(idsOf('Uid'), uid) && are(idsOf('Gid'), gid);
}

export class GuestProcess {
  constructor(private readonly pid: number) {}

  /**
   * Files are opened with Atoll's credentials: none for a guest with another user or root, as the text of lines could
   * show files that it may not read.
   */
  private get mayRead(): boolean {
    try {
      if (readlinkSync(`/proc/${this.pid}/root`) !== '/') return false;
      const { geteuid, getegid } = process;
      if (!geteuid || !getegid) return false;
      return isOurEqual(readFileSync(`/proc/${this.pid}/status`, 'utf8'), geteuid(), getegid());
    } catch {
      return false;
    }
  }

  /** Bytes of its memory; undefined where there is none. */
  memory(address: bigint, size: number): Buffer | undefined {
    return readAt(`/proc/${this.pid}/mem`, address, size, 'memory');
  }

  word(address: bigint): bigint | undefined {
    return this.memory(address, 8)?.readBigUInt64LE();
  }

  /** Text up to its NUL. */
  text(address: bigint): string | undefined {
    const pieces: Buffer[] = [];
    for (let at = address; at < address + BigInt(MAX_LETTERS); ) {
      // Not across the end of a page: what follows need not be mapped.
      const piece = this.memory(at, PIECE - Number(at % BigInt(PIECE)));
      if (!piece) return undefined;
      const end = piece.indexOf(0);
      pieces.push(end < 0 ? piece : piece.subarray(0, end));
      if (end >= 0) return Buffer.concat(pieces).toString('utf8');
      at += BigInt(piece.length);
    }
    return undefined;
  }

  /** Bytes of a file as the process sees it. */
  file(path: string, offset: number, size: number): Buffer | undefined {
    return this.mayRead ? readAt(this.pathOf(path), BigInt(offset), size, 'file') : undefined;
  }

  /**
   * All of a file; undefined where it is larger than that, too, or does not say how large it is: files of /proc need
   * not end.
   */
  wholeFile(path: string, most: number): Buffer | undefined {
    if (!this.mayRead) return undefined;
    try {
      const { size } = statSync(this.pathOf(path));
      return size > 0 && size <= most ? readAt(this.pathOf(path), 0n, size, 'file') : undefined;
    } catch {
      return undefined;
    }
  }

  private pathOf(path: string): string {
    return `/proc/${this.pid}/root${path}`;
  }

  private get maps(): readonly string[] {
    try {
      return readFileSync(`/proc/${this.pid}/maps`, 'utf8').split('\n');
    } catch {
      return [];
    }
  }

  /** The mapping that an address is in: the path of its file, the kernel's name of it, or nothing. */
  mappingAt(address: bigint): string | undefined {
    for (const line of this.maps) {
      const [, start, end, name] = /^([0-9a-f]+)-([0-9a-f]+) \S+ \S+ \S+ \S+\s*(.*)$/.exec(line) ?? [];
      if (start !== undefined && address >= BigInt(`0x${start}`) && address < BigInt(`0x${end}`)) return name;
    }
    return undefined;
  }

  /** The file with a name like that, if it has been mapped. */
  mapped(name: RegExp): MappedFile | undefined {
    for (const line of this.maps) {
      const match = /^([0-9a-f]+)-\S+ \S+ ([0-9a-f]+) \S+ \S+\s+(\/.*)$/.exec(line);
      if (!match) continue;
      const [start, offset, path] = groupsOf(match, 3);
      if (name.test(path)) return { base: BigInt(`0x${start}`) - BigInt(`0x${offset}`), path };
    }
    return undefined;
  }
}
