// One build's folder of temporary files, and the clang processes that run in it.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { AtollError } from '../util/errors.js';
import { temporaryFolder } from '../util/temporary.js';
import { LIMITS } from './clang-args.js';
import { type RunResult, run } from './process.js';

const MAX_INTERMEDIATE = 1 << 29;

/** Why a step gave nothing. */
export class StepFailure extends Error {
  readonly reason: 'errors' | 'crash' | 'timeout' | 'cancelled';
  readonly log: string;
  /** Name of the signal that ended the compiler. */
  readonly killedBy: string | undefined;

  constructor(reason: StepFailure['reason'], log: string, killedBy?: string) {
    super(`clang: ${reason}`);
    this.reason = reason;
    this.log = log;
    this.killedBy = killedBy;
  }
}

const CRASH_SIGNS = /PLEASE submit a bug report|fatal error: error in backend|LLVM ERROR|Stack dump:/;

function failureOf(result: RunResult): StepFailure | undefined {
  if (result.cancelled) return new StepFailure('cancelled', '');
  if (result.timedOut) return new StepFailure('timeout', result.stderr);
  if (result.status === 0) return undefined;
  const crashed = result.status === undefined || CRASH_SIGNS.test(result.stderr);
  return new StepFailure(crashed ? 'crash' : 'errors', result.stderr, result.signal);
}

export class BuildJob {
  readonly folder: string;
  readonly #clang: string;
  readonly #signal: AbortSignal | undefined;
  readonly #apart: boolean;

  /** @param apart whether clang gets a session of its own */
  constructor(clang: string, signal: AbortSignal | undefined, apart = false) {
    this.folder = temporaryFolder('cc');
    this.#clang = clang;
    this.#signal = signal;
    this.#apart = apart;
  }

  /** Writes a file below the folder. @throws AtollError BAD_INPUT when the name leads out of it */
  write(name: string, bytes: Uint8Array): void {
    const relative = normalize(name);
    if (relative.startsWith(`..${sep}`) || relative.startsWith(sep) || relative === '..' || relative.includes('\0')) {
      throw new AtollError('BAD_INPUT', `the header name '${name}' is not a relative path`);
    }
    const path = join(this.folder, relative);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }

  /** A file that clang wrote. @throws AtollError LIMIT when it is absurdly large */
  read(name: string): Uint8Array {
    const path = join(this.folder, name);
    if (statSync(path).size > MAX_INTERMEDIATE) {
      throw new AtollError('LIMIT', `the compiler's output ${name} has more than ${MAX_INTERMEDIATE} bytes`);
    }
    return readFileSync(path);
  }

  /** Runs clang in the folder. @returns what it wrote to stderr @throws StepFailure */
  async clang(args: readonly string[]): Promise<string> {
    const result = await run(this.#clang, args, {
      cwd: this.folder,
      signal: this.#signal,
      apart: this.#apart,
      ...LIMITS,
    });
    const failure = failureOf(result);
    if (failure) throw failure;
    return result.stderr;
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
