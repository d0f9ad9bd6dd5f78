// How kernels are launched: work-groups of odd sizes, one to three dimensions, offsets.

import type { Random } from '../../emulator/random.js';

export type Extent = readonly [number, number, number];

export interface Launch {
  readonly dimensions: 1 | 2 | 3;
  readonly global: Extent;
  /** Undefined: the implementation chooses. */
  readonly local: Extent | undefined;
  readonly offset: Extent;
}

const LINES = [1, 3, 7, 16, 31, 32, 48, 63, 64, 64, 65, 100, 128, 129, 192, 256];
const PLANES: readonly Extent[] = [
  [8, 4, 1],
  [5, 3, 1],
  [16, 16, 1],
  [1, 64, 1],
  [64, 2, 1],
  [3, 7, 1],
  [13, 5, 1],
];
const SPACES: readonly Extent[] = [
  [4, 2, 3],
  [8, 8, 2],
  [1, 1, 64],
  [5, 3, 2],
  [2, 3, 11],
];

export const itemsOf = ({ global: [x, y, z] }: Launch): number => x * y * z;

/** The same work-groups, few of them and many: few for every engine, many to share a launch among threads. */
export function randomLaunches(random: Random, withGroups: boolean): { small: Launch; large: Launch } {
  const dimensions = random.pick([1, 1, 1, 2, 3] as const);
  const local: Extent = dimensions === 1 ? [random.pick(LINES), 1, 1] : random.pick(dimensions === 2 ? PLANES : SPACES);
  const offset = random.chance(0.3) ? [0, 1, 2].map((n) => (n < dimensions ? random.below(70) : 0)) : [0, 0, 0];
  const size = local[0] * local[1] * local[2];
  const groups = (items: number): number => Math.max(1, Math.min(40, Math.round(items / size)));
  const launchOf = (counts: Extent): Launch => ({
    dimensions,
    global: [0, 1, 2].map((n) => local[n]! * counts[n]!) as unknown as Extent,
    local: withGroups ? local : undefined,
    offset: offset as unknown as Extent,
  });
  const [few, many] = [groups(130), groups(random.pick([600, 2000]))];
  if (dimensions === 1) return { small: launchOf([few, 1, 1]), large: launchOf([many, 1, 1]) };
  return { small: launchOf([Math.min(few, 3), 1, 1]), large: launchOf([Math.ceil(many / 3), 3, 1]) };
}
