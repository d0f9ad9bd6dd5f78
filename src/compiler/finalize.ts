// BRIG modules to a code object for a chip.

import type { Chip } from '../chips/chip.js';
import type { BrigModule } from '../hsail/brig/module.js';
import { finalizeModules } from '../hsail/finalizer/finalize.js';
import { IrProgram } from '../hsail/finalizer/ir-program.js';
import { AtollError } from '../util/errors.js';
import { sha256 } from '../util/hash.js';
import { BuildCache } from './cache/build-cache.js';
import { findToolchain, type Toolchain } from './clang/toolchain.js';
import { compileForHsa } from './code-object/hsa-codegen.js';
import { ownSourceHash } from './own-sources.js';
import { VERSION } from './project.js';

export interface FinalizedProgram {
  readonly codeObject: Uint8Array;
  readonly kernels: readonly string[];
  readonly ir: string;
  /** It comes from the cache. */
  readonly cached: boolean;
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

function compilerFor(clang: string | undefined): Toolchain {
  const { toolchain, text, fix } = findToolchain(clang);
  if (toolchain !== undefined) return toolchain;
  throw new AtollError('TOOLCHAIN', `no compiler: ${text}`, `Install it with: ${fix}`);
}

/**
 * @throws AtollError UNSUPPORTED naming module and place, TOOLCHAIN without a compiler
 */
export async function finalizeBrig(
  modules: readonly BrigModule[],
  chip: Chip,
  { clang, cacheDir, signal, apart }: FinalizeSettings = {},
): Promise<FinalizedProgram> {
  checkChip(chip);
  const program = new IrProgram(chip.target);
  const kernels = finalizeModules(program, modules);
  const toolchain = compilerFor(clang);
  const ir = program.text();
  const cache = cacheDir === undefined ? undefined : new BuildCache(cacheDir);
  // All of the modules that the result depends on is in the IR.
  const key = sha256(`finalized|${VERSION}|${toolchain.identity}|${ownSourceHash()}|${chip.target}|${ir}`);
  const kept = cache?.get(key);
  if (kept) return { codeObject: kept.binary, kernels, ir, cached: true };
  const codeObject = await compileForHsa(ir, { toolchain, processor: chip.target, apart, ...(signal && { signal }) });
  cache?.put(key, { log: '', binaryType: 'executable', dependencies: [], binary: codeObject });
  return { codeObject, kernels, ir, cached: false };
}
