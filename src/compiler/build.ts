// One build from request to binary: which steps it takes, and what its log says.
import { describeError } from '../util/errors.js';
import { type Confinement, isConfined, rootPrefix } from './clang/confine.js';
import { crashReport, whatHappened } from './clang/crash-report.js';
import { backEndLog, nameSource } from './clang/diagnostics.js';
import { BuildJob, StepFailure } from './clang/job.js';
import {
  dependencies,
  type IrOutput,
  inputTexts,
  isCpp,
  latin1Text,
  linkBitcode,
  searchFolders,
  sourceToBitcode,
  sourceToIr,
  sourceToPlainIr,
  writeOverlay,
  writeSources,
} from './clang/pipeline.js';
import { libclcOf } from './clang/toolchain.js';
import { driverText, makeExecutable } from './executable.js';
import type { BuildRequest, BuildResult } from './front-end.js';
import { foreignInputs } from './inputs/bitcode/bitcode-producer.js';
import { readContainer, writeContainer } from './inputs/bitcode/container.js';
import { lostHeader } from './inputs/opencl-c/chroot-view.js';
import { ambiguousMath, integerMathArgs, integerMathNote } from './inputs/opencl-c/integer-math.js';
import { withoutPointerAccess } from './inputs/opencl-c/pointer-access.js';
import type { SourceInput, Tools } from './inputs/opencl-c/source-args.js';
import { copyLibrary } from './library/library-build.js';
import { mayCompareSmallest } from './passes/flt-min-comparisons.js';
import type { ParsedOptions } from './request/options.js';

export interface BuildTask {
  readonly request: BuildRequest;
  readonly options: ParsedOptions;
  readonly tools: Tools;
  readonly cacheDir: string;
  /** Whether clang gets a session of its own. */
  readonly apart: boolean;
}

export interface BuildOutput extends Pick<BuildResult, 'status' | 'log' | 'binaryType'> {
  readonly binary?: Uint8Array;
  readonly ir?: string;
  /** The log does not say where in the source things are: with line tables it would. */
  readonly lacksPlaces?: boolean;
  /** Files on the disk that the source included. */
  readonly dependencies: readonly string[];
  /** What kept the compiler from its work, though the source may be right: one sentence. */
  readonly trouble?: string;
}

/** Whether a word stands in any text that a build was given. */
function mentions(request: BuildRequest, word: string): boolean {
  return mentionsIn(
    [request.source ?? new Uint8Array(0), ...(request.headers ?? []).map((header) => header.source)],
    word,
  );
}

const mentionsIn = (texts: readonly Uint8Array[], word: string): boolean =>
  texts.some((text) => Buffer.from(text.buffer, text.byteOffset, text.length).includes(word));

function sourceInput(task: BuildTask): SourceInput {
  const { request, options } = task;
  const source = request.source ?? new Uint8Array(0);
  const root = rootPrefix(request.caller);
  return { source, headers: request.headers ?? [], options, folder: request.folder ?? '/', root };
}

/** Who clang works for, and what it needs of ours. */
function confinementOf({ request, tools }: BuildTask): Confinement {
  const { toolchain, processor } = tools;
  return { caller: request.caller, tools: [toolchain.clang, libclcOf(toolchain, processor)] };
}

/**
 * Runs a step on the source; when it fails only because math functions got integers, once more with macros for them.
 */
async function withIntegerMath<T extends { readonly log: string }>(
  task: BuildTask,
  step: (input: SourceInput) => Promise<T>,
): Promise<T> {
  const input = sourceInput(task);
  try {
    return await step(input);
  } catch (error) {
    const names = error instanceof StepFailure ? ambiguousMath(error.log) : [];
    if (names.length === 0) throw error;
    const clangArgs = [...input.options.clangArgs, ...integerMathArgs(names)];
    const result = await step({ ...input, options: { ...input.options, clangArgs } });
    return { ...result, log: integerMathNote(names) + result.log };
  }
}

/**
 * Runs a step on the source; when clang refuses access qualifiers of pointers, once more without them. Each turn takes
 * away some, so it ends.
 */
