// Has kernels compiled to machine code while they run, by a process of low priority: `atoll cache --compile`. It ends
// with this one.

import type { ChildProcess } from 'node:child_process';
import { nodeEnvironment, nodeFlags } from '../host/loader-variables.js';
import { atollProgram } from '../util/paths.js';
import type { WorkClock } from '../util/work-clock.js';

export interface BackgroundOptions {
  readonly cacheDir: string;
  readonly clang: string | undefined;
  /** Why a kernel stays as it is. */
  readonly onFailure: (text: string) => void;
  /** Measures what it does. */
  readonly clock?: WorkClock;
}

export class BackgroundCompiler {
  private readonly waiting: string[] = [];
  private readonly seen = new Set<string>();
  private child: ChildProcess | undefined;
  private closed = false;

  constructor(private readonly options: BackgroundOptions) {
    process.once('exit', () => this.close());
  }

  /** @param kernel name of its translation's file */
  request(kernel: string): void {
    if (this.seen.has(kernel)) return;
    this.seen.add(kernel);
    this.waiting.push(kernel);
    // With the requests of the same time.
    if (this.waiting.length === 1) setImmediate(() => this.next());
  }

  private next(): void {
    if (this.closed || this.child || this.waiting.length === 0) return;
    const { cacheDir, clang, onFailure } = this.options;
    const words = ['cache', '--compile', '--background', '--dir', cacheDir, '--kernels', this.waiting.splice(0).join()];
    const args = [
      ...nodeFlags(process.execArgv),
      atollProgram,
      ...words,
      ...(clang === undefined ? [] : ['--clang', clang]),
    ];
    // Not imported: it is loaded where it is needed, for short runs start no process of this kind.
    const { spawn } = process.getBuiltinModule('node:child_process');
    // A group of its own: clang ends with it. Its input ends when this process does, however that ends.
    const child = spawn(process.execPath, args, {
      detached: true,
      env: nodeEnvironment(process.env),
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    child.once('error', ({ message }) => onFailure(`cannot start ${process.execPath}: ${message}`));
    // Without descriptors for its streams, Node starts no process and gives none.
    if (child.pid === undefined) return;
    this.child = child;
    const ended = this.options.clock?.begin();
    let output = '';
    child.stderr.on('data', (text: Buffer) => {
      output += text.toString();
    });
    child.stdin.on('error', () => undefined);
    child.once('close', (status) => {
      this.child = undefined;
      ended?.();
      if (this.closed) return;
      if (status !== 0) onFailure(output.trim());
      this.next();
    });
    // This process does not wait for it.
    child.unref();
    for (const stream of [child.stdin, child.stderr]) (stream as unknown as { unref(): void }).unref();
  }

  /** Ends what runs. */
  close(): void {
    this.closed = true;
    const pid = this.child?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      return; // It has ended.
    }
  }
}
