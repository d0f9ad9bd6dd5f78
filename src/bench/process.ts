// Runs one program with a time limit, and keeps the end of what it prints.

import { type ChildProcess, spawn } from 'node:child_process';
import { programEnvironment } from '../host/loader-variables.js';

export interface ProcessEnd {
  readonly wallSeconds: number;
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** Why it could not be started; empty when it was. */
  readonly failure: string;
}

export interface ProcessOptions {
  readonly cwd: string;
  /** Added to the environment of this process. */
  readonly env: Readonly<Record<string, string>>;
  readonly limitSeconds: number;
  /** Ends the program early. */
  readonly signal?: AbortSignal | undefined;
}

/** Of each stream, the last part is kept: verdicts come at the end. */
const KEPT_BYTES = 4 << 20;

function keepEnd(stream: NodeJS.ReadableStream | null): () => string {
  let chunks: Buffer[] = [];
  let length = 0;
  stream?.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
    if (length > 2 * KEPT_BYTES) {
      chunks = [Buffer.concat(chunks).subarray(-KEPT_BYTES)];
      length = KEPT_BYTES;
    }
  });
  return () => Buffer.concat(chunks).subarray(-KEPT_BYTES).toString('utf8');
}

/** Groups that still run: they must not outlive this process. */
const running = new Set<number>();
process.on('exit', () => running.forEach(killGroup));

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended by itself.
  }
}

const seconds = (since: bigint): number => Number(process.hrtime.bigint() - since) / 1e9;

/** util-linux: the program is killed when this process is, however that happens. */
const DIE_WITH_PARENT = ['--pdeathsig', 'KILL', '--'];

function launch(argv: readonly string[], { cwd, env }: ProcessOptions): ChildProcess {
  // A process group of its own: a program that starts others is ended together with them.
  return spawn('setpriv', [...DIE_WITH_PARENT, ...argv], {
    cwd,
    env: { ...programEnvironment(process.env), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

/** Runs a program to its end. Never throws: what went wrong is in the result. */
export function runProcess(argv: readonly string[], options: ProcessOptions): Promise<ProcessEnd> {
  const started = process.hrtime.bigint();
  const child = launch(argv, options);
  const [stdout, stderr] = [keepEnd(child.stdout), keepEnd(child.stderr)];
  const { pid } = child;
  if (pid !== undefined) running.add(pid);
  let timedOut = false;
  let wallSeconds = 0;
  const end = () => pid !== undefined && killGroup(pid);
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, options.limitSeconds * 1000);
  options.signal?.addEventListener('abort', end);
  return new Promise((done) => {
    const finish = (code: number | null, signal: string | null, failure: string) => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', end);
      if (pid !== undefined) running.delete(pid);
      done({ wallSeconds, code, signal, stdout: stdout(), stderr: stderr(), timedOut, failure });
    };
    child.on('exit', () => {
      wallSeconds = seconds(started);
      // Whatever it left behind holds the pipes open, and with them this run.
      end();
    });
    child.on('error', (error) => finish(null, null, error.message));
    child.on('close', (code, signal) => finish(code, signal, ''));
  });
}
