// The measurements of benchmarks/startup. Every number is measured in turn with the others, so that a noisy moment hits
// all alike.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ATOLL, type BenchTarget, openTarget } from '../../src/bench/targets.js';
import { root } from '../../src/util/paths.js';
import { summary } from '../engine/sampling.js';

export interface StartupMeasurement {
  readonly name: string;
  readonly unit: 'ms' | 'µs' | 'ns' | 'MiB';
  readonly least: number;
  readonly median: number;
  /** The upper limit. */
  readonly limit?: number;
}

interface Subject {
  readonly name: string;
  readonly unit: StartupMeasurement['unit'];
  readonly limit?: number;
  readonly once: () => number;
}

const PROGRAMS = join(root, 'build', 'benchmarks');
const SOURCES = join(root, 'benchmarks', 'startup');
/** Short programs, whose time is mostly start-up. */
const SHORT = ['BinarySearch', 'Reduction'];
/** Programs whose memory is looked at, at their default sizes. */
const MEMORY = ['Reduction', 'MatrixMultiplication', 'MersenneTwister', 'NBody'];
const LAUNCHES = '2000';
const MEBI = 1 << 20;

/**
 * Samples the private memory of the process; the guest's buffers are shared memory, which is left out. Threads load
 * the hook too: only the first writes, for one that leaves with the process would leave the file empty.
 */
const MEMORY_HOOK = `const { readFileSync, writeFileSync } = require('node:fs');
if (require('node:worker_threads').isMainThread) {
let most = 0;
const look = () => {
  const status = readFileSync('/proc/self/status', 'utf8');
  const kilobytes = (key) => Number(new RegExp(key + ':\\\\s+(\\\\d+)').exec(status)[1]);
  most = Math.max(most, kilobytes('RssAnon') + kilobytes('RssFile'));
};
setInterval(look, 5).unref();
process.on('exit', () => { look(); writeFileSync(process.env.MEMORY_FILE, String(most)); });
}
`;

interface StartupRun {
  readonly ms: number;
  readonly startNs: bigint;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

function run(command: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = PROGRAMS): StartupRun {
  const startNs = process.hrtime.bigint();
  const { status, stdout, stderr, error } = spawnSync(command[0]!, command.slice(1), {
    cwd,
    env: { ...process.env, ...env },
    maxBuffer: 1 << 26,
  });
  const ms = Number(process.hrtime.bigint() - startNs) / 1e6;
  if (status !== 0)
    throw new Error(`${command.join(' ')} ended with ${status}: ${error?.message ?? stderr.toString()}`);
  return { ms, startNs, stdout, stderr };
}

/** Of a command and all that it starts: bash counts the processes that it has waited for, in milliseconds. */
function processorMs(command: readonly string[]): number {
  const { stderr } = run(['bash', '-c', 'TIMEFORMAT="%3U %3S"; time "$@"', 'bash', ...command]);
  const [user, system] = stderr.toString().trim().split(' ').map(Number);
  return (user! + system!) * 1000;
}

/** Milliseconds from the spawn to the first instruction of `first`, which writes the time of it. */
function toFirstInstruction(command: readonly string[]): number {
  const { startNs, stdout } = run(command);
  return Number(stdout.readBigInt64LE(0) * 1_000_000_000n + stdout.readBigInt64LE(8) - startNs) / 1e6;
}

/** A measurement less that of Node alone. */
const over = (name: string, of: StartupMeasurement, base: StartupMeasurement, limit?: number): StartupMeasurement => ({
  name: `${name}, over \`node -e 0\``,
  unit: 'ms',
  least: of.least - base.least,
  median: of.median - base.median,
  ...(limit === undefined ? {} : { limit }),
});

/** As users call it: the launcher's own time counts. */
const LAUNCHER = join(root, 'bin', 'atoll');
const asGuest = (program: readonly string[]): string[] => [LAUNCHER, 'run', '--', ...program];

export class StartupBench {
  private readonly folder = mkdtempSync(join(tmpdir(), 'atoll-startup-'));
  private readonly pocl: BenchTarget | undefined;

  constructor(private readonly rounds: number) {
    const at = (name: string): string => join(SOURCES, name);
    run(['gcc', '-O2', '-static', '-nostdlib', '-fno-stack-protector', at('first.c'), '-o', this.file('first')]);
    for (const name of ['launches', 'wavefronts'])
      run(['g++', '-O2', '-std=c++17', at(`${name}.cpp`), '-o', this.file(name), '-lOpenCL']);
    writeFileSync(this.file('hook.cjs'), MEMORY_HOOK);
    const missing = [...SHORT, ...MEMORY].find((name) => !existsSync(join(PROGRAMS, name)));
    if (missing)
      throw new Error(`${join(PROGRAMS, missing)} has not been built: make -C benchmarks BUILD=../build/benchmarks`);
    try {
      this.pocl = openTarget('native:pocl');
    } catch {
      this.pocl = undefined;
    }
  }

