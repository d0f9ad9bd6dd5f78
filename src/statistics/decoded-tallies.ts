// Tallies of launches whose instructions are decoded as they are met.

import type { Instruction } from '../isa/instruction.js';
import { required } from '../util/required.js';
import { DescribedCodes } from './code-facts.js';
import { describeInstruction, instructionAt } from './describe-code.js';
import { type CountedLaunch, type InstructionCount, type Tally, Totals } from './tally.js';

/** Each code is decoded once, for all its users and launches. */
export const codes = new DescribedCodes(describeInstruction);

/** Several launches. */
export const totalsOf = (launches: Iterable<CountedLaunch>): Totals => new Totals(codes).addAll(launches);

/** The tally of one launch. */
export const tallyOf = (launch: CountedLaunch): Tally => totalsOf([launch]).tally;

/** The counted instruction. */
export const instructionOf = ({ words, offset }: InstructionCount): Instruction =>
  required(instructionAt(words, offset / 4), 'instruction');
