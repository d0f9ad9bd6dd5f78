// Operands of sums that are hidden from LLVM.

import test from 'ava';
import { changeText } from '../../../src/compiler/ir/write.js';
import { mergedCarries } from '../../../src/compiler/passes/merged-carries.js';

const keepCarries = (text: string): string => changeText(text, mergedCarries.run);

/** A kernel with a product `%low`, and lines behind it. */
const kernel = (...lines: readonly string[]): string =>
  ['define amdgpu_kernel void @k(i64 %a, i64 %b, i32 %w) {', ...lines.map((line) => `  ${line}`), '}'].join('\n');

const LOW = '%low = mul i64 %a, %b';
const HALF = '%half = zext i32 %w to i64';
const isHidden = (...lines: readonly string[]): boolean => keepCarries(kernel(...lines)).includes('%atoll.addend.0 = ');

test('the first operand of a sum whose carry is used is hidden', (t) => {
  const sum = '%sum = add i64 %low, %half';
  t.true(isHidden(LOW, HALF, sum, '%c = icmp ult i64 %sum, %low'));
  t.true(isHidden(LOW, HALF, '%sum = add nuw i64 %half, %low', '%c = icmp ugt i64 %low, %sum'));
  t.true(isHidden(LOW, '%sum = add i64 %low, 5', '%c = icmp ult i64 %sum, %low'));
  t.true(isHidden(LOW, HALF, '%n = xor i64 %low, -1', '%c = icmp ult i64 %n, %half'));
  t.true(isHidden(LOW, '%sum = add i64 %low, 1', '%c = icmp eq i64 %low, -1'));
  t.true(isHidden(LOW, '%sum = add i64 %low, 1', '%c = icmp ne i64 %sum, 0'));
  t.true(isHidden(LOW, HALF, '%sum = sub i64 %low, %half', '%c = icmp ult i64 %low, %half'));
  t.true(isHidden(LOW, HALF, '%both = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %low, i64 %half)'));
});

test('sums without a carry, or whose halves are all unknown, stay as they are', (t) => {
  t.false(isHidden(LOW, HALF, '%sum = add i64 %low, %half', '%c = icmp ult i64 %sum, %a'));
  t.false(isHidden(LOW, '%sum = add i64 %low, %a', '%c = icmp ult i64 %sum, %low'));
  t.false(isHidden(HALF, '%sum = add i64 %a, %half', '%c = icmp ult i64 %sum, %a'));
  t.false(isHidden(LOW, '%sum = add i64 %low, -8589934592', '%c = icmp ult i64 %sum, %low'));
});
