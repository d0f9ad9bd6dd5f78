// The engines by name, for `--engine` and `--lockstep`.

import { observeSteps } from './debug/stepped-engine.js';
import { createInterpreter, createLockstep, createOracle, type Engine, type GpuMemory } from './emulator/index.js';
import type { Probe } from './emulator/probes.js';
import { AtollError } from './util/errors.js';

export const ENGINE_NAMES = ['interp', 'oracle'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** Engines that can be watched instruction by instruction; the first is the one to take when none was asked for. */
export const OBSERVABLE_ENGINES: readonly EngineName[] = ['interp', 'oracle'];

interface EngineKind {
  /** @param probe observes what is executed; given only to engines of OBSERVABLE_ENGINES */
  readonly create: (memory: GpuMemory, probe: Probe | undefined) => Engine;
}

const ENGINES: Readonly<Record<EngineName, EngineKind>> = {
  interp: { create: (memory, probe) => createInterpreter(memory, probe ? { probe } : {}) },
  oracle: {
    create: (memory, probe) => (probe ? observeSteps(memory, createOracle(memory), probe) : createOracle(memory)),
  },
};

function kindOf(name: string): EngineKind {
  const kind = Object.hasOwn(ENGINES, name) ? ENGINES[name as EngineName] : undefined;
  if (kind) return kind;
  throw new AtollError('BAD_OPTION', `unknown engine '${name}'`, `engines: ${ENGINE_NAMES.join(', ')}`);
}

/** @throws AtollError BAD_OPTION for an unknown name */
export const createEngine = (name: EngineName, memory: GpuMemory, probe?: Probe): Engine =>
  kindOf(name).create(memory, probe);

/** Two engines that are compared after every step; the first works on the real memory. Of one compute unit only. */
export function createComparedEngines(pair: readonly EngineName[], memory: GpuMemory, probe?: Probe): Engine {
  const [leader, follower] = pair.map(kindOf);
  const both = createLockstep(
    memory,
    (own) => leader!.create(own, undefined),
    (copy) => follower!.create(copy, undefined),
  );
  return probe ? observeSteps(memory, both, probe) : both;
}

/**
 * Checks a choice of engines before anything runs.
 *
 * @param lockstep the value of `--lockstep`, which replaces `engine`
 * @param observed whether a tracer or a debugger will watch
 * @throws AtollError BAD_OPTION
 */
export function checkEngines(engine: string, lockstep: readonly string[] | undefined, observed: boolean): void {
  const names = lockstep ?? [engine];
  for (const name of names) kindOf(name);
  if (lockstep && lockstep.length !== 2)
    throw new AtollError('BAD_OPTION', `--lockstep takes two engines, here is ${lockstep.length}`);
  const blind = observed ? names.find((name) => !(OBSERVABLE_ENGINES as readonly string[]).includes(name)) : undefined;
  if (blind === undefined) return;
  const others = OBSERVABLE_ENGINES.join(' or ');
  throw new AtollError('BAD_OPTION', `engine ${blind} cannot be watched instruction by instruction`, `use ${others}`);
}
