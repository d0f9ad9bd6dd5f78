// Loads and stores of vector instructions: four lanes at once where their addresses follow one another and the page allows
// it, else lane by lane through checked functions (access-functions.ts).

import { PAGE_BITS, PERMISSION } from '../emulator/memory.js';
import { LDS_BASE, LDS_LIMIT, PAGE_TABLE } from '../emulator/state.js';
import type { Ex, Stmt } from '../isa/expr.js';
import type { Local } from './function-builder.js';
import { type MachineLocals, PARAM } from './machine.js';
import type { Pair, VectorValues } from './vector-values.js';

type Load = Extract<Ex, { kind: 'load' }>;
type Store = Extract<Stmt, { do: 'store' }>;
type Atomic = Extract<Stmt, { do: 'atomic' }>;

/** Addresses of four lanes: low words, and high words for GPU memory. */
interface Places {
  readonly low: Local;
  readonly high: Local | undefined;
  /** One bit for each lane that accesses memory. */
  readonly lanes: Local;
}

const STEPS = [0, 4, 8, 12] as const;
const ALL = 15;

export class VectorMemory {
  constructor(private readonly machine: MachineLocals) {}

  private places(v: VectorValues, address: Ex, valid: Ex | undefined): Places {
    const { b } = v;
    const pair = address.ty === 'u64' ? v.pair(address) : undefined;
    const low = pair ? v.half(pair, 0) : v.word(address);
    const high = pair ? v.half(pair, 1) : undefined;
    if (!valid) return { low, high, lanes: v.run.active };
    const lanes = b.local('i32');
    const mask = v.word(valid);
    b.get(mask).simd('i32x4.bitmask').get(v.run.active).op('i32.and').set(lanes);
    return { low, high, lanes };
  }

  /** Pushes whether all four lanes access consecutive dwords that lie in pages with a permission (or inside of LDS). */
  private pushConsecutive(v: VectorValues, { low, high, lanes }: Places, first: Local, permission: number): void {
    const { b } = v;
    b.get(low).lane('i32x4.extract_lane', 0).set(first);
    b.get(first).simd('i32x4.splat').v128(STEPS).simd('i32x4.add').get(low).simd('i32x4.eq').simd('i32x4.all_true');
    b.get(lanes).i32(ALL).op('i32.eq').op('i32.and');
    if (high === undefined) {
      // first <= limit - 16, for limits of at least 16.
      b.get(first).i32(16).op('i32.add').get(PARAM.slot).memory('i32.load', LDS_LIMIT).op('i32.le_u');
      b.get(first).i32(-16).op('i32.lt_u').op('i32.and').op('i32.and');
      return;
    }
    b.get(high).simd('v128.any_true').op('i32.eqz').op('i32.and');
    for (const distance of [0, 15]) {
      b.get(first).i32(distance).op('i32.add').i32(PAGE_BITS).op('i32.shr_u').memory('i32.load8_u', PAGE_TABLE);
    }
    b.op('i32.and').i32(permission).op('i32.and').i32(0).op('i32.ne').op('i32.and');
  }

  /** Pushes the byte address of `first`: LDS offsets count from the work-group's base. */
  private pushAddress(v: VectorValues, places: Places, first: Local): void {
    v.b.get(first);
    if (places.high === undefined) v.b.get(PARAM.slot).memory('i32.load', LDS_BASE).op('i32.add');
  }

  /** Pushes address, high word (or the wavefront for LDS) of one lane. */
  private pushPlace(v: VectorValues, { low, high }: Places, lane: number): void {
    v.b.get(low).lane('i32x4.extract_lane', lane);
    if (high === undefined) v.b.get(PARAM.slot);
    else v.b.get(high).lane('i32x4.extract_lane', lane);
  }

  /** Pushes what names instruction and lane in a fault. */
  private pushCode(v: VectorValues, lane: number): void {
    v.b
      .get(v.run.lane)
      .i32(v.code + lane)
      .op('i32.add');
  }

  load(v: VectorValues, node: Load): Local {
    const { b } = v;
    const places = this.places(v, node.address, node.valid);
    const result = v.keep(() => b.words(0));
    const loadLane = (lane: number): void => {
      this.pushPlace(v, places, lane);
      this.pushCode(v, lane);
      b.call(this.loadFunction(node, 32));
    };
    if (node.bits === 32) {
      const first = b.local('i32');
      this.pushConsecutive(v, places, first, PERMISSION.read);
      b.if();
      this.pushAddress(v, places, first);
      b.loadVector().set(result).else();
      this.equalAddresses(v, places);
      b.if();
      loadLane(0);
      b.simd('i32x4.splat').set(result).else();
    }
    this.eachLane(v, places, (lane) => {
      b.get(result);
      loadLane(lane);
      b.lane('i32x4.replace_lane', lane).set(result);
    });
    if (node.bits === 32) b.end().end();
    return result;
  }

