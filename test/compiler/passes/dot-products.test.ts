// When a chip's dot products of bytes are denied.

import test from 'ava';
import { changeText } from '../../../src/compiler/ir/write.js';
import { dotProducts } from '../../../src/compiler/passes/dot-products.js';

const denyDotProducts = (text: string): string => changeText(text, dotProducts.run);

const FEATURES = 'attributes #0 = { "target-features"="+dl-insts,+dot1-insts,+dot10-insts,+dot2-insts,+dot7-insts" }';

test('dot products of bytes are denied, others are not', (t) => {
  t.is(denyDotProducts(FEATURES), FEATURES.replace('+dot1-', '-dot1-').replace('+dot7-', '-dot7-'));
});

test('a program that requests such an instruction gets it', (t) => {
  const text = `declare i32 @llvm.amdgcn.sdot4(i32, i32, i32, i1 immarg) #1\n${FEATURES}`;
  t.is(denyDotProducts(text), text);
});
