// The engines by name, for `--engine` and `--lockstep`.

import { ENGINE_NAMES, type EngineName, isCompiled, RECORDING_ENGINES } from '../config/engine-names.js';
import { observeSteps } from '../debug/stepped-engine.js';
import { createInterpreter, createLockstep, createOracle, type Engine, type GpuMemory } from '../emulator/index.js';
import type { Probe } from '../emulator/probes.js';
import { createSampled } from '../emulator/sampling-engine.js';
import { hasNative, loadNative } from '../host/native.js';
import { DenormalSwitch } from '../jit/engine/denormals.js';
import { createJit } from '../jit/engine/jit.js';
import type { NativeCode } from '../jit/engine/kernel-functions.js';
import type { Tiering } from '../jit/engine/kernel-use.js';
import type { TranslationStore } from '../jit/engine/translation.js';
import { EagerCompiler } from '../kernels/eager-compiler.js';
import { AtollError } from '../util/errors.js';
import { required } from '../util/required.js';

export { ENGINE_NAMES, type EngineName } from '../config/engine-names.js';

/** This thread's; `atoll exec` also works without the addon, only slower. */
const denormals = hasNative() ? new DenormalSwitch((on) => loadNative().setDenormalsAreZero(on)) : undefined;

export interface EngineUse {
  /** Observes what is executed; one without a sink is given only to engines of OBSERVABLE_ENGINES. */
  readonly probe?: Probe | undefined;
  /**
   * The state is looked at when the engine stops: all of it has to be in memory then, not only what is still needed.
   */
  readonly wholeState?: boolean;
  /** Keeps what the JIT compiles. */
  readonly store?: TranslationStore | undefined;
  /** The JIT begins in the interpreter. */
  readonly tiering?: Tiering | undefined;
  /** Something that the user should know. Absent: it is an error. */
  readonly say?: ((text: string) => void) | undefined;
  /** The clang of the engine `native`; absent: the one that programs are compiled with by default. */
  readonly clang?: string | undefined;
  /** Machine code of the JIT's kernels. */
  readonly nativeCode?: NativeCode | undefined;
}

type CreateEngine = (memory: GpuMemory, use: EngineUse) => Engine;

const ENGINES: Readonly<Record<EngineName, CreateEngine>> = {
  jit: (memory, { probe, wholeState, store, nativeCode, tiering }) =>
    createJit(memory, { exact: wholeState ?? false, denormals, store, nativeCode, tiering, probe }),
  wasm: (memory, { probe, wholeState, store }) =>
    createJit(memory, { exact: wholeState ?? false, denormals, store, probe }),
  native: (memory, { probe, wholeState, say, clang }) => {
    const code = new EagerCompiler(undefined, say, clang);
    return createJit(memory, { exact: wholeState ?? false, denormals, store: code, nativeCode: code, probe });
  },
  interp: (memory, { probe }) => createInterpreter(memory, probe ? { probe } : {}),
  oracle: (memory, { probe }) => (probe ? observeSteps(memory, createOracle(memory), probe) : createOracle(memory)),
};

function creatorOf(name: string): CreateEngine {
  const create = Object.hasOwn(ENGINES, name) ? ENGINES[name as EngineName] : undefined;
  if (create) return create;
  throw new AtollError('BAD_OPTION', `unknown engine '${name}'`, `engines: ${ENGINE_NAMES.join(', ')}`);
}

/** The interpreter runs every n-th work-group with observation; the others run without it. */
function createSampledBy(create: CreateEngine, memory: GpuMemory, use: EngineUse): Engine | undefined {
  const { sampled } = use.probe ?? {};
  if (!sampled) return undefined;
  const plain = create(memory, { ...use, probe: sampled.rest });
  return createSampled(plain, ENGINES.interp(memory, use), (launch) => sampled.everyOf(launch));
}

/** @throws AtollError BAD_OPTION for an unknown name */
export function createEngine(name: EngineName, memory: GpuMemory, use: EngineUse = {}): Engine {
  const create = creatorOf(name);
  const compiles = (RECORDING_ENGINES as readonly string[]).includes(name);
  return (compiles ? createSampledBy(create, memory, use) : undefined) ?? create(memory, use);
}

/**
 * Two engines that are compared after every step; one works on the memory that a guest shares. Of one compute unit
 * only. What executes whole blocks leads, in whichever order they are named: it cannot follow one that executes single
 * instructions.
 */
export function createComparedEngines(
  pair: readonly EngineName[],
  memory: GpuMemory,
  probe?: Probe,
  clang?: string,
): Engine {
  const [leader, follower] = pair.toSorted((a, b) => Number(isCompiled(b)) - Number(isCompiled(a))).map(creatorOf);
  const both = createLockstep(
    memory,
    (own) => required(leader, 'engine')(own, { wholeState: true, clang }),
    (copy) => required(follower, 'engine')(copy, { wholeState: true, clang }),
    true,
  );
  return probe ? observeSteps(memory, both, probe) : both;
}
