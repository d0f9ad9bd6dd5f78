// Loads, stores and atomics of vector instructions: selects their emitter (global-memory.ts, local-memory.ts), and has
// their common parts. One object for each run.

import type { Ex, Stmt } from '../../isa/language/expr.js';
import { elementOf, required, valueAt } from '../../util/required.js';
import { nodesOf } from '../analysis/nodes.js';
import type { MachineLocals } from '../kernel/machine.js';
import { PARAM } from '../kernel/machine.js';
import type { LaneAddresses, VectorAccesses, VectorPair, VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import { eachLane, pushLane, setLane, whenLane } from '../wasm/lanes.js';
import { AddressShape, type LaneFacts } from './address-shapes.js';
import type { AtomicVectors } from './atomic-vectors.js';
import { groupsOf, halvesOf } from './dword-groups.js';
import { GlobalMemory } from './global-memory.js';
import { LdsMemory } from './local-memory.js';
import { globalPlace } from './places.js';

type Load = Extract<Ex, { kind: 'load' }>;
type Store = Extract<Stmt, { kind: 'store' }>;
type Atomic = Extract<Stmt, { kind: 'atomic' }>;

/** Addresses of four lanes: low words, and high words for GPU memory. */
interface Places {
  readonly low: Local;
  readonly high: Local | undefined;
  /** One bit for each lane that accesses memory. */
  readonly lanes: Local;
}

/** A store with known addresses and values. */
interface EvaluatedStore {
  readonly stmt: Store;
  readonly places: Places;
  /** In memory whose bytes may not be consecutive. */
  readonly step: Local | undefined;
  readonly value: readonly Local[];
}

export class VectorMemory implements VectorAccesses, LaneFacts {
  private readonly global: GlobalMemory;
  private readonly local: LdsMemory;
  private readonly shapes = new Map<string, AddressShape>();
  /** Loads that have been emitted together with another one. */
  private readonly loaded = new Map<Load, Local>();
  private readonly groups = new Map<Load, readonly Load[]>();
  /** Dwords of one access that may be consecutive, which is checked at run time. */
  private readonly together = new Map<Load, readonly Load[]>();

  constructor(private readonly machine: MachineLocals) {
    this.global = new GlobalMemory(machine, this);
    this.local = new LdsMemory(machine, this);
  }

  prepare(v: VectorValues, statements: readonly Stmt[]): void {
    const byCore = new Map<Ex, Load[]>();
    // Another instruction may have the same nodes for other registers.
    this.loaded.clear();
    this.groups.clear();
    this.together.clear();
    const apart: Load[] = [];
    for (const node of nodesOf(statements)) {
      if (node.kind !== 'load' || node.space !== 'global' || node.bits !== 32) continue;
      apart.push(node);
      if (node.valid) continue;
      const { core } = globalPlace(node.address, (ex) => v.isUniform(ex));
      byCore.set(core, [...(byCore.get(core) ?? []), node]);
    }
    for (const nodes of byCore.values()) {
      const sorted = sideBySide(v, nodes, (node) => node.address);
      if (sorted) for (const node of nodes) this.groups.set(node, sorted);
    }
    const alone = apart.filter((node) => (this.groups.get(node)?.length ?? 1) === 1);
    for (const group of groupsOf(alone)) if (group.length > 1) for (const node of group) this.together.set(node, group);
  }

  shape(v: VectorValues, lanes: LaneAddresses): AddressShape {
    const key = `${lanes.low}:${lanes.high}`;
    let shape = this.shapes.get(key);
    if (!shape) this.shapes.set(key, (shape = new AddressShape(v, lanes)));
    return shape;
  }

  lanes(v: VectorValues, valid: Ex | undefined): Local {
    if (!valid) return v.run.active;
    const { b } = v;
    const lanes = b.local('i32');
    const mask = v.word(valid);
    b.get(mask).simd('i32x4.bitmask').get(v.run.active).op('i32.and').set(lanes);
    return lanes;
  }

  private places(v: VectorValues, address: Ex, valid: Ex | undefined): Places {
    const { low, high } = address.ty === 'u64' ? wholeAddress(v, address) : { low: v.word(address), high: undefined };
    return { low, high, lanes: this.lanes(v, valid) };
  }

  /** Pushes address, high word (or the wavefront for LDS) of one lane. */
  private pushPlace(v: VectorValues, { low, high }: Places, lane: number): void {
    v.b.get(low).lane('i32x4.extract_lane', lane);
    if (high === undefined) v.b.get(PARAM.slot);
    else v.b.get(high).lane('i32x4.extract_lane', lane);
  }

  /** Pushes the identification of instruction and lane for a fault. */
  private pushCode(v: VectorValues, lane: number): void {
    v.b
      .get(v.run.lane)
      .i32(v.code + lane)
      .op('i32.add');
  }

  load(v: VectorValues, node: Load): Local {
    const value = this.loaded.get(node);
    if (value !== undefined) return value;
    if (node.space === 'lds') return this.loadLds(v, node);
    const memory = v.run.linear ?? this.global;
    const together = this.together.get(node);
    const nodes = together ?? this.groups.get(node) ?? [node];
    const locals = together ? memory.loadTogether(v, nodes) : memory.load(v, nodes);
    nodes.forEach((each, index) => {
      this.loaded.set(each, required(locals[index], 'local'));
    });
    return valueAt(this.loaded, node, 'loaded value');
  }

  private loadLds(v: VectorValues, node: Load): Local {
    const result = v.b.local('v128');
    const slow = (): void => this.loadLanes(v, node, [result]);
    if (!this.local.load(v, node, [result], slow)) slow();
    return result;
  }

  loadWide(v: VectorValues, node: Load): VectorPair {
    const pair = [v.b.local('v128'), v.b.local('v128')] as const;
    const slow = (): void => this.loadLanes(v, node, pair);
    if (!this.local.load(v, node, pair, slow)) slow();
    return pair;
  }

  /** LDS, lane by lane. */
  private loadLanes(v: VectorValues, node: Load, results: readonly Local[]): void {
    const { b } = v;
    const places = this.places(v.fresh(), node.address, node.valid);
    const wide = node.bits === 64;
    for (const result of results) b.words(0).set(result);
    eachLane(b, places.lanes, (lane) => {
      const result = required(results[wide ? lane >> 1 : 0], 'result');
      b.get(result);
      this.pushPlace(v, places, lane);
      this.pushCode(v, lane);
      b.call(this.machine.calls.ldsLoad[node.bits]);
      b.lane(wide ? 'i64x2.replace_lane' : 'i32x4.replace_lane', wide ? lane & 1 : lane).set(result);
    });
  }

  atomic(v: VectorValues, stmt: Atomic): readonly Local[] {
    const wide = stmt.bits === 64;
    const [data, compare] = [stmt.data, stmt.compare].map((node) => node && (wide ? v.pair(node) : [v.word(node)]));
    const inputs = { data: required(data, 'data'), compare };
    const results = (wide ? [0, 1] : [0]).map(() => v.keep(() => v.b.words(0)));
    const slow = (): void => this.atomicLanes(v, stmt, inputs, results);
    const space = stmt.space === 'lds' ? this.local : this.global;
    if (!space.atomic(v, stmt, inputs, results, slow)) slow();
    v.run.noteChange();
    return results;
  }

  private atomicLanes(
    v: VectorValues,
    stmt: Atomic,
    { data, compare }: AtomicVectors,
    results: readonly Local[],
  ): void {
    const { b } = v;
    const places = this.places(v.fresh(), stmt.address, stmt.valid);
    eachLane(b, places.lanes, (lane) =>
      setLane(b, results, lane, () => {
        this.pushPlace(v, places, lane);
        pushLane(b, data, lane);
        pushLane(b, compare ?? data, lane);
        this.pushCode(v, lane);
        b.call(this.machine.calls.atomic(stmt.space, stmt.fn, stmt.bits));
      }),
    );
  }

  store(v: VectorValues, stores: readonly Store[]): void {
    const values = stores.map((stmt) => (stmt.bits === 64 ? v.pair(stmt.value) : [v.word(stmt.value)]));
    const slow = (): void => this.storeLanes(v, stores, values);
    const sorted = sideBySide(v, stores, (stmt) => stmt.address);
    if (stores.every((stmt) => stmt.space === 'lds')) {
      if (!this.local.store(v, stores, values, slow)) slow();
    } else if (
      sorted?.every((stmt) => stmt.space === 'global' && stmt.bits <= 32 && (sorted.length === 1 || isWord(stmt)))
    ) {
      const words = sorted.map((stmt) => required(values[stores.indexOf(stmt)], 'value')[0]);
      if (v.run.linear) v.run.linear.store(v, sorted, words);
      else this.global.store(v, sorted, words, slow);
    } else if (v.run.linear) v.run.linear.refuse();
    else slow();
  }

  private storeLanes(v: VectorValues, stores: readonly Store[], values: readonly (readonly Local[])[]): void {
    const fresh = v.fresh();
    const ready = stores.map((stmt, index) => ({
      stmt,
      places: this.places(fresh, stmt.address, stmt.valid),
      step: stmt.elementStep && fresh.word(stmt.elementStep),
      value: required(values[index], 'value'),
    }));
    const groups = groupsOf(ready.filter(({ stmt }) => stmt.space === 'global' && stmt.bits === 32));
    // All stores of a lane before those of the next.
    for (let lane = 0; lane < 4; lane++) {
      for (const each of ready) {
        const group = groups.find((stores) => stores.includes(each)) ?? [each];
        if (each === group[0]) this.storeGroup(v, group, lane);
      }
    }
  }

  private storeLane(v: VectorValues, { stmt, places, step, value }: EvaluatedStore, lane: number): void {
    const { b } = v;
    const { calls } = this.machine;
    whenLane(b, places.lanes, lane, () => {
      this.pushPlace(v, places, lane);
      if (stmt.bits === 64) b.get(required(value[lane >> 1], 'word of the value')).lane('i64x2.extract_lane', lane & 1);
      else b.get(required(value[0], 'word of the value')).lane('i32x4.extract_lane', lane);
      if (step !== undefined) b.get(step).lane('i32x4.extract_lane', lane);
      this.pushCode(v, lane);
      const bits = stmt.bits as 32;
      if (step !== undefined) b.call(calls.elements.store(bits));
      else b.call((stmt.space === 'lds' ? calls.ldsStore : calls.store)[bits]);
    });
  }

  /** Dwords of one access, at once if they are consecutive. */
  private storeGroup(v: VectorValues, group: readonly EvaluatedStore[], lane: number): void {
    const { b } = v;
    const [first] = group as readonly [EvaluatedStore];
    if (group.length === 1) return this.storeLane(v, first, lane);
    b.get(first.places.lanes);
    for (const { places } of group.slice(1)) b.get(places.lanes).op('i32.and');
    b.i32(1 << lane)
      .op('i32.and')
      .if();
    for (const { places, value } of group) {
      this.pushPlace(v, places, lane);
      b.get(required(value[0], 'word of the value')).lane('i32x4.extract_lane', lane);
    }
    const { elements, storeTogether } = this.machine.calls;
    if (first.step !== undefined) b.get(first.step).lane('i32x4.extract_lane', lane);
    this.pushCode(v, lane);
    b.call(
      first.step === undefined ? storeTogether(group.length) : elements.storeTogether(group.length, storeTogether),
    );
    b.else();
    for (const half of halvesOf(group)) this.storeGroup(v, half, lane);
    b.end();
  }
}

const isWord = (stmt: Store): boolean => stmt.bits === 32 && stmt.valid === undefined;

/** Both words of addresses in GPU memory. */
function wholeAddress(v: VectorValues, address: Ex): { low: Local; high: Local } {
  const { low, high } = v.addresses(address);
  return { low, high: high ?? v.keep(() => v.b.words(0)) };
}

/** Accesses of 1, 2 or 4 consecutive dwords, in this order; undefined if they are not consecutive. */
function sideBySide<T>(v: VectorValues, accesses: readonly T[], address: (access: T) => Ex): readonly T[] | undefined {
  if (accesses.length === 1) return accesses;
  if (accesses.some((access) => address(access).ty !== 'u64')) return undefined;
  const places = accesses.map((access) => ({ access, place: globalPlace(address(access), (ex) => v.isUniform(ex)) }));
  places.sort((a, b) => a.place.distance - b.place.distance);
  const { place: first } = elementOf(places, 0, 'access');
  const follow = places.every(
    ({ place }, index) => place.core === first.core && place.distance === first.distance + 4 * index,
  );
  return follow && (places.length === 2 || places.length === 4) ? places.map(({ access }) => access) : undefined;
}