  /** Pushes whether all four lanes access one address. */
  private equalAddresses(v: VectorValues, { low, high, lanes }: Places): void {
    const { b } = v;
    for (const words of high === undefined ? [low] : [low, high]) {
      b.get(words).get(words).shuffle([0, 0, 0, 0]).get(words).simd('i32x4.eq').simd('i32x4.all_true');
    }
    if (high !== undefined) b.op('i32.and');
    b.get(lanes).i32(ALL).op('i32.eq').op('i32.and');
  }

  private eachLane(v: VectorValues, { lanes }: Places, emit: (lane: number) => void): void {
    const { b } = v;
    for (let lane = 0; lane < 4; lane++) {
      b.get(lanes)
        .i32(1 << lane)
        .op('i32.and')
        .if();
      emit(lane);
      b.end();
    }
  }

  private loadFunction(node: Load, wordBits: 32): number {
    const { calls } = this.machine;
    const bits = node.bits === 64 ? wordBits : node.bits;
    return node.space === 'lds' ? calls.ldsLoad[bits] : calls.load[bits];
  }

  /** 64 bits of LDS. */
  loadWide(v: VectorValues, node: Load): Pair {
    const { b } = v;
    const places = this.places(v, node.address, node.valid);
    const pair = [v.keep(() => b.words(0)), v.keep(() => b.words(0))] as const;
    this.eachLane(v, places, (lane) => {
      const half = pair[lane >> 1]!;
      b.get(half);
      this.pushPlace(v, places, lane);
      this.pushCode(v, lane);
      b.call(this.machine.calls.ldsLoad[64])
        .lane('i64x2.replace_lane', lane & 1)
        .set(half);
    });
    return pair;
  }

  /** Lane after lane; gives the old values, 0 where the address is not valid. */
  atomic(v: VectorValues, stmt: Atomic): Local {
    const { b } = v;
    const places = this.places(v, stmt.address, stmt.valid);
    const data = v.word(stmt.data);
    const compare = stmt.compare && v.word(stmt.compare);
    const result = v.keep(() => b.words(0));
    this.eachLane(v, places, (lane) => {
      b.get(result);
      this.pushPlace(v, places, lane);
      b.get(data).lane('i32x4.extract_lane', lane);
      if (compare === undefined) b.i32(0);
      else b.get(compare).lane('i32x4.extract_lane', lane);
      this.pushCode(v, lane);
      b.call(this.machine.calls.atomic(stmt.space, stmt.fn)).lane('i32x4.replace_lane', lane).set(result);
    });
    return result;
  }

  /** The stores of one instruction: all stores of a lane before those of the next. */
  store(v: VectorValues, stores: readonly Store[]): void {
    const { b } = v;
    const ready = stores.map((stmt) => ({
      stmt,
      places: this.places(v, stmt.address, stmt.valid),
      value: stmt.bits === 64 ? v.pair(stmt.value) : ([v.word(stmt.value)] as const),
    }));
    const single = ready.length === 1 && ready[0]!.stmt.bits === 32 ? ready[0] : undefined;
    if (single) {
      const first = b.local('i32');
      this.pushConsecutive(v, single.places, first, PERMISSION.write);
      b.if();
      this.pushAddress(v, single.places, first);
      b.get(single.value[0]).storeVector().else();
    }
    for (let lane = 0; lane < 4; lane++) {
      for (const { stmt, places, value } of ready) {
        b.get(places.lanes)
          .i32(1 << lane)
          .op('i32.and')
          .if();
        this.pushPlace(v, places, lane);
        if (stmt.bits === 64) b.get(value[lane >> 1]!).lane('i64x2.extract_lane', lane & 1);
        else b.get(value[0]).lane('i32x4.extract_lane', lane);
        this.pushCode(v, lane);
        b.call((stmt.space === 'lds' ? this.machine.calls.ldsStore : this.machine.calls.store)[stmt.bits as 32]);
        b.end();
      }
    }
    if (single) b.end();
  }
}