  all(): StartupMeasurement[] {
    const measured = this.inTurn([
      ...this.starts(),
      ...this.programs(),
      ...this.launches(),
      ...this.wavefronts(),
      ...this.memory(),
    ]);
    const [node, first] = measured;
    return [...measured, over('first instruction of the guest', first!, node!, 40)];
  }

  /** Starts alone, with the difference to Node's own, by the clock and in processor time. */
  onlyStarts(): StartupMeasurement[] {
    const measured = this.inTurn([...this.starts(), ...this.startsInProcessorTime()]);
    const [node, first, empty, nodeWork, emptyWork] = measured;
    return [
      ...measured,
      over('first instruction of the guest', first!, node!, 40),
      over('atoll run -- /bin/true', empty!, node!, 20),
      over('its processor time', emptyWork!, nodeWork!),
    ];
  }

  /** Measurements that the situations use too: starts, empty launches and wavefronts. */
  judged(): StartupMeasurement[] {
    return this.inTurn([...this.starts(), ...this.launches(), ...this.wavefronts()]);
  }

  private inTurn(subjects: readonly Subject[]): StartupMeasurement[] {
    const samples = subjects.map((): number[] => []);
    // The first round warms caches: of files, of built programs.
    for (let round = 0; round <= this.rounds; round++)
      for (const [index, { once }] of subjects.entries()) {
        const value = once();
        if (round > 0) samples[index]!.push(value);
      }
    return subjects.map(({ name, unit, limit }, index): StartupMeasurement => {
      const { best, median } = summary(samples[index]!);
      return { name, unit, least: best, median, ...(limit === undefined ? {} : { limit }) };
    });
  }

  close(): void {
    this.pocl?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private file(name: string): string {
    return join(this.folder, name);
  }

  private starts(): Subject[] {
    return [
      { name: 'node -e 0', unit: 'ms', once: () => run([process.execPath, '-e', '0']).ms },
      {
        name: 'atoll run: to the first instruction of the guest',
        unit: 'ms',
        once: () => toFirstInstruction(asGuest([this.file('first')])),
      },
      { name: 'atoll run -- /bin/true', unit: 'ms', once: () => run(asGuest(['/bin/true'])).ms },
    ];
  }

  private startsInProcessorTime(): Subject[] {
    return [
      { name: 'node -e 0, processor time', unit: 'ms', once: () => processorMs([process.execPath, '-e', '0']) },
      {
        name: 'atoll run -- /bin/true, processor time',
        unit: 'ms',
        once: () => processorMs(asGuest(['/bin/true'])),
      },
    ];
  }

  private programs(): Subject[] {
    return SHORT.flatMap((name): Subject[] => {
      const program = [join(PROGRAMS, name), '--verify', '--quiet'];
      const pocl = this.pocl;
      const subject: Subject = {
        name: `${name} --verify, built before`,
        unit: 'ms',
        limit: 250,
        once: () => run(asGuest(program)).ms,
      };
      return pocl
        ? [subject, { name: `${name} --verify on pocl`, unit: 'ms', once: () => run(program, pocl.env).ms }]
        : [subject];
    });
  }

  private launches(): Subject[] {
    const median = (command: readonly string[], env = {}): number =>
      Number(run(command, env).stdout.toString().split(' ')[0]);
    const program = [this.file('launches'), LAUNCHES];
    const pocl = this.pocl;
    const subject: Subject = {
      name: 'empty kernel, enqueue to completion',
      unit: 'µs',
      limit: 200,
      once: () => median(asGuest(program)),
    };
    return pocl
      ? [subject, { name: 'empty kernel on pocl', unit: 'µs', once: () => median(program, pocl.env) }]
      : [subject];
  }

  /** On one processor: pocl has as many threads as it may use processors. */
  private wavefronts(): Subject[] {
    const fastestNs = (command: readonly string[], env = {}): number => Number(run(command, env).stdout);
    const program = this.file('wavefronts');
    const pocl = this.pocl;
    const subject: Subject = {
      name: 'a wavefront of a kernel of ten instructions, one worker',
      unit: 'ns',
      limit: 40,
      once: () => fastestNs([LAUNCHER, 'run', '--workers', '1', '--', program]),
    };
    const bound = ['taskset', '--cpu-list', '0', program];
    return pocl
      ? [subject, { name: 'the same 64 work-items on pocl', unit: 'ns', once: () => fastestNs(bound, pocl.env) }]
      : [subject];
  }

  private memory(): Subject[] {
    return MEMORY.map((name) => ({
      name: `${name}: memory of Atoll without buffers`,
      unit: 'MiB',
      limit: 150,
      once: () => {
        const file = this.file('memory');
        const program = [join(PROGRAMS, name), '--verify', '--quiet'];
        const hooked = [process.execPath, '--require', this.file('hook.cjs'), ATOLL];
        run([...hooked, 'run', '--', ...program], { MEMORY_FILE: file });
        return (Number(readFileSync(file, 'utf8')) * 1024) / MEBI;
      },
    }));
  }
}
