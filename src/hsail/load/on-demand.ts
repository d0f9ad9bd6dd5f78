// Loads what executes HSAIL when the first file of it is there, synchronously: most runs have none.

import { createRequire } from 'node:module';
import { BRIG_SECTION } from './descriptor.js';
import type { PlacedKernel } from './object-programs.js';
import type { HsailProgram } from './program.js';

/** The synchronous loader of modules within a bundle (src/setup/bundle-loader.cjs). */
declare const bundledRequire: NodeJS.Require | undefined;

function images(): typeof import('./brig-image.js') {
  const load = typeof bundledRequire === 'function' ? bundledRequire : createRequire(import.meta.url);
  return load('./brig-image.js') as typeof import('./brig-image.js');
}

/** @throws AtollError as `brigImage` */
export const hsailImage = (bytes: Uint8Array, file: string): HsailProgram => images().brigImage(bytes, file);

/** Undefined for code objects of machine code. @throws AtollError as `objectImage` */
export function hsailObjectImage(
  { section }: { readonly section: (name: string) => Uint8Array | undefined },
  file: string,
): HsailProgram | undefined {
  const modules = section(BRIG_SECTION);
  return modules && images().objectImage(modules, file);
}

let objects: typeof import('./object-programs.js') | undefined;

/** Runs that execute HSAIL load what reads their code objects at the start. */
export async function loadHsailObjects(): Promise<void> {
  objects = await import('./object-programs.js');
}

/**
 * The kernels of a code object with HSAIL; none in runs that execute machine code only.
 * @param section contents of its section of modules
 * @throws AtollError
 */
export const hsailKernels = (section: Uint8Array): readonly PlacedKernel[] =>
  objects ? objects.placeKernels(objects.programOf(section)) : [];
