// One build from request to binary: its steps and its log.
import { describeError } from '../util/errors.js';
import type { BuildOutput, BuildTask } from './build-task.js';
import { type Confinement, isConfined, rootPrefix } from './clang/confine.js';
import { nameSource } from './clang/diagnostics.js';
import { BuildJob } from './clang/job.js';
import { libclcOf } from './clang/toolchain.js';
import { ClangCompiler } from './clang-compiler.js';
import { type Compiler, type InputLanguage, inputRefusal } from './compiler.js';
import { CompilerFailure } from './compiler-failure.js';
import { driverText, makeExecutable } from './executable.js';
import { readContainer, writeContainer } from './image/container.js';
import { inputTexts, isCpp } from './inputs/opencl-c/compile-source.js';
import type { SourceInput } from './inputs/opencl-c/source-args.js';
import { copyLibrary } from './library/library-build.js';
import { mayCompareSmallest } from './passes/flt-min-comparisons.js';
import type { BuildKind, BuildRequest } from './request/build-request.js';

/** Whether an input text of a build contains a word. */
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

/** The program's credentials, and the files of Atoll that clang needs. */
function confinementOf({ request, tools }: BuildTask): Confinement {
  const { toolchain, processor } = tools;
  return { caller: request.caller, tools: [toolchain.clang, libclcOf(toolchain, processor)] };
}

/** printf is lowered on plain IR; some functions of C++ have to be inlined; some numbers have to be opaque. */
function isSpecialSource(task: BuildTask): boolean {
  const texts = inputTexts(sourceInput(task));
  return (
    mentions(task.request, 'printf') ||
    isCpp(task.options.clangArgs) ||
    (texts !== undefined && mayCompareSmallest(texts))
  );
}

async function buildSource(task: BuildTask, compiler: Compiler): Promise<BuildOutput> {
  const input = sourceInput(task);
  const built = await makeExecutable(task, compiler, {
    optimised: () => compiler.compile(input, 'optimised'),
    plain: () => compiler.compile(input, 'plain'),
    isSpecial: isSpecialSource(task),
  });
  return { ...built, dependencies: compiler.includedFiles() };
}

function container(
  task: BuildTask,
  compiler: Compiler,
  type: 'compiled-object' | 'library',
  bitcode: Uint8Array,
): Uint8Array {
  const { device, options: compileOptions } = task.request;
  return writeContainer({ type, bitcode, device, compileOptions, driverText: driverText(compiler) });
}

async function compileSource(task: BuildTask, compiler: Compiler): Promise<BuildOutput> {
  const { bitcode, log } = await compiler.compile(sourceInput(task), 'bitcode');
  const binary = container(task, compiler, 'compiled-object', bitcode);
  return { status: 'success', log, binaryType: 'compiled-object', binary, dependencies: compiler.includedFiles() };
}

async function linkInputs(task: BuildTask, compiler: Compiler): Promise<BuildOutput> {
  const { request } = task;
  const modules = (request.inputs ?? []).map((input, i) =>
    readContainer(input, `input ${i + 1} of the link`, request.device),
  );
  return modules.length === 0 ? failure('error: nothing to link\n') : linkModules(task, compiler, modules);
}

async function linkModules(task: BuildTask, compiler: Compiler, modules: readonly Uint8Array[]): Promise<BuildOutput> {
  const { options } = task;
  if (options.createLibrary) {
    const { bitcode, log } = await compiler.link(modules, options, 'bitcode');
    const binary = container(task, compiler, 'library', bitcode);
    return { status: 'success', log, binaryType: 'library', binary, dependencies: [] };
  }
  return makeExecutable(task, compiler, {
    optimised: () => compiler.link(modules, options, 'optimised'),
    plain: () => compiler.link(modules, options, 'plain'),
    isSpecial: mentionsIn(modules, 'printf') || mentionsIn(modules, CPP_NAME),
  });
}

/** Prefix of names of members and in namespaces, by the Itanium C++ ABI. */
const CPP_NAME = '_ZN';

const failure = (log: string): BuildOutput => ({ status: 'failure', log, binaryType: 'none', dependencies: [] });

function failed({ kind, log, details }: CompilerFailure): BuildOutput {
  const { lacksLines = false, trouble } = details;
  const status = kind === 'cancelled' ? 'cancelled' : 'failure';
  return { ...failure(log), status, lacksLines, ...(trouble !== undefined && { trouble }) };
}

interface BuildSteps {
  readonly language: InputLanguage;
  readonly run: (task: BuildTask, compiler: Compiler) => Promise<BuildOutput>;
}

const STEPS: Readonly<Record<BuildKind, BuildSteps>> = {
  build: { language: 'opencl-c', run: buildSource },
  compile: { language: 'opencl-c', run: compileSource },
  link: { language: 'llvm-bitcode', run: linkInputs },
};

/** Runs a build with a compiler. Throws only for invalid header names, and for defects of Atoll. */
export async function buildWith(compiler: Compiler, task: BuildTask): Promise<BuildOutput> {
  const { language, run } = STEPS[task.request.kind];
  const refusal = inputRefusal(compiler, language);
  if (refusal !== undefined) return failure(refusal);
  try {
    return await run(task, compiler);
  } catch (error) {
    if (error instanceof CompilerFailure) return failed(error);
    throw error;
  }
}

/** A failure after clang's front end is repeated with line tables, for source lines in the log. */
async function attemptWithPlaces(task: BuildTask, compiler: Compiler): Promise<BuildOutput> {
  const built = await buildWith(compiler, task);
  if (!built.lacksLines || task.options.debug || task.request.kind !== 'build') return built;
  const again = await buildWith(compiler, { ...task, options: { ...task.options, debug: true } });
  return again.status === 'failure' ? again : built;
}

/** The log with the program's own paths. */
function withOwnPaths(task: BuildTask, built: BuildOutput): BuildOutput {
  const prefix = rootPrefix(task.request.caller);
  const notes = task.options.notes.map((text) => `${text}\n`).join('');
  const own = prefix === '' ? built.log : built.log.replaceAll(prefix, '');
  const { sourceName } = task.request;
  return { ...built, log: notes + (sourceName === undefined ? own : nameSource(own, sourceName)) };
}

/** Runs a build to its end. Rejects only for defects of Atoll. */
export async function runBuild(given: BuildTask, signal: AbortSignal): Promise<BuildOutput> {
  const { request, tools, apart } = given;
  const job = new BuildJob(tools.toolchain.clang, { signal, apart, confinement: confinementOf(given) });
  try {
    const task = isConfined(request.caller)
      ? { ...given, tools: { ...tools, library: copyLibrary(tools.library, job) } }
      : given;
    return withOwnPaths(task, await attemptWithPlaces(task, new ClangCompiler(job, task, request.caller)));
  } catch (error) {
    const log = `error: ${describeError(error)}\n`;
    return withOwnPaths(given, failure(log));
  } finally {
    job.dispose();
  }
}
