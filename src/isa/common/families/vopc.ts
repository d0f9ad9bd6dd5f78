// VOPC: vector compares (Southern Islands ISA, "VOPC Instructions"). Each lane's truth value goes to its bit of D;
// inactive lanes give 0.
//
// The opcode is made of fields, so the whole format is a product of tables:
// 0 0 s t x cccc 16 conditions of floats: t = f64, x = also writes EXEC, s = signals any NaN (no functional difference)
//   1 u l x 0 ccc    8 conditions of integers: u = unsigned, l = 64 bits
//   1 0 l x 1 000    class of a float
// A condition that is always true or false still names both operands, so that they decode and print.

import { elementOf } from '../../../util/required.js';
import type { DefinitionRow, InstructionRow, Operands } from '../../define.js';
import { bool, type Ex, ops, type Stmt } from '../../language/expr.js';
import { vopc } from '../family.js';
import { type BitsType, F32, F64, type Float, type FloatType, isOfClass } from './float.js';

type Compare = Operands<'D' | 'S0' | 'S1'>;

/** A condition: its name in mnemonics and its text. */
interface Condition<C> {
  readonly name: string;
  readonly text: string;
  readonly holds: C;
}

type FloatCondition = <F extends FloatType, B extends BitsType>(width: Float<F, B>, a: Ex<F>, b: Ex<F>) => Ex<'b1'>;

const unordered: FloatCondition = (width, a, b) => ops.orB(width.isnan(a), width.isnan(b));
const lessOrGreater: FloatCondition = (width, a, b) => ops.orB(width.lt(a, b), width.lt(b, a));
const not =
  (condition: FloatCondition): FloatCondition =>
  (width, a, b) =>
    ops.notB(condition(width, a, b));
const lt: FloatCondition = (width, a, b) => width.lt(a, b);
const le: FloatCondition = (width, a, b) => width.le(a, b);
const eq: FloatCondition = (width, a, b) => width.eq(a, b);
const gt: FloatCondition = (width, a, b) => width.lt(b, a);
const ge: FloatCondition = (width, a, b) => width.le(b, a);

/** In the order of the opcodes. */
const FLOAT_CONDITIONS: readonly Condition<FloatCondition>[] = [
  { name: 'f', text: 'false', holds: (width, a, b) => ops.andB(bool(false), width.eq(a, b)) },
  { name: 'lt', text: 'S0 < S1', holds: lt },
  { name: 'eq', text: 'S0 == S1', holds: eq },
  { name: 'le', text: 'S0 <= S1', holds: le },
  { name: 'gt', text: 'S0 > S1', holds: gt },
  { name: 'lg', text: 'S0 < S1 or S0 > S1', holds: lessOrGreater },
  { name: 'ge', text: 'S0 >= S1', holds: ge },
  { name: 'o', text: 'neither S0 nor S1 is NaN', holds: not(unordered) },
  { name: 'u', text: 'S0 or S1 is NaN', holds: unordered },
  { name: 'nge', text: 'not S0 >= S1', holds: not(ge) },
  { name: 'nlg', text: 'not (S0 < S1 or S0 > S1)', holds: not(lessOrGreater) },
  { name: 'ngt', text: 'not S0 > S1', holds: not(gt) },
  { name: 'nle', text: 'not S0 <= S1', holds: not(le) },
  { name: 'neq', text: 'not S0 == S1', holds: not(eq) },
  { name: 'nlt', text: 'not S0 < S1', holds: not(lt) },
  { name: 'tru', text: 'true', holds: (width, a, b) => ops.orB(bool(true), width.eq(a, b)) },
];

export interface IntegerOrder<B extends BitsType> {
  readonly eq: (a: Ex<B>, b: Ex<B>) => Ex<'b1'>;
  readonly ne: (a: Ex<B>, b: Ex<B>) => Ex<'b1'>;
  readonly lt: (a: Ex<B>, b: Ex<B>) => Ex<'b1'>;
  readonly le: (a: Ex<B>, b: Ex<B>) => Ex<'b1'>;
}

type IntegerCondition = <B extends BitsType>(order: IntegerOrder<B>, a: Ex<B>, b: Ex<B>) => Ex<'b1'>;

const INTEGER_CONDITIONS: readonly Condition<IntegerCondition>[] = [
  { name: 'f', text: 'false', holds: (order, a, b) => ops.andB(bool(false), order.eq(a, b)) },
  { name: 'lt', text: 'S0 < S1', holds: (order, a, b) => order.lt(a, b) },
  { name: 'eq', text: 'S0 == S1', holds: (order, a, b) => order.eq(a, b) },
  { name: 'le', text: 'S0 <= S1', holds: (order, a, b) => order.le(a, b) },
  { name: 'gt', text: 'S0 > S1', holds: (order, a, b) => order.lt(b, a) },
  { name: 'ne', text: 'S0 != S1', holds: (order, a, b) => order.ne(a, b) },
  { name: 'ge', text: 'S0 >= S1', holds: (order, a, b) => order.le(b, a) },
  { name: 't', text: 'true', holds: (order, a, b) => ops.orB(bool(true), order.eq(a, b)) },
];

