// Accesses of four lanes to GPU memory. Three ways, tried in this order in every chunk: all lanes side by side or at one
// address, in pages that allow it; any addresses in pages that allow it; lane by lane through checked functions
// (access-functions.ts), which report faults. An address that all lanes share is loaded from once, before the loop.

import { SCRATCH_BASE } from '../../abi/memory-map.js';
import { PAGE_BITS, PERMISSION } from '../../emulator/memory.js';
import { PAGE_TABLE } from '../../emulator/state.js';
import type { Ex, Stmt } from '../../isa/language/expr.js';
import type { MachineLocals } from '../kernel/machine.js';
import type { LaneAddresses, VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import { eachLane, setLane } from '../wasm/lanes.js';
import type { AddressShape, LaneFacts } from './address-shapes.js';
import { pushAreOutside, pushDistance } from './address-window.js';
import { pushAtomic } from './atomic-functions.js';
import { type AtomicVectors, takeOperands } from './atomic-vectors.js';
import { GlobalElements } from './global-elements.js';
import { type GlobalPlace, globalPlace } from './places.js';

type Load = Extract<Ex, { kind: 'load' }>;
type Store = Extract<Stmt, { do: 'store' }>;
type Atomic = Extract<Stmt, { do: 'atomic' }>;

const ALL = 15;
const PAGE_BYTES = 1 << PAGE_BITS;
const LANE_BITS = [1, 2, 4, 8] as const;

/** One access of four lanes. */
interface Access {
  readonly place: GlobalPlace;
  /** Bytes of a lane. */
  readonly bytes: number;
  readonly permission: number;
  /** Bits of the lanes that access memory. */
  readonly lanes: Local;
  /** Lanes that do not access memory may be read all the same. */
  readonly harmless: boolean;
  readonly elements: GlobalElements;
  readonly slow: () => void;
}

/** What counts where every lane has an address of its own. */
type FarAccess = Pick<Access, 'place' | 'bytes' | 'permission' | 'lanes'>;

interface LoadPart {
  readonly access: Access;
  readonly results: readonly Local[];
}

interface FarPlaces {
  readonly addresses: readonly Local[];
  /** The same in one vector. */
  readonly places: Local;
  /** All bits of the lanes that access memory. */
  readonly active: Local;
}

export class GlobalMemory {
  constructor(
    private readonly machine: MachineLocals,
    private readonly memory: LaneFacts,
  ) {}

  /** Loads that lie side by side; gives a local for each. */
  load(v: VectorValues, nodes: readonly Load[]): readonly Local[] {
    const results = nodes.map(() => v.b.local('v128'));
    const access = this.loadAccess(v, nodes, results);
    if (access.place.own === undefined) this.loadCommon(v, [{ access, results }]);
    else this.emitLoad(v, access, access.place.own, results);
    return results;
  }

  /**
   * Two dwords of one access, each with an address and bounds of its own: in lanes in which both are there and lie side by side, they are
   * loaded at once. Gives a local for each.
   */
  loadPair(v: VectorValues, nodes: readonly [Load, Load]): readonly Local[] {
    const part = (node: Load): LoadPart => {
      const results = [v.b.local('v128')];
      return { access: this.loadAccess(v, [node], results), results };
    };
    const [first, second] = [part(nodes[0]), part(nodes[1])];
    const own = [first.access.place.own, second.access.place.own];
    if (own.every((each) => each === undefined)) this.loadCommon(v, [first, second]);
    else if (own.every((each) => each !== undefined)) this.emitPair(v, [first, second]);
    else
      for (const { access, results } of [first, second])
        if (access.place.own) this.emitLoad(v, access, access.place.own, results);
        else this.loadCommon(v, [{ access, results }]);
    return [...first.results, ...second.results];
  }

  /** Every lane at an address of its own; dwords of lanes that follow one another, as private memory has them, are no pair. */
  private emitPair(v: VectorValues, pair: readonly [LoadPart, LoadPart]): void {
    const { b } = v;
    const shapes = pair.map(({ access }) => this.memory.shape(v, v.addresses(access.place.own!)));
    const [inRow] = shapes.map((shape) => shape.matches(4));
    const together = b.local('i32');
    b.i32(0).set(together);
    b.get(inRow!).i32(ALL).op('i32.ne').if();
    const far = pair.map(({ access }, index) =>
      this.pushFar(v, access, this.common(v, access.place), shapes[index]!.lanes),
    );
    const [first, second] = far as [FarPlaces, FarPlaces];
    b.op('i32.and');
    b.get(second.places).get(first.places).simd('i32x4.sub').words(4).simd('i32x4.eq');
    b.get(first.active).simd('v128.not').simd('v128.or').simd('i32x4.all_true').op('i32.and');
    b.get(pair[0].access.lanes).get(pair[1].access.lanes).op('i32.eq').op('i32.and').set(together).end();
    b.get(together).if();
    const results = pair.flatMap((load) => load.results);
    pair[0].access.elements.into(results).loadFar(first.addresses);
    this.clearIdle(v, pair[0].access, results, first.active);
    b.else();
    for (const { access, results: own } of pair) this.emitLoad(v, access, access.place.own!, own);
    b.end();
  }

  private loadAccess(v: VectorValues, nodes: readonly Load[], results: readonly Local[]): Access {
    const [first] = nodes as [Load];
    const bits = first.bits as 8 | 16 | 32;
    const place = globalPlace(first.address, (node) => v.isUniform(node));
    const lanes = this.memory.lanes(v, first.valid);
    return {
      place,
      bytes: (bits / 8) * nodes.length,
      permission: PERMISSION.read,
      lanes,
      harmless: first.valid === undefined,
      elements: new GlobalElements(v, bits, place.distance, results),
      slow: () => this.slowLoads(v, nodes, lanes, results),
    };
  }

  private slowLoads(v: VectorValues, nodes: readonly Load[], lanes: Local, results: readonly Local[]): void {
    const { b } = v;
    // What is computed here is computed on this path only.
    const fresh = v.fresh();
    nodes.forEach((node, index) => {
      const { low, high } = fresh.addresses(node.address);
      b.get(low);
      if (high === undefined) b.words(0);
      else b.get(high);
      b.get(lanes).get(v.run.lane).i32(v.code).op('i32.add');
      b.call(this.machine.calls.loadLanes[node.bits as 32]).set(results[index]!);
    });
  }

  private emitLoad(v: VectorValues, access: Access, own: Ex, results: readonly Local[]): void {
    const { b } = v;
    const { elements, bytes } = access;
    const shape = this.memory.shape(v, v.addresses(own));
    const base = b.local('i32');
    const sum = this.common(v, access.place);
    shape.matches(bytes);
    // Labels: 0 the next way, then the one after it, at last the end.
    b.block().block().block();
    shape.leaveUnless(bytes, 0);
    this.leaveUnlessInRow(v, access, sum, shape, base, 1);
    elements.loadNear(base);
    b.br(2).end();
    shape.leaveUnlessEqual(0);
    this.leaveUnlessGood(v, access, sum, shape, base, bytes, 0);
    elements.loadEqual(base);
    b.br(1).end();
    const { addresses, active } = this.pushFar(v, access, sum, shape.lanes);
    b.if();
    elements.loadFar(addresses);
    this.clearIdle(v, access, results, active);
    b.else();
    v.run.detour(access.slow);
    b.end().end();
  }

  /** Idle lanes have read what is at the start of the scratch window; who asks for no memory gets 0. */
  private clearIdle({ b }: VectorValues, { harmless }: Access, results: readonly Local[], active: Local): void {
    if (!harmless) for (const result of results) b.get(result).get(active).simd('v128.and').set(result);
  }

  /** The stores of one instruction, side by side in each lane. `slow` stores lane by lane. */
  store(v: VectorValues, stores: readonly Store[], values: readonly Local[], slow: () => void): void {
    const { b } = v;
    const [first] = stores as [Store];
    const bits = first.bits as 8 | 16 | 32;
    const place = globalPlace(first.address, (node) => v.isUniform(node));
    const lanes = this.memory.lanes(v, first.valid);
    const elements = new GlobalElements(v, bits, place.distance, values);
    const bytes = (bits / 8) * stores.length;
    const access: Access = { place, bytes, permission: PERMISSION.write, lanes, harmless: false, elements, slow };
    const own = place.own ? v.addresses(place.own) : { low: v.keep(() => b.words(0)), high: undefined };
    const shape = this.memory.shape(v, own);
    const base = b.local('i32');
    const sum = this.common(v, place);
    shape.matches(bytes);
    b.block().block();
    shape.leaveUnless(bytes, 0);
    this.leaveUnlessInRow(v, access, sum, shape, base, 0);
    elements.storeNear(base);
    b.br(1).end();
    const { addresses } = this.pushFar(v, access, sum, shape.lanes);
    b.if();
    elements.storeFar(addresses, lanes);
    b.else();
    v.run.detour(slow);
    b.end().end();
  }

  /** A read-modify-write of each lane after the other; false: the addresses may not be aligned. */
  atomic(v: VectorValues, stmt: Atomic, inputs: AtomicVectors, results: readonly Local[], slow: () => void): boolean {
    const { b } = v;
    const bytes = stmt.bits / 8;
    const place = globalPlace(stmt.address, (node) => v.isUniform(node));
    if ((place.mask & BigInt(bytes - 1)) !== 0n || place.distance % bytes !== 0) return false;
    const lanes = this.memory.lanes(v, stmt.valid);
    const own = place.own ? v.addresses(place.own) : { low: v.keep(() => b.words(0)), high: undefined };
    const type = stmt.bits === 64 ? 'i64' : 'i32';
    const [data, compare] = [b.local(type), b.local(type)];
    const access = { place, bytes, permission: PERMISSION.readWrite, lanes };
    const { addresses } = this.pushFar(v, access, this.common(v, place), own);
    b.if();
    eachLane(b, lanes, (lane) => {
      takeOperands(b, inputs, lane, data, compare);
      setLane(b, results, lane, () => pushAtomic(b, stmt.fn, stmt.bits, addresses[lane]!, { data, compare }));
    });
    b.else();
    v.run.detour(slow);
    b.end();
    return true;
  }

  /** The sum of what all lanes have in common, set before the loop. */
  private common(v: VectorValues, { common }: GlobalPlace): Local {
    const { b } = v;
    const sum = b.local('i64');
    const terms = common.map((node) => v.scalar(node));
    v.before(() => {
      b.i64(0n);
      for (const term of terms) b.get(term).op('i64.add');
      b.set(sum);
    });
    return sum;
  }

  /** Pushes an i32 that is not 0 when the pages of [base + distance, base + distance + bytes) have the permission. */
  private pushAllowed(v: VectorValues, { place, permission }: Access, base: Local, bytes: number): void {
    const { b } = v;
    for (const distance of [place.distance, place.distance + bytes - 1]) {
      b.get(base);
      if (distance > 0) b.i32(distance).op('i32.add');
      b.i32(PAGE_BITS).op('i32.shr_u').memory('i32.load8_u', PAGE_TABLE);
    }
    b.op('i32.and').i32(permission).op('i32.and');
  }

  /** Takes a sum from the stack, puts its low word into `base`, and pushes whether it is no address of GPU memory. */
  private takeSum(v: VectorValues, { mask, distance }: GlobalPlace, base: Local): void {
    const { b } = v;
    const whole = b.local('i64');
    const signed = BigInt.asIntN(64, mask);
    if (signed !== -1n) b.i64(signed).op('i64.and');
    b.tee(whole).op('i32.wrap_i64').set(base);
    // The constant on top must not wrap either.
    pushDistance(b.get(whole), this.machine.options.space)
      .i64(0xffff_ffffn - BigInt(distance))
      .op('i64.gt_u');
  }

  /**
   * Sets `base` to the first lane's address; branches to the label at `depth` unless the `bytes` from it on may be accessed.
   */
  private leaveUnlessGood(
    v: VectorValues,
    access: Access,
    sum: Local,
    shape: AddressShape,
    base: Local,
    bytes: number,
    depth: number,
  ): void {
    const { b } = v;
    if (!access.harmless) b.get(access.lanes).i32(ALL).op('i32.ne').brIf(depth);
    b.get(sum).get(shape.start).op('i64.add');
    this.takeSum(v, access.place, base);
    b.brIf(depth);
    this.pushAllowed(v, access, base, bytes);
    b.op('i32.eqz').brIf(depth);
  }

  /** The same for all lanes, whose low words follow one another. */
  private leaveUnlessInRow(
    v: VectorValues,
    access: Access,
    sum: Local,
    shape: AddressShape,
    base: Local,
    depth: number,
  ): void {
    // The low words may wrap: then the addresses are 4 GiB apart.
    v.b
      .get(shape.first)
      .i32(-4 * access.bytes)
      .op('i32.ge_u')
      .brIf(depth);
    this.leaveUnlessGood(v, access, sum, shape, base, 4 * access.bytes, depth);
  }

  /** One address for all lanes: of an access, or of each of two that may lie side by side. */
  private loadCommon(v: VectorValues, parts: readonly LoadPart[]): void {
    const { b } = v;
    const loads = parts.map(({ access, results }) => ({
      access,
      results,
      sum: this.common(v, access.place),
      base: b.local('i32'),
      good: b.local('i32'),
      values: results.map(() => b.local('v128')),
    }));
    v.before(() => {
      for (const { access, sum, base, good } of loads) {
        b.get(sum);
        this.takeSum(v, access.place, base);
        b.op('i32.eqz');
        this.pushAllowed(v, access, base, access.bytes);
        b.i32(0).op('i32.ne').op('i32.and').set(good);
      }
      const [first, second] = loads;
      if (second) {
        const distance = first!.access.place.distance + first!.access.bytes - second.access.place.distance;
        b.get(first!.good).get(second.good).op('i32.and');
        b.get(first!.base).i32(distance).op('i32.add').get(second.base).op('i32.eq').op('i32.and');
        b.if();
        first!.access.elements.into([...first!.values, ...second.values]).loadEqual(first!.base);
        b.else();
      }
      for (const { access, base, good, values } of loads) {
        b.get(good).if();
        access.elements.into(values).loadEqual(base);
        b.end();
      }
      if (second) b.end();
    });
    for (const { access, results, good, values } of loads) {
      b.get(good);
      if (!access.harmless) b.get(access.lanes).get(v.run.active).op('i32.eq').op('i32.and');
      b.if();
      results.forEach((result, index) => {
        b.get(values[index]!).set(result);
      });
      b.else();
      v.run.detour(access.slow);
      b.end();
    }
  }

  /** Pushes whether all lanes' pages allow the access; gives the four addresses, in the scratch window for idle lanes. */
  private pushFar(v: VectorValues, access: FarAccess, sum: Local, { low, high }: LaneAddresses): FarPlaces {
    const { b } = v;
    const { mask, distance } = access.place;
    const { sumLow, sumHigh } = this.spreadSum(v, sum);
    const total = v.keep(() => b.get(low).get(sumLow).simd('i32x4.add'));
    const active = v.keep(() => {
      b.get(access.lanes).simd('i32x4.splat').v128(LANE_BITS).simd('v128.and').v128(LANE_BITS).simd('i32x4.eq');
    });
    const places = v.keep(() => {
      const lowMask = Number(BigInt.asIntN(32, mask));
      b.get(total);
      if (lowMask !== -1) b.words(lowMask).simd('v128.and');
      if (distance > 0) b.words(distance).simd('i32x4.add');
      b.words(SCRATCH_BASE).get(active).simd('v128.bitselect');
    });
    const addresses = LANE_BITS.map((_bit, lane) => {
      const address = b.local('i32');
      b.get(places).lane('i32x4.extract_lane', lane).set(address);
      return address;
    });
    addresses.forEach((address, lane) => {
      b.get(address).i32(PAGE_BITS).op('i32.shr_u').memory('i32.load8_u', PAGE_TABLE);
      if (lane > 0) b.op('i32.and');
    });
    b.i32(access.permission).op('i32.and').i32(access.permission).op('i32.eq');
    // No other high word, carry included, no carry from the constant on top, and no lane across the end of its page.
    b.get(sumHigh);
    if (high !== undefined) b.get(high).simd('i32x4.add');
    b.get(total).get(low).simd('i32x4.lt_u').simd('i32x4.sub');
    const highMask = Number(BigInt.asIntN(32, mask >> 32n));
    if (highMask !== -1) b.words(highMask).simd('v128.and');
    pushAreOutside(b, this.machine.options.space);
    if (distance > 0)
      b.get(total)
        .words(-1 - distance)
        .simd('i32x4.gt_u')
        .simd('v128.or');
    if (access.bytes > 1) {
      b.get(places)
        .words(PAGE_BYTES - 1)
        .simd('v128.and')
        .words(PAGE_BYTES - access.bytes)
        .simd('i32x4.gt_u');
      b.simd('v128.or');
    }
    b.get(active).simd('v128.and').simd('v128.any_true').op('i32.eqz').op('i32.and');
    return { addresses, places, active };
  }

  private spreadSum(v: VectorValues, sum: Local): { sumLow: Local; sumHigh: Local } {
    const { b } = v;
    const [sumLow, sumHigh] = [b.local('v128'), b.local('v128')];
    v.before(() => {
      b.get(sum).op('i32.wrap_i64').simd('i32x4.splat').set(sumLow);
      b.get(sum).i64(32n).op('i64.shr_u').op('i32.wrap_i64').simd('i32x4.splat').set(sumHigh);
    });
    return { sumLow, sumHigh };
  }
}
