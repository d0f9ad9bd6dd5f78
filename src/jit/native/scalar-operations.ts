// The scalar instructions of a module in LLVM's intermediate representation. Source: WebAssembly Core Specification
// 2.0, section 4.3.2.

import type { OP } from '../wasm/opcodes.js';
import type { IrBuilder } from './ir-builder.js';

type Scalar = 'i32' | 'i64' | 'double';
type Operate = (ir: IrBuilder, type: string, a: string, b: string) => string;

/** Operands, results and emission of an instruction. */
export interface ScalarOperation {
  readonly takes: Scalar;
  readonly gives: Scalar;
  readonly operands: 1 | 2;
  readonly emit: Operate;
}

const BITS = { i32: 32, i64: 64 } as const;
type Integer = keyof typeof BITS;

const binary = (type: Integer, op: string): ScalarOperation => ({
  takes: type,
  gives: type,
  operands: 2,
  emit: (ir, of, a, b) => ir.value(`${op} ${of} ${a}, ${b}`),
});
/** The distance counts modulo the bits of a word. */
const shift = (type: Integer, op: string): ScalarOperation => ({
  takes: type,
  gives: type,
  operands: 2,
  emit: (ir, of, a, b) => ir.value(`${op} ${of} ${a}, ${ir.value(`and ${of} ${b}, ${BITS[type] - 1}`)}`),
});
const compare = (type: Integer, op: string): ScalarOperation => ({
  takes: type,
  gives: 'i32',
  operands: 2,
  emit: (ir, of, a, b) => truth(ir, ir.value(`icmp ${op} ${of} ${a}, ${b}`)),
});
const zero = (type: Integer): ScalarOperation => ({
  takes: type,
  gives: 'i32',
  operands: 1,
  emit: (ir, of, a) => truth(ir, ir.value(`icmp eq ${of} ${a}, 0`)),
});
const count = (type: Integer, name: string, definedForZero: boolean): ScalarOperation => ({
  takes: type,
  gives: type,
  operands: 1,
  emit: (ir, of, a) =>
    ir.intrinsic(
      `llvm.${name}.${type}`,
      of,
      definedForZero
        ? [
            [of, a],
            ['i1', 'false'],
          ]
        : [[of, a]],
    ),
});
const convert = (takes: Scalar, gives: Scalar, op: string): ScalarOperation => ({
  takes,
  gives,
  operands: 1,
  emit: (ir, of, a) => ir.value(`${op} ${of} ${a} to ${gives}`),
});
const truth = (ir: IrBuilder, bit: string): string => ir.value(`zext i1 ${bit} to i32`);

/** All but those that are about the stack or control. */
export const SCALAR_OPERATIONS: Readonly<
  Record<Exclude<keyof typeof OP, 'select' | 'drop' | 'return'>, ScalarOperation>
> = {
  'i32.eqz': zero('i32'),
  'i32.eq': compare('i32', 'eq'),
  'i32.ne': compare('i32', 'ne'),
  'i32.lt_s': compare('i32', 'slt'),
  'i32.lt_u': compare('i32', 'ult'),
  'i32.gt_s': compare('i32', 'sgt'),
  'i32.gt_u': compare('i32', 'ugt'),
  'i32.le_s': compare('i32', 'sle'),
  'i32.le_u': compare('i32', 'ule'),
  'i32.ge_s': compare('i32', 'sge'),
  'i32.ge_u': compare('i32', 'uge'),
  'i64.eqz': zero('i64'),
  'i64.eq': compare('i64', 'eq'),
  'i64.ne': compare('i64', 'ne'),
  'i64.lt_s': compare('i64', 'slt'),
  'i64.lt_u': compare('i64', 'ult'),
  'i64.gt_s': compare('i64', 'sgt'),
  'i64.gt_u': compare('i64', 'ugt'),
  'i64.le_s': compare('i64', 'sle'),
  'i64.le_u': compare('i64', 'ule'),
  'i64.ge_u': compare('i64', 'uge'),
  'i32.clz': count('i32', 'ctlz', true),
  'i32.ctz': count('i32', 'cttz', true),
  'i32.popcnt': count('i32', 'ctpop', false),
  'i32.add': binary('i32', 'add'),
  'i32.sub': binary('i32', 'sub'),
  'i32.mul': binary('i32', 'mul'),
  // Code that divides by 0 is not emitted; whatever comes of it, it must not be the end of the process.
  'i32.div_u': {
    takes: 'i32',
    gives: 'i32',
    operands: 2,
    emit: (ir, of, a, b) =>
      ir.value(
        `udiv ${of} ${a}, ${ir.intrinsic('llvm.umax.i32', of, [
          [of, b],
          [of, '1'],
        ])}`,
      ),
  },
  'i32.and': binary('i32', 'and'),
  'i32.or': binary('i32', 'or'),
  'i32.xor': binary('i32', 'xor'),
  'i32.shl': shift('i32', 'shl'),
  'i32.shr_s': shift('i32', 'ashr'),
  'i32.shr_u': shift('i32', 'lshr'),
  'i64.clz': count('i64', 'ctlz', true),
  'i64.ctz': count('i64', 'cttz', true),
  'i64.popcnt': count('i64', 'ctpop', false),
  'i64.add': binary('i64', 'add'),
  'i64.sub': binary('i64', 'sub'),
  'i64.mul': binary('i64', 'mul'),
  'i64.and': binary('i64', 'and'),
  'i64.or': binary('i64', 'or'),
  'i64.xor': binary('i64', 'xor'),
  'i64.shl': shift('i64', 'shl'),
  'i64.shr_s': shift('i64', 'ashr'),
  'i64.shr_u': shift('i64', 'lshr'),
  'i32.wrap_i64': convert('i64', 'i32', 'trunc'),
  'i64.extend_i32_s': convert('i32', 'i64', 'sext'),
  'i64.extend_i32_u': convert('i32', 'i64', 'zext'),
  'f64.convert_i32_s': convert('i32', 'double', 'sitofp'),
};
