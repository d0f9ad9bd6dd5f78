// The OpenCL front end: builds CAL images, compiled objects and libraries. Never throws for invalid input: results are
// a status and a text for clGetProgramBuildInfo.

import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve as absolute } from 'node:path';
import { chipById } from '../chips/chips.js';
import { detach } from '../util/detach.js';
import { AtollError, describeError } from '../util/errors.js';
import type { CacheReport } from '../util/file-cache.js';
import { sha256 } from '../util/hash.js';
import { runBuild } from './build.js';
import { buildKey, type KeyParts } from './build-key.js';
import type { BuildOutput } from './build-task.js';
import { BuildCache, hashFile } from './cache/build-cache.js';
import { defaultCacheDir } from './cache/cache-place.js';
import { type ClangsOf, findToolchain, type Toolchain, type ToolchainReport, untestedText } from './clang/toolchain.js';
import { type BuiltinLibrary, NO_LIBRARY } from './clang/tools.js';
import { type InputLanguage, languageOf } from './input-language.js';
import { INPUT_LANGUAGES } from './inputs.js';
import { builtinLibrary } from './library/library-build.js';
import { ownSourceHash } from './own-sources.js';
import { VERSION } from './project.js';
import type { BuildCredentials } from './request/build-credentials.js';
import type { BuildRequest, BuildResult } from './request/build-request.js';
import type { Compilation } from './request/compilation.js';
import { type ParsedOptions, parseOptions } from './request/options.js';
import { Semaphore } from './semaphore.js';

export type { ToolchainReport } from './clang/toolchain.js';

export interface FrontEndOptions {
  /** Folder of cached builds and the builtin library; `$XDG_CACHE_HOME/atoll` or `~/.cache/atoll` by default. */
  readonly cacheDir?: string;
  /** Path or name of the compiler; by default the best installed one. */
  readonly clang?: string | undefined;
  /** Compilation of every program. */
  readonly compilation?: Compilation | undefined;
  /** Folders of libclc, besides the compiler's own prefix; the usual ones by default. */
  readonly libclcFolders?: readonly string[];
  /** Folders of compilers; installed ones and private copies by default. */
  readonly clangsOf?: ClangsOf;
  /** Set if builds are cached; the builtin library always is. */
  readonly cache?: boolean;
  /** Input languages besides those of Atoll. */
  readonly languages?: readonly InputLanguage[];
  /** Every program is built with -g. */
  readonly debugInfo?: boolean;
  /** Every program is built for a check of its kernels: prelude.h depends on this. */
  readonly checked?: boolean;
  /** Every program is built with -ggdb. */
  readonly debugVariables?: boolean;
  /** Maximum of concurrent builds; the number of processors by default. */
  readonly jobs?: number;
  /**
   * Set if clang runs in a separate session: beside a guest, which handles Ctrl-C and other signals of the process
   * group. Without a guest these signals end clang as well.
   */
  readonly apart?: boolean;
  /** Called once for an untested compiler that was not selected by name. */
  readonly onUntested?: (text: string) => void;
  /** Called once, with a sentence that has the command to run, if no program can be built. */
  readonly onUnusable?: (text: string) => void;
}

/**
 * The result of a promise, or undefined as soon as the signal is aborted; other callers may still wait for the promise.
 */
function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const give = (): void => resolve(undefined);
    signal.addEventListener('abort', give);
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}

interface BuildParts extends KeyParts {
  readonly options: ParsedOptions;
  readonly language: InputLanguage;
  /** The target of clang. */
  readonly processor: string;
}

const none = { binaryType: 'none', cached: false } as const;

export class FrontEnd {
  private readonly cacheDir: string;
  private readonly clang: string | undefined;
  private readonly compilation: Compilation | undefined;
  private readonly libclcFolders: readonly string[] | undefined;
  private readonly clangsOf: ClangsOf | undefined;
  private readonly cache: BuildCache | undefined;
  private readonly jobs: Semaphore;
  private readonly languages: readonly InputLanguage[];
  private readonly apart: boolean;
  private readonly checked: boolean;
  /** Additional options of every program. */
  private readonly added: string;
  private readonly closing = new AbortController();
  private readonly running = new Set<Promise<BuildResult>>();
  private readonly onUnusable: (text: string) => void;
  private onUntested: ((text: string) => void) | undefined;
  private isUnusableReported = false;
  private usable: boolean | undefined;
  private sourceHash: string | undefined;
  /** The builtin libraries, by compiler and chip. */
  private readonly libraries = new Map<string, Promise<BuiltinLibrary>>();

