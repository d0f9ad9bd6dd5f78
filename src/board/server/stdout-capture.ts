// Capture of the output of kernels: devices write it to standard output, which is a file here.

import { closeSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Native } from '../../host/native.js';
import { DATA_LIMIT } from '../protocol.js';
import { flushOutput } from './library.js';

const STDOUT = 1;

export class StdoutCapture {
  private readonly fd: number;

  /** From now on what this process prints is kept for {@link take}. */
  constructor(native: Pick<Native, 'replaceDescriptor'>) {
    const folder = mkdtempSync(join(tmpdir(), 'atoll-board-'));
    // Each write goes to the end, wherever the last one was cut off.
    this.fd = openSync(join(folder, 'output'), 'a+', 0o600);
    rmSync(folder, { recursive: true });
    native.replaceDescriptor(STDOUT, this.fd);
  }

  take(send: (text: Uint8Array) => void): void {
    flushOutput();
    const bytes = Buffer.alloc(64 << 10);
    let total = 0;
    for (let count = 1; count > 0; total += count) {
      count = readSync(this.fd, bytes, 0, Math.min(bytes.length, DATA_LIMIT), total);
      if (count > 0) send(bytes.subarray(0, count));
    }
    ftruncateSync(this.fd);
  }

  close(): void {
    closeSync(this.fd);
  }
}
