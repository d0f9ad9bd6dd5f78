// One build from request to binary: which steps it takes, and what its log says.
import { escapeFormat } from '../cal/printf.js';
import { writeCalImage } from '../cal/writer.js';
import { describeError } from '../util/errors.js';
import { readContainer, writeContainer } from './container.js';
import { crashReport } from './crash-report.js';
import type { BuildRequest, BuildResult } from './front-end.js';
import { ambiguousMath, integerMathArgs, integerMathNote } from './integer-math.js';
import { BuildJob, StepFailure } from './job.js';
import type { ParsedOptions } from './options.js';
import { packageImage } from './package-image.js';
import {
  dependencies,
  irToObject,
  latin1Text,
  linkBitcode,
  type SourceInput,
  sourceStrings,
  sourceToBitcode,
  sourceToIr,
  type Tools,
  writeSources,
} from './pipeline.js';
import { VERSION } from './project.js';

export interface BuildTask {
  readonly request: BuildRequest;
  readonly options: ParsedOptions;
  readonly tools: Tools;
  readonly cacheDir: string;
}

export interface Built extends Pick<BuildResult, 'status' | 'log' | 'binaryType'> {
  readonly binary?: Uint8Array;
  /** Files on the disk that the source included. */
  readonly dependencies: readonly string[];
}

/** The text of .comment, in the form of AMD's driver. */
function driverText(tools: Tools): string {
  return `@(#) OpenCL 1.2 Atoll (${VERSION}).  Driver version: clang ${tools.toolchain.version}`;
}

const PRINTF = /printf/;
const BACKSLASHES = '\\\\';

/** Whether a word stands in any text that a build was given. */
function mentions(request: BuildRequest, word: string): boolean {
  const texts = [request.source, ...(request.headers ?? []).map((header) => header.source), ...(request.inputs ?? [])];
  return texts.some((text) => text && Buffer.from(text.buffer, text.byteOffset, text.length).includes(word));
}

function sourceInput(task: BuildTask): SourceInput {
  const { request, options } = task;
  const source = request.source ?? new Uint8Array(0);
  return { source, headers: request.headers ?? [], options, folder: request.folder ?? '/' };
}

/** Object file and CAL image from the IR text that stands in the job's folder. */
async function finishExecutable(
  task: BuildTask,
  job: BuildJob,
  { irText, log, literals }: { irText: string; log: string; literals?: ReadonlyMap<string, string> | undefined },
): Promise<Built> {
  const { request, tools } = task;
  const { object, log: backEndLog } = await irToObject(job, irText, task.options);
  const { device, options: compileOptions } = request;
  const texts = { device, compileOptions, driverText: driverText(tools) };
  const packaged = packageImage({ irText, object, literals, ...texts });
  const wholeLog = log + backEndLog + packaged.errors.map((text) => `${text}\n`).join('');
  if (!packaged.image) return { status: 'failure', log: wholeLog, binaryType: 'none', dependencies: [] };
  const binary = writeCalImage(packaged.image);
  return { status: 'success', log: wholeLog, binaryType: 'executable', binary, dependencies: [] };
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

/** LLVM's description of a format does not tell an escaped backslash from an escape: then the strings themselves do. */
async function literalsOf(
  task: BuildTask,
  job: BuildJob,
  input: SourceInput,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (!mentions(task.request, 'printf') || !mentions(task.request, BACKSLASHES)) return undefined;
  const strings = (await sourceStrings(job, task.tools, input)).filter((text) => text.includes('\\'));
  return new Map(strings.map((text) => [escapeFormat(text), text]));
}

async function buildSource(task: BuildTask, job: BuildJob): Promise<Built> {
  writeSources(job, sourceInput(task));
  const ir = await withIntegerMath(task, async (input) => {
    const withPrintf = mentions(task.request, 'printf');
    const first = await sourceToIr(job, task.tools, input, withPrintf);
    const again = !withPrintf && needsPrintf(first.text);
    return { input, ...(again ? await sourceToIr(job, task.tools, input, true) : first) };
  });
  const literals = await literalsOf(task, job, ir.input);
  const built = await finishExecutable(task, job, { irText: ir.text, log: ir.log, literals });
  return { ...built, dependencies: dependencies(job) };
}

/** An include file printed: the IR calls for a record, and nobody defines it. */
const needsPrintf = (irText: string): boolean =>
  /^declare .*@__printf_alloc\(/m.test(irText) || /call .*@printf\(/.test(irText);

function container(task: BuildTask, type: 'compiled-object' | 'library', bitcode: Uint8Array): Uint8Array {
  const { device, options: compileOptions } = task.request;
  return writeContainer({ type, bitcode, device, compileOptions, driverText: driverText(task.tools) });
}

async function compileSource(task: BuildTask, job: BuildJob): Promise<Built> {
  writeSources(job, sourceInput(task));
  const { bitcode, log } = await withIntegerMath(task, (input) => sourceToBitcode(job, task.tools, input));
  const binary = container(task, 'compiled-object', bitcode);
  return { status: 'success', log, binaryType: 'compiled-object', binary, dependencies: dependencies(job) };
}

async function linkInputs(task: BuildTask, job: BuildJob): Promise<Built> {
  const { request, options, tools } = task;
  const modules = (request.inputs ?? []).map((input, i) => readContainer(input, `input ${i + 1} of the link`));
  if (modules.length === 0)
    return { status: 'failure', log: 'error: nothing to link\n', binaryType: 'none', dependencies: [] };
  if (options.createLibrary) {
    const { output, log } = await linkBitcode(job, tools, { modules, options, target: 'library', withPrintf: false });
    const binary = container(task, 'library', output);
    return { status: 'success', log, binaryType: 'library', binary, dependencies: [] };
  }
  const withPrintf = modules.some((module) => PRINTF.test(latin1Text(module)));
  const { output, log } = await linkBitcode(job, tools, { modules, options, target: 'executable', withPrintf });
  return finishExecutable(task, job, { irText: latin1Text(output), log });
}

/** clang's messages name the files of a link; the caller counts its inputs from 1. */
const nameInputs = (log: string): string =>
  log.replace(/module 'input(\d+)\.bc'/g, (_, index: string) => `input ${Number(index) + 1}`);

function failed(task: BuildTask, failure: StepFailure): Built {
  const nothing = { binaryType: 'none', dependencies: [] } as const;
  if (failure.reason === 'cancelled') return { ...nothing, status: 'cancelled', log: '' };
  if (failure.reason === 'errors') return { ...nothing, status: 'failure', log: nameInputs(failure.log) };
  return { ...nothing, status: 'failure', log: crashReport(task, failure) };
}

/** Runs a build to its end. Rejects only for defects of our own. */
export async function runBuild(task: BuildTask, signal: AbortSignal): Promise<Built> {
  const job = new BuildJob(task.tools.toolchain.clang, signal);
  const steps = { build: buildSource, compile: compileSource, link: linkInputs }[task.request.kind];
  const notes = task.options.notes.map((text) => `${text}\n`).join('');
  try {
    const built = await steps(task, job);
    return { ...built, log: notes + built.log };
  } catch (error) {
    if (error instanceof StepFailure) {
      const built = failed(task, error);
      return { ...built, log: notes + built.log };
    }
    const log = `${notes}error: ${describeError(error)}\n`;
    return { status: 'failure', log, binaryType: 'none', dependencies: [] };
  } finally {
    job.dispose();
  }
}
