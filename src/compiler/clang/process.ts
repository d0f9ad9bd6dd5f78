// Runs an external program: no shell, a minimal environment, bounded time, memory and output, cancellable.
import { type ChildProcess, spawn } from 'node:child_process';
import { basename } from 'node:path';
import { AtollError } from '../../util/errors.js';
import { timedPromise } from '../../util/trace-spans.js';
import { type Confinement, type ConfinementLimits, confined } from './confine.js';

export interface RunBounds extends ConfinementLimits {
  /**
   * Wall time after which the program is killed, in milliseconds: far longer than its processor time takes on a busy
   * machine. It ends programs that wait forever.
   */
  readonly wallMs: number;
}

export interface ToolRunOptions extends RunBounds {
  /** Absolute. */
  readonly cwd: string;
  readonly signal?: AbortSignal | undefined;
  /** In a separate session, which does not receive signals of this process's group, as of Ctrl-C. */
  readonly apart?: boolean | undefined;
  readonly confinement?: Confinement | undefined;
}

export interface ToolRunResult {
  /** Exit status; undefined when a signal ended the program. */
  readonly status: number | undefined;
  readonly signal: string | undefined;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
}

const MAX_OUTPUT = 4 << 20;
const UNCONFINED: Confinement = { caller: undefined, tools: [] };

/** Collects a stream up to a limit; counts further bytes as lost. */
class Output {
  private readonly chunks: Buffer[] = [];
  private size = 0;

  add(chunk: Buffer): void {
    const room = MAX_OUTPUT - this.size;
    if (room > 0) this.chunks.push(chunk.subarray(0, room));
    this.size += chunk.length;
  }

  text(): string {
    const text = Buffer.concat(this.chunks).toString('utf8');
    return this.size > MAX_OUTPUT ? `${text}\n[${this.size - MAX_OUTPUT} bytes more]\n` : text;
  }
}

/** The program and its arguments, with the helper that sets the limits in front. @throws AtollError NATIVE_MISSING */
export const limited = (
  program: string,
  args: readonly string[],
  bounds: ConfinementLimits,
  folder: string,
): [string, string[]] => confined(program, args, { bounds, confinement: UNCONFINED, folder });

/**
 * The environment of a program in a folder.
 * @param temporary folder of its temporary files: relative, because absolute paths may be unreachable
 */
export const environmentFor = (temporary: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TMPDIR: temporary,
});

interface RunEnd {
  readonly resolve: (result: ToolRunResult) => void;
  readonly reject: (cause: Error) => void;
}

/** Follows a started program to its end: it is killed at its limit, and when it is cancelled. */
function follow(child: ChildProcess, { signal, wallMs }: ToolRunOptions, { resolve, reject }: RunEnd): void {
  const [stdout, stderr] = [new Output(), new Output()];
  let [timedOut, cancelled] = [false, false];
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill('SIGKILL');
  }, wallMs);
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
    reject(cause);
  });
  // Without free descriptors for its streams, Node starts no process and has no streams.
  child.stdout?.on('data', (chunk: Buffer) => stdout.add(chunk));
  child.stderr?.on('data', (chunk: Buffer) => stderr.add(chunk));
  child.on('close', (status, deadly) => {
    settle();
    const texts = { stdout: stdout.text(), stderr: stderr.text() };
    resolve({ status: status ?? undefined, signal: deadly ?? undefined, ...texts, timedOut, cancelled });
  });
  if (signal?.aborted) cancel();
  else signal?.addEventListener('abort', cancel);
}

/**
 * Runs a program to its end.
 *
 * @param temporary as for `environmentFor`
 * @throws AtollError HOST if it cannot be started
 */
export function run(
  program: string,
  args: readonly string[],
  options: ToolRunOptions,
  temporary: string = options.cwd,
): Promise<ToolRunResult> {
  const { cwd, apart = false, confinement = UNCONFINED } = options;
  const [file, words] = confined(program, args, { bounds: options, confinement, folder: cwd });
  const root = confinement.caller?.root;
  const stdio: ('ignore' | 'pipe' | number)[] = ['ignore', 'pipe', 'pipe', ...(root === undefined ? [] : [root])];
  const result = new Promise<ToolRunResult>((resolve, reject) => {
    const child = spawn(file, words, { cwd, env: environmentFor(temporary), stdio, detached: apart });
    const fail = (cause: Error): void =>
      reject(new AtollError('HOST', `cannot run ${program}: ${cause.message}`, '', { cause }));
    follow(child, options, { resolve, reject: fail });
  });
  return timedPromise('compiler', result, () => ({ name: basename(program), details: { arguments: args.join(' ') } }));
}
