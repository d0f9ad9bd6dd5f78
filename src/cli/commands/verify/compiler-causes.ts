// Causes of differences between compilations: executes each kept launch again until the pass is found.

import type { Tolerance } from '../../../board/client/tolerance.js';
import type { FrontEnd } from '../../../compiler/front-end.js';
import type { Compilation } from '../../../compiler/request/compilation.js';
import type { EngineName } from '../../../config/engine-names.js';
import type { ComparedCompilation } from '../../../driver/core/processor/compilation-comparison.js';
import { type Cause, causeOf } from '../../../lockstep/bisect.js';
import { Trial, TrialMemories } from '../../../lockstep/relaunch.js';
import { createEngine } from '../../../threads/engines.js';
import { AtollError } from '../../../util/errors.js';
import { required } from '../../../util/required.js';
import type { FoundCause } from './cause-text.js';

export interface DifferentKernel {
  readonly kernel: string;
  readonly compared: ComparedCompilation;
}

export interface CauseSettings {
  readonly frontEnd: FrontEnd;
  readonly engine: EngineName;
  /** The clang of the engine `native`; absent: the best one. */
  readonly clang: string | undefined;
  readonly devices: readonly string[];
  readonly tolerance: Tolerance;
  /** Maximum of searched differences. */
  readonly limit: number;
  readonly log: (text: string) => void;
}

async function causeOfOne(
  { kernel, compared }: DifferentKernel,
  pair: readonly [Compilation, Compilation],
  settings: CauseSettings,
  memories: TrialMemories,
): Promise<Cause | undefined> {
  const { evidence, argument } = required(compared.difference, 'difference of the kernel');
  if (!evidence) return undefined;
  const { engine, clang, log, ...parts } = settings;
  log(`kernel ${kernel}: ${pair[0].name} and ${pair[1].name} differ; searching the pass`);
  try {
    const create = (memory: Parameters<typeof createEngine>[1]) => createEngine(engine, memory, { tiering: {}, clang });
    const trial = new Trial({ ...parts, createEngine: create }, evidence, memories);
    return await causeOf(trial, pair, argument?.real ?? false);
  } catch (error) {
    if (error instanceof AtollError) return { type: 'unknown', text: error.message };
    throw error;
  }
}

/** Searches the causes of differences, one after the other. @param compilations the run's own first */
export async function causes(
  different: readonly DifferentKernel[],
  [reference, ...others]: readonly [Compilation, ...Compilation[]],
  settings: CauseSettings,
): Promise<FoundCause[]> {
  const memories = new TrialMemories();
  const causes: FoundCause[] = [];
  for (const [n, each] of different.entries()) {
    const { compilation, difference } = each.compared;
    const other = required(
      others.find(({ name }) => name === compilation),
      `compilation ${compilation}`,
    );
    const cause = n < settings.limit ? await causeOfOne(each, [reference, other], settings, memories) : undefined;
    const { text, argument } = required(difference, 'difference of the kernel');
    causes.push({
      kernel: each.kernel,
      reference: reference.name,
      compilation,
      text,
      ...(argument && { argument }),
      ...(cause && { cause }),
    });
  }
  return causes;
}
