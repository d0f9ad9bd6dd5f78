// The names of the engines, without the engines: options are checked before any of them is loaded.

import { AtollError } from '../util/errors.js';

/**
 * The first is the default. It begins in the interpreter; `wasm` translates every kernel before it runs, `native` has
 * it compiled by clang as well: short programs run compiled code only with these.
 */
export const ENGINE_NAMES = ['jit', 'interp', 'oracle', 'wasm', 'native'] as const;
export type EngineName = (typeof ENGINE_NAMES)[number];

/** Devices of another OpenCL, which a board drives (src/board/address.ts). */
export const BOARD_ENGINES = { pattern: /^opencl(?::|$)/, name: 'opencl[:PLATFORM or tcp:HOST:PORT]' } as const;
export const isBoardEngine = (name: string): boolean => BOARD_ENGINES.pattern.test(name);

/** Engine that executes launches here beside a board: the other one of two in lock step. */
export const engineBeside = (lockstep: readonly string[] | undefined): EngineName | undefined =>
  lockstep?.some(isBoardEngine) ? (lockstep.find((name) => !isBoardEngine(name)) as EngineName) : undefined;

/** Engines that can be observed instruction by instruction; the first is the default. */
export const OBSERVABLE_ENGINES: readonly [EngineName, ...EngineName[]] = ['interp', 'oracle'];

/**
 * Engines whose compiled code can record what it accesses, and the path that it takes; the first is the one to take.
 */
export const RECORDING_ENGINES: readonly EngineName[] = ['jit', 'wasm', 'native'];

/** Engines whose kernels V8 compiles, all of them or those that clang does not. */
const COMPILED_ENGINES: readonly string[] = ['jit', 'wasm', 'native'];
export const isCompiled = (name: string): boolean => COMPILED_ENGINES.includes(name);

/**
 * Checks a choice of engines before anything runs.
 *
 * @param lockstep the value of `--lockstep`, which replaces `engine`
 * @param observed whether a tracer or a debugger will watch
 * @throws AtollError BAD_OPTION
 */
export function checkEngines(engine: string, lockstep: readonly string[] | undefined, observed: boolean): void {
  const names = lockstep ?? [engine];
  for (const name of names)
    if (!(ENGINE_NAMES as readonly string[]).includes(name) && !isBoardEngine(name))
      throw new AtollError('BAD_OPTION', `unknown engine '${name}'`, `engines: ${ENGINE_NAMES.join(', ')}`);
  if (lockstep && lockstep.length !== 2)
    throw new AtollError('BAD_OPTION', `--lockstep needs two engines, got ${lockstep.length}`);
  if (names.filter(isBoardEngine).length > 1)
    throw new AtollError(
      'BAD_OPTION',
      '--lockstep compares an engine with one other OpenCL',
      'as in --lockstep jit,opencl:pocl',
    );
  if (lockstep?.every(isCompiled))
    throw new AtollError(
      'BAD_OPTION',
      `--lockstep cannot compare ${names.join(' with ')}: both execute blocks of instructions, which may differ in size`,
      `compare each of them with ${OBSERVABLE_ENGINES.join(' or ')}`,
    );
  const blind = observed ? names.find((name) => !(OBSERVABLE_ENGINES as readonly string[]).includes(name)) : undefined;
  if (blind === undefined) return;
  const others = OBSERVABLE_ENGINES.join(' or ');
  throw new AtollError('BAD_OPTION', `engine ${blind} cannot be observed instruction by instruction`, `use ${others}`);
}
