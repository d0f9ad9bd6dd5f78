// Functions of a compiled module that access memory for one lane, checked: GPU memory by the page table, LDS by the
// work-group's allocation. A refused access is reported to the host, reads give 0 and writes do nothing then.

import type { AddressSpace } from '../../emulator/address-space.js';
import { PERMISSION } from '../../emulator/memory.js';
import { defineExactMultiplyAdd } from '../floats/exact-multiply-add.js';
import type { Calls } from '../kernel/machine.js';
import type { ModuleBuilder } from '../wasm/module-builder.js';
import type { ImportedFunction } from '../wasm/module-code.js';
import type { MEMORY, WasmType } from '../wasm/opcodes.js';
import { accessKind, pushAllowed, pushInside, pushLds } from './access-checks.js';
import { AtomicFunctions } from './atomic-functions.js';
import { ElementFunctions } from './element-functions.js';
import { accessing, pushPlace } from './gpu-place.js';

/** Imports of compiled code. */
export const IMPORTS: readonly ImportedFunction[] = [
  { name: 'fault', signature: { params: ['i32', 'i32', 'i32', 'i32'], results: [] } },
  { name: 'outside', signature: { params: ['i32', 'i32'], results: [] } },
  { name: 'fma64', signature: { params: ['f64', 'f64', 'f64'], results: ['f64'] } },
];

type MemoryName = keyof typeof MEMORY;
type Width = 8 | 16 | 32 | 64;

const LOADS: Readonly<Record<Width, MemoryName>> = {
  8: 'i32.load8_u',
  16: 'i32.load16_u',
  32: 'i32.load',
  64: 'i64.load',
};
const STORES: Readonly<Record<Width, MemoryName>> = {
  8: 'i32.store8',
  16: 'i32.store16',
  32: 'i32.store',
  64: 'i64.store',
};
const valueType = (bits: Width): WasmType => (bits === 64 ? 'i64' : 'i32');

/** load(low, high, code) -> value */
function defineLoad(module: ModuleBuilder, space: AddressSpace, bits: 8 | 16 | 32): number {
  const { index, builder: b } = module.define({ params: ['i32', 'i32', 'i32'], results: ['i32'] });
  const place = pushAllowed(b, space, bits / 8, PERMISSION.read);
  pushPlace(b.if('i32'), place);
  accessing(b, place).memory(LOADS[bits]).else();
  b.get(2)
    .get(0)
    .get(1)
    .i32(accessKind(bits / 8, PERMISSION.read))
    .call(module.importIndex('fault'))
    .i32(0)
    .end();
  return index;
}

/** loadLanes(low words, high words, lanes, code) -> values */
function defineLoadLanes(module: ModuleBuilder, load: number): number {
  const { index, builder: b } = module.define({ params: ['v128', 'v128', 'i32', 'i32'], results: ['v128'] });
  const result = b.local('v128');
  for (let lane = 0; lane < 4; lane++) {
    b.get(2)
      .i32(1 << lane)
      .op('i32.and')
      .if();
    b.get(result);
    for (const words of [0, 1]) b.get(words).lane('i32x4.extract_lane', lane);
    b.get(3).i32(lane).op('i32.add').call(load).lane('i32x4.replace_lane', lane).set(result);
    b.end();
  }
  b.get(result);
  return index;
}

/** store(low, high, value, code) */
function defineStore(module: ModuleBuilder, space: AddressSpace, bits: 8 | 16 | 32): number {
  const { index, builder: b } = module.define({ params: ['i32', 'i32', 'i32', 'i32'], results: [] });
  const place = pushAllowed(b, space, bits / 8, PERMISSION.write);
  pushPlace(b.if(), place).get(2);
  accessing(b, place).memory(STORES[bits]).else();
  b.get(3)
    .get(0)
    .get(1)
    .i32(accessKind(bits / 8, PERMISSION.write))
    .call(module.importIndex('fault'))
    .end();
  return index;
}

