// An editor: the client of the adapters' own test library, over the standard streams of `atoll debug --dap`.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import debugClient from '@vscode/debugadapter-testsupport';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { root } from '../../../../src/util/paths.js';
import { HANG_MS, scratchFolder } from '../../atoll.js';

type Teardown = { teardown(fn: () => void): unknown };

export class Editor extends debugClient.DebugClient {
  readonly adapter: ChildProcess;
  private readonly waiting: { readonly event: string; resolve: (body: never) => void }[] = [];
  private readonly events: DebugProtocol.Event[] = [];

  constructor(t: Teardown, words: readonly string[] = []) {
    super('', '', 'atoll');
    this.defaultTimeout = HANG_MS;
    const main = join(root, 'dist/src/cli/main.js');
    this.adapter = spawn(process.execPath, [main, 'debug', '--dap', ...words], { stdio: ['pipe', 'pipe', 'inherit'] });
    t.teardown(() => this.adapter.kill('SIGKILL'));
    this.connect(this.adapter.stdout as Readable, this.adapter.stdin as Writable);
  }

  override emit(name: string, ...what: unknown[]): boolean {
    const [event] = what as [DebugProtocol.Event | undefined];
    if (event?.type === 'event') {
      this.events.push(event);
      this.deliver();
    }
    return super.emit(name, ...what);
  }

  /** The body of the next unconsumed event of that name. */
  next<Body>(event: string): Promise<Body> {
    return new Promise((resolve) => {
      this.waiting.push({ event, resolve: resolve as (body: never) => void });
      this.deliver();
    });
  }

  private deliver(): void {
    for (const wait of [...this.waiting]) {
      const at = this.events.findIndex(({ event }) => event === wait.event);
      if (at < 0) continue;
      const [{ body }] = this.events.splice(at, 1) as [DebugProtocol.Event];
      this.waiting.splice(this.waiting.indexOf(wait), 1);
      wait.resolve(body as never);
    }
  }

  stopped(): Promise<DebugProtocol.StoppedEvent['body']> {
    return this.next('stopped');
  }

  /** Up to the events that let breakpoints be set. */
  async begin(launch: Readonly<Record<string, unknown>>): Promise<{ readonly launched: Promise<unknown> }> {
    await this.initializeRequest({
      adapterID: 'atoll',
      linesStartAt1: true,
      columnsStartAt1: true,
      pathFormat: 'path',
    });
    const launched = this.launchRequest(launch as never);
    // Awaited by callers that need the result.
    launched.catch(() => {});
    await Promise.race([this.next('initialized'), launched]);
    return { launched };
  }

  ended(): Promise<number | null> {
    return new Promise((resolve) => {
      if (this.adapter.exitCode !== null) resolve(this.adapter.exitCode);
      else this.adapter.once('exit', resolve);
    });
  }
}

/** The program of docs/debugging.md in a separate folder. */
export function sumsProgram(t: Teardown): string {
  const program = join(scratchFolder(t), 'sums');
  const source = join(root, 'test/documents/sums.cpp');
  execFileSync('g++', ['-std=c++17', '-O1', source, '-o', program, '-lOpenCL']);
  return program;
}

/** Processes that have a text on their command line. */
export const processesOf = (text: string): string[] =>
  readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text);
    } catch {
      return false;
    }
  });
