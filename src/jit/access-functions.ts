// Functions of a compiled module that access memory for one lane, checked: GPU memory by the page table, LDS by the
// work-group's allocation. A refused access is reported to the host, reads give 0 and writes do nothing then.

import { PAGE_BITS, PERMISSION } from '../emulator/memory.js';
import { LDS_BASE, LDS_LIMIT, PAGE_TABLE } from '../emulator/state.js';
import type { FunctionBuilder } from './function-builder.js';
import type { Calls } from './machine.js';
import type { ImportedFunction, ModuleBuilder } from './module-builder.js';
import type { MEMORY, WasmType } from './opcodes.js';

/** What compiled code imports from its host. */
export const IMPORTS: readonly ImportedFunction[] = [
  { name: 'fault', signature: { params: ['i32', 'i32', 'i32', 'i32'], results: [] } },
  { name: 'fma32', signature: { params: ['i32', 'i32', 'i32'], results: ['i32'] } },
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

/** How an access is described to the host: its size in bytes and the permission that it needs. */
export const accessKind = (bytes: number, permission: number): number => bytes * 4 + permission;

/** Pushes whether the pages of the first and the last byte have a permission and the high word is 0. */
function pushAllowed(b: FunctionBuilder, bytes: number, permission: number): void {
  const [low, high] = [0, 1];
  for (const distance of bytes === 1 ? [0] : [0, bytes - 1]) {
    b.get(low).i32(distance).op('i32.add').i32(PAGE_BITS).op('i32.shr_u').memory('i32.load8_u', PAGE_TABLE);
  }
  if (bytes > 1) b.op('i32.and');
  b.i32(permission).op('i32.and').i32(permission).op('i32.eq').get(high).op('i32.eqz').op('i32.and');
}

/** load(low, high, code) -> value */
function defineLoad(module: ModuleBuilder, bits: 8 | 16 | 32): number {
  const { index, builder: b } = module.define({ params: ['i32', 'i32', 'i32'], results: ['i32'] });
  pushAllowed(b, bits / 8, PERMISSION.read);
  b.if('i32').get(0).memory(LOADS[bits]).else();
  b.get(2)
    .get(0)
    .get(1)
    .i32(accessKind(bits / 8, PERMISSION.read))
    .call(module.importIndex('fault'))
    .i32(0)
    .end();
  return index;
}

/** store(low, high, value, code) */
function defineStore(module: ModuleBuilder, bits: 8 | 16 | 32): number {
  const { index, builder: b } = module.define({ params: ['i32', 'i32', 'i32', 'i32'], results: [] });
  pushAllowed(b, bits / 8, PERMISSION.write);
  b.if().get(0).get(2).memory(STORES[bits]).else();
  b.get(3)
    .get(0)
    .get(1)
    .i32(accessKind(bits / 8, PERMISSION.write))
    .call(module.importIndex('fault'))
    .end();
  return index;
}

/** Pushes whether `bytes` from the offset in parameter 0 on belong to the work-group of the slot in parameter 1. */
function pushInside(b: FunctionBuilder, bytes: number): void {
  b.get(0).i32(bytes).op('i32.add').get(1).memory('i32.load', LDS_LIMIT).op('i32.le_u');
  b.get(0).i32(-bytes).op('i32.lt_u').op('i32.and');
}
const pushLds = (b: FunctionBuilder): FunctionBuilder => b.get(0).get(1).memory('i32.load', LDS_BASE).op('i32.add');

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
export function defineAccess(module: ModuleBuilder): Calls {
  const lds = (define: (module: ModuleBuilder, bits: Width) => number) => ({
    8: define(module, 8),
    16: define(module, 16),
    32: define(module, 32),
    64: define(module, 64),
  });
  return {
    fault: module.importIndex('fault'),
    fma32: module.importIndex('fma32'),
    load: { 8: defineLoad(module, 8), 16: defineLoad(module, 16), 32: defineLoad(module, 32) },
    store: { 8: defineStore(module, 8), 16: defineStore(module, 16), 32: defineStore(module, 32) },
    ldsLoad: lds(defineLdsLoad),
    ldsStore: lds(defineLdsStore),
  };
}
