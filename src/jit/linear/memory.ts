// Loads and stores of GPU memory of a linear run: all lanes one behind the other, or (loads) all at one address. The
// pages are checked before the loop, and so is that no store touches what another lane reads or writes.

import { PERMISSION } from '../../emulator/memory.js';
import type { Stmt } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';
import { offsetType, pushDistance, pushOffset, pushPermission } from '../memory/address-window.js';
import { halvesOf } from '../memory/dword-groups.js';
import { GlobalElements } from '../memory/global-elements.js';
import { accessing, type GpuPlace, pushDistanceIs, pushPlace } from '../memory/gpu-place.js';
import type { LinearAccess, VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import type { LoadNode } from './forms.js';
import type { LinearRun, LinearValue } from './run.js';
import type { LinearValues } from './values.js';

type Store = Extract<Stmt, { kind: 'store' }>;

/**
 * Range of an access: `length` bytes from a local on, `bytes` in each lane, which is `step` after the lane before it.
 */
export interface LinearRange {
  readonly start: Local;
  readonly step: number;
  readonly bytes: number;
  readonly length: number;
}

/** A dword that all lanes load at `start`. */
interface EqualLoad {
  readonly start: Local;
  readonly result: Local;
}

export class LinearMemory implements LinearAccess {
  /** Of the instruction that is being emitted. */
  values: LinearValues | undefined;
  readonly touched: LinearRange[] = [];
  readonly stored: LinearRange[] = [];

  constructor(private readonly run: LinearRun) {}

  load(v: VectorValues, nodes: readonly LoadNode[]): readonly Local[] {
    const { b } = v;
    const results = nodes.map(() => b.local('v128'));
    const [first] = nodes as [LoadNode];
    const range = this.range(first, nodes.length, PERMISSION.read);
    if (!range) return results;
    const elements = new GlobalElements(v, first.bits as 8 | 16 | 32, 0, results);
    if (range.step === 0) v.before(() => elements.loadEqual(range.start));
    else if (range.step === range.bytes) elements.loadNear(this.place(range));
    else this.loadOverlapping(v, first.bits as 8 | 16 | 32, range, results);
    return results;
  }

  /** Dwords of one access that may lie side by side: at one address for all lanes they are loaded at once. */
  loadTogether(v: VectorValues, nodes: readonly LoadNode[]): readonly Local[] {
    if (!nodes.every((node) => this.knownValues.of(node.address)?.step === 0))
      return nodes.flatMap((node) => this.load(v, [node]));
    const loads = nodes.map((node) => ({
      start: this.range(node, 1, PERMISSION.read)?.start,
      result: v.b.local('v128'),
    }));
    const linearLoads = loads.flatMap(({ start, result }) => (start === undefined ? [] : [{ start, result }]));
    if (linearLoads.length === loads.length) v.before(() => this.loadEqual(v, linearLoads));
    return loads.map(({ result }) => result);
  }

  private loadEqual(v: VectorValues, loads: readonly EqualLoad[]): void {
    const { b } = v;
    const [{ start }, ...others] = loads as readonly [EqualLoad, ...EqualLoad[]];
    const elements = new GlobalElements(
      v,
      32,
      0,
      loads.map(({ result }) => result),
    );
    if (others.length === 0) return elements.loadEqual(start);
    others.forEach((other, index) => {
      pushDistanceIs(b, start, 4 * (index + 1), other.start);
      if (index > 0) b.op('i32.and');
    });
    b.if();
    elements.loadEqual(start);
    b.else();
    for (const half of halvesOf(loads)) this.loadEqual(v, half);
    b.end();
  }

  /** The elements of a lane are also those of lanes behind it. */
  private loadOverlapping(v: VectorValues, bits: 8 | 16 | 32, range: LinearRange, results: readonly Local[]): void {
    const place = this.place(range);
    for (const [index, result] of results.entries())
      new GlobalElements(v, bits, index * range.step, [result]).loadNear(place);
  }

  store(v: VectorValues, stores: readonly Store[], values: readonly Local[]): void {
    const [first] = stores as [Store];
    const others = [...this.touched];
    const range = this.range(first, stores.length, PERMISSION.write);
    if (!range || range.step !== range.bytes) return this.refuse();
    this.stored.push(range);
    for (const other of others) this.run.require([{ push: () => this.pushApart(range, other) }]);
    // A first touch that reads makes the host map the pages around it too, which one that writes does not.
    const { b } = v;
    b.into(this.run.touches, () => {
      pushPlace(b, range.start);
      accessing(b, range.start).touch();
    });
    new GlobalElements(v, first.bits as 8 | 16 | 32, 0, values).storeNear(this.place(range));
  }

  refuse(): void {
    this.run.unfit = true;
  }

  /** One element that all lanes load. */
  loadOne(node: LoadNode, address: LinearValue): Local {
    const { b } = this.run;
    const range = this.check(address, node.bits / 8, PERMISSION.read);
    this.requireElements(node, range);
    const value = b.local('i32');
    const name = node.bits === 8 ? 'i32.load8_u' : node.bits === 16 ? 'i32.load16_u' : 'i32.load';
    b.into(this.run.before, () => {
      pushPlace(b, range.start);
      accessing(b, range.start).memory(name).set(value);
    });
    return value;
  }

  /** Checked range of an instruction's accesses; undefined when it is unknown. */
  private range(access: LoadNode | Store, count: number, permission: number): LinearRange | undefined {
    const { run } = this;
    const bytes = (access.bits / 8) * count;
    const address = this.knownValues.ofAddress(access.address);
    if (!address || ![0, bytes, access.bits / 8].includes(address.step) || !this.isValid(access)) {
      this.refuse();
      return undefined;
    }
    run.require(address.conditions);
    const range = this.check(address, bytes, permission);
    this.requireElements(access, range);
    return range;
  }

  /** No lane's access leaves a dword of private memory. */
  private requireElements({ elementStep, bits }: LoadNode | Store, { start }: LinearRange): void {
    if (!elementStep) return;
    const push = (): void => {
      const { b, machine } = this.run;
      b.get(start);
      if (machine.options.space.isLarge) b.op('i32.wrap_i64');
      b.i32(bits / 8 - 1)
        .op('i32.and')
        .op('i32.eqz');
    };
    this.run.require([{ push }]);
  }

  private get knownValues(): LinearValues {
    return required(this.values, 'values of the instruction');
  }

  private isValid({ valid }: LoadNode | Store): boolean {
    return valid === undefined || this.knownValues.requireTruth(valid);
  }

  private check({ first, step }: LinearValue, bytes: number, permission: number): LinearRange {
    const { b } = this.run;
    const length = (this.run.lanes - 1) * step + bytes;
    const { space } = this.run.machine.options;
    const type = offsetType(space);
    const start = b.local(type);
    b.into(this.run.before, () => pushOffset(b.get(first), space).set(start));
    const push = (): void => {
      pushDistance(b.get(first), space)
        .i64(BigInt(space.size - length))
        .op('i64.le_u');
      for (const distance of [0, length - 1]) {
        b.get(start);
        if (space.isLarge) b.i64(BigInt(distance));
        else b.i32(distance);
        pushPermission(b.op(`${type}.add`), space);
      }
      b.op('i32.and').i32(permission).op('i32.and').i32(permission).op('i32.eq').op('i32.and');
    };
    this.run.require([{ push }]);
    const range = { start, step, bytes, length };
    this.touched.push(range);
    return range;
  }

  /** Pushes whether two ranges have nothing in common, or the same place for every lane. */
  private pushApart(one: LinearRange, other: LinearRange): void {
    const { b, machine } = this.run;
    const type = offsetType(machine.options.space);
    const length = (bytes: number): void => void (type === 'i64' ? b.i64(BigInt(bytes)) : b.i32(bytes));
    const pushBehind = (first: LinearRange, second: LinearRange): void => {
      b.get(first.start).get(second.start).op(`${type}.sub`);
      length(second.length);
      b.op(`${type}.ge_u`);
    };
    pushBehind(one, other);
    pushBehind(other, one);
    b.op('i32.and');
    if (one.step === other.step && one.bytes === other.bytes)
      b.get(one.start).get(other.start).op(`${type}.eq`).op('i32.or');
  }

  /** Place of a chunk's first lane. The pointer grows by four bytes a lane, as registers lie in memory. */
  private place({ start, step }: LinearRange): GpuPlace {
    const { b, before, pointer, machine } = this.run;
    const { isLarge } = machine.options.space;
    const [distance, place] = [b.local('i32'), b.local('i32')];
    const scaled = (local: Local): void => {
      b.get(local);
      if (step < 4) b.i32(step === 1 ? 2 : 1).op('i32.shr_u');
      else if (step > 4) b.i32(step === 8 ? 1 : 2).op('i32.shl');
    };
    b.into(before, () => {
      if (isLarge) b.i32(0);
      else b.get(start);
      scaled(this.run.row);
      b.op('i32.sub').set(distance);
    });
    scaled(pointer);
    b.get(distance).op('i32.add').set(place);
    return isLarge ? { base: start, behind: place } : place;
  }
}
