// Statistics of which memory is accessed, and of how many lanes are switched on.

import { required } from '../../util/required.js';
import { type Bins, sumOfBins } from '../instruction-bins.js';
import { ofClass, ratio, type Statistic, sumOf, WAVE } from '../statistic.js';
import type { InstructionCount, KernelAccessSums, Tally } from '../tally.js';

/** A sum over instructions; undefined if not observed. */
const total =
  (field: keyof KernelAccessSums) =>
  (tally: Tally): number | undefined =>
    tally.footprint && sumOf(tally, ({ accesses }) => accesses?.[field]);

/** Of one instruction: those that were not executed with fewer lanes had all. */
function lanesOf({ width, times, fewer = new Map() }: InstructionCount): Bins {
  const others = [...fewer.values()].reduce((sum, count) => sum + count, 0);
  return new Map([...fewer, [width, times - others]]);
}

/** A histogram over instructions; undefined if not observed. */
const spread =
  (of: (instruction: InstructionCount) => Bins | undefined) =>
  ({ footprint, instructions }: Tally): Bins | undefined =>
    footprint && sumOfBins(instructions.flatMap((instruction) => of(instruction) ?? []));

type AddressRow = Omit<Statistic, 'collection' | 'scope'> & Partial<Pick<Statistic, 'scope'>>;
const row = (stated: AddressRow): Statistic => ({ collection: 'addresses', scope: 'instruction', ...stated });

export const ADDRESS_ROWS: readonly Statistic[] = [
  row({
    name: 'dataLines',
    scope: 'launch',
    unit: 'lines of 64 bytes',
    definition:
      'Distinct lines of GPU memory that were accessed, by lanes and by scalar loads, private memory and spilled registers included, LDS ' +
      'not. Of several launches: of all of them together.',
    fold: ({ footprint }) => footprint?.lines,
  }),
  row({
    name: 'dataPages',
    scope: 'launch',
    unit: 'pages of 4 KiB',
    definition: 'The pages of `dataLines`.',
    fold: ({ footprint }) => footprint?.pages,
  }),
  row({
    name: 'vmemAccesses',
    unit: WAVE,
    definition:
      'Executions of an instruction in which at least one lane accessed GPU memory: without those with EXEC = 0, or all of whose lanes are ' +
      'outside of their buffer or image.',
    fold: total('accesses'),
  }),
  row({
    name: 'vmemLanes',
    unit: 'lanes',
    definition: 'Lanes that did, added over `vmemAccesses`.',
    fold: total('lanes'),
  }),
  row({
    name: 'vmemLines',
    unit: 'lines of 64 bytes',
    definition: 'Distinct lines that the lanes of one execution touch, added over `vmemAccesses`.',
    fold: total('lines'),
  }),
  row({
    name: 'linesPerAccess',
    unit: 'lines of 64 bytes per access',
    definition: '`vmemLines` divided by `vmemAccesses`: 4 where 64 lanes access 4 bytes each one behind the other.',
    fold: (tally) =>
      tally.footprint && ratio(required(total('lines')(tally), 'total'), required(total('accesses')(tally), 'total')),
  }),
  row({
    name: 'ldsAccesses',
    unit: WAVE,
    definition: 'Executions of an instruction in which at least one lane accessed LDS.',
    fold: total('ldsAccesses'),
  }),
  row({
    name: 'ldsCycles',
    unit: 'cycles',
    definition:
      'Cycles of the 32 banks of LDS for `ldsAccesses`: for each half of a wavefront, the most distinct words of 4 bytes that its lanes ' +
      'access in one bank. Lanes that access one word share it, atomics too. A word’s bank is its number modulo 32.',
    fold: total('ldsCycles'),
  }),
  row({
    name: 'ldsConflictCycles',
    unit: 'cycles',
    definition:
      '`ldsCycles` beyond those that as many words would take if they were spread evenly over the banks, for each half of a wavefront.',
    fold: (tally) =>
      tally.footprint &&
      required(total('ldsCycles')(tally), 'total') - required(total('ldsIdealCycles')(tally), 'total'),
  }),
  row({
    name: 'ldsByConflicts',
    unit: WAVE,
    definition:
      'A histogram: `ldsAccesses` by the cycles of `ldsConflictCycles` that each took for itself, from 0, for both halves of the wavefront ' +
      'together. As one number: all of them.',
    bins: { by: 'cycles', fold: spread(({ conflicts }) => conflicts) },
    fold: total('ldsAccesses'),
  }),
  row({
    name: 'valuByLanes',
    unit: WAVE,
    definition:
      'A histogram: `instructions.valu` by the lanes that EXEC had switched on, 0 to 64. As one number: all of them.',
    bins: { by: 'lanes', fold: spread((one) => (one.class === 'valu' ? lanesOf(one) : undefined)) },
    fold: (tally) => tally.footprint && sumOf(tally, ofClass('valu')),
  }),
];
