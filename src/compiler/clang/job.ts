// One build's folder, and the clang processes that run in it. Inputs of clang are in the folder itself, outputs in a
// subfolder. If clang runs as another user, only the subfolder belongs to that user, so that clang cannot replace other
// files of this process.
import { chmodSync, chownSync, closeSync, mkdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import { openRegular, readWhole } from '../../util/checked-file.js';
import { AtollError } from '../../util/errors.js';
import { removeTree } from '../../util/remove-tree.js';
import { temporaryFolder } from '../../util/temporary.js';
import type { BuildCredentials } from '../request/build-credentials.js';
import { LIMITS } from './clang-args.js';
import { type Confinement, takesIdentity } from './confine.js';
import { headerNameError } from './header-name.js';
import { limitReached } from './limits.js';
import { run, type ToolRunResult } from './process.js';

const MAX_INTERMEDIATE = 1 << 29;
const LARGE = 1 << 20;
const OUTPUT = 'out';
/**
 * Modes of the folder (this user and the caller's group, inherited by new files), of the caller's subfolder, and of
 * files.
 */
const [SHARED_FOLDER, OWN_FOLDER, SHARED_FILE] = [0o2750, 0o700, 0o640] as const;

/** The name, on clang's command line, of an output that `BuildJob.read` reads. */
export const outputName = (name: string): string => `${OUTPUT}/${name}`;

/** Cause of a failed step. */
export class StepFailure extends Error {
  /** `wrong`: the machine code violates the compiler's own calling convention. */
  readonly reason: 'errors' | 'crash' | 'limit' | 'cancelled' | 'wrong';
  /** Messages of the compiler; for a limit, its name. */
  readonly log: string;
  /** Name of the signal that ended the compiler. */
  readonly killedBy: string | undefined;
  /** Messages of the compiler, for a limit too. */
  readonly output: string;

  constructor(
    reason: StepFailure['reason'],
    log: string,
    result: Partial<Pick<ToolRunResult, 'signal' | 'stderr'>> = {},
  ) {
    super(`clang: ${reason}`);
    this.reason = reason;
    this.log = log;
    this.killedBy = result.signal;
    this.output = result.stderr ?? log;
  }
}

const CRASH_SIGNS = /PLEASE submit a bug report|fatal error: error in backend|LLVM ERROR|Stack dump:/;

function failureOf(result: ToolRunResult, caller: BuildCredentials | undefined): StepFailure | undefined {
  if (result.cancelled) return new StepFailure('cancelled', '');
  const limit = limitReached(result, LIMITS, caller?.limits);
  if (limit !== undefined) return new StepFailure('limit', limit, result);
  if (result.status === 0) return undefined;
  const crashed = result.status === undefined || CRASH_SIGNS.test(result.stderr);
  return new StepFailure(crashed ? 'crash' : 'errors', result.stderr, result);
}

export interface JobOptions {
  readonly signal?: AbortSignal | undefined;
  /** Set if clang runs in a separate session. */
  readonly apart?: boolean | undefined;
  readonly confinement?: Confinement | undefined;
}

export class BuildJob {
  readonly folder: string;
  /** The user that clang runs as; undefined for this process's own user. */
  private readonly other: BuildCredentials | undefined;

  constructor(
    readonly clangPath: string,
    private readonly options: JobOptions = {},
  ) {
    const { caller } = options.confinement ?? {};
    this.other = takesIdentity(caller) ? caller : undefined;
    this.folder = temporaryFolder('cc');
    this.prepare();
  }

  private prepare(): void {
    const output = join(this.folder, OUTPUT);
    mkdirSync(output, OWN_FOLDER);
    if (!this.other) return;
    const { uid, gid } = this.other.identity;
    chownSync(output, uid, gid);
    chownSync(this.folder, process.geteuid?.() ?? 0, gid);
    chmodSync(this.folder, SHARED_FOLDER);
  }

  /**
   * Writes a file for clang below the folder.
   * @param shown the name as the program gave it @throws AtollError BAD_INPUT when the name leads out of it, or is no
   * file's
   */
  write(name: string, bytes: Uint8Array, shown = name): void {
    const path = this.place(name, shown);
    try {
      writeFileSync(path, bytes);
    } catch (error) {
      throw headerNameError(shown, (error as NodeJS.ErrnoException).code);
    }
    if (this.other) chmodSync(path, SHARED_FILE);
  }

  /** The same for large files: asynchronous, so that this thread continues. */
  async writeLarge(name: string, bytes: Uint8Array, shown = name): Promise<void> {
    if (bytes.length < LARGE) return this.write(name, bytes, shown);
    const path = this.place(name, shown);
    try {
      await writeFile(path, bytes);
    } catch (error) {
      throw headerNameError(shown, (error as NodeJS.ErrnoException).code);
    }
    if (this.other) chmodSync(path, SHARED_FILE);
  }

  /** The path of a file below the folder; creates its parent folder. */
  private place(name: string, shown: string): string {
    const relative = normalize(name);
    if (relative.startsWith(`..${sep}`) || relative.startsWith(sep) || relative === '..' || relative.includes('\0')) {
      throw new AtollError('BAD_INPUT', `the header name '${shown}' is not a relative path`);
    }
    try {
      this.makeFolder(dirname(relative));
    } catch (error) {
      throw headerNameError(shown, (error as NodeJS.ErrnoException).code);
    }
    return join(this.folder, relative);
  }

  private makeFolder(relative: string): void {
    const path = join(this.folder, relative);
    mkdirSync(path, { recursive: true });
    if (!this.other) return;
    for (let at = relative; at !== '.' && at !== sep; at = dirname(at)) chmodSync(join(this.folder, at), SHARED_FOLDER);
  }

  /** A file that clang wrote. @throws AtollError LIMIT for an oversized file, HOST for anything but a regular file */
  read(name: string): Uint8Array {
    const path = join(this.folder, OUTPUT, name);
    const { fd, stats } = openRegular(path);
    try {
      const owner = this.other?.identity.uid ?? process.geteuid?.();
      // It may be a hard link to a file that the user cannot read.
      if (stats.uid !== owner || stats.nlink !== 1)
        throw new AtollError('HOST', `the compiler's output ${name} belongs to another user`);
      if (stats.size > MAX_INTERMEDIATE)
        throw new AtollError('LIMIT', `the compiler's output ${name} has more than ${MAX_INTERMEDIATE} bytes`);
      return readWhole(fd, stats.size);
    } finally {
      closeSync(fd);
    }
  }

  /** Runs clang in the folder. @returns its stderr @throws StepFailure */
  async clang(args: readonly string[]): Promise<string> {
    const { signal, apart, confinement } = this.options;
    const settings = { cwd: this.folder, signal, apart, confinement, ...LIMITS };
    const result = await run(this.clangPath, args, settings, OUTPUT);
    const failure = failureOf(result, confinement?.caller);
    if (failure) throw failure;
    return result.stderr;
  }

  dispose(): void {
    removeTree(this.folder);
  }
}
