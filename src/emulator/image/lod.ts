// Level of detail: which mip levels a sample uses, and whether it magnifies.
// Source: OpenGL 4.6 section 8.14 (the hardware's own precision is not documented); level 0 is the T#'s base level.

import { MIP_FILTER } from '../../isa/descriptors/sampling.js';
import { FaultSignal } from '../faults.js';
import type { Sampler } from './sampler.js';
import type { Surface } from './surface.js';

/** The levels to sample (absolute numbers), how much of the second, and which filter. */
export interface Levels {
  first: number;
  second: number;
  fraction: number;
  linear: boolean;
}

/** Refuses a computed level of detail where it would matter: there are no pixels to take derivatives between. */
export function requireSingleLevel(surface: Surface, sampler: Sampler): void {
  const matters = surface.lastLevel > surface.baseLevel || sampler.magLinear !== sampler.minLinear;
  if (!matters) return;
  throw new FaultSignal(
    'unsupported',
    'the level of detail comes from derivatives between pixels, which compute kernels do not have: ' +
      'use a form with _l, _lz or _d, or an image of one level',
  );
}

/** Level of detail that derivatives imply: log2 of the longer footprint in texels. */
export function lodFromDerivatives(horizontal: readonly number[], vertical: readonly number[]): number {
  const footprint = Math.max(Math.hypot(...horizontal), Math.hypot(...vertical));
  return Math.log2(footprint);
}

/** Clamps a level of detail as descriptors say, and picks levels and filter. */
export function selectLevels(surface: Surface, sampler: Sampler, target: number, out: Levels): void {
  const low = Math.max(surface.minLod, sampler.minLod);
  const lod = Math.min(Math.max(Number.isNaN(target) ? 0 : target, low), sampler.maxLod);
  const last = surface.lastLevel - surface.baseLevel;
  const level = Math.min(Math.max(lod, 0), last);
  out.linear = lod <= 0 ? sampler.magLinear : sampler.minLinear;
  if (sampler.mipFilter === MIP_FILTER.none) {
    out.first = out.second = surface.baseLevel;
    out.fraction = 0;
  } else if (sampler.mipFilter === MIP_FILTER.point) {
    // The boundary between two levels belongs to the larger image.
    out.first = out.second = surface.baseLevel + Math.ceil(level + 0.5) - 1;
    out.fraction = 0;
  } else {
    out.first = surface.baseLevel + Math.floor(level);
    out.second = Math.min(out.first + 1, surface.lastLevel);
    out.fraction = level - Math.floor(level);
  }
}
