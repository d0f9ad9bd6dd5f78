// Texels of four lanes between memory and raw dwords. Every access is checked: a refused one is reported with the
// lane's number, reads give 0 and writes do nothing then.

import { PAGE_SIZE } from '../../abi/memory-map.js';
import { PAGE_BITS, PERMISSION } from '../../emulator/memory.js';
import { PAGE_TABLE } from '../../emulator/state.js';
import { required } from '../../util/required.js';
import { accessKind } from '../memory/access-checks.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import { eachLane, type Lanes } from '../wasm/lanes.js';
import type { ModuleBuilder } from '../wasm/module-builder.js';
import type { ImportedFunction } from '../wasm/module-code.js';
import type { MEMORY } from '../wasm/opcodes.js';
import { transpose } from '../wasm/transpose.js';

/** Import of a routine: (lane, offset in memory, kind of access). */
export const FAULT_IMPORT: ImportedFunction = {
  name: 'fault',
  signature: { params: ['i32', 'i32', 'i32'], results: [] },
};

const LOADS: Readonly<Record<number, keyof typeof MEMORY>> = { 1: 'i32.load8_u', 2: 'i32.load16_u', 4: 'i32.load' };
const STORES: Readonly<Record<number, keyof typeof MEMORY>> = { 1: 'i32.store8', 2: 'i32.store16', 4: 'i32.store' };
const STEPS = [0, 4, 8, 12] as const;
const ALL = 15;

/** Pushes whether the page of an address has a permission. Elements are aligned to their size, so one page is all. */
function pushAllowed(b: FunctionBuilder, address: Local, permission: number): FunctionBuilder {
  b.get(address).i32(PAGE_BITS).op('i32.shr_u').memory('i32.load8_u', PAGE_TABLE);
  return b.i32(permission).op('i32.and');
}

/** The parts that a texel is read and written in: dwords, or less. */
export const partsOf = (bytes: number): { readonly size: number; readonly count: number } =>
  bytes < 4 ? { size: bytes, count: 1 } : { size: 4, count: bytes / 4 };

/** load(address, lane) -> part */
function defineLoad(module: ModuleBuilder, size: number): number {
  const { index, builder: b } = module.define({ params: ['i32', 'i32'], results: ['i32'] });
  pushAllowed(b, 0, PERMISSION.read).if('i32');
  b.get(0).memory(required(LOADS[size], 'load of the size')).else();
  b.get(1).get(0).i32(accessKind(size, PERMISSION.read)).call(module.importIndex('fault')).i32(0).end();
  return index;
}

/** store(address, part, lane) */
function defineStore(module: ModuleBuilder, size: number): number {
  const { index, builder: b } = module.define({ params: ['i32', 'i32', 'i32'], results: [] });
  pushAllowed(b, 0, PERMISSION.write).if();
  b.get(0).get(1).memory(required(STORES[size], 'store of the size')).else();
  b.get(2).get(0).i32(accessKind(size, PERMISSION.write)).call(module.importIndex('fault')).end();
  return index;
}

/** loadWide(address, lane) -> 16 bytes, dword by dword where the page refuses */
function defineLoadWide(module: ModuleBuilder, part: number): number {
  const { index, builder: b } = module.define({ params: ['i32', 'i32'], results: ['v128'] });
  pushAllowed(b, 0, PERMISSION.read).if('v128');
  b.get(0).loadVector().else().words(0);
  for (const [lane, step] of STEPS.entries()) {
    b.get(0).i32(step).op('i32.add').get(1).call(part).lane('i32x4.replace_lane', lane);
  }
  b.end();
  return index;
}

export class TexelMemory {
  private readonly size: number;
  private readonly count: number;
  private readonly access: number;
  private readonly wide: number | undefined;

  /** @param bytes size of a texel */
  constructor(
    module: ModuleBuilder,
    private readonly bytes: number,
    private readonly writes: boolean,
  ) {
    const { size, count } = partsOf(bytes);
    this.size = size;
    this.count = count;
    this.access = writes ? defineStore(module, size) : defineLoad(module, size);
    this.wide = bytes === 16 && !writes ? defineLoadWide(module, this.access) : undefined;
  }

  /** Pushes whether all four lanes take part and their texels lie in one page that permits the access. */
  private pushNear(l: Lanes, addresses: Local, lanes: Local, first: Local): void {
    const { b } = l;
    b.get(addresses).lane('i32x4.extract_lane', 0).set(first);
    b.get(first).simd('i32x4.splat').get(addresses).simd('v128.xor').words(-PAGE_SIZE).simd('v128.and');
    b.simd('v128.any_true').op('i32.eqz').get(lanes).i32(ALL).op('i32.eq').op('i32.and');
    pushAllowed(b, first, this.writes ? PERMISSION.write : PERMISSION.read)
      .i32(0)
      .op('i32.ne')
      .op('i32.and');
  }

