// Reports of compiler failures: its last lines, and the inputs for a bug report; and the line about code generation
// with a workaround.
import { join } from 'node:path';
import { makePrivateFolders, writeAtomically } from '../../util/checked-file.js';
import { sha256 } from '../../util/hash.js';
import { CRASHES } from '../cache/cache-place.js';
import { sourceName } from '../ir/symbol-names.js';
import type { BuildRequest } from '../request/build-request.js';
import type { Fallback } from './compile-fallback.js';
import type { StepFailure } from './job.js';
import type { Tools } from './tools.js';

const LAST_LINES = 12;

/** Facts of a build in a report. */
export interface ReportedBuild {
  readonly request: Pick<BuildRequest, 'source' | 'options'>;
  readonly tools: Pick<Tools, 'toolchain'>;
  readonly cacheDir: string;
}

/** Saves source and options. @returns the folder, or undefined if it cannot be written */
function saveReproducer(task: ReportedBuild): string | undefined {
  const { request, tools, cacheDir } = task;
  const source = request.source ?? new Uint8Array(0);
  const folder = join(cacheDir, CRASHES, sha256(source).slice(0, 16));
  try {
    makePrivateFolders(folder);
    writeAtomically(join(folder, 'program.cl'), source);
    writeAtomically(join(folder, 'options.txt'), Buffer.from(`${request.options}\n${tools.toolchain.clang}\n`));
    return folder;
  } catch {
    return undefined;
  }
}

/** The most useful lines: the first error, then the end; without the frames of the stack dump. */
function tellingLines(stderr: string): string[] {
  const lines = stderr.split('\n').filter((line) => line !== '' && !/^\s*#\d+ |^\d+\.\s+Program arguments/.test(line));
  const first = lines.findIndex((line) => /\berror: |LLVM ERROR|Assertion /.test(line));
  const rest = Math.max(first + 1, lines.length - LAST_LINES);
  return [
    ...(first < 0 ? [] : lines.slice(first, first + 1)),
    ...(rest > first + 1 ? ['...'] : []),
    ...lines.slice(rest),
  ];
}

/** The compiler's failure, in one sentence. */
export function whatHappened(task: ReportedBuild, failure: StepFailure): string {
  const { clang } = task.tools.toolchain;
  if (failure.reason === 'limit') return `the compiler ${clang} ${failure.log}`;
  if (failure.reason === 'wrong') return `the compiler ${clang} generates wrong code: ${failure.log}`;
  return `the compiler ${clang} ${failure.killedBy === undefined ? 'crashed' : `was killed by ${failure.killedBy}`}`;
}

/** The log of a build whose compiler crashed or reached a limit. */
export function crashReport(task: ReportedBuild, failure: StepFailure): string {
  const folder = saveReproducer(task);
  const note = folder ? `source and options are kept in ${folder}\n` : '';
  const output =
    failure.reason === 'limit' || failure.reason === 'wrong' ? '' : `${tellingLines(failure.log).join('\n')}\n`;
  return `error: ${whatHappened(task, failure)}\n${output}${note}`;
}

/** LLVM's stack dump: the current pass and function. */
const PASS = /Running pass '([^'\n]+)' on function '@"?([^'"\n]+)"?'/g;

/** Place and kind of a failure of code generation, in a few words. */
function placeOf({ reason, log, output: lines, killedBy }: StepFailure): string {
  const [, pass, symbol = ''] = [...lines.matchAll(PASS)].at(-1) ?? [];
  const where = pass === undefined ? '' : ` in '${pass}' on function '${sourceName(symbol)}'`;
  if (reason === 'limit') return log + where;
  if (reason === 'wrong') return `generated wrong code (${log})`;
  const how = killedBy ?? (where === '' ? tellingLines(log)[0]?.trim() : undefined);
  return ['crashed', how === undefined ? '' : ` (${how})`, where].join('');
}

const DETOUR = 'warning: the code generation of ';

/** One line for the log of a build whose code generation succeeded with a workaround. */
export const detourLine = (clang: string, { failure, how }: Fallback): string =>
  `${DETOUR}${clang} ${placeOf(failure)}; compiled again ${how}\n`;

/** Line of the detour in a log, without its end. */
export const detourIn = (log: string): string | undefined => log.split('\n').find((line) => line.startsWith(DETOUR));