  constructor(options: FrontEndOptions = {}) {
    this.cacheDir = absolute(options.cacheDir || defaultCacheDir());
    this.compilation = options.compilation;
    this.clang = options.compilation?.clang ?? options.clang;
    this.libclcFolders = options.libclcFolders;
    this.clangsOf = options.clangsOf;
    this.cache = options.cache === false ? undefined : new BuildCache(this.cacheDir);
    this.jobs = new Semaphore(Math.max(1, options.jobs ?? availableParallelism()));
    this.languages = [...INPUT_LANGUAGES, ...(options.languages ?? [])];
    this.apart = options.apart ?? false;
    const debug = options.debugVariables ? ' -ggdb' : options.debugInfo ? ' -g' : '';
    this.checked = options.checked ?? false;
    this.added = this.checked ? `${debug} -D__ATOLL_CHECK__` : debug;
    this.onUnusable = options.onUnusable ?? (() => {});
    this.onUntested = options.onUntested;
  }

  /** Builds, compiles or links. Never rejects. */
  build(request: BuildRequest, signal?: AbortSignal): Promise<BuildResult> {
    const signals = [this.closing.signal, ...(signal ? [signal] : [])];
    const { added, compilation } = this;
    const task = compilation ? { compilation, ...request } : request;
    const withOptions = added !== '' && task.kind !== 'link' ? { ...task, options: `${task.options}${added}` } : task;
    const marked = this.checked ? { ...withOptions, checked: true } : withOptions;
    const work = this.buildOnce(marked, AbortSignal.any(signals)).catch((error: unknown): BuildResult => {
      if (error instanceof AtollError && error.code === 'TOOLCHAIN') this.sayUnusable(describeError(error));
      return { ...none, status: 'failure', log: `error: ${describeError(error)}\n` };
    });
    this.running.add(work);
    detach(
      work.finally(() => this.running.delete(work)),
      'a build',
    );
    return work;
  }

  /** The compiler, or the missing tool and the command to install it. */
  async toolchain(): Promise<ToolchainReport> {
    return this.find();
  }

  /**
   * Eight digits that change with the result of compilation: with the compiler, its library and Atoll's sources. Reads
   * files only.
   */
  identity(): string {
    const { toolchain } = this.find();
    return sha256(`${VERSION}|${toolchain?.identity}|${this.hash()}`).slice(0, 8);
  }

  /** True if a compiler is installed; determined at the first call. */
  isUsable(): boolean {
    if (this.usable === undefined) {
      const { available, text, fix } = this.find();
      if (!available) this.sayUnusable(`${text}; install it with: ${fix}`);
      this.usable = available;
    }
    return this.usable;
  }

  private find(clang = this.clang): ToolchainReport {
    return findToolchain(clang, this.libclcFolders, this.clangsOf);
  }

  private sayUntested(toolchain: Toolchain): void {
    const isNamed = this.clang !== undefined && this.clang !== 'auto';
    const text = isNamed || !this.onUntested ? undefined : untestedText(toolchain);
    if (text === undefined) return;
    this.onUntested?.(text);
    this.onUntested = undefined;
  }

  private sayUnusable(text: string): void {
    if (!this.isUnusableReported) this.onUnusable(`OpenCL programs cannot be built: ${text}`);
    this.isUnusableReported = true;
  }

  /** Size of the build cache; undefined if it is disabled. */
  cacheReport(): CacheReport | undefined {
    return this.cache?.report();
  }

  /** Removes all cached builds. */
  clearCache(): void {
    this.cache?.clear();
  }