  /** Pushes whether texels of 4 bytes follow one another. */
  private pushConsecutive({ b }: Lanes, addresses: Local, first: Local): void {
    b.get(first).simd('i32x4.splat').v128(STEPS).simd('i32x4.add').get(addresses).simd('i32x4.eq');
    b.simd('i32x4.all_true');
  }

  private pushLane(b: FunctionBuilder, chunk: Local, lane: number): void {
    b.get(chunk).i32(lane).op('i32.add');
  }

  /** True if one page check is enough for a texel: its size is a power of two, and so is its alignment. */
  private get staysInPage(): boolean {
    return (this.bytes & (this.bytes - 1)) === 0;
  }

  /**
   * The raw dwords of four texels, one vector for each dword; 0 in lanes that do not take part.
   *
   * @param lanes i32 with one bit for each lane that reads @param chunk number of the first lane
   */
  load(l: Lanes, addresses: Local, lanes: Local, chunk: Local): readonly Local[] {
    const { b } = l;
    const vectors = Array.from({ length: this.count }, () => l.words(0));
    const first = b.local('i32');
    if (this.staysInPage) {
      this.pushNear(l, addresses, lanes, first);
      b.if();
      this.loadNear(l, addresses, first, vectors);
      b.else();
    }
    eachLane(b, lanes, (lane) => this.loadLane(l, addresses, chunk, lane, vectors, first));
    if (this.staysInPage) b.end();
    return this.wide === undefined ? vectors : transpose(l, vectors);
  }

  /** Without calls. Texels of 16 bytes become one vector each, others one vector for each dword. */
  private loadNear(l: Lanes, addresses: Local, first: Local, vectors: readonly Local[]): void {
    const { b } = l;
    if (this.bytes === 4) {
      this.pushConsecutive(l, addresses, first);
      b.if().get(first).loadVector().set(required(vectors[0], 'vector')).else();
    }
    for (let lane = 0; lane < 4; lane++) {
      b.get(addresses).lane('i32x4.extract_lane', lane).set(first);
      if (this.wide !== undefined) b.get(first).loadVector().set(required(vectors[lane], 'vector'));
      else
        vectors.forEach((vector, i) => {
          b.get(vector)
            .get(first)
            .memory(required(LOADS[this.size], 'load of the size'), 4 * i)
            .lane('i32x4.replace_lane', lane)
            .set(vector);
        });
    }
    if (this.bytes === 4) b.end();
  }

  /** Checked, by calls. */
  private loadLane(
    l: Lanes,
    addresses: Local,
    chunk: Local,
    lane: number,
    vectors: readonly Local[],
    first: Local,
  ): void {
    const { b } = l;
    b.get(addresses).lane('i32x4.extract_lane', lane).set(first);
    if (this.wide !== undefined) {
      this.pushLane(b.get(first), chunk, lane);
      b.call(this.wide).set(required(vectors[lane], 'vector'));
      return;
    }
    vectors.forEach((vector, i) => {
      b.get(vector)
        .get(first)
        .i32(4 * i)
        .op('i32.add');
      this.pushLane(b, chunk, lane);
      b.call(this.access).lane('i32x4.replace_lane', lane).set(vector);
    });
  }

  store(l: Lanes, addresses: Local, lanes: Local, chunk: Local, raw: readonly Local[]): void {
    const { b } = l;
    const first = b.local('i32');
    const dwords = raw.slice(0, this.count);
    if (this.staysInPage) {
      this.pushNear(l, addresses, lanes, first);
      b.if();
      this.storeNear(l, addresses, first, dwords);
      b.else();
    }
    eachLane(b, lanes, (lane) => {
      b.get(addresses).lane('i32x4.extract_lane', lane).set(first);
      dwords.forEach((vector, i) => {
        b.get(first)
          .i32(4 * i)
          .op('i32.add');
        b.get(vector).lane('i32x4.extract_lane', lane);
        this.pushLane(b, chunk, lane);
        b.call(this.access);
      });
    });
    if (this.staysInPage) b.end();
  }

  private storeNear(l: Lanes, addresses: Local, first: Local, dwords: readonly Local[]): void {
    const { b } = l;
    if (this.bytes === 4) {
      this.pushConsecutive(l, addresses, first);
      b.if().get(first).get(required(dwords[0], 'dword')).storeVector().else();
    }
    const texels = this.bytes === 16 ? transpose(l, dwords) : undefined;
    for (let lane = 0; lane < 4; lane++) {
      b.get(addresses).lane('i32x4.extract_lane', lane).set(first);
      if (texels) b.get(first).get(required(texels[lane], 'texel')).storeVector();
      else
        dwords.forEach((vector, i) => {
          b.get(first)
            .get(vector)
            .lane('i32x4.extract_lane', lane)
            .memory(required(STORES[this.size], 'store of the size'), 4 * i);
        });
    }
    if (this.bytes === 4) b.end();
  }
}
