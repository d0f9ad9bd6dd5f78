// Runs an external program: no shell, a minimal environment, bounded time, memory and output, cancellable.
import { spawn } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { AtollError } from '../util/errors.js';

export interface RunOptions {
  readonly cwd: string;
  readonly signal?: AbortSignal | undefined;
  /** Wall time after which the program is killed, in milliseconds. */
  readonly timeoutMs: number;
  /** Address space that the program may use, in bytes. */
  readonly memoryBytes: number;
  /** In a session of its own, out of reach of signals for this process's group: Ctrl-C is none of its business. */
  readonly apart?: boolean | undefined;
}

export interface RunResult {
  /** Exit status; undefined when a signal ended the program. */
  readonly status: number | undefined;
  readonly signal: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
}

const MAX_OUTPUT = 4 << 20;
/** util-linux's prlimit sets the limits and then becomes the program: no further process. */
const PRLIMIT = '/usr/bin/prlimit';

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Collects a stream up to a limit; what comes after is counted as lost. */
class Output {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  add(chunk: Buffer): void {
    const room = MAX_OUTPUT - this.#size;
    if (room > 0) this.#chunks.push(chunk.subarray(0, room));
    this.#size += chunk.length;
  }

  text(): string {
    const text = Buffer.concat(this.#chunks).toString('utf8');
    return this.#size > MAX_OUTPUT ? `${text}\n[${this.#size - MAX_OUTPUT} bytes more]\n` : text;
  }
}

/** This process's limits in words (proc(5)). */
function ownLimits(): string {
  try {
    return readFileSync('/proc/self/limits', 'latin1');
  } catch {
    return '';
  }
}

/** What a hard limit leaves of a wanted one: it cannot be raised. */
function within(limits: string, name: string, wanted: number): number {
  const [, hard] = new RegExp(`^${name} +\\w+ +(\\d+)`, 'm').exec(limits) ?? [];
  return hard === undefined ? wanted : Math.min(wanted, Number(hard));
}

/** util-linux's setpriv asks the kernel to kill what it becomes when the thread that has started it is no more. */
const SETPRIV = '/usr/bin/setpriv';
/** Becomes the program, unless the process that started it ($0) has died before the kernel was asked. */
const UNLESS_ORPHAN = '[ "$PPID" = "$0" ] && exec "$@"';

/** The program and its words, such that it ends with this process however that ends. */
function mortal(program: string, args: readonly string[]): readonly [string, ...string[]] {
  if (!isExecutable(SETPRIV)) return [program, ...args];
  return [SETPRIV, '--pdeathsig', 'KILL', '--', '/bin/sh', '-c', UNLESS_ORPHAN, String(process.pid), program, ...args];
}

/** The program and its words, with the limits in front when they can be set; it ends with this process. */
export function limited(
  program: string,
  args: readonly string[],
  options: Pick<RunOptions, 'timeoutMs' | 'memoryBytes'>,
): [string, string[]] {
  const [first, ...rest] = mortal(program, args);
  if (!isExecutable(PRLIMIT)) return [first, rest];
  const limits = ownLimits();
  const bytes = within(limits, 'Max address space', options.memoryBytes);
  const cpuSeconds = within(limits, 'Max cpu time', Math.ceil(options.timeoutMs / 1000) + 1);
  return [PRLIMIT, [`--as=${bytes}`, `--cpu=${cpuSeconds}`, '--core=0', '--', first, ...rest]];
}

/** What a program that works in a folder sees: its temporary files go with the folder. */
export const environmentIn = (folder: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TMPDIR: folder,
});

/**
 * Runs a program to its end.
 *
 * @throws AtollError HOST when it cannot be started at all
 */
export function run(program: string, args: readonly string[], options: RunOptions): Promise<RunResult> {
  const { cwd, signal, timeoutMs, apart = false } = options;
  const [file, words] = limited(program, args, options);
  const env = environmentIn(cwd);
  return new Promise((resolve, reject) => {
    const child = spawn(file, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: apart });
    const [stdout, stderr] = [new Output(), new Output()];
    let [timedOut, cancelled] = [false, false];
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, timeoutMs);
    const cancel = (): void => {
      cancelled = true;
      child.kill('SIGKILL');
    };
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    };
    child.on('error', (cause) => {
      settle();
      reject(new AtollError('HOST', `cannot run ${program}: ${cause.message}`, '', { cause }));
    });
    // Without descriptors for its streams, Node starts no process and gives none.
    child.stdout?.on('data', (chunk: Buffer) => stdout.add(chunk));
    child.stderr?.on('data', (chunk: Buffer) => stderr.add(chunk));
    child.on('close', (status, deadly) => {
      settle();
      const texts = { stdout: stdout.text(), stderr: stderr.text() };
      resolve({ status: status ?? undefined, signal: deadly ?? undefined, ...texts, timedOut, cancelled });
    });
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel);
  });
}
