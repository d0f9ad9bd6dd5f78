// Statistics of what engines count: how often code ran, branches, lanes.

import { CHIPS, usualChip } from '../../chips/chips.js';
import { CLASSES, type InstructionClass } from '../../isa/classes.js';
import { VGPR_BANKS } from '../code-facts.js';
import { type InstructionValue, ofClass, ratio, type Statistic, sumOf, times, WAVE } from '../statistic.js';
import type { Tally } from '../tally.js';

const lanes: InstructionValue = (instruction) => instruction.lanes;
const valuLanes = ofClass('valu', lanes);

const valuCycles: InstructionValue = ({ facts: { cycles }, times: ran }) => cycles * ran;
const valuLaneCycles: InstructionValue = ({ facts: { cycles }, lanes: active }) => cycles * (active ?? 0);
const allLanes: InstructionValue = ({ width, times: ran }) => width * ran;
const allLaneCycles: InstructionValue = ({ facts: { cycles }, width, times: ran }) => width * cycles * ran;

/** A branch whose target follows it changes nothing. */
const flushes: InstructionValue = ({ facts: { stays }, taken }) => (stays ? 0 : taken);

const LINE = 64;
function linesOf({ instructions }: Tally): number {
  const lines = new Set<string>();
  for (const { code, offset, facts } of instructions)
    for (const byte of [offset, offset + facts.size - 1]) lines.add(`${code} ${Math.floor(byte / LINE)}`);
  return lines.size;
}

/** The chips whose rates instructions of each set have. */
const RATED = [...new Set(CHIPS.map(({ isa }) => usualChip(isa)))].map(({ name, llvm }) => `${name} (${llvm})`);

type CountRow = Omit<Statistic, 'collection' | 'scope'> & Partial<Pick<Statistic, 'scope'>>;
const row = (stated: CountRow): Statistic => ({ collection: 'counts', scope: 'instruction', ...stated });
const ofLaunch = (stated: CountRow): Statistic => row({ ...stated, scope: 'launch' });

/** Number of executions of the instructions of a class by wavefronts. */
const classRow = ([name, holds]: [string, string]): Statistic =>
  row({
    name: `instructions.${name}`,
    unit: WAVE,
    definition: `Of \`instructions\`: ${holds}.`,
    fold: (tally) => sumOf(tally, ofClass(name as InstructionClass)) + (name === 'other' ? tally.invalid : 0),
  });

export const COUNT_ROWS: readonly Statistic[] = [
  ofLaunch({
    name: 'workGroups',
    unit: 'work-groups',
    definition: 'Work-groups that were started.',
    fold: ({ workGroups }) => workGroups,
  }),
  ofLaunch({
    name: 'wavefronts',
    unit: 'wavefronts',
    definition: 'Wavefronts of the work-groups that were started.',
    fold: ({ wavefronts }) => wavefronts,
  }),
  ofLaunch({
    name: 'barriers',
    unit: 'meetings',
    definition:
      'Number of barriers that all running wavefronts of a work-group have reached together; not the number of executed `s_barrier`.',
    fold: ({ barriers }) => barriers,
  }),
  row({
    name: 'instructions',
    unit: WAVE,
    definition:
      'Executions of an instruction by a wavefront, whatever EXEC is. What a branch skips does not count; an instruction that faults does, ' +
      'and so does a stop at what is no instruction. Each belongs to exactly one of the classes that follow.',
    fold: (tally) => sumOf(tally, times) + tally.invalid,
  }),
  ...Object.entries(CLASSES).map(classRow),
  ofLaunch({
    name: 'exits',
    unit: WAVE,
    definition:
      'Of `instructions`: those that compiled code left to the interpreter because it has no form of its own for them. Not collected by ' +
      'engines that compile nothing.',
    fold: ({ exits }) => exits && [...exits.values()].reduce((sum, count) => sum + count, 0),
  }),
  row({
    name: 'branchesTaken',
    brief: 'branches taken',
    unit: WAVE,
    definition: 'Of `instructions.branch`: taken ones and unconditional ones.',
    fold: (tally) => sumOf(tally, ({ taken }) => taken),
  }),
  row({
    name: 'bufferFlushes',
    unit: 'flushes',
    definition:
      'Number of times that the instruction buffer of a wavefront is flushed by a change of the control flow: `branchesTaken`, without branches ' +
      'to the instruction that follows them. A jump to an address in registers counts always. A branch that is not taken is free.',
    fold: (tally) => sumOf(tally, flushes) + sumOf({ ...tally, instructions: tally.auxiliaryJumps }, flushes),
  }),
  row({
    name: 'valuLanes',
    unit: 'lanes',
    definition: 'Active lanes, added over all executions of instructions of class `valu`.',
    fold: (tally) => sumOf(tally, valuLanes),
  }),
  row({
    name: 'simdUtilisation',
    brief: 'SIMD utilisation',
    unit: 'share',
    definition:
      '`valuLanes` divided by 64 lanes of each of `instructions.valu`. There is none without such an instruction.',
    fold: (tally) => ratio(sumOf(tally, valuLanes), sumOf(tally, ofClass('valu', allLanes))),
  }),
  row({
    name: 'valuCycles',
    unit: 'cycles',
    definition:
      'Cycles that instructions of class `valu` keep a SIMD busy, added over wavefronts: 4 to 64 each, by the rates of one chip for each ' +
      `instruction set: ${RATED.join(', ')}. No timing model: nothing waits.`,
    fold: (tally) => sumOf(tally, valuCycles),
  }),
  row({
    name: 'simdUtilisationByCycle',
    unit: 'share',
    definition:
      '`simdUtilisation` with each execution weighed by its part of `valuCycles`: an instruction of a quarter of the rate counts four times.',
    fold: (tally) => ratio(sumOf(tally, valuLaneCycles), sumOf(tally, allLaneCycles)),
  }),
  row({
    name: 'vgprBankConflicts',
    unit: 'registers',
    definition:
      `VGPRs that an instruction of class \`valu\` reads beyond the first one of each bank, added over executions whatever EXEC is. A register ` +
      `that it names twice is read once, 64 bits are two registers. That there are ${VGPR_BANKS} banks, chosen by the lowest bits of the ` +
      'register’s number, is an assumption.',
    fold: (tally) => sumOf(tally, ({ facts: { conflicts }, times: ran }) => conflicts * ran),
  }),
  row({
    name: 'codeBytes',
    unit: 'bytes',
    definition: 'Size of the instructions that were executed at least once, each counted once, literals included.',
    fold: (tally) => sumOf(tally, ({ facts }) => facts.size),
  }),
  row({
    name: 'codeLines',
    unit: 'lines of 64 bytes',
    definition:
      'Lines that hold a byte of `codeBytes`, each counted once. Lines count from the start of a kernel’s code, which is aligned to 256 bytes.',
    fold: linesOf,
  }),
];
