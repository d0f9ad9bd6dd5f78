// The resource descriptors of Southern Islands.

import { bufferCodec } from '../common/descriptors/buffer.js';
import { imageCodec } from '../common/descriptors/image.js';
import { samplerCodec } from '../common/descriptors/sampler.js';
import type { Descriptors } from '../descriptors/views.js';

export const descriptors: Descriptors = {
  buffer: bufferCodec(false),
  image: imageCodec(false),
  sampler: samplerCodec,
};