  /** Cancels the running builds and waits for them. */
  async dispose(): Promise<void> {
    this.closing.abort();
    await Promise.allSettled(this.running);
    for (const ready of this.libraries.values()) {
      const library = await ready.catch(() => undefined);
      if (library?.temporary) rmSync(library.temporary, { recursive: true, force: true });
    }
  }

  private async buildOnce(request: BuildRequest, signal: AbortSignal): Promise<BuildResult> {
    const chip = chipById(request.device);
    if (!chip) {
      return { ...none, status: 'failure', log: `error: there are no images for the GPU '${request.device}'\n` };
    }
    const options = parseOptions(request.options, request.kind, request.folder ?? '/');
    if (options.errors.length > 0) {
      return { ...none, status: 'invalid-options', log: options.errors.map((text) => `error: ${text}\n`).join('') };
    }
    const report = this.find(request.compilation?.clang);
    if (!report.toolchain) {
      this.sayUnusable(`${report.text}; install it with: ${report.fix}`);
      const log = `error: no OpenCL compiler: ${report.text}\nInstall it with: ${report.fix}\n`;
      return { ...none, status: 'compiler-not-available', log };
    }
    const { toolchain } = report;
    if (request.compilation === undefined) this.sayUntested(toolchain);
    const language = languageOf(request, this.languages);
    const parts = { request, options, language, toolchain, processor: chip.target, sourceHash: this.hash() };
    return this.cachedBuild(parts, signal);
  }

  private async cachedBuild(parts: BuildParts, signal: AbortSignal): Promise<BuildResult> {
    const key = await buildKey(parts);
    const { keepIr, fresh } = parts.request;
    const cached = keepIr || fresh ? undefined : this.cache?.get(key);
    if (cached) {
      const binaryType = cached.binaryType as BuildResult['binaryType'];
      return { status: 'success', log: cached.log, binaryType, binary: cached.binary, cached: true };
    }
    parts.request.onCompile?.();
    const built = await this.jobs.run(
      signal,
      async () => {
        const isLinked = parts.request.output !== 'hsa';
        const library = isLinked ? await unlessAborted(signal, this.builtins(parts)) : NO_LIBRARY;
        if (!library) return undefined;
        const { request, options, language, toolchain, processor } = parts;
        const tools = { toolchain, processor, library, compilation: request.compilation };
        return runBuild({ request, options, language, tools, cacheDir: this.cacheDir, apart: this.apart }, signal);
      },
      parts.request.client,
    );
    if (!built) return { ...none, status: 'cancelled', log: '' };
    this.store(key, built, parts.request.caller);
    const { status, log, binaryType, binary, ir, trouble, cause } = built;
    return {
      status,
      log,
      binaryType,
      ...(binary && { binary }),
      ...(trouble !== undefined && { trouble }),
      ...(cause && { cause }),
      ...(keepIr && ir && { ir }),
      cached: false,
    };
  }

  private store(key: string, built: BuildOutput, caller: BuildCredentials | undefined): void {
    if (built.status !== 'success' || !built.binary) return;
    // Included files of another root folder cannot be compared later.
    if (caller?.root !== undefined && built.dependencies.length > 0) return;
    const dependencies: { path: string; sha256: string }[] = [];
    for (const path of built.dependencies) {
      const hash = hashFile(path);
      if (hash === undefined) return;
      dependencies.push({ path, sha256: hash });
    }
    this.cache?.put(key, { log: built.log, binaryType: built.binaryType, dependencies, binary: built.binary });
  }

  private hash(): string {
    this.sourceHash ??= ownSourceHash();
    return this.sourceHash;
  }

  /** The builtin library, built once for a compiler and a chip even for concurrent builds. */
  private builtins({ toolchain, processor, sourceHash }: BuildParts): Promise<BuiltinLibrary> {
    const { libraries } = this;
    const name = `${toolchain.identity} ${processor}`;
    const library = libraries.get(name);
    if (library !== undefined) return library;
    const work = { processor, signal: this.closing.signal, apart: this.apart };
    const ready = builtinLibrary(toolchain, this.cacheDir, sourceHash, work);
    libraries.set(name, ready);
    ready.catch(() => libraries.delete(name));
    return ready;
  }
}
