// Vector registers of an instruction for a scoreboard: a range of its result, then those of its operands.

import type { RegisterRange } from '../../isa/accesses.js';
import { effectsOf } from '../../isa/effects.js';
import type { Instruction } from '../../isa/instruction.js';
import { AtollError } from '../../util/errors.js';

const COUNT_AT = 8;

/** First register and count, those that touch joined. */
function joined(ranges: readonly RegisterRange[]): number[] {
  const registers = ranges.flatMap(({ bank, index, count }) =>
    bank === 'vgpr' ? Array.from({ length: count }, (_, n) => index + n) : [],
  );
  const sorted = [...new Set(registers)].sort((a, b) => a - b);
  const begins = sorted.filter((register) => !sorted.includes(register - 1));
  return begins.map((first) => {
    let count = 1;
    while (sorted.includes(first + count)) count++;
    return first | (count << COUNT_AT);
  });
}

/** @param room for one range of results, and for others; 0 for none */
export function registerRanges(instruction: Instruction, room: number): readonly number[] {
  const { reads, writes } = effectsOf(instruction);
  const [results, operands] = [joined(writes), joined(reads)];
  if (results.length > 1 || operands.length > room - 1)
    throw new AtollError('INTERNAL', `${instruction.def.name} has more ranges of registers than a scoreboard takes`);
  return [results[0] ?? 0, ...operands, ...new Array<number>(room - 1 - operands.length).fill(0)];
}