async function withoutAccess<T extends { readonly log: string }>(
  job: BuildJob,
  given: SourceInput,
  step: (input: SourceInput) => Promise<T>,
): Promise<T> {
  let [input, told] = [given, ''];
  for (;;) {
    try {
      const result = await step(input);
      return told === '' ? result : { ...result, log: told + result.log };
    } catch (error) {
      const mayWarn = error instanceof StepFailure && !given.options.warningsAreErrors;
      const changed = mayWarn ? withoutPointerAccess(input, error.log) : undefined;
      if (!changed) throw error;
      input = changed.input;
      told += changed.log;
      await writeSources(job, input);
    }
  }
}

/** Headers that may be found one after the other: each costs a run of clang. */
const MAX_FOUND = 64;

/** Runs a step on a source of another root folder: what is missing because clang has another `/` is shown to it. */
async function withItsOwnRoot<T>(
  { request: { caller } }: BuildTask,
  job: BuildJob,
  given: SourceInput,
  step: (input: SourceInput) => Promise<T>,
): Promise<T> {
  const { root: prefix } = given;
  if (caller?.root === undefined) return step(given);
  const root = { here: `/proc/self/fd/${caller.root}`, prefix, folders: searchFolders(given) };
  const overlay = new Map<string, string>();
  for (let input = given; ; input = { ...given, overlay }) {
    try {
      return await step(input);
    } catch (error) {
      const lost = error instanceof StepFailure ? lostHeader(error.log, root) : undefined;
      if (!lost || overlay.has(lost[0]) || overlay.size === MAX_FOUND) throw error;
      overlay.set(...lost);
      writeOverlay(job, overlay);
    }
  }
}

/**
 * printf is lowered on plain IR; in C++ there are functions that only inlining makes possible; some numbers are hidden.
 */
function isSpecialSource(task: BuildTask): boolean {
  const texts = inputTexts(sourceInput(task));
  return (
    mentions(task.request, 'printf') ||
    isCpp(task.options.clangArgs) ||
    (texts !== undefined && mayCompareSmallest(texts))
  );
}

async function buildSource(task: BuildTask, job: BuildJob): Promise<BuildOutput> {
  const { tools } = task;
  await writeSources(job, sourceInput(task));
  const built = await withIntegerMath(task, (given) =>
    withoutAccess(job, given, (allowed) =>
      withItsOwnRoot(task, job, allowed, (input) =>
        makeExecutable(task, job, {
          optimised: () => sourceToIr(job, tools, input),
          plain: () => sourceToPlainIr(job, tools, input),
          isSpecial: isSpecialSource(task),
        }),
      ),
    ),
  );
  return { ...built, dependencies: dependencies(job) };
}

function container(task: BuildTask, type: 'compiled-object' | 'library', bitcode: Uint8Array): Uint8Array {
  const { device, options: compileOptions } = task.request;
  return writeContainer({ type, bitcode, device, compileOptions, driverText: driverText(task.tools) });
}

async function compileSource(task: BuildTask, job: BuildJob): Promise<BuildOutput> {
  await writeSources(job, sourceInput(task));
  const { bitcode, log } = await withIntegerMath(task, (given) =>
    withoutAccess(job, given, (allowed) =>
      withItsOwnRoot(task, job, allowed, (input) => sourceToBitcode(job, task.tools, input)),
    ),
  );
  const binary = container(task, 'compiled-object', bitcode);
  return { status: 'success', log, binaryType: 'compiled-object', binary, dependencies: dependencies(job) };
}

async function linkInputs(task: BuildTask, job: BuildJob): Promise<BuildOutput> {
  const { request, tools } = task;
  const modules = (request.inputs ?? []).map((input, i) =>
    readContainer(input, `input ${i + 1} of the link`, request.device),
  );
  if (modules.length === 0)
    return { status: 'failure', log: 'error: nothing to link\n', binaryType: 'none', dependencies: [] };
  try {
    return await linkModules(task, job, modules);
  } catch (error) {
    const foreign = error instanceof StepFailure ? foreignInputs(modules, tools.toolchain.version) : '';
    if (!(error instanceof StepFailure) || foreign === '' || error.reason === 'cancelled') throw error;
    // A compiler that crashed on what it cannot read has no defect.
    throw new StepFailure('errors', foreign + error.said);
  }
}

