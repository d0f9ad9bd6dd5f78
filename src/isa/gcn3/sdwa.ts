// SDWA: each source is a byte, a word or all of a register, zero- or sign-extended; the result goes to such a part of
// the destination. Source: "AMD Vega Instruction Set Architecture", "Sub-Dword Addressing (SDWA)".

import { call, type Ex, field, flag, operand, ops, type Stmt, select, u32 } from '../language/expr.js';
import { fieldsOfSource, modifiedAs } from './modifiers.js';
import { replaceSources, rewriteStatements } from './rewrite.js';

const { add, and, eq, ltU, not, or, shl, shrS, shrU, sub } = ops;

/** Selects: 0-3 a byte, 4 and 5 a word, 6 the whole register. */
const firstBit = (sel: Ex<'u32'>): Ex<'u32'> =>
  select(ltU(sel, u32(4)), shl(sel, u32(3)), select(eq(sel, u32(5)), u32(16), u32(0)));
const width = (sel: Ex<'u32'>): Ex<'u32'> =>
  select(ltU(sel, u32(4)), u32(8), select(ltU(sel, u32(6)), u32(16), u32(32)));

/** A part of a register, extended to 32 bits. */
function part(bits: Ex<'u32'>, name: string): Ex<'u32'> {
  const sel = field(`${name}_sel`);
  const unused = sub(u32(32), width(sel));
  const top = shl(shrU(bits, firstBit(sel)), unused);
  return select(flag(`${name}_sext`), shrS(top, unused), shrU(top, unused));
}

const UNUSED = { pad: 0, signExtend: 1, preserve: 2 } as const;

/** The destination with a result in the selected part. */
function placed(value: Ex<'u32'>): Ex<'u32'> {
  const sel = field('dst_sel');
  const [first, bits] = [firstBit(sel), width(sel)];
  const unused = sub(u32(32), bits);
  const low = shrU(shl(value, unused), unused);
  const extended = shl(shrS(shl(value, unused), unused), first);
  const mask = shl(shrU(u32(-1), unused), first);
  const padded = shl(low, first);
  const merged = or(and(operand('D').u32, not(mask)), padded);
  const how = field('dst_unused');
  return select(eq(how, u32(UNUSED.preserve)), merged, select(eq(how, u32(UNUSED.signExtend)), extended, padded));
}

/** omod and clamp come before the result is placed. */
const resultBits = (value: Ex): Ex<'u32'> =>
  value.ty === 'f32'
    ? ops.asU32(call('f32', 'f32_result', value, add(field('omod'), shl(field('clamp'), u32(2)))))
    : (value as Ex<'u32'>);

/** The statements of an instruction with parts of registers. */
export function partsOfRegisters(statements: readonly Stmt[]): readonly Stmt[] {
  const rewrite = replaceSources((leaf) => {
    const name = fieldsOfSource(leaf.slot);
    return name ? modifiedAs(leaf, name, part(operand(leaf.slot, leaf.dword).u32, name)) : leaf;
  });
  return rewriteStatements(
    statements,
    rewrite,
    (statement) => ({ ...statement, value: placed(resultBits(statement.value)) }),
    (statement) => statement,
  );
}
