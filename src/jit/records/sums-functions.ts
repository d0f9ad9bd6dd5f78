// Functions of the code that adds up records (sums-code.ts): marks lines, and compares the lanes of an item with a
// pattern.

import { VGPR_WORDS } from '../../emulator/state.js';
import type { ModuleBuilder } from '../wasm/module-builder.js';
import { LANES_HEAD, MASK_BYTES } from './layout.js';
import { DIRTY, LANE_MASK_BYTES, LANE_MASKS, PART_BITS, TOUCHED } from './sums-layout.js';

/** A chunk of the mask with all four lanes of each. */
export const ALL_ON = 0x0f0f_0f0f;
export const ADDRESSES_AT = LANES_HEAD + MASK_BYTES;
const CHUNKS = VGPR_WORDS / 4;

/** Sets the bit of a line. */
export function defineTouch(module: ModuleBuilder): number {
  const { index, builder: b } = module.define({ params: ['i32'], results: [] });
  const [line, at, word, bit] = [0, b.local('i32'), b.local('i32'), b.local('i32')];
  b.get(line).i32(5).op('i32.shr_u').i32(2).op('i32.shl').tee(at).memory('i32.load', TOUCHED).set(word);
  b.i32(1).get(line).op('i32.shl').tee(bit).get(word).op('i32.and').op('i32.eqz').if();
  b.get(at).get(word).get(bit).op('i32.or').memory('i32.store', TOUCHED);
  b.get(line).i32(PART_BITS).op('i32.shr_u').i32(1).memory('i32.store8', DIRTY).end();
  return index;
}

/**
 * Defines a comparison: whether the item of lanes at an address has the mask and the distances of a slot. (item, place
 * of the slot, first address)
 */
export function defineSame(module: ModuleBuilder): number {
  const { index, builder: b } = module.define({ params: ['i32', 'i32', 'i32'], results: ['i32'] });
  const [item, place, base] = [0, 1, 2] as const;
  const [mask, first, different] = [b.local('v128'), b.local('v128'), b.local('v128')];
  b.get(item).loadVector(LANES_HEAD).tee(mask).get(place).loadVector();
  b.simd('i32x4.eq').simd('i32x4.all_true').op('i32.eqz').if().i32(0).op('return').end();
  b.get(base).simd('i32x4.splat').set(first);
  const chunk = (n: number): void => {
    b.get(item)
      .loadVector(ADDRESSES_AT + 16 * n)
      .get(first)
      .simd('i32x4.sub');
    b.get(place)
      .loadVector(MASK_BYTES + 16 * n)
      .simd('v128.xor');
  };
  b.words(0).set(different);
  b.get(mask).words(ALL_ON).simd('i32x4.eq').simd('i32x4.all_true').if();
  for (let n = 0; n < CHUNKS; n++) {
    chunk(n);
    b.get(different).simd('v128.or').set(different);
  }
  b.else();
  for (let n = 0; n < CHUNKS; n++) {
    chunk(n);
    b.get(item)
      .memory('i32.load8_u', LANES_HEAD + n)
      .i32(LANE_MASK_BYTES)
      .op('i32.mul')
      .loadVector(LANE_MASKS);
    b.simd('v128.and').get(different).simd('v128.or').set(different);
  }
  b.end();
  b.get(different).simd('v128.any_true').op('i32.eqz');
  return index;
}