/**
 * (low, high, value of each dword, code): dwords of a lane, at once where they lie side by side. @param half stores
 * half as many
 */
function defineStoreTogether(module: ModuleBuilder, space: AddressSpace, dwords: number, half: number): number {
  const code = 3 * dwords;
  const params = Array.from({ length: code + 1 }, () => 'i32' as const);
  const { index, builder: b } = module.define({ params, results: [] });
  const place = pushAllowed(b, space, 4 * dwords, PERMISSION.write);
  for (let dword = 1; dword < dwords; dword++) {
    b.get(0)
      .i32(4 * dword)
      .op('i32.add')
      .get(3 * dword)
      .op('i32.eq')
      .op('i32.and');
    b.get(1)
      .get(3 * dword + 1)
      .op('i32.eq')
      .op('i32.and');
  }
  pushPlace(b.if(), place).get(2);
  if (dwords === 2) {
    b.op('i64.extend_i32_u').get(5).op('i64.extend_i32_u').i64(32n).op('i64.shl').op('i64.or');
    accessing(b, place).undivided().memory('i64.store');
  } else {
    b.simd('i32x4.splat');
    for (let dword = 1; dword < dwords; dword++) b.get(3 * dword + 2).lane('i32x4.replace_lane', dword);
    accessing(b, place).undivided().storeVector();
  }
  b.else();
  for (const first of [0, code / 2]) {
    for (let param = first; param < first + code / 2; param++) b.get(param);
    b.get(code).call(half);
  }
  b.end();
  return index;
}

/** load(offset, slot, code) -> value */
function defineLdsLoad(module: ModuleBuilder, bits: Width): number {
  const type = valueType(bits);
  const { index, builder: b } = module.define({ params: ['i32', 'i32', 'i32'], results: [type] });
  pushInside(b, bits / 8);
  b.if(type);
  pushLds(b).memory(LOADS[bits]).else();
  if (bits === 64) b.i64(0n);
  else b.i32(0);
  b.end();
  return index;
}

/** store(offset, slot, value, code) */
function defineLdsStore(module: ModuleBuilder, bits: Width): number {
  const { index, builder: b } = module.define({ params: ['i32', 'i32', valueType(bits), 'i32'], results: [] });
  pushInside(b, bits / 8);
  b.if();
  pushLds(b).get(2).memory(STORES[bits]).end();
  return index;
}

/** Defines all access functions of a module. */
export function defineAccess(module: ModuleBuilder, space: AddressSpace): Calls {
  const atomics = new AtomicFunctions(module, space);
  let [exact, storeFour]: (number | undefined)[] = [];
  const lds = (define: (module: ModuleBuilder, bits: Width) => number) => ({
    8: define(module, 8),
    16: define(module, 16),
    32: define(module, 32),
    64: define(module, 64),
  });
  const load = {
    8: defineLoad(module, space, 8),
    16: defineLoad(module, space, 16),
    32: defineLoad(module, space, 32),
  };
  const store = {
    8: defineStore(module, space, 8),
    16: defineStore(module, space, 16),
    32: defineStore(module, space, 32),
  };
  const storePair = defineStoreTogether(module, space, 2, store[32]);
  return {
    fault: module.importIndex('fault'),
    outside: module.importIndex('outside'),
    exactMultiplyAdd: () => (exact ??= defineExactMultiplyAdd(module)),
    fma64: module.importIndex('fma64'),
    atomic: (space, fn, bits) => atomics.index(space, fn, bits),
    load,
    loadLanes: {
      8: defineLoadLanes(module, load[8]),
      16: defineLoadLanes(module, load[16]),
      32: defineLoadLanes(module, load[32]),
    },
    store,
    elements: new ElementFunctions(module, load, store),
    storeTogether: (dwords) =>
      dwords === 2 ? storePair : (storeFour ??= defineStoreTogether(module, space, dwords, storePair)),
    ldsLoad: lds(defineLdsLoad),
    ldsStore: lds(defineLdsStore),
  };
}
