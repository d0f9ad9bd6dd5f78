// Images and samplers in GPU memory, with the elements that the host writes.

import { SAMPLER_RESOURCE } from '../../../src/isa/common/descriptors/sampler.js';
import { writeFields } from '../../../src/isa/descriptors/field.js';
import { CLAMP } from '../../../src/isa/descriptors/sampling.js';
import { hasImageFormat, type ImageLayout, imageLayout, imageWords } from '../../../src/isa/hsail/images.js';
import type { CaseImage, CaseSampler } from './cases.js';

/** The surface of an image: its elements, row by row. */
export class CaseSurface {
  private readonly layout: ImageLayout;

  constructor(private readonly image: CaseImage) {
    this.layout = imageLayout(image);
  }

  static readonly supports: (image: CaseImage) => boolean = hasImageFormat;

  contents(): Uint8Array {
    const { width, initial, regions } = this.image;
    const { pitch, rows, slices, elementBytes: size } = this.layout;
    const bytes = new Uint8Array(this.layout.surfaceBytes);
    const placeOf = (x: number, y: number, z: number): number => ((z * rows + y) * pitch + x) * size;
    const element = initial.subarray(0, size);
    if (element.length > 0)
      for (let row = 0; row < rows * slices; row++)
        for (let x = 0; x < width; x++) bytes.set(element, (row * pitch + x) * size);
    for (const { offset, size: range, bytes: data } of regions)
      for (let z = 0, at = 0; z < range[2]; z++)
        for (let y = 0; y < range[1]; y++, at += range[0] * size)
          bytes.set(data.subarray(at, at + range[0] * size), placeOf(offset[0], offset[1] + y, offset[2] + z));
    return bytes;
  }

  descriptor(base: number): Uint32Array {
    return imageWords(this.image, base);
  }
}

const CLAMPS = [CLAMP.repeat, CLAMP.clampToEdge, CLAMP.clampToBorder, CLAMP.repeat, CLAMP.mirror];

export function samplerDescriptor({ coordinates, filter, addressing }: CaseSampler): Uint32Array {
  const words = new Uint32Array(8);
  const clamp = CLAMPS[addressing]!;
  writeFields(words, SAMPLER_RESOURCE, {
    clampX: clamp,
    clampY: clamp,
    clampZ: clamp,
    forceUnnormalized: coordinates === 0 ? 1 : 0,
    maxLod: 4095,
    xyMagFilter: filter,
    xyMinFilter: filter,
  });
  return words;
}
