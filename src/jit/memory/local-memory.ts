// Accesses of four lanes to LDS: consecutive, at one address, anywhere within the allocation, or lane by lane through
// checked functions (access-functions.ts), which refuse accesses outside of it.

import { LDS_BASE, LDS_LIMIT } from '../../emulator/state.js';
import type { Ex, Stmt } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';
import { type MachineLocals, PARAM } from '../kernel/machine.js';
import type { VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import { eachLane, setLane } from '../wasm/lanes.js';
import type { AddressShape, LaneFacts } from './address-shapes.js';
import { pushNext } from './atomic-functions.js';
import { type AtomicVectors, takeOperands } from './atomic-vectors.js';
import { LocalElements } from './local-elements.js';
import { type LdsAddress, ldsPlace } from './places.js';

type Load = Extract<Ex, { kind: 'load' }>;
type Store = Extract<Stmt, { kind: 'store' }>;
type Atomic = Extract<Stmt, { kind: 'atomic' }>;

const ALL = 15;

/** One store: its address, and the data of four lanes (of 64 bits: lanes 0-1 and 2-3). */
interface Piece {
  readonly place: LdsAddress;
  readonly value: readonly Local[];
}

export class LdsMemory {
  private base: Local | undefined;
  private readonly limits = new Map<LdsAddress['limit'], Local>();
  private readonly counts = new Map<string, Local>();
  private readonly vectors = new Map<Local, Local>();

  constructor(
    private readonly machine: MachineLocals,
    private readonly memory: LaneFacts,
  ) {}

  /**
   * An element of each lane, into one local or (64 bits) two; `slow` sets them lane by lane. False: not of the usual
   * shape.
   */
  load(v: VectorValues, node: Load, results: readonly Local[], slow: () => void): boolean {
    const { b } = v;
    const place = ldsPlace(node.address, node.valid, node.bits);
    if (!place) return false;
    const elements = new LocalElements(v, place, results);
    if (v.isUniform(place.base)) {
      this.loadCommon(v, place, elements, results);
      return true;
    }
    const shape = this.shapeOf(v, place);
    shape.matches(place.bytes);
    // Labels: 0 the next variant, then the one after it, finally the end.
    b.block().block().block();
    shape.leaveUnless(place.bytes, 0);
    this.leaveUnlessInside(v, place, shape, 3 * place.bytes, 1);
    elements.loadNear(this.firstAddress(v, place, shape));
    b.br(2).end();
    shape.leaveUnlessEqual(0);
    this.leaveUnlessInside(v, place, shape, 0, 0);
    elements.loadEqual(this.firstAddress(v, place, shape));
    b.br(1).end();
    const addresses = this.pushAnywhere(v, place, shape.lanes.low);
    b.if();
    elements.loadFar(addresses);
    b.else();
    v.run.detour(slow);
    b.end().end();
    return true;
  }

  /** One address for all lanes: loaded once, before the loop. Outside of LDS the values are zeros. */
  private loadCommon(v: VectorValues, place: LdsAddress, elements: LocalElements, results: readonly Local[]): void {
    const { b } = v;
    const own = v.scalar(place.base);
    const [base, count] = [this.baseOf(v), this.countOf(v, place, place.offset + place.bytes)];
    const address = b.local('i32');
    v.before(() => {
      for (const result of results) b.words(0).set(result);
      b.get(own);
      if (place.aligned) b.i32(-place.bytes).op('i32.and');
      b.tee(address);
      b.get(count).op('i32.lt_u').if();
      b.get(address).get(base).op('i32.add').set(address);
      elements.loadEqual(address);
      b.end();
    });
  }

  /** The stores of one instruction. False: not of the usual shape. */
  store(v: VectorValues, stores: readonly Store[], values: readonly (readonly Local[])[], slow: () => void): boolean {
    const pieces = piecesOf(stores, values);
    if (!pieces) return false;
    const { b } = v;
    const [first] = pieces as [Piece];
    const shape = this.shapeOf(v, first.place);
    const farthest = Math.max(...pieces.map(({ place }) => place.offset));
    const place = { ...first.place, offset: farthest };
    b.block();
    if (areApart(pieces)) {
      shape.matches(place.bytes);
      b.block();
      shape.leaveUnless(place.bytes, 0);
      b.get(v.run.active).i32(ALL).op('i32.ne').brIf(0);
      this.leaveUnlessInside(v, place, shape, 3 * place.bytes, 0);
      const address = this.firstAddress(v, place, shape);
      for (const { place: own, value } of pieces) new LocalElements(v, own, value).storeNear(address);
      b.br(1).end();
    }
    const addresses = this.pushAnywhere(v, place, shape.lanes.low);
    b.if();
    this.scatter(v, pieces, addresses);
    b.else();
    v.run.detour(slow);
    b.end().end();
    return true;
  }

  /** All stores of a lane before those of the next. */
  private scatter(v: VectorValues, pieces: readonly Piece[], addresses: Local): void {
    const { b } = v;
    const elements = pieces.map(({ place, value }) => new LocalElements(v, place, value));
    const store = (lane: number): void => {
      for (const each of elements) each.storeFar(addresses, lane);
    };
    b.ifAll(v.run.active);
    for (const lane of [0, 1, 2, 3]) store(lane);
    b.else();
    eachLane(b, v.run.active, store);
    b.end();
  }

  /**
   * A read-modify-write of the lanes, one after the other.
   *
   * @param results locals for the old values, if they are used
   * @returns false: not of the usual shape
   */
  atomic(v: VectorValues, stmt: Atomic, inputs: AtomicVectors, results: readonly Local[], slow: () => void): boolean {
    const { b } = v;
    const place = ldsPlace(stmt.address, stmt.valid, stmt.bits);
    if (!place) return false;
    const type = stmt.bits === 64 ? 'i64' : 'i32';
    const address = b.local('i32');
    const [old, data, compare] = [b.local(type), b.local(type), b.local(type)];
    const addresses = this.pushAnywhere(v, place, v.word(place.base));
    b.if();
    eachLane(b, v.run.active, (lane) => {
      b.get(addresses).lane('i32x4.extract_lane', lane).tee(address).memory(`${type}.load`, place.offset).set(old);
      takeOperands(b, inputs, lane, data, compare);
      b.get(address);
      pushNext(b, stmt.fn, stmt.bits, { old, data, compare });
      b.memory(`${type}.store`, place.offset);
      if (stmt.ret) setLane(b, results, lane, () => b.get(old));
    });
    b.else();
    v.run.detour(slow);
    b.end();
    return true;
  }

  private shapeOf(v: VectorValues, { base }: LdsAddress): AddressShape {
    return this.memory.shape(v, { low: v.word(base), high: undefined });
  }

  /** Byte address of the work-group's LDS. */
  private baseOf(v: VectorValues): Local {
    if (this.base === undefined) {
      const base = (this.base = v.b.local('i32'));
      v.before(() => v.b.get(PARAM.slot).memory('i32.load', LDS_BASE).set(base));
    }
    return this.base;
  }

  /** Number of bases, from 0 on, for which `need` bytes of a place are inside. */
  private countOf(v: VectorValues, place: LdsAddress, need: number): Local {
    const key = `${place.limit} ${need}`;
    let count = this.counts.get(key);
    if (count !== undefined) return count;
    const { b } = v;
    const limit = this.limitOf(v, place);
    count = b.local('i32');
    v.before(() => {
      b.get(limit)
        .i32(need - 1)
        .op('i32.sub')
        .i32(0);
      b.get(limit).i32(need).op('i32.ge_u').op('select').set(count);
    });
    this.counts.set(key, count);
    return count;
  }

  /** Bytes of LDS that instructions reach. */
  private limitOf(v: VectorValues, { limit: kind }: LdsAddress): Local {
    const existing = this.limits.get(kind);
    if (existing !== undefined) return existing;
    const limit = v.b.local('i32');
    this.limits.set(kind, limit);
    v.before(() => {
      const { b } = v;
      b.get(PARAM.slot).memory('i32.load', LDS_LIMIT).set(limit);
      if (kind === 'allocation') return;
      const m0 = this.machine.m0;
      b.get(limit).get(m0).get(limit).get(m0).op('i32.lt_u').op('select').set(limit);
    });
    return limit;
  }

  /** Branches to the label at `depth` unless `reach` bytes behind the first lane's element are inside too. */
  private leaveUnlessInside(
    v: VectorValues,
    place: LdsAddress,
    shape: AddressShape,
    reach: number,
    depth: number,
  ): void {
    const count = this.countOf(v, place, place.offset + place.bytes + reach);
    v.b.get(shape.first).get(count).op('i32.ge_u').brIf(depth);
  }

  /** The first lane's byte address, without the offset. */
  private firstAddress(v: VectorValues, { bytes, aligned }: LdsAddress, shape: AddressShape): Local {
    const { b } = v;
    const base = this.baseOf(v);
    const address = b.local('i32');
    b.get(shape.first);
    if (aligned) b.i32(-bytes).op('i32.and');
    b.get(base).op('i32.add').set(address);
    return address;
  }

  /** Pushes whether all active lanes are inside; gives their byte addresses, that of LDS itself for the others. */
  private pushAnywhere(v: VectorValues, place: LdsAddress, low: Local): Local {
    const { b } = v;
    const { active } = v.run;
    const base = this.spreadBefore(v, this.baseOf(v));
    const count = this.spreadBefore(v, this.countOf(v, place, place.offset + place.bytes));
    const inside = v.keep(() => b.get(low).get(count).simd('i32x4.lt_u'));
    const addresses = v.keep(() => {
      b.get(low).get(inside).simd('v128.and');
      if (place.aligned) b.words(-place.bytes).simd('v128.and');
      b.get(base).simd('i32x4.add');
    });
    b.get(inside).simd('i32x4.bitmask').get(active).op('i32.and').get(active).op('i32.eq');
    return addresses;
  }

  /** A number of all lanes as a vector, made before the loop. */
  private spreadBefore(v: VectorValues, scalar: Local): Local {
    let vector = this.vectors.get(scalar);
    if (vector === undefined) {
      vector = v.b.local('v128');
      v.before(() => v.b.get(scalar).simd('i32x4.splat').set(required(vector, 'vector')));
      this.vectors.set(scalar, vector);
    }
    return vector;
  }
}

/** The stores with their places when all have the same base and width. */
function piecesOf(stores: readonly Store[], values: readonly (readonly Local[])[]): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  for (const [index, stmt] of stores.entries()) {
    const place = ldsPlace(stmt.address, stmt.valid, stmt.bits);
    if (!place) return undefined;
    const [first] = pieces;
    if (first && (first.place.base !== place.base || first.place.bytes !== place.bytes)) return undefined;
    pieces.push({ place, value: required(values[index], 'value') });
  }
  return pieces;
}

/** True if no lane's element of one store overlaps another lane's of another, when lanes are adjacent. */
const areApart = (pieces: readonly Piece[]): boolean =>
  pieces.every(({ place }, index) =>
    pieces.slice(index + 1).every((other) => Math.abs(place.offset - other.place.offset) >= 4 * place.bytes),
  );
