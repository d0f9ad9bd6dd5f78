// Instruction sets that a run does not need unless it is asked for them: loaded by the name of a chip.

import { createRequire } from 'node:module';
import { AtollError } from '../util/errors.js';
import type { Isa } from './isa.js';
import { addIsa, DEFAULT_ISA, isaOfProcessor } from './isas.js';

/** Chips whose instruction set is always there: LLVM's name first. */
const AT_HAND = ['gfx600', 'tahiti', DEFAULT_ISA.name];

/** Other names of chips: LLVM's and those of products. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  carrizo: 'gfx801',
  tonga: 'gfx802',
  fiji: 'gfx803',
  vega10: 'gfx900',
  raven: 'gfx902',
  vega20: 'gfx906',
};

/**
 * The instruction set of a chip.
 * @param gpu LLVM's name of the chip (`gfx900`) or that of the product (`vega10`); Southern Islands when it is absent
 * @throws AtollError BAD_OPTION when there is none
 */
export async function loadIsa(gpu?: string): Promise<Isa> {
  if (gpu === undefined || AT_HAND.includes(gpu)) return DEFAULT_ISA;
  const { isaOfChip, PROCESSORS } = await import('./gcn3/index.js');
  const isa = isaOfChip(OTHER_NAMES[gpu] ?? gpu);
  if (!isa) {
    const known = ['gfx600', ...PROCESSORS].join(', ');
    throw new AtollError('BAD_OPTION', `there is no instruction set for '${gpu}'`, `--gpu takes ${known}`);
  }
  addIsa(isa);
  return isa;
}

/** As LLVM names the chips whose instruction set `gcn3/` has. */
const LATER = /^gfx(80[123]|90[026])$/;

/**
 * The instruction set of a chip's code, for who cannot wait: loaded here and now. Not from bundles, which have no
 * modules to load.
 * @param processor LLVM's name of the chip
 * @returns undefined when there is none
 */
export function isaOfCode(processor: string): Isa | undefined {
  const known = isaOfProcessor(processor);
  if (known || !LATER.test(processor)) return known;
  const { isaOfChip } = createRequire(import.meta.url)('./gcn3/index.js') as typeof import('./gcn3/index.js');
  const isa = isaOfChip(processor);
  if (isa) addIsa(isa);
  return isa;
}
