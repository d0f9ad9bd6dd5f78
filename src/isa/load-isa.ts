// Instruction sets that only some runs need: loaded by the name of a chip.

import { createRequire } from 'node:module';
import { chipsNamed, llvmNames } from '../chips/chips.js';
import { AtollError } from '../util/errors.js';
import type { Isa } from './isa.js';
import { addIsa, DEFAULT_ISA, isaIfKnown, isaOfProcessor } from './isas.js';

/** Code that is of no chip: HSAIL executed as it is. */
const HSAIL = 'hsail';

/**
 * The instruction set of a chip.
 * @param gpu a name of the chip, its own or LLVM's, or `hsail`; Southern Islands when it is absent
 * @throws AtollError BAD_OPTION if there is none
 */
export async function loadIsa(gpu?: string): Promise<Isa> {
  if (gpu === undefined || gpu === DEFAULT_ISA.name) return DEFAULT_ISA;
  if (gpu === HSAIL) {
    const { hsail } = await import('./hsail/index.js');
    addIsa(hsail);
    return hsail;
  }
  const processor = chipsNamed(gpu)[0]?.llvm ?? gpu;
  if (DEFAULT_ISA.processors.includes(processor)) return DEFAULT_ISA;
  const { isaOfChip } = await import('./gcn3/index.js');
  const isa = isaOfChip(processor);
  if (!isa) {
    const names = [...llvmNames(), HSAIL].join(', ');
    throw new AtollError('BAD_OPTION', `there is no instruction set for '${gpu}'`, `--device takes ${names}`);
  }
  addIsa(isa);
  return isa;
}

/** The synchronous loader of modules within a bundle, with the same paths (src/setup/bundle-loader.cjs). */
declare const bundledRequire: NodeJS.Require | undefined;

/**
 * The instruction set of a chip's code, loaded synchronously.
 * @param processor LLVM's name of the chip, or `hsail`
 * @returns undefined when there is none
 */
export function isaOfCode(processor: string): Isa | undefined {
  const loaded = processor === HSAIL ? isaIfKnown(HSAIL) : isaOfProcessor(processor);
  if (loaded || (processor !== HSAIL && !llvmNames().includes(processor))) return loaded;
  const load = typeof bundledRequire === 'function' ? bundledRequire : createRequire(import.meta.url);
  if (processor === HSAIL) {
    const { hsail } = load('./hsail/index.js') as typeof import('./hsail/index.js');
    addIsa(hsail);
    return hsail;
  }
  const { isaOfChip } = load('./gcn3/index.js') as typeof import('./gcn3/index.js');
  const isa = isaOfChip(processor);
  if (isa) addIsa(isa);
  return isa;
}
