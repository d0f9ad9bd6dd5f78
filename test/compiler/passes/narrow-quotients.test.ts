// Dividends that are hidden from LLVM, and divisions that stay as fast as they are.

import test from 'ava';
import { changeText } from '../../../src/compiler/ir/write.js';
import { narrowQuotients } from '../../../src/compiler/passes/narrow-quotients.js';

const keepQuotients = (text: string): string => changeText(text, narrowQuotients.run);

/** A kernel with a division, behind the definitions of its operands. */
const kernel = (lines: string, division: string): string =>
  `define amdgpu_kernel void @k(ptr addrspace(1) %0, i32 %w, i32 %h) {
  %a = load i32, ptr addrspace(1) %0, align 4
  %c = load i8, ptr addrspace(1) %0, align 1
${lines}
  %q = ${division}
  ret void
}`;

const isHidden = (lines: readonly string[], division: string): boolean =>
  keepQuotients(kernel(lines.map((line) => `  ${line}`).join('\n'), division)).includes('%atoll.dividend.0 = ');

test('numbers that may be small for their type are hidden', (t) => {
  const wide = ['%x = sext i32 %a to i64', '%y = sext i32 %w to i64'];
  t.true(isHidden(wide, 'sdiv i64 %x, %y'));
  t.true(isHidden(wide, 'srem i64 -2147483648, %y'));
  t.true(isHidden(['%x = sext i8 %c to i32', '%y = ashr i32 %w, 8'], 'sdiv i32 %x, %y'));
  t.true(isHidden(['%x = sext i8 %c to i16', '%y = sext i8 %c to i16'], 'sdiv i16 %x, %y'));
  t.true(isHidden(['%x = lshr i32 %a, 8', '%y = and i32 %w, 255'], 'udiv i32 %x, %y'));
  t.true(isHidden(['%x = and i32 %a, 16777215', '%y = and i32 %w, 255'], 'urem i32 %x, %y'));
  t.true(isHidden(['%x = zext i8 %c to i32', '%y = sext i8 %c to i32'], 'udiv i32 %x, %y'));
  t.true(isHidden(['%x = phi i32 [ %a, %b ], [ 0, %d ]', '%y = and i32 %w, -256'], 'sdiv i32 %x, %y'));
});

test('divisions that are not made narrower, or safely so, stay', (t) => {
  t.false(isHidden([], 'sdiv i32 %a, %w'));
  t.false(isHidden(['%x = add nsw i32 %a, 15', '%y = mul i32 %x, %w'], 'sdiv i32 %y, %h'));
  t.false(isHidden(['%x = sext i32 %a to i64'], 'sdiv i64 %x, 10'));
  t.false(isHidden(['%x = sext i32 %a to i64', '%y = zext i32 %w to i64'], 'sdiv i64 %x, %y'));
  t.false(isHidden(['%x = zext i32 %a to i64', '%y = zext i32 %w to i64'], 'udiv i64 %x, %y'));
  t.false(isHidden(['%x = lshr i32 %a, 9', '%y = and i32 %w, 255'], 'udiv i32 %x, %y'));
  t.false(isHidden(['%x = and i32 %a, 65535', '%y = sext i8 %c to i32'], 'sdiv i32 %x, %y'));
  t.false(isHidden(['%x = zext i8 %c to i32', '%y = zext i8 %c to i32'], 'udiv i32 %x, %y'));
});

test('module with assumptions: dividends may have known bounds', (t) => {
  const text = kernel('', 'sdiv i32 %a, %w');
  t.is(keepQuotients(text), text);
  const assumed = `declare void @llvm.assume(i1)\n${text}`;
  t.true(keepQuotients(assumed).includes('%atoll.dividend.0 = '));
});
