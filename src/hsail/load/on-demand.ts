// Loads what executes HSAIL when the first file of it is there, synchronously: most runs have none.

import { createRequire } from 'node:module';
import type { HsailProgram } from './program.js';

/** The synchronous loader of modules within a bundle (src/setup/bundle-loader.cjs). */
declare const bundledRequire: NodeJS.Require | undefined;

/** @throws AtollError as `brigImage` */
export function hsailImage(bytes: Uint8Array, file: string): HsailProgram {
  const load = typeof bundledRequire === 'function' ? bundledRequire : createRequire(import.meta.url);
  const { brigImage } = load('./brig-image.js') as typeof import('./brig-image.js');
  return brigImage(bytes, file);
}
