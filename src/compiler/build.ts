// One build from request to binary: its steps and its log.
import { AtollError, describeError } from '../util/errors.js';
import type { BuildOutput, BuildTask } from './build-task.js';
import { type Confinement, isConfined, rootPrefix } from './clang/confine.js';
import { nameSource } from './clang/diagnostics.js';
import { BuildJob } from './clang/job.js';
import { libclcOf } from './clang/toolchain.js';
import { NO_LIBRARY } from './clang/tools.js';
import { ClangCompiler } from './clang-compiler.js';
import type { Compiler } from './compiler.js';
import { CompilerFailure } from './compiler-failure.js';
import { driverText, makeExecutable } from './executable.js';
import { type BinaryType, type ContainerType, writeContainer } from './image/container.js';
import { languageRefusal, type ProgramInput } from './input-language.js';
import { IrProgramError } from './ir/locations.js';
import { copyLibrary } from './library/library-build.js';
import type { BuildKind } from './request/build-request.js';
import type { ParsedOptions } from './request/options.js';

/** The program's credentials, and the files of Atoll that clang needs. */
function confinementOf({ request, tools }: BuildTask): Confinement {
  const { toolchain, processor } = tools;
  const libraries = tools.library === NO_LIBRARY ? [] : [libclcOf(toolchain, processor)];
  return { caller: request.caller, tools: [toolchain.clang, ...libraries] };
}

function container(task: BuildTask, compiler: Compiler, type: ContainerType, bitcode: Uint8Array): Uint8Array {
  const { device, options: compileOptions } = task.request;
  return writeContainer({ type, bitcode, device, compileOptions, driverText: driverText(compiler) });
}

/** Programs of HSA are translated to IR that needs no library and has all optimisations before it. */
async function makeCodeObject(compiler: Compiler, input: ProgramInput): Promise<BuildOutput> {
  const { text: ir, log } = await input.module(compiler, 'plain');
  const binary = await compiler.codeObject(ir);
  return { status: 'success', log, binaryType: 'executable', binary, ir, dependencies: [] };
}

/** The last step by the kind of result; a program in its language is the input. */
async function makeResult(task: BuildTask, compiler: Compiler, input: ProgramInput): Promise<BuildOutput> {
  const { request, options } = task;
  if (request.output === 'hsa') return makeCodeObject(compiler, input);
  const type = resultType(request.kind, options);
  if (type === 'executable') return makeExecutable(task, compiler, input);
  const { bitcode, log } = await input.module(compiler, 'bitcode');
  const binary = container(task, compiler, type, bitcode);
  return { status: 'success', log, binaryType: type, binary, dependencies: [] };
}

function resultType(kind: BuildKind, { createLibrary }: ParsedOptions): BinaryType {
  if (kind === 'compile') return 'compiled-object';
  return kind === 'link' && createLibrary ? 'library' : 'executable';
}

const failure = (log: string): BuildOutput => ({ status: 'failure', log, binaryType: 'none', dependencies: [] });

function failed({ kind, log, details }: CompilerFailure): BuildOutput {
  const { lacksLines = false, trouble } = details;
  const status = kind === 'cancelled' ? 'cancelled' : 'failure';
  return { ...failure(log), status, lacksLines, ...(trouble !== undefined && { trouble }) };
}

/** Runs a build with a compiler. Throws only for invalid header names, and for defects of Atoll. */
export async function buildWith(compiler: Compiler, task: BuildTask): Promise<BuildOutput> {
  const refusal = languageRefusal(compiler, task.language);
  if (refusal !== undefined) return failure(refusal);
  try {
    const input = await task.language.read(task);
    const built = await makeResult(task, compiler, input);
    return { ...built, dependencies: input.includedFiles(compiler) };
  } catch (error) {
    if (error instanceof CompilerFailure) return failed(error);
    if (error instanceof IrProgramError) return rejected(error);
    throw error;
  }
}

/** A program that a pass over its IR rejects. */
function rejected(error: IrProgramError): BuildOutput {
  const { place, message, hint } = error;
  const log = `${place === undefined ? '' : `${place}: `}error: ${message}\n  ${hint}\n`;
  return { ...failure(log), lacksLines: place === undefined };
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
export async function runBuild(requestedTask: BuildTask, signal: AbortSignal): Promise<BuildOutput> {
  const { request, tools, apart } = requestedTask;
  const job = new BuildJob(tools.toolchain.clang, { signal, apart, confinement: confinementOf(requestedTask) });
  try {
    const task =
      isConfined(request.caller) && tools.library !== NO_LIBRARY
        ? { ...requestedTask, tools: { ...tools, library: copyLibrary(tools.library, job) } }
        : requestedTask;
    return withOwnPaths(task, await attemptWithPlaces(task, new ClangCompiler(job, task, request.caller)));
  } catch (error) {
    const log = `error: ${describeError(error)}\n`;
    const cause = error instanceof AtollError ? { cause: error } : {};
    return withOwnPaths(requestedTask, { ...failure(log), ...cause });
  } finally {
    job.dispose();
  }
}
