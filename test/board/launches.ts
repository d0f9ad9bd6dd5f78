// Launches on a board without a guest: our own memory, a kernel of one source, and a native addon that may be
// watched.

import { type BoardSettings, Boards } from '../../src/board/client/boards.js';
import type { RemoteLaunch } from '../../src/driver/core/processor/remote-executor.js';
import { GpuMemory, PERMISSION } from '../../src/emulator/memory.js';
import { loadNative, type Native } from '../../src/host/native.js';
import type { KernelArgument } from '../../src/launch/argument.js';

export const LOCAL: BoardSettings['access'] = {
  place: { is: 'local' },
  platform: 'pocl',
  token: '',
  silenceMs: 60_000,
};

const SEGMENT = 0x1000_0000;
export const HEAP = 0x1010_0000;

/** A pointer to ints. */
export const pointer = (name: string, offset: number, constant = false): KernelArgument => ({
  name,
  kind: 'global',
  typeName: 'int*',
  size: 8,
  offset,
  alignment: 8,
  addressQualifier: 'global',
  accessQualifier: 'none',
  typeQualifiers: constant ? ['const'] : [],
  imageDimension: undefined,
});

export const value = (name: string, offset: number): KernelArgument => ({
  ...pointer(name, offset),
  kind: 'value',
  typeName: 'int',
  size: 4,
  addressQualifier: 'private',
});

/** One guest on a board. */
export class TestGuest {
  readonly memory = GpuMemory.create();
  readonly boards: Boards;

  constructor(access = LOCAL, native: Native = loadNative()) {
    this.boards = new Boards({ access, connected: undefined }, native);
    this.memory.setPages(SEGMENT, 4096, PERMISSION.readWrite);
  }

  allocate(address: number, requested: number): void {
    this.memory.setPages(address, requested, PERMISSION.readWrite);
    this.memory.u8.fill(0, address, address + requested);
    this.boards.memory(1, { address, requested, purpose: 1 }, true);
  }

  free(address: number): void {
    this.boards.memory(1, { address, requested: 0, purpose: 0 }, false);
  }

  /**
   * Executes a kernel `k` to its end.
   * @param words of the segment, 8 bytes for each argument
   * @returns why it failed
   */
  launch(source: string, args: readonly KernelArgument[], words: readonly number[], items: number): string | undefined {
    for (const [n, word] of words.entries()) this.memory.view.setBigUint64(SEGMENT + 8 * n, BigInt(word), true);
    const run = this.boards.start(1, this.launchOf(source, args, items));
    for (;;) {
      const outcome = run.run();
      if (outcome === 'failed') return run.failure;
      if (outcome !== 'budget') return undefined;
    }
  }

  private launchOf(source: string, args: readonly KernelArgument[], items: number): RemoteLaunch {
    const globalSize = [items, 1, 1] as const;
    const localSize = [Math.min(items, 64), 1, 1] as const;
    const origin = { type: 'source', parts: [{ source, options: '', headers: [] }], options: '', folder: '/' } as const;
    const kernel = { name: 'k', lds: 0, convention: { segmentBytes: 256 }, about: { arguments: args, origin } };
    const submission = {
      origin: { program: hashOf(source), kernel: 0, call: 0 },
      launch: { workDim: 1, globalOffset: [0, 0, 0], dynamicLds: 0, segment: BigInt(SEGMENT), printfBuffer: 0n },
    };
    // The fields of a launch that a board uses; the others are for local engines.
    return { launch: { kernel: 'k', globalSize, localSize }, kernel, submission, memory: this.memory } as never;
  }

  close(): void {
    this.boards.left(1);
  }
}

const hashOf = (text: string): number =>
  [...text].reduce((hash, letter) => (31 * hash + letter.charCodeAt(0)) >>> 0, 7);