async function linkModules(task: BuildTask, job: BuildJob, modules: readonly Uint8Array[]): Promise<BuildOutput> {
  const { options, tools } = task;
  if (options.createLibrary) {
    const { output, log } = await linkBitcode(job, tools, { modules, options, target: 'library' });
    const binary = container(task, 'library', output);
    return { status: 'success', log, binaryType: 'library', binary, dependencies: [] };
  }
  const linked = async (target: 'executable' | 'plain'): Promise<IrOutput> => {
    const { output, log } = await linkBitcode(job, tools, { modules, options, target });
    return { text: latin1Text(output), log };
  };
  return makeExecutable(task, job, {
    optimised: () => linked('executable'),
    plain: () => linked('plain'),
    isSpecial: mentionsIn(modules, 'printf') || mentionsIn(modules, CPP_NAME),
  });
}

/** How the names of members and of what stands in namespaces begin, by the Itanium C++ ABI. */
const CPP_NAME = '_ZN';

/** clang's messages name the files of a link; the caller counts its inputs from 1. */
const nameInputs = (log: string): string =>
  log.replace(/module 'input(\d+)\.bc'/g, (_, index: string) => `input ${Number(index) + 1}`);

function failed(task: BuildTask, failure: StepFailure): BuildOutput {
  const nothing = { binaryType: 'none', dependencies: [] } as const;
  if (failure.reason === 'cancelled') return { ...nothing, status: 'cancelled', log: '' };
  if (failure.reason !== 'errors') {
    const trouble = failure.reason === 'limit' ? { trouble: whatHappened(task, failure) } : {};
    return { ...nothing, status: 'failure', log: crashReport(task, failure), ...trouble };
  }
  const log = nameInputs(backEndLog(failure.log));
  return { ...nothing, status: 'failure', log, lacksPlaces: failure.log.includes('<unknown>') };
}

const STEPS = { build: buildSource, compile: compileSource, link: linkInputs } as const;

async function attempt(task: BuildTask, job: BuildJob): Promise<BuildOutput> {
  try {
    return await STEPS[task.request.kind](task, job);
  } catch (error) {
    if (error instanceof StepFailure) return failed(task, error);
    throw error;
  }
}

/** What fails behind clang's front end fails once more with line tables: then the log says where. */
async function attemptWithPlaces(task: BuildTask, job: BuildJob): Promise<BuildOutput> {
  const built = await attempt(task, job);
  if (!built.lacksPlaces || task.options.debug || task.request.kind !== 'build') return built;
  const again = await attempt({ ...task, options: { ...task.options, debug: true } }, job);
  return again.status === 'failure' ? again : built;
}

/** The log with the paths that the program knows. */
function withOwnPaths(task: BuildTask, built: BuildOutput): BuildOutput {
  const prefix = rootPrefix(task.request.caller);
  const notes = task.options.notes.map((text) => `${text}\n`).join('');
  const own = prefix === '' ? built.log : built.log.replaceAll(prefix, '');
  const { sourceName } = task.request;
  return { ...built, log: notes + (sourceName === undefined ? own : nameSource(own, sourceName)) };
}

/** Runs a build to its end. Rejects only for defects of our own. */
export async function runBuild(given: BuildTask, signal: AbortSignal): Promise<BuildOutput> {
  const { request, tools, apart } = given;
  const job = new BuildJob(tools.toolchain.clang, { signal, apart, confinement: confinementOf(given) });
  try {
    const task = isConfined(request.caller)
      ? { ...given, tools: { ...tools, library: copyLibrary(tools.library, job) } }
      : given;
    return withOwnPaths(task, await attemptWithPlaces(task, job));
  } catch (error) {
    const log = `error: ${describeError(error)}\n`;
    return withOwnPaths(given, { status: 'failure', log, binaryType: 'none', dependencies: [] });
  } finally {
    job.dispose();
  }
}
