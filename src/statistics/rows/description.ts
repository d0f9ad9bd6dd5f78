// Statistics that the launch itself says: what it takes of the hardware, and how many wavefronts fit.

import { valueAt } from '../../util/required.js';
import { type KernelResources, LIMITS, type Limit, limitsOf, occupancyOf } from '../occupancy.js';
import type { Statistic } from '../statistic.js';

const among =
  (choose: (...all: number[]) => number, of: (resources: KernelResources) => number): Statistic['fold'] =>
  ({ resources }) =>
    resources && resources.length > 0 ? choose(...new Set(resources.map(of))) : undefined;

type DescriptionRow = Omit<Statistic, 'collection' | 'scope'>;
const row = (stated: DescriptionRow): Statistic => ({ collection: 'description', scope: 'launch', ...stated });

const MAX_OF_LAUNCHES = 'Of several launches: the most.';
const MIN_OF_LAUNCHES = 'Of several launches: the least.';

const LIMIT_TEXTS: Readonly<Record<Limit, string>> = {
  hardware: 'the slots of a SIMD, 10',
  VGPRs: 'its 256 VGPRs for each lane, given in fours',
  SGPRs: 'its 512 SGPRs, given in eights (GCN3 and GFX9: 800, in sixteens),',
  LDS: 'the 64 KiB of LDS of a compute unit, given in units of 256 bytes (GCN3 and GFX9: 512),',
  barriers: 'the 16 work-groups of more than one wavefront that a compute unit has barriers for',
  'work-group': 'that a work-group is on one compute unit as a whole, after the least of the others',
};

const limitRow = (limit: Limit): Statistic =>
  row({
    name: `occupancy.${limit}`,
    unit: 'wavefronts per SIMD',
    definition: `What ${LIMIT_TEXTS[limit]} would allow. ${MIN_OF_LAUNCHES}`,
    fold: among(Math.min, (each) => valueAt(new Map(limitsOf(each)), limit, 'limit')),
  });

export const DESCRIPTION_ROWS: readonly Statistic[] = [
  row({
    name: 'vgprs',
    unit: 'registers',
    definition: `VGPRs of a work-item that the kernel asks for. ${MAX_OF_LAUNCHES}`,
    fold: among(Math.max, ({ vgprs }) => vgprs),
  }),
  row({
    name: 'sgprs',
    unit: 'registers',
    definition: `SGPRs of a wavefront that the kernel asks for. ${MAX_OF_LAUNCHES}`,
    fold: among(Math.max, ({ sgprs }) => sgprs),
  }),
  row({
    name: 'ldsBytes',
    unit: 'bytes',
    definition: `LDS of a work-group, what arguments ask for included. ${MAX_OF_LAUNCHES}`,
    fold: among(Math.max, ({ ldsBytes }) => ldsBytes),
  }),
  row({
    name: 'scratchBytes',
    unit: 'bytes',
    definition: `Private memory of a work-item that is not in registers. ${MAX_OF_LAUNCHES}`,
    fold: among(Math.max, ({ scratchBytes }) => scratchBytes),
  }),
  row({
    name: 'occupancy',
    unit: 'wavefronts per SIMD',
    definition: `Wavefronts that a SIMD can hold at once, on average over the 4 of a compute unit: the least of those that follow, which are the limiters. ${MIN_OF_LAUNCHES}`,
    fold: among(Math.min, (each) => occupancyOf(each).occupancy),
  }),
  ...LIMITS.map(limitRow),
];
