// Samplers that a module describes.

import { COORDINATES } from './enums.js';
import type { BrigEntry } from './module.js';

/** @param constant an entry `operand_constant_sampler` */
export const samplerProperties = ({ values }: BrigEntry) => ({
  addressing: values['addressing']!,
  isUnnormalized: values['coord'] === COORDINATES.unnormalized,
  filter: values['filter']!,
});
