// Counts of a launch in one form for all engines: instruction by instruction.

import { codeIn } from '../../src/emulator/code-words.js';
import type { Counts } from '../../src/emulator/counts.js';
import type { LaunchDescriptor } from '../../src/emulator/launch.js';
import type { GpuMemory } from '../../src/emulator/memory.js';
import { instructionOf, tallyOf } from '../../src/statistics/decoded-tallies.js';

/**
 * Work-groups, wavefronts and barriers, and for each instruction its offset, how often it ran, active lanes and
 * branches taken.
 */
export function counted(counts: Counts, memory: GpuMemory, launch: LaunchDescriptor) {
  const tally = tallyOf({ counts: counts.values, isa: launch.isa, code: codeIn(memory, launch)?.slice() });
  const { workGroups, wavefronts, barriers, invalid } = tally;
  const instructions = tally.instructions.map(
    (one) =>
      `${one.offset} ${instructionOf(one).def.name}: ${one.times} times, ${one.lanes ?? 'no'} lanes, ${one.taken} taken`,
  );
  return { workGroups, wavefronts, barriers, invalid, instructions };
}
