// Structures in constant memory, in arrays that are initialised in part.

import type { Random } from '../../emulator/random.js';
import { initialise } from './aggregates.js';
import { Context, type Makers, type ProgramNames } from './context.js';
import { line, type Part, type Statement } from './tree.js';

/** Undefined where there are no structures. */
export function declareConstants(random: Random, program: ProgramNames, makers: Makers): Statement | undefined {
  if (program.structs.length === 0) return undefined;
  const c = new Context(random, program, makers, 0, false, false);
  const struct = random.pick(program.structs);
  const [name, length] = [`table${program.tables.length}`, random.pick([2, 4, 8])];
  const rowCount = 1 + random.below(length);
  const rows = Array.from({ length: rowCount }, (_, n): Part[] => [n ? ', ' : '', ...initialise(c, struct, 1)]).flat();
  for (const { name: member, type, length: count } of struct.members)
    program.tables.push(
      count === undefined
        ? { name, type, length, member: `.${member}`, writable: false }
        : { name: `${name}[${random.below(length)}].${member}`, type, length: count, writable: false },
    );
  return line(`constant ${struct.name} ${name}[${length}] = {`, ...rows, '};');
}
