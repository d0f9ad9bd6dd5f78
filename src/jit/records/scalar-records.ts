// Records of code outside of runs: blocks, new values of EXEC, scalar accesses; and the room for all of it.

import type { Stmt } from '../../isa/language/expr.js';
import type { PlacedInstruction } from '../analysis/placed-instruction.js';
import { type MachineLocals, PARAM, type RecordLevel } from '../kernel/machine.js';
import type { ScalarValues } from '../scalar/values.js';
import type { Local } from '../wasm/function-builder.js';
import { placesOf } from './accesses.js';
import {
  CAPACITY,
  CURSOR,
  END,
  EXEC_BYTES,
  headOf,
  ITEM,
  MAX_PLACE_BYTES,
  NONE_BYTES,
  STRETCH_AT,
  WENT_BYTES,
} from './layout.js';

const NOTHING_UNIFORM = (): boolean => false;

/** The most bytes that an instruction adds. */
export const mostBytes = ({ statements }: PlacedInstruction): number =>
  placesOf(statements, NOTHING_UNIFORM).length * MAX_PLACE_BYTES + NONE_BYTES + EXEC_BYTES + WENT_BYTES;

export class ScalarRecords {
  /**
   * @param drain the function that takes what is there
   * @param nextGroup gives a number that no other group of the kernel has
   */
  constructor(
    private readonly machine: MachineLocals,
    private readonly what: RecordLevel,
    private readonly drain: number,
    readonly nextGroup: () => number,
  ) {}

  /** True if the order of accesses does not matter. */
  get sums(): boolean {
    return this.what === 'sums';
  }

  /** Emits what makes room for so many bytes, which are no more than there is room in all. */
  room(bytes: number): void {
    if (bytes > CAPACITY) throw new RangeError('records of a block do not fit');
    const b = this.machine.builder;
    b.get(PARAM.counts).memory('i32.load', CURSOR).get(PARAM.counts).op('i32.sub');
    b.i32(END - bytes)
      .op('i32.gt_s')
      .if()
      .call(this.drain)
      .end();
  }

  /** Emits an item of words. @param words each pushes one */
  private item(words: readonly (() => void)[]): void {
    const b = this.machine.builder;
    b.scratch(() => {
      const at = b.local('i32');
      b.get(PARAM.counts).memory('i32.load', CURSOR).set(at);
      for (const [n, push] of words.entries()) {
        b.get(at);
        push();
        b.memory('i32.store', 4 * n);
      }
      b.get(PARAM.counts)
        .get(at)
        .i32(4 * words.length)
        .op('i32.add')
        .memory('i32.store', CURSOR);
    });
  }

  /** @param push pushes the address where execution continues */
  went(push: () => void): void {
    if (this.what === 'path') this.item([() => this.machine.builder.i32(ITEM.went), push]);
  }

  execBecame(): void {
    if (this.what !== 'path') return;
    const { builder: b, exec } = this.machine;
    const [low, high] = exec;
    this.item([() => b.i32(ITEM.exec), () => b.get(low), () => (high === undefined ? b.i32(0) : b.get(high))]);
  }

  /** A stretch of so many words begins, and not all lanes are on. */
  fewer(number: number, words: number): void {
    const { builder: b, exec } = this.machine;
    const [low, high] = exec;
    const lanes = (): void => {
      b.get(low).op('i32.popcnt');
      if (high !== undefined) b.get(high).op('i32.popcnt').op('i32.add');
      b.i32(words << STRETCH_AT).op('i32.or');
    };
    this.item([() => b.i32(headOf(ITEM.fewer, number)), lanes]);
  }

  nothing(number: number): void {
    this.item([() => this.machine.builder.i32(headOf(ITEM.none, number))]);
  }

  /** The accesses of a scalar instruction that has not been executed. */
  scalar(values: ScalarValues, statements: readonly Stmt[], number: number): void {
    const b = this.machine.builder;
    const places = placesOf(statements, NOTHING_UNIFORM);
    for (const [position, { address, valid, bytes }] of places.entries()) {
      const low: Local = b.local('i32');
      values.wide(address).op('i32.wrap_i64').set(low);
      const isValid = valid && values.local(valid);
      this.item([
        () => b.i32(headOf(ITEM.scalar, number, position > 0)),
        () => b.i32(bytes),
        () => b.get(low),
        () => (isValid === undefined ? b.i32(1) : b.get(isValid)),
      ]);
    }
    if (places.length === 0) this.nothing(number);
  }

  /** The place where items go, to be restored when what has been recorded since did not happen. */
  save(saved: Local): void {
    this.machine.builder.get(PARAM.counts).memory('i32.load', CURSOR).set(saved);
  }
  restore(saved: Local): void {
    this.machine.builder.get(PARAM.counts).get(saved).memory('i32.store', CURSOR);
  }
}
