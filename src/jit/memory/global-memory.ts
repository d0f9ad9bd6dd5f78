import { PERMISSION } from '../../emulator/memory.js';
import type { Ex, Stmt } from '../../isa/language/expr.js';
import type { MachineLocals } from '../kernel/machine.js';
import type { VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import { eachLane, setLane } from '../wasm/lanes.js';
import type { AddressShape, LaneFacts } from './address-shapes.js';
import { pushAtomic } from './atomic-functions.js';
import { type AtomicVectors, takeOperands } from './atomic-vectors.js';
import { GlobalElements } from './global-elements.js';
import { GlobalPages, type PageAccess, type ScatteredAddresses } from './global-pages.js';
import { globalPlace } from './places.js';

type Load = Extract<Ex, { kind: 'load' }>;
type Store = Extract<Stmt, { kind: 'store' }>;
type Atomic = Extract<Stmt, { kind: 'atomic' }>;

const ALL = 15;

/** One access of four lanes. */
interface Access extends PageAccess {
  /** Lanes that do not access memory may be read all the same. */
  readonly harmless: boolean;
  readonly elements: GlobalElements;
  readonly slow: () => void;
}

/** What must divide the addresses of an access for which bytes need not follow one another. */
const elementOf = ({ elementStep, bits }: Load | Store): number | undefined => elementStep && bits / 8;

interface LoadPart {
  readonly access: Access;
  readonly results: readonly Local[];
}

export class GlobalMemory {
  private readonly pages: GlobalPages;

  constructor(
    private readonly machine: MachineLocals,
    private readonly memory: LaneFacts,
  ) {
    this.pages = new GlobalPages(machine.options.space);
  }

  /** Loads that lie side by side; gives a local for each. */
  load(v: VectorValues, nodes: readonly Load[]): readonly Local[] {
    const results = nodes.map(() => v.b.local('v128'));
    const access = this.loadAccess(v, nodes, results);
    if (access.place.own === undefined) this.loadCommon(v, [{ access, results }]);
    else this.emitLoad(v, access, access.place.own, results);
    return results;
  }

  /**
   * Two dwords of one access, each with an address and bounds of its own: in lanes in which both are there and lie side
   * by side, they are loaded at once. Gives a local for each.
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

  /**
   * Every lane at an address of its own; dwords of lanes that follow one another, as private memory has them, are no
   * pair.
   */
  private emitPair(v: VectorValues, pair: readonly [LoadPart, LoadPart]): void {
    const { b } = v;
    const shapes = pair.map(({ access }) => this.memory.shape(v, v.addresses(access.place.own!)));
    const [inRow] = shapes.map((shape) => shape.matches(4));
    const together = b.local('i32');
    b.i32(0).set(together);
    b.get(inRow!).i32(ALL).op('i32.ne').if();
    const far = pair.map(({ access }, index) =>
      this.pages.pushFar(v, access, this.pages.common(v, access.place), shapes[index]!.lanes),
    );
    const [first, second] = far as [ScatteredAddresses, ScatteredAddresses];
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
      element: elementOf(first),
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
    const { calls } = this.machine;
    nodes.forEach((node, index) => {
      const { low, high } = fresh.addresses(node.address);
      const step = node.elementStep && fresh.word(node.elementStep);
      b.get(low);
      if (high === undefined) b.words(0);
      else b.get(high);
      if (step !== undefined) b.get(step);
      b.get(lanes).get(v.run.lane).i32(v.code).op('i32.add');
      const bits = node.bits as 32;
      b.call(step === undefined ? calls.loadLanes[bits] : calls.elements.loadLanes(bits)).set(results[index]!);
    });
  }

  private emitLoad(v: VectorValues, access: Access, own: Ex, results: readonly Local[]): void {
    const { b } = v;
    const { elements, bytes } = access;
    const shape = this.memory.shape(v, v.addresses(own));
    const base = b.local('i32');
    const sum = this.pages.common(v, access.place);
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
    const { addresses, active } = this.pages.pushFar(v, access, sum, shape.lanes);
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
    const [element, permission] = [elementOf(first), PERMISSION.write];
    const access: Access = { place, bytes, element, permission, lanes, harmless: false, elements, slow };
    const own = place.own ? v.addresses(place.own) : { low: v.keep(() => b.words(0)), high: undefined };
    const shape = this.memory.shape(v, own);
    const base = b.local('i32');
    const sum = this.pages.common(v, place);
    shape.matches(bytes);
    b.block().block();
    shape.leaveUnless(bytes, 0);
    this.leaveUnlessInRow(v, access, sum, shape, base, 0);
    elements.storeNear(base);
    b.br(1).end();
    const { addresses } = this.pages.pushFar(v, access, sum, shape.lanes);
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
    const { addresses } = this.pages.pushFar(v, access, this.pages.common(v, place), own);
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

  /**
   * Sets `base` to the first lane's address; branches to the label at `depth` unless the `bytes` from it on may be
   * accessed.
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
    this.pages.takeSum(v, access.place, base);
    b.brIf(depth);
    this.pages.pushAllowed(v, access, base, bytes);
    if (access.element !== undefined) b.i32(0).op('i32.ne');
    this.pages.pushInElement(v, access, base);
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
      sum: this.pages.common(v, access.place),
      base: b.local('i32'),
      good: b.local('i32'),
      values: results.map(() => b.local('v128')),
    }));
    v.before(() => {
      for (const { access, sum, base, good } of loads) {
        b.get(sum);
        this.pages.takeSum(v, access.place, base);
        b.op('i32.eqz');
        this.pages.pushAllowed(v, access, base, access.bytes);
        b.i32(0).op('i32.ne').op('i32.and');
        this.pages.pushInElement(v, access, base);
        b.set(good);
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
}
