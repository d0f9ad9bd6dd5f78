// Assignment of launches to kernels: programs may have several of one name.

import type { KernelImage } from '../launch/image.js';
import type { CountedLaunch } from '../statistics/tally.js';
import { valueAt } from '../util/required.js';

/** One launch. */
export interface CoveredLaunch extends CountedLaunch {
  readonly kernel: string;
  /** MODE when it began. */
  readonly mode?: number;
  /** Number of launches of which it is the sum; absent: it is one. */
  readonly merged?: number;
}

/** True if it is one launch. */
export const isSingle = ({ merged }: { readonly merged?: number }): boolean => merged === undefined;

/** Number of launches. */
export const countOf = (launches: readonly { readonly merged?: number }[]): number =>
  launches.reduce((sum, { merged = 1 }) => sum + merged, 0);

const sameCode = ({ code }: KernelImage, words: Uint32Array): boolean =>
  Buffer.from(code.buffer, code.byteOffset, Math.min(code.length, words.byteLength)).equals(
    Buffer.from(words.buffer, words.byteOffset, Math.min(code.length, words.byteLength)),
  );

/**
 * Kernel of a launch: programs may have several of one name. Addresses in code make words differ from those of its
 * image.
 */
function imageOf(images: readonly KernelImage[], { kernel, code }: CoveredLaunch): KernelImage | undefined {
  const named = images.filter(({ name }) => name === kernel);
  return (code && named.find((image) => sameCode(image, code))) ?? named.at(-1);
}

/** The launches of each kernel that was built. */
export function launchesByImage<L extends CoveredLaunch>(
  images: readonly KernelImage[],
  launches: readonly L[],
): Map<KernelImage, L[]> {
  const own = new Map<KernelImage, L[]>(images.map((image) => [image, []]));
  for (const launch of launches) {
    const image = imageOf(images, launch);
    if (image) valueAt(own, image, 'launches of the image').push(launch);
  }
  return own;
}
