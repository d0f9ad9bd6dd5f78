// Statistics of what registers hold, from work-groups that were sampled.

import { required } from '../../util/required.js';
import { ratio, type Statistic, sumOf } from '../statistic.js';
import type { Tally, ValueSums } from '../tally.js';

const total =
  (field: keyof ValueSums) =>
  (tally: Tally): number | undefined =>
    tally.sample && sumOf(tally, ({ values }) => values?.[field]);

const share =
  (part: keyof ValueSums, whole: keyof ValueSums) =>
  (tally: Tally): number | undefined =>
    tally.sample && ratio(required(total(part)(tally), 'total'), required(total(whole)(tally), 'total'));

/** The least distance that at least half of all do not exceed. */
function medianReuse({ sample }: Tally): number | undefined {
  if (!sample) return undefined;
  const sorted = [...sample.reuse].sort(([a], [b]) => a - b);
  const all = sorted.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  return sorted.find(([, count]) => 2 * (seen += count) >= all)?.[0];
}

type ValueRow = Omit<Statistic, 'collection' | 'scope'> & Partial<Pick<Statistic, 'scope'>>;
const row = (stated: ValueRow): Statistic => ({ collection: 'values', scope: 'instruction', ...stated });

export const VALUE_ROWS: readonly Statistic[] = [
  row({
    name: 'sampledWorkGroups',
    scope: 'launch',
    unit: 'work-groups',
    definition:
      'Of `workGroups`: those whose registers were looked at. The statistics that follow are of these, and not scaled.',
    fold: ({ sample }) => sample?.groups,
  }),
  row({
    name: 'vgprReuseDistance',
    scope: 'launch',
    unit: 'wave-instructions',
    definition:
      'Median over all uses of a VGPR but the first: how many instructions of the same wavefront later it comes than the use before. The next ' +
      'instruction is 1 later. Reads and writes are uses, whatever EXEC is; all of one instruction are one use.',
    fold: medianReuse,
  }),
  row({
    name: 'vgprReadLanes',
    unit: 'lanes',
    definition:
      'Active lanes of each VGPR that an instruction reads, added over executions with an active lane. 64 bits are two registers; one that is ' +
      'named twice is read once; one whose number is computed does not count.',
    fold: total('readLanes'),
  }),
  row({
    name: 'vgprReadValues',
    unit: 'values',
    definition: 'Distinct values, as bits, in the lanes of one register of `vgprReadLanes`, added likewise.',
    fold: total('readValues'),
  }),
  row({
    name: 'vgprReadUniqueness',
    unit: 'share',
    definition: '`vgprReadValues` divided by `vgprReadLanes`: the ratio of sums, not the mean of ratios.',
    fold: share('readValues', 'readLanes'),
  }),
  row({
    name: 'vgprWrittenLanes',
    unit: 'lanes',
    definition: 'As `vgprReadLanes`, of the VGPRs that an instruction writes. EXEC is that of before the instruction.',
    fold: total('writtenLanes'),
  }),
  row({
    name: 'vgprWrittenValues',
    unit: 'values',
    definition:
      'Distinct values, as bits, that the lanes of one register of `vgprWrittenLanes` then hold, added likewise.',
    fold: total('writtenValues'),
  }),
  row({
    name: 'vgprWriteUniqueness',
    unit: 'share',
    definition: '`vgprWrittenValues` divided by `vgprWrittenLanes`.',
    fold: share('writtenValues', 'writtenLanes'),
  }),
];