export const I32: IntegerOrder<'u32'> = { eq: ops.eq, ne: ops.ne, lt: ops.ltS, le: ops.leS };
export const U32: IntegerOrder<'u32'> = { eq: ops.eq, ne: ops.ne, lt: ops.ltU, le: ops.leU };
const I64: IntegerOrder<'u64'> = { eq: ops.eq64, ne: ops.ne64, lt: ops.ltS64, le: ops.leS64 };
const U64: IntegerOrder<'u64'> = { eq: ops.eq64, ne: ops.ne64, lt: ops.ltU64, le: ops.leU64 };

/** One group of opcodes: the instructions of one type, from the opcode of its first condition on. */
export interface CompareGroup {
  readonly opcode: number;
  readonly type: string;
  readonly prefixes: readonly string[];
  readonly conditions: readonly {
    readonly name: string;
    readonly text: string;
    readonly of: (o: Compare) => Ex<'b1'>;
  }[];
}

export const floatGroup = <F extends FloatType, B extends BitsType>(
  opcode: number,
  type: string,
  width: Float<F, B>,
  prefixes: readonly string[] = ['v_cmp', 'v_cmps'],
): CompareGroup => ({
  opcode,
  type,
  prefixes,
  conditions: FLOAT_CONDITIONS.map(({ name, text, holds }) => ({
    name,
    text,
    of: ({ S0, S1 }) => holds(width, width.read(S0), width.read(S1)),
  })),
});

export const integerGroup = <B extends BitsType>(
  opcode: number,
  type: string,
  order: IntegerOrder<B>,
  read: (source: Compare['S0']) => Ex<B>,
): CompareGroup => ({
  opcode,
  type,
  prefixes: ['v_cmp'],
  conditions: INTEGER_CONDITIONS.map(({ name, text, holds }) => ({
    name,
    text,
    of: ({ S0, S1 }) => holds(order, read(S0), read(S1)),
  })),
});

const classGroup = <F extends FloatType, B extends BitsType>(
  opcode: number,
  type: FloatType,
  width: Float<F, B>,
): CompareGroup => ({
  opcode,
  type,
  prefixes: ['v_cmp'],
  conditions: [
    { name: 'class', text: 'class of S0 is in mask S1', of: ({ S0, S1 }) => isOfClass(width, width.read(S0), S1.u32) },
  ],
});

/** Distance between the opcodes of v_cmp and v_cmps, and of either and its x form. */
const SIGNALLING = 0x40;
const WRITES_EXEC = 0x10;

const writeExec = (value: Ex<'b1'>): Stmt => ({ kind: 'mask', slot: 'EXEC', value });

/** The rows of one condition: v_cmp, v_cmpx and, for floats, v_cmps and v_cmpsx. */
function rowsOf(
  group: CompareGroup,
  index: number,
): readonly (readonly [name: string, row: DefinitionRow<'D' | 'S0' | 'S1'>])[] {
  const { name, text, of } = elementOf(group.conditions, index, 'condition');
  const meaning = `D[lane] = ${text}`;
  return group.prefixes.flatMap((prefix, signalling) => {
    const opcode = group.opcode + index + SIGNALLING * signalling;
    const options = signalling ? { traits: { signalsNan: true } } : undefined;
    const plain: DefinitionRow<'D' | 'S0' | 'S1'> = [opcode, meaning, (o) => [o.D.mask(of(o))], options];
    const withExec: DefinitionRow<'D' | 'S0' | 'S1'> = [
      opcode + WRITES_EXEC,
      `${meaning}; EXEC = D`,
      (o) => {
        const condition = of(o);
        return [o.D.mask(condition), writeExec(condition)];
      },
      options,
    ];
    return [
      [`${prefix}_${name}_${group.type}`, plain],
      [`${prefix}x_${name}_${group.type}`, withExec],
    ] as const;
  });
}

const GROUPS: readonly CompareGroup[] = [
  floatGroup(0x00, 'f32', F32),
  floatGroup(0x20, 'f64', F64),
  integerGroup(0x80, 'i32', I32, (source) => source.u32),
  classGroup(0x88, 'f32', F32),
  integerGroup(0xa0, 'i64', I64, (source) => source.u64),
  classGroup(0xa8, 'f64', F64),
  integerGroup(0xc0, 'u32', U32, (source) => source.u32),
  integerGroup(0xe0, 'u64', U64, (source) => source.u64),
];

/** The rows of groups: all conditions, with and without EXEC. */
export const compareRows = (
  groups: readonly CompareGroup[],
): Readonly<Record<string, DefinitionRow<'D' | 'S0' | 'S1'>>> =>
  Object.fromEntries(groups.flatMap((group) => group.conditions.flatMap((_, index) => rowsOf(group, index))));

export const VOPC: readonly InstructionRow[] = vopc(compareRows(GROUPS));
