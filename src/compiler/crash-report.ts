// What to say and to keep when the compiler itself fails: its last lines, and the inputs for a bug report.
import { join } from 'node:path';
import { makePrivateFolders, writeAtomically } from '../util/checked-file.js';
import { sha256 } from '../util/hash.js';
import type { BuildTask } from './build.js';
import { CRASHES } from './cache-place.js';
import type { StepFailure } from './job.js';

const LAST_LINES = 12;

/** Saves source and options; the folder, or undefined when that is not possible. */
function saveReproducer(task: BuildTask): string | undefined {
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

/** The lines that tell most: the first error, then the end; the stack dump's frames say nothing to a person. */
function tellingLines(stderr: string): string[] {
  const lines = stderr.split('\n').filter((line) => line !== '' && !/^\s*#\d+ |^\d+\.\s+Program arguments/.test(line));
  const first = lines.findIndex((line) => /\berror: |LLVM ERROR|Assertion /.test(line));
  const rest = Math.max(first + 1, lines.length - LAST_LINES);
  return [...(first < 0 ? [] : [lines[first]!]), ...(rest > first + 1 ? ['...'] : []), ...lines.slice(rest)];
}

/** What happened to the compiler, in one sentence. */
export function whatHappened(task: BuildTask, failure: StepFailure): string {
  const { clang } = task.tools.toolchain;
  if (failure.reason === 'limit') return `the compiler ${clang} ${failure.log}`;
  return `the compiler ${clang} ${failure.killedBy === undefined ? 'crashed' : `was ended by ${failure.killedBy}`}`;
}

/** The log of a build whose compiler crashed or reached a limit. */
export function crashReport(task: BuildTask, failure: StepFailure): string {
  const folder = saveReproducer(task);
  const kept = folder ? `source and options are kept in ${folder}\n` : '';
  const said = failure.reason === 'limit' ? '' : `${tellingLines(failure.log).join('\n')}\n`;
  return `error: ${whatHappened(task, failure)}\n${said}${kept}`;
}
