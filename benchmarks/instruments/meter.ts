// Processor time of commands with all that they start, in a folder that goes.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root } from '../../src/util/paths.js';

export interface MeteredRun {
  /** Seconds of user and system time. */
  readonly seconds: number;
  /** Seconds that passed. */
  readonly wall: number;
  /** Most MiB that all processes had at one time. */
  readonly memory: number;
  readonly stdout: string;
  readonly stderr: string;
}

export class Meter {
  /** The folder for output files of commands. */
  readonly folder = mkdtempSync(join(tmpdir(), 'atoll-instruments-'));
  private readonly account = join(this.folder, 'account');

  /** @param limitSeconds of wall time, after which a command is ended */
  constructor(readonly limitSeconds: number) {
    const source = join(root, 'benchmarks', 'large', 'account.cpp');
    const { status, stderr, error } = spawnSync('g++', ['-std=c++17', '-O1', source, '-o', this.account], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${source} does not compile: ${error?.message ?? stderr}`);
  }

  /**
   * Runs a command.
   * @param limitSeconds of its own, if that is less than the meter's
   * @param place its folder and additional environment variables, if it needs such
   * @returns undefined when it took longer than the limit; @throws Error when it did not end well
   */
  async run(
    command: readonly string[],
    limitSeconds = this.limitSeconds,
    place: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
  ): Promise<MeteredRun | undefined> {
    const costs = join(this.folder, 'costs');
    // A separate process group: the end of one that takes too long is the end of all that it has started.
    const child = spawn(this.account, [costs, ...command], {
      cwd: place.cwd ?? this.folder,
      env: { ...process.env, ...place.env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let late = false;
    const begin = performance.now();
    const limit = setTimeout(() => {
      late = true;
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, 1000 * Math.min(limitSeconds, this.limitSeconds));
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    clearTimeout(limit);
    if (late) return undefined;
    if (status !== 0) throw new Error(`${command.join(' ')}: status ${status}: ${stderr || stdout}`);
    const [, user, system, kilobytes] = readFileSync(costs, 'utf8').trim().split(' ').map(Number);
    return {
      seconds: user! + system!,
      wall: (performance.now() - begin) / 1000,
      memory: kilobytes! / 1024,
      stdout,
      stderr,
    };
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Least and median of some numbers, of which there is one at least. */
export function leastAndMedian(numbers: readonly number[]): { readonly least: number; readonly median: number } {
  const sorted = [...numbers].sort((a, b) => a - b);
  return { least: sorted[0]!, median: sorted[sorted.length >> 1]! };
}
