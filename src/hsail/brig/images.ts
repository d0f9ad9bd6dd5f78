// Images that a module describes.

import type { BrigEntry } from './module.js';

/** Hint of errors for images that cannot be made. */
export const OTHER_IMAGE = 'Choose other properties, or pass an image of the host as an argument of the kernel.';

/** @param constant an entry `operand_constant_image` */
export const imageProperties = ({ values, wide }: BrigEntry) => ({
  geometry: values['geometry']!,
  channelOrder: values['channelOrder']!,
  channelType: values['channelType']!,
  width: Number(wide['width']),
  height: Math.max(Number(wide['height']), 1),
  depth: Math.max(Number(wide['depth']), 1),
  arraySize: Math.max(Number(wide['array']), 1),
});
