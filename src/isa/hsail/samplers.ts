// HSAIL's samplers as descriptors of AMD's runtime.

import { SAMPLER_RESOURCE } from '../common/descriptors/sampler.js';
import { writeFields } from '../descriptors/field.js';
import { CLAMP } from '../descriptors/sampling.js';

/** Codes of the chip by addressing modes. Without a mode the runtime's samplers repeat. */
export const ADDRESSING_CLAMPS: readonly number[] = [
  CLAMP.repeat,
  CLAMP.clampToEdge,
  CLAMP.clampToBorder,
  CLAMP.repeat,
  CLAMP.mirror,
];

/** Words of a sampler in memory: more than the chip reads. */
export const SAMPLER_WORDS = 8;
export const SAMPLER_ALIGNMENT = 16;
const MAX_LOD = 4095;

/** Properties by the codes of BRIG. */
export interface SamplerProperties {
  readonly addressing: number;
  readonly isUnnormalized: boolean;
  readonly filter: number;
}

export function samplerWords({ addressing, isUnnormalized, filter }: SamplerProperties): Uint32Array {
  const words = new Uint32Array(SAMPLER_WORDS);
  const clamp = ADDRESSING_CLAMPS[addressing]!;
  writeFields(words, SAMPLER_RESOURCE, {
    clampX: clamp,
    clampY: clamp,
    clampZ: clamp,
    forceUnnormalized: Number(isUnnormalized),
    maxLod: MAX_LOD,
    xyMagFilter: filter,
    xyMinFilter: filter,
  });
  return words;
}
