// DPP: the first source comes from another lane. Source: "AMD Vega Instruction Set Architecture", "Data Parallel
// Processing (DPP)".

import { call, EXEC, type Ex, field, flag, LANE, operand, ops, type Stmt, select, u32, u64 } from '../language/expr.js';
import { fieldsOfSource, modifiedAs } from './modifiers.js';
import { replaceSources, rewriteStatements } from './rewrite.js';

const { and, and64, andB, ltU, ne, ne64, orB, shrU, shrU64 } = ops;

/** The lane that is read; 64 where there is none. */
const source = call('u32', 'dpp_lane', LANE, field('dpp_ctrl'));

/** There is such a lane, and it is active. */
const valid = andB(ltU(source, u32(64)), ne64(and64(shrU64(EXEC.u64, source), u64(1n)), u64(0n)));

const bitSet = (mask: Ex<'u32'>, bit: Ex<'u32'>): Ex<'b1'> => ne(and(shrU(mask, bit), u32(1)), u32(0));

/** The lane's row of 16 and its bank of 4 are chosen, and it reads something: a lane, or zeros with bound_ctrl. */
const written = andB(
  andB(bitSet(field('row_mask'), shrU(LANE, u32(4))), bitSet(field('bank_mask'), and(shrU(LANE, u32(2)), u32(3)))),
  orB(valid, flag('bound_ctrl')),
);

/** The statements of an instruction whose first source is in another lane. */
export function otherLanes(statements: readonly Stmt[]): readonly Stmt[] {
  const rewrite = replaceSources((leaf) => {
    const name = fieldsOfSource(leaf.slot);
    if (name === undefined) return leaf;
    const other = operand(leaf.slot).fromLane(source);
    const bits = leaf.slot === 'S0' ? select(valid, other, u32(0)) : operand(leaf.slot).u32;
    return modifiedAs(leaf, name, bits);
  });
  return rewriteStatements(
    statements,
    rewrite,
    (statement) => ({ ...statement, when: statement.when ? andB(statement.when, written) : written }),
    (statement) => ({ ...statement, value: andB(statement.value, written) }),
  );
}
