// Retries for sources that clang rejects and other compilers of OpenCL C accept.

import { StepFailure } from '../../clang/job.js';
import type { BuildCredentials } from '../../request/build-credentials.js';
import type { SourceInput } from '../../request/source-input.js';
import { lostHeader } from './chroot-view.js';
import { searchFolders } from './compile-source.js';
import { ambiguousMath, integerMathArgs, integerMathNote } from './integer-math.js';
import { withoutPointerAccess } from './pointer-access.js';

/** Runs a step on the source; after a failure only of math functions with integers, again with macros for them. */
async function withIntegerMath<T extends { readonly log: string }>(
  input: SourceInput,
  step: (input: SourceInput) => Promise<T>,
): Promise<T> {
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
 * Runs a step on the source; if clang rejects access qualifiers of pointers, again without them. Each iteration removes
 * some, so the loop ends.
 */
async function withoutAccess<T extends { readonly log: string }>(
  task: SourceInput,
  step: (input: SourceInput) => Promise<T>,
): Promise<T> {
  let [input, warnings] = [task, ''];
  for (;;) {
    try {
      const result = await step(input);
      return warnings === '' ? result : { ...result, log: warnings + result.log };
    } catch (error) {
      const mayWarn = error instanceof StepFailure && !task.options.warningsAreErrors;
      const changed = mayWarn ? withoutPointerAccess(input, error.log) : undefined;
      if (!changed) throw error;
      input = changed.input;
      warnings += changed.log;
    }
  }
}

/** Maximum of retries for missing headers: each costs a run of clang. */
const MAX_FOUND = 64;

/** Runs a step on a source of another root folder: headers that clang searches in its own `/` become an overlay. */
async function withItsOwnRoot<T>(
  caller: BuildCredentials | undefined,
  task: SourceInput,
  step: (input: SourceInput) => Promise<T>,
): Promise<T> {
  const { root: prefix } = task;
  if (caller?.root === undefined) return step(task);
  const root = { outsidePath: `/proc/self/fd/${caller.root}`, prefix, folders: searchFolders(task) };
  const overlay = new Map<string, string>();
  for (let input = task; ; input = { ...task, overlay }) {
    try {
      return await step(input);
    } catch (error) {
      const lost = error instanceof StepFailure ? lostHeader(error.log, root) : undefined;
      if (!lost || overlay.has(lost[0]) || overlay.size === MAX_FOUND) throw error;
      overlay.set(...lost);
    }
  }
}

/**
 * Runs a step on a source, and again after a failure for one of these reasons.
 *
 * @param caller its root folder is that of the source's paths
 */
export const withRetries = <T extends { readonly log: string }>(
  task: SourceInput,
  caller: BuildCredentials | undefined,
  step: (input: SourceInput) => Promise<T>,
): Promise<T> =>
  withIntegerMath(task, (named) => withoutAccess(named, (allowed) => withItsOwnRoot(caller, allowed, step)));
