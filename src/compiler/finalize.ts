// BRIG modules to a code object for a chip.

import type { Chip } from '../chips/chip.js';
import { readBrigFile } from '../hsail/brig/reader.js';
import { finalizeModules } from '../hsail/finalizer/finalize.js';
import { IrProgram } from '../hsail/finalizer/ir-program.js';
import { AtollError } from '../util/errors.js';
import { sha256 } from '../util/hash.js';
import { BuildCache } from './cache/build-cache.js';
import { findToolchain, type Toolchain } from './clang/toolchain.js';
import { compileForHsa } from './code-object/hsa-codegen.js';
import { finalizerHash } from './own-sources.js';
import { VERSION } from './project.js';

/** A module as it arrives: messages have its name. */
export interface BrigBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Translation {
  readonly kernels: readonly string[];
  readonly ir: string;
}

/** A code object; modules are translated for `kernels` and `ir` where it comes from the cache. */
export class FinalizedProgram implements Translation {
  constructor(
    readonly codeObject: Uint8Array,
    /** It comes from the cache. */
    readonly cached: boolean,
    private readonly translation: () => Translation,
  ) {}

  get kernels(): readonly string[] {
    return this.translation().kernels;
  }

  get ir(): string {
    return this.translation().ir;
  }
}

export interface FinalizeSettings {
  /** Path or name of the compiler; the best installed one by default. */
  readonly clang?: string | undefined;
  /** Folder of kept code objects; without it none are kept. */
  readonly cacheDir?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The compiler runs in a separate session, see `FrontEndOptions`. */
  readonly apart?: boolean | undefined;
}

/** The chips that HSA's loader has code objects for, and whose instructions the finalizer uses. */
function checkChip({ id, kfd }: Chip): void {
  if (kfd === undefined)
    throw new AtollError(
      'UNSUPPORTED',
      `BRIG is not finalized for the chip ${id}, which HSA's runtime does not have`,
      'Choose another one: atoll chip list',
    );
}

function translate(modules: readonly BrigBytes[], target: string): Translation {
  const program = new IrProgram(target);
  const read = modules.map(({ bytes, name }) => readBrigFile(bytes, name));
  const kernels = finalizeModules(program, read);
  return { kernels, ir: program.text() };
}

/** Over all that IR and code object result from: a kept code object is found without a translation. */
function keyOf(modules: readonly BrigBytes[], target: string, toolchain: Toolchain): string {
  const parts = modules.flatMap(({ bytes }) => [`|${bytes.length}|`, bytes]);
  return sha256(`finalized|${VERSION}|${toolchain.identity}|${finalizerHash()}|${target}`, ...parts);
}

/**
 * @throws AtollError BAD_INPUT for a damaged module, UNSUPPORTED naming module and place, TOOLCHAIN without a compiler
 */
export async function finalizeBrig(
  modules: readonly BrigBytes[],
  chip: Chip,
  { clang, cacheDir, signal, apart }: FinalizeSettings = {},
): Promise<FinalizedProgram> {
  checkChip(chip);
  let result: Translation | undefined;
  const translation = (): Translation => (result ??= translate(modules, chip.target));
  const { toolchain, text, fix } = findToolchain(clang);
  const cache = cacheDir === undefined ? undefined : new BuildCache(cacheDir);
  const key = toolchain && keyOf(modules, chip.target, toolchain);
  const kept = key && cache?.get(key);
  if (kept) return new FinalizedProgram(kept.binary, true, translation);
  const { ir } = translation();
  // Errors of modules come before a missing compiler.
  if (!toolchain || !key) throw new AtollError('TOOLCHAIN', `no compiler: ${text}`, `Install it with: ${fix}`);
  const codeObject = await compileForHsa(ir, { toolchain, processor: chip.target, apart, ...(signal && { signal }) });
  cache?.put(key, { log: '', binaryType: 'executable', dependencies: [], binary: codeObject });
  return new FinalizedProgram(codeObject, false, translation);
}
