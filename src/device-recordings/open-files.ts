// Open files of the descriptors of an observed program. Descriptors are copied, inherited and passed on: for those with
// an unknown origin the kernel compares their files with the known ones.

import { readlinkSync, statSync } from 'node:fs';
import type { Native } from '../host/native.js';

interface Place {
  readonly pid: number;
  readonly fd: number;
  readonly file: OpenFile;
}

export interface OpenFile {
  /** From 1 on, in the order of opens. */
  readonly number: number;
  readonly node: number;
}

/** Identity of a descriptor's file in the kernel. */
export interface FileIdentity {
  readonly path: string;
  readonly type: 'character' | 'block' | 'file';
  readonly major: number;
  readonly minor: number;
}

const majorOf = (device: number): number => Number((BigInt(device) >> 8n) & 0xfffn);
const minorOf = (device: number): number => (device & 0xff) | (Math.floor(device / 2 ** 20) << 8);

/** @returns undefined when the descriptor is gone */
export function identify(pid: number, fd: number): FileIdentity | undefined {
  const link = `/proc/${pid}/fd/${fd}`;
  try {
    const stats = statSync(link);
    const type = stats.isBlockDevice() ? 'block' : stats.isCharacterDevice() ? 'character' : 'file';
    const number = type === 'file' ? 0 : stats.rdev;
    return { path: readlinkSync(link), type, major: majorOf(number), minor: minorOf(number) };
  } catch {
    return undefined;
  }
}

export class OpenFiles {
  private readonly places = new Map<string, Place>();
  private count = 0;

  constructor(private readonly native: Pick<Native, 'isSameFile'>) {}

  opened(pid: number, fd: number, node: number): OpenFile {
    const file = { number: ++this.count, node };
    this.put(pid, fd, file);
    return file;
  }

  copied(pid: number, from: number, to: number): void {
    const file = this.get(pid, from);
    if (file) this.put(pid, to, file);
  }

  /** @returns the file, when this was its last descriptor that is known */
  closed(pid: number, fd: number): OpenFile | undefined {
    const file = this.get(pid, fd);
    this.places.delete(`${pid}:${fd}`);
    return file;
  }

  get(pid: number, fd: number): OpenFile | undefined {
    const place = this.places.get(`${pid}:${fd}`);
    if (place) return place.file;
    // Most descriptors that come unseen come by a fork, under their number.
    const others = [...this.places.values()].reverse().sort((a, b) => Number(b.fd === fd) - Number(a.fd === fd));
    const match =
      others.find((other) => this.native.isSameFile(pid, fd, other.pid, other.fd) === true) ??
      // The process that passed it on may be gone.
      others.find(
        (other) => other.fd === fd && this.native.isSameFile(other.pid, other.fd, other.pid, other.fd) !== true,
      );
    if (match) this.put(pid, fd, match.file);
    return match?.file;
  }

  private put(pid: number, fd: number, file: OpenFile): void {
    this.places.set(`${pid}:${fd}`, { pid, fd, file });
  }
}
