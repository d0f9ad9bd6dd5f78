// What to say and to keep when the compiler itself fails: its last lines, and the inputs for a bug report; and what to
// say when code generation went another way because of that.
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

/** What a report says of a build. */
export interface ReportedBuild {
  readonly request: Pick<BuildRequest, 'source' | 'options'>;
  readonly tools: Pick<Tools, 'toolchain'>;
  readonly cacheDir: string;
}

/** Saves source and options; the folder, or undefined when that is not possible. */
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

/** The most useful lines: the first error, then the end; the stack dump's frames say nothing to a person. */
function tellingLines(stderr: string): string[] {
  const lines = stderr.split('\n').filter((line) => line !== '' && !/^\s*#\d+ |^\d+\.\s+Program arguments/.test(line));
  const first = lines.findIndex((line) => /\berror: |LLVM ERROR|Assertion /.test(line));
  const rest = Math.max(first + 1, lines.length - LAST_LINES);
  return [...(first < 0 ? [] : [lines[first]!]), ...(rest > first + 1 ? ['...'] : []), ...lines.slice(rest)];
}

/** What happened to the compiler, in one sentence. */
export function whatHappened(task: ReportedBuild, failure: StepFailure): string {
  const { clang } = task.tools.toolchain;
  if (failure.reason === 'limit') return `the compiler ${clang} ${failure.log}`;
  if (failure.reason === 'wrong') return `the compiler ${clang} makes wrong code: ${failure.log}`;
  return `the compiler ${clang} ${failure.killedBy === undefined ? 'crashed' : `was ended by ${failure.killedBy}`}`;
}

/** The log of a build whose compiler crashed or reached a limit. */
export function crashReport(task: ReportedBuild, failure: StepFailure): string {
  const folder = saveReproducer(task);
  const kept = folder ? `source and options are kept in ${folder}\n` : '';
  const said =
    failure.reason === 'limit' || failure.reason === 'wrong' ? '' : `${tellingLines(failure.log).join('\n')}\n`;
  return `error: ${whatHappened(task, failure)}\n${said}${kept}`;
}

/** LLVM's stack dump: what it worked at. */
const PASS = /Running pass '([^'\n]+)' on function '@"?([^'"\n]+)"?'/g;

/** Where code generation failed, and how, in a few words. */
function placeOf({ reason, log, said, killedBy }: StepFailure): string {
  const pass = [...said.matchAll(PASS)].at(-1);
  const where = pass ? ` in '${pass[1]}' on function '${sourceName(pass[2]!)}'` : '';
  if (reason === 'limit') return log + where;
  if (reason === 'wrong') return `made wrong code (${log})`;
  const how = killedBy ?? (where === '' ? tellingLines(log)[0]?.trim() : undefined);
  return ['crashed', how === undefined ? '' : ` (${how})`, where].join('');
}

const DETOUR = 'warning: the code generation of ';

/** One line for the log of a build whose code generation failed and succeeded in another way. */
export const detourLine = (clang: string, { failure, how }: Fallback): string =>
  `${DETOUR}${clang} ${placeOf(failure)}; compiled again ${how}\n`;

/** That line, without its end, in a log. */
export const detourIn = (log: string): string | undefined => log.split('\n').find((line) => line.startsWith(DETOUR));
