// The six programs by which an earlier HSA simulator was evaluated, with what is published of each.

export interface EvaluatedProgram {
  /** Argument of the host program. */
  readonly name: string;
  readonly title: string;
  /** Work-items or elements: as published, and for tests. */
  readonly size: number;
  readonly testSize: number;
  /** Published: operations of the kernel and helper functions among them, and bytes of data. */
  readonly published: { readonly operations: string; readonly data: string };
  readonly note: string;
}

const POINTS = 819_200;

export const PROGRAMS: readonly EvaluatedProgram[] = [
  {
    name: 'kmeans-swap',
    title: 'k-means, swap',
    size: POINTS,
    testSize: 3000,
    published: { operations: '32, 3', data: '116 MB' },
    note: '819,200 points of 34 features',
  },
  {
    name: 'kmeans-core',
    title: 'k-means, core',
    size: POINTS,
    testSize: 3000,
    published: { operations: '70, 4', data: '116 MB' },
    note: 'the same; three launches, five clusters',
  },
  {
    name: 'nearest-neighbor',
    title: 'nearest neighbor',
    size: 1 << 16,
    testSize: 5000,
    published: { operations: '52, 5', data: '768 KB' },
    note: '65,536 places',
  },
  {
    name: 'fft',
    title: 'FFT',
    size: 1 << 24,
    testSize: 1 << 12,
    published: { operations: '20, 5', data: '256 MB' },
    note: '2 ** 24 points, a launch for each of 24 stages',
  },
  {
    name: 'saxpy',
    title: 'SAXPY',
    size: 1 << 25,
    testSize: 1 << 14,
    published: { operations: '22, 5', data: '256 MB' },
    note: '2 ** 25 elements',
  },
  {
    name: 'reduction',
    title: 'reduction',
    size: 1 << 16,
    testSize: 5000,
    published: { operations: '109, 37, two barriers', data: '256 KB' },
    note: '65,536 elements; a launch for each level of work-groups',
  },
  {
    name: 'prefix-sum',
    title: 'prefix sum',
    size: 1 << 14,
    testSize: 5000,
    published: { operations: '108, 21, two barriers', data: '128 KB' },
    note: '16,384 elements in, as many out; three launches',
  },
];
