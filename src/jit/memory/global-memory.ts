import { PERMISSION } from '../../emulator/memory.js';
import type { Ex, Stmt } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';
import type { MachineLocals } from '../kernel/machine.js';
import type { VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import { eachLane, setLane } from '../wasm/lanes.js';
import type { AddressShape, LaneFacts } from './address-shapes.js';
import { pushAtomic } from './atomic-functions.js';
import { type AtomicVectors, takeOperands } from './atomic-vectors.js';
import { halvesOf } from './dword-groups.js';
import { GlobalElements } from './global-elements.js';
import { GlobalPages } from './global-pages.js';
import { clearIdle, type LaneAccess, type LoadPart, loadCommon, loadOwn } from './group-loads.js';
import { globalPlace } from './places.js';

type Load = Extract<Ex, { kind: 'load' }>;
type Store = Extract<Stmt, { kind: 'store' }>;
type Atomic = Extract<Stmt, { kind: 'atomic' }>;

const ALL = 15;

/** Required divisor of the addresses of an access whose bytes need not be consecutive. */
const elementOf = ({ elementStep, bits }: Load | Store): number | undefined => elementStep && bits / 8;

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
    if (access.place.own === undefined) loadCommon(v, this.pages, [{ access, results }]);
    else this.emitLoad(v, access, access.place.own, results);
    return results;
  }

  /**
   * Dwords of one access, each with an address and bounds of its own: in lanes in which all are there and lie side by
   * side, they are loaded at once. Gives a local for each.
   */
  loadTogether(v: VectorValues, nodes: readonly Load[]): readonly Local[] {
    const part = (node: Load): LoadPart => {
      const results = [v.b.local('v128')];
      return { access: this.loadAccess(v, [node], results), results };
    };
    const parts = nodes.map(part);
    this.loadParts(v, parts);
    return parts.flatMap(({ results }) => results);
  }

  private loadParts(v: VectorValues, parts: readonly LoadPart[]): void {
    const own = parts.filter(({ access }) => access.place.own !== undefined);
    const single = ({ access, results }: LoadPart): void =>
      this.emitLoad(v, access, required(access.place.own, 'address of the access'), results);
    if (own.length === 0) loadCommon(v, this.pages, parts);
    else if (parts.length === 1) single(required(parts[0], 'part'));
    else if (own.length < parts.length) for (const half of halvesOf(parts)) this.loadParts(v, half);
    else {
      const shape = ({ access }: LoadPart) =>
        this.memory.shape(v, v.addresses(required(access.place.own, 'address of the access')));
      const loads = parts.map((part) => ({ ...part, shape: shape(part) }));
      loadOwn(v, this.pages, loads, single);
    }
  }

  private loadAccess(v: VectorValues, nodes: readonly Load[], results: readonly Local[]): LaneAccess {
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
    // Values that are computed here exist on this path only.
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
      b.call(step === undefined ? calls.loadLanes[bits] : calls.elements.loadLanes(bits)).set(
        required(results[index], 'result'),
      );
    });
  }

  private emitLoad(v: VectorValues, access: LaneAccess, own: Ex, results: readonly Local[]): void {
    const { b } = v;
    const { elements, bytes } = access;
    const shape = this.memory.shape(v, v.addresses(own));
    const base = this.pages.offset(v);
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
    clearIdle(v, access, results, active);
    b.else();
    v.run.detour(access.slow);
    b.end().end();
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
    const access: LaneAccess = { place, bytes, element, permission, lanes, harmless: false, elements, slow };
    const own = place.own ? v.addresses(place.own) : { low: v.keep(() => b.words(0)), high: undefined };
    const shape = this.memory.shape(v, own);
    const base = this.pages.offset(v);
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
      setLane(b, results, lane, () =>
        pushAtomic(b, stmt.fn, stmt.bits, required(addresses[lane], 'address'), { data, compare }),
      );
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
    access: LaneAccess,
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
    access: LaneAccess,
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
}
