// Extremes that are made of two registers.

import test from 'ava';
import { changeText } from '../../../src/compiler/ir/write.js';
import { ownExtremes } from '../../../src/compiler/passes/own-extremes.js';

const separateOwnExtremes = (text: string): string => changeText(text, ownExtremes.run);

const change = (...lines: readonly string[]): string =>
  separateOwnExtremes(['define float @f(float %x, float %y) {', ...lines.map((line) => `  ${line}`), '}'].join('\n'));
const isSeparate = (...lines: readonly string[]): boolean => change(...lines).includes('%atoll.own.0');

test('an operand that is the other one with another sign is copied', (t) => {
  const negated = '%n = fneg nnan float %x';
  const maximum = '%m = tail call noundef float @llvm.maximumnum.f32(float %x, float %n), !fpmath !3';
  t.true(change(negated, maximum).includes('maximumnum.f32(float %x, float %atoll.own.0), !fpmath !3'));
  t.true(isSeparate(negated, '%m = call float @llvm.minnum.f32(float noundef %n, float noundef %x)'));
  t.true(
    isSeparate(
      negated,
      '%a = call float @llvm.fabs.f32(float %n)',
      '%m = call float @llvm.maxnum.f32(float %x, float %a)',
    ),
  );
  t.true(
    isSeparate(
      '%c = call float @llvm.canonicalize.f32(float %x)',
      negated,
      '%m = call float @llvm.maxnum.f32(float %c, float %n)',
    ),
  );
});

test('vectors are copied element by element, elements are known by vector and index', (t) => {
  const vectors = [
    '%n = fneg <2 x float> %v',
    '%m = call <2 x float> @llvm.maxnum.v2f32(<2 x float> %v, <2 x float> %n)',
  ];
  t.true(change(...vectors).includes('%atoll.own.0.h1'));
  const element = (name: string, vector: string, index: number): string =>
    `${name} = extractelement <2 x float> ${vector}, i64 ${index}`;
  const maximum = '%m = call float @llvm.maxnum.f32(float %a, float %b)';
  t.true(isSeparate(vectors[0]!, element('%a', '%v', 1), element('%b', '%n', 1), maximum));
  t.false(isSeparate(vectors[0]!, element('%a', '%v', 1), element('%b', '%n', 0), maximum));
});

test('extremes of other values stay as they are', (t) => {
  const negated = '%n = fneg float %y';
  for (const operands of ['float %x, float %n', 'float %x, float %x', 'float %n, float 0.000000e+00'])
    t.false(isSeparate(negated, `%m = call float @llvm.maxnum.f32(${operands})`));
});
