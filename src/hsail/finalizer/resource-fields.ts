// Fields of the descriptors to which handles of images and samplers lead: those of the chips that the finalizer
// compiles for have them at the same places.

import { fieldAt } from '../../isa/descriptors/field.js';

/** Sizes are stored minus 1; the depth of an array is its slices. Number format 0 is that of unsigned fractions. */
export const IMAGE_FIELDS = {
  numFormat: fieldAt(1, 26, 4),
  height: fieldAt(2, 14, 14),
  depth: fieldAt(4, 0, 13),
} as const;

export const SAMPLER_FIELDS = {
  clampX: fieldAt(0, 0, 3),
  isUnnormalized: fieldAt(0, 15, 1),
  /** Nearest filters take the element that a coordinate is in, without rounding it before. */
  truncatesCoordinates: fieldAt(0, 27, 1),
  filter: fieldAt(2, 20, 2),
} as const;
