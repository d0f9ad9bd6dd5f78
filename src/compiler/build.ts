// One build from request to binary: which steps it takes, and what its log says.
import type { PrintfFormat } from '../cal/printf.js';
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
  irToBitcode,
  irToObject,
  latin1Text,
  linkBitcode,
  type SourceInput,
  sourceToBitcode,
  sourceToIr,
  sourceToPlainIr,
  type Tools,
  writeSources,
} from './pipeline.js';
import { callsPrintf, lowerPrintf } from './printf-ir.js';
import { VERSION } from './project.js';

export interface BuildTask {
  readonly request: BuildRequest;
  readonly options: ParsedOptions;
  readonly tools: Tools;
  readonly cacheDir: string;
  /** Whether clang gets a session of its own. */
  readonly apart: boolean;
}

export interface Built extends Pick<BuildResult, 'status' | 'log' | 'binaryType'> {
  readonly binary?: Uint8Array;
  readonly ir?: string;
  /** Files on the disk that the source included. */
  readonly dependencies: readonly string[];
}

/** The text of .comment, in the form of AMD's driver. */
function driverText(tools: Tools): string {
  return `@(#) OpenCL 1.2 Atoll (${VERSION}).  Driver version: clang ${tools.toolchain.version}`;
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
  return { source, headers: request.headers ?? [], options, folder: request.folder ?? '/' };
}

/** Object file and CAL image from the IR text that stands in the job's folder. */
async function finishExecutable(
  task: BuildTask,
  job: BuildJob,
  { irText, log, formats }: { irText: string; log: string; formats: readonly PrintfFormat[] },
): Promise<Built> {
  const { request, tools } = task;
  const { object, log: backEndLog, ir } = await irToObject(job, irText, task.options);
  const { device, options: compileOptions } = request;
  const texts = { device, compileOptions, driverText: driverText(tools) };
  const packaged = packageImage({ irText, object, printfFormats: formats, ...texts });
  const wholeLog = log + backEndLog + packaged.errors.map((text) => `${text}\n`).join('');
  if (!packaged.image) return { status: 'failure', log: wholeLog, binaryType: 'none', dependencies: [] };
  const binary = writeCalImage(packaged.image);
  return { status: 'success', log: wholeLog, binaryType: 'executable', binary, ir, dependencies: [] };
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

/** IR that prints: printf is lowered before anything else happens to it, then library and optimisation come. */
async function finishPrinting(task: BuildTask, job: BuildJob, plain: { text: string; log: string }): Promise<Built> {
  const { text, formats } = lowerPrintf(plain.text);
  const modules = [await irToBitcode(job, text)];
  const { options, tools } = task;
  const { output, log } = await linkBitcode(job, tools, { modules, options, target: 'executable' });
  return finishExecutable(task, job, { irText: latin1Text(output), log: plain.log + log, formats });
}

async function buildSource(task: BuildTask, job: BuildJob): Promise<Built> {
  writeSources(job, sourceInput(task));
  const built = await withIntegerMath(task, async (input) => {
    if (!mentions(task.request, 'printf')) {
      const ir = await sourceToIr(job, task.tools, input);
      if (!includesPrintf(ir.text)) return finishExecutable(task, job, { irText: ir.text, log: ir.log, formats: [] });
    }
    return finishPrinting(task, job, await sourceToPlainIr(job, task.tools, input));
  });
  return { ...built, dependencies: dependencies(job) };
}

/** An include file printed: LLVM's own lowering calls for a record. */
const includesPrintf = (irText: string): boolean => /^declare .*@__printf_alloc\(/m.test(irText) || callsPrintf(irText);

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
    const { output, log } = await linkBitcode(job, tools, { modules, options, target: 'library' });
    const binary = container(task, 'library', output);
    return { status: 'success', log, binaryType: 'library', binary, dependencies: [] };
  }
  const prints = mentionsIn(modules, 'printf');
  const { output, log } = await linkBitcode(job, tools, { modules, options, target: prints ? 'plain' : 'executable' });
  const text = latin1Text(output);
  return prints
    ? finishPrinting(task, job, { text, log })
    : finishExecutable(task, job, { irText: text, log, formats: [] });
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
  const job = new BuildJob(task.tools.toolchain.clang, signal, task.apart);
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
