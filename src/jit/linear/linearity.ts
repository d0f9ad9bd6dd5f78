// linear(address, step) -> whether the words of a VGPR grow by a step from lane to lane, or each row of them does.

import type { ModuleBuilder } from '../wasm/module-builder.js';

const CHUNK_BYTES = 16;
const defined = new WeakMap<ModuleBuilder, Map<number, number>>();

/** The index of the function in a module, all of whose wavefronts have `lanes`. @param rows each grows for itself */
export function linearityFunction(module: ModuleBuilder, lanes: number, rows = 1): number {
  const functions = defined.get(module) ?? new Map<number, number>();
  defined.set(module, functions);
  let index = functions.get(rows);
  if (index === undefined) functions.set(rows, (index = define(module, lanes, rows)));
  return index;
}

function define(module: ModuleBuilder, lanes: number, rows: number): number {
  const bytes = (4 * lanes) / rows;
  const { index, builder: b } = module.define({ params: ['i32', 'i32'], results: ['i32'] });
  const [address, step] = [0, 1];
  const [expected, growth, wrong] = [b.local('v128'), b.local('v128'), b.local('v128')];
  // Most of what is not linear differs at the end already.
  b.get(address).memory('i32.load', bytes - 4);
  b.get(address)
    .memory('i32.load')
    .get(step)
    .i32(bytes / 4 - 1)
    .op('i32.mul')
    .op('i32.add');
  b.op('i32.eq').if('i32');
  b.get(step).i32(2).op('i32.shl').simd('i32x4.splat').set(growth);
  for (let offset = 0; offset < 4 * lanes; offset += CHUNK_BYTES) {
    if (offset % bytes === 0) {
      b.get(address).loadVector(offset, 'v128.load32_splat');
      b.get(step).simd('i32x4.splat').v128([0, 1, 2, 3]).simd('i32x4.mul').simd('i32x4.add').set(expected);
    }
    b.get(wrong).get(address).loadVector(offset).get(expected).simd('v128.xor').simd('v128.or').set(wrong);
    b.get(expected).get(growth).simd('i32x4.add').set(expected);
  }
  b.get(wrong).simd('v128.any_true').op('i32.eqz');
  b.else().i32(0).end();
  return index;
}
