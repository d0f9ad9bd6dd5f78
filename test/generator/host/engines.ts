// The ways in which generated programs are run: Atoll's engines by tier, and the system's OpenCL.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AtollError } from '../../../src/util/errors.js';
import { root } from '../../../src/util/paths.js';

export interface EngineSetup {
  readonly text: string;
  /** Options of Node: V8's flags hold for all threads of a process. Undefined: without Atoll. */
  readonly node?: readonly string[];
  /** Options of `atoll run`. */
  readonly options?: readonly string[];
  /** Additional environment variables. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Large launches too; slow engines only run small ones. */
  readonly large: boolean;
  /** How often all programs are gone through, and how often a kernel is launched in a row. */
  readonly rounds: number;
  readonly launches: number;
}

/** The reference in other ways, the cheapest first: see second-opinion.ts. */
export const OTHER_REFERENCES = ['pocl-plain', 'pocl-copies'] as const;
/** Options that the host adds to each build. */
const MORE_OPTIONS = 'GENERATOR_BUILD_OPTIONS';

/** Ten launches: some back to back, some with the time between in which code is optimised. */
const TEN = { large: true, rounds: 2, launches: 5 } as const;

export const ENGINE_SETUPS = {
  pocl: { text: "the system's OpenCL, which knows nothing of Atoll", large: true, rounds: 1, launches: 1 },
  'pocl-plain': {
    text: 'pocl without optimisation; the second opinion when something differs from pocl',
    environment: { [MORE_OPTIONS]: '-cl-opt-disable' },
    large: true,
    rounds: 1,
    launches: 1,
  },
  'pocl-copies': {
    text: 'pocl with code of its own for each work-item; asked where pocl-plain differs, too',
    environment: { POCL_WORK_GROUP_METHOD: 'workitemrepl' },
    large: true,
    rounds: 1,
    launches: 1,
  },
  jit: { text: 'as users get it: kernels begin in the interpreter, most stay there', node: [], options: [], ...TEN },
  wasm: {
    text: 'every kernel is translated, and optimised while it runs',
    node: [],
    options: ['--engine', 'wasm'],
    ...TEN,
  },
  kept: { text: 'jit again, with what runs before have left in the cache', node: [], options: [], ...TEN },
  turbofan: {
    text: "wasm, only V8's optimising compiler",
    node: ['--no-liftoff'],
    options: ['--engine', 'wasm'],
    large: true,
    rounds: 1,
    launches: 2,
  },
  liftoff: {
    text: "wasm, only V8's quick compiler",
    node: ['--liftoff-only'],
    options: ['--engine', 'wasm'],
    large: true,
    rounds: 1,
    launches: 2,
  },
  native: {
    text: 'machine code of clang',
    node: [],
    // Each thread compiles for itself.
    options: ['--engine', 'native', '--workers', '1'],
    large: true,
    rounds: 1,
    launches: 2,
  },
  interp: { text: 'the interpreter', node: [], options: ['--engine', 'interp'], large: false, rounds: 1, launches: 1 },
  oracle: {
    text: 'the definitions themselves',
    node: [],
    options: ['--engine', 'oracle'],
    large: false,
    rounds: 1,
    launches: 1,
  },
} as const satisfies Record<string, EngineSetup>;

/** A name of ENGINE_SETUPS, or one with the label of a compiler: `jit@16`. */
export type GeneratorEngine = string;
export const GENERATOR_ENGINES = Object.keys(ENGINE_SETUPS);

/** Name and label. */
const partsOf = (engine: GeneratorEngine): readonly [string, string | undefined] => {
  const [name = '', label] = engine.split('@');
  return [name, label];
};
export const setupOf = (engine: GeneratorEngine): EngineSetup =>
  ENGINE_SETUPS[partsOf(engine)[0] as keyof typeof ENGINE_SETUPS];
export const isAtoll = (engine: GeneratorEngine): boolean => setupOf(engine).node !== undefined;
/** It needs the cache of another one. */
export const isKept = (engine: GeneratorEngine): boolean => partsOf(engine)[0] === 'kept';
/** Engines that execute the same machine code. */
export const sameCompiler = (a: GeneratorEngine, b: GeneratorEngine): boolean =>
  isAtoll(a) && isAtoll(b) && partsOf(a)[1] === partsOf(b)[1];

/** @throws AtollError BAD_OPTION */
export function engineNames(text: string, compilers: Compilers): GeneratorEngine[] {
  const names = text.split(',');
  for (const [name, label] of names.map(partsOf)) {
    if (!Object.hasOwn(ENGINE_SETUPS, name))
      throw new AtollError('BAD_OPTION', `unknown engine '${name}'`, `engines: ${GENERATOR_ENGINES.join(', ')}`);
    if (label !== undefined && !compilers.has(label))
      throw new AtollError('BAD_OPTION', `no compiler is called '${label}'`, `--clang ${label}=PATH`);
  }
  return names;
}

/** Paths of clang by label; '' for engines without one. */
export type Compilers = ReadonlyMap<string, string>;

/** @param words `PATH` or `LABEL=PATH` each */
export const compilersOf = (words: readonly string[]): Compilers =>
  new Map(words.map((word) => (/^\w+=/.test(word) ? [word.split('=')[0]!, word.replace(/^\w+=/, '')] : ['', word])));

export interface Surroundings {
  /** The compilers that Atoll takes; by default its own choice. */
  readonly compilers: Compilers;
  /** The chip that Atoll simulates; by default its own choice. */
  readonly device?: string | undefined;
  /** The Node that Atoll runs on. */
  readonly node: string;
  /** Folder of caches: each campaign's own. */
  readonly caches: string;
}

/** The command that runs a program on an engine, and its environment. */
export function commandOf(
  name: GeneratorEngine,
  program: readonly string[],
  { compilers, device, node, caches }: Surroundings,
): { readonly command: string; readonly args: readonly string[]; readonly env: NodeJS.ProcessEnv } {
  const setup = setupOf(name);
  const clang = compilers.get(partsOf(name)[1] ?? '');
  const [pocl, atoll] = [join(caches, setup.node ? 'pocl' : partsOf(name)[0]), join(caches, 'atoll')];
  for (const folder of [pocl, atoll]) mkdirSync(folder, { recursive: true });
  const env = { ...process.env, POCL_CACHE_DIR: pocl, ATOLL_CACHE_DIR: atoll, ...setup.environment };
  if (!setup.node) return { command: program[0]!, args: program.slice(1), env };
  const main = join(root, 'dist', 'src', 'cli', 'main.js');
  const commonOptions = [
    ...(clang === undefined ? [] : ['--clang', clang]),
    ...(device === undefined ? [] : ['--device', device]),
  ];
  const options = [...setup.options!, ...commonOptions];
  return { command: node, args: [...setup.node, main, 'run', ...options, '--', ...program], env };
}
