// The resource descriptors of GCN3 and GFX9.

import { bufferCodec } from '../common/descriptors/buffer.js';
import { imageCodec } from '../common/descriptors/image.js';
import { samplerCodec } from '../common/descriptors/sampler.js';
import type { Descriptors } from '../descriptors/views.js';
import type { Generation } from './generation.js';

/** Resources that add the lane have no format on these chips (family.ts). */
export const descriptorsOf = ({ gfx9 }: Generation): Descriptors => ({
  buffer: bufferCodec(true),
  image: imageCodec(gfx9),
  sampler: samplerCodec,
});
