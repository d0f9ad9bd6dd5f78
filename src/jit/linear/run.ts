// A run of a wavefront with all lanes active, in which linear values (linear/forms.ts) are numbers that are computed
// once, and accesses at linear addresses are plain loads and stores. Whatever it relies on is checked before its loop;
// when a check fails, the code branches to the innermost label around the run, and nothing has been changed but scalar
// registers. Where a work-group's rows are shorter than a wavefront, values are linear in each row (linear/rows.ts).

import { VGPR_BYTES } from '../../emulator/state.js';
import { required, valueAt } from '../../util/required.js';
import { loopCaller } from '../kernel/loop-functions.js';
import { linearWith, type MachineLocals, PARAM } from '../kernel/machine.js';
import { EmittedRun } from '../kernel/run.js';
import type { UniformRegister } from '../scalar/values.js';
import type { VectorAccesses } from '../vector/vector-values.js';
import { Code } from '../wasm/code.js';
import { ALL_LANES, LANES_OF_CHUNK } from '../wasm/compound.js';
import type { Local } from '../wasm/function-builder.js';
import type { Steps } from './forms.js';
import { linearityFunction } from './linearity.js';
import { LinearMemory } from './memory.js';
import { emitRows, type RowCopy, storeEqualMask } from './rows.js';

/**
 * Something to be checked before the loop: pushes whether it is so. Checked once at most, when something relies on it.
 */
export interface LinearCondition {
  readonly push: () => void;
  /** It asks nothing that is computed in the run. */
  readonly early?: boolean;
}

/** A linear value in the lanes: an i32 (or, of 64 bits, an i64) local, set before the loop. */
export interface LinearValue {
  readonly first: Local;
  readonly step: number;
  readonly conditions: readonly LinearCondition[];
}

/** A vector that grows from chunk to chunk. */
interface InductionVector {
  readonly vector: Local;
  readonly start: Local;
  readonly growth: Local;
}

/** Bytes of code that a repetition of the loop may have, when it can be several chunks. */
const UNROLLED_BYTES = 400;

export class LinearRun extends EmittedRun implements Steps {
  override readonly linear: LinearMemory = new LinearMemory(this);
  /** Of a row. */
  readonly lanes: number;
  /** Address of the row's part of v0. */
  readonly row: Local;
  /** Something cannot be emitted in this way after all. */
  unfit = false;
  private readonly values = new Map<number, LinearValue>();
  private readonly inputs = new Map<number, LinearValue | undefined>();
  private readonly equalMasks = new Map<number, LinearValue>();
  /**
   * 64 bits in two registers, by the first one, as long as both hold them: then the conditions of the single words need
   * no test.
   */
  private readonly wholes = new Map<number, LinearValue>();
  /** Values of which a register has the sign in all bits. */
  private readonly signs = new Map<number, LinearValue>();
  /**
   * Code before all other: there is nothing to be restored when it finds that this is not the version for the
   * wavefront.
   */
  private readonly entry = new Code();
  /** Code behind all checks, of each row: for the effect that it has on the host's pages. */
  readonly touches = new Code();
  private readonly conditions = new Set<LinearCondition>();
  private readonly growing: InductionVector[] = [];
  private everyLane: Local | undefined;
  private laneVector: Local | undefined;

  constructor(
    machine: MachineLocals,
    memory: VectorAccesses,
    private readonly guesses: Steps,
    /** Parts of the wavefront in each of which values are linear. */
    readonly rows = 1,
    /** Emits code that gives scalar registers the values that they had before the run. */
    readonly restore: () => void = () => undefined,
  ) {
    super(machine, memory);
    const { b } = this;
    this.lanes = machine.options.layout.lanes / rows;
    this.row = rows === 1 ? PARAM.slot : b.local('i32');
    b.into(this.entry, () => {
      machine.pushExec('i32.and').i32(-1).op('i32.ne').brIf(0);
      b.i32(ALL_LANES).set(this.active);
    });
  }

  /** From here on the run relies on conditions. */
  require(conditions: readonly LinearCondition[]): void {
    for (const condition of conditions) {
      if (this.conditions.has(condition)) continue;
      this.conditions.add(condition);
      this.b.into(condition.early ? this.entry : this.before, () => {
        condition.push();
        this.leaveUnless();
      });
    }
  }
  /** Takes from the stack whether code before the loop may continue; if not, another version does all of it. */
  readonly leaveUnless = (): void => {
    const { b } = this;
    b.op('i32.eqz').brIf(b.out.depth);
  };

  readonly register = (register: number): number | undefined => this.linearOf(register)?.step;
  readonly mask = (index: number): boolean => this.equalMasks.has(index);

  /** The value of a VGPR, when it is linear. */
  linearOf(register: number): LinearValue | undefined {
    return this.values.get(register) ?? (this.changed.has(register) ? undefined : this.input(register));
  }
  maskValue(index: number): LinearValue {
    return valueAt(this.equalMasks, index, 'equal mask');
  }

  /** A register that is linear in memory, if the guess is right. */
  private input(register: number): LinearValue | undefined {
    if (this.inputs.has(register)) return this.inputs.get(register);
    const step = this.guesses.register(register);
    let value: LinearValue | undefined;
    if (step !== undefined && this.machine.linearity(register) !== undefined) {
      const { b } = this;
      const first = b.local('i32');
      const offset = register * VGPR_BYTES;
      b.into(this.before, () => b.get(this.row).memory('i32.load', offset).set(first));
      const push = (): void => this.pushLinearity(register, step);
      value = { first, step, conditions: [{ push, early: true }] };
    }
    this.inputs.set(register, value);
    return value;
  }

  /** Looks at the register in memory unless it is known already. */
  private pushLinearity(register: number, step: number): void {
    const { b, machine, rows } = this;
    const form = required(machine.linearity(register), 'form of the register');
    const expected = linearWith(step, rows);
    const whole = linearWith(step);
    // A register that is linear with another step, or in rows only, does not match.
    b.get(form).op('i32.eqz').if();
    b.get(PARAM.slot)
      .i32(register * VGPR_BYTES)
      .op('i32.add')
      .i32(step)
      .call(linearityFunction(machine.module, machine.options.layout.lanes, rows));
    b.if().i32(expected).set(form).end().end();
    b.get(form).i32(expected).op('i32.eq');
    // A register that is linear in the whole wavefront is linear in rows too.
    if (rows > 1) b.get(form).i32(whole).op('i32.eq').op('i32.or');
  }

  /** The local of a register that is the same in all lanes. */
  override readonly uniformRegister: UniformRegister = (register) => {
    const value = this.linearOf(register);
    if (value?.step !== 0) return undefined;
    this.require(value.conditions);
    return value.first;
  };
  /** Lane 0 of a linear register. */
  readonly firstOf: UniformRegister = (register) => this.linearOf(register)?.first;

  readonly pair = (register: number): number | undefined => this.pairOf(register)?.step;
  /** The value of 64 bits that two registers hold together, when that is known. */
  pairOf(register: number): LinearValue | undefined {
    const whole = this.wholes.get(register);
    const low = whole ? undefined : this.linearOf(register);
    return low && low === this.signs.get(register + 1) ? this.extended(low) : whole;
  }
  private readonly extensions = new Map<LinearValue, LinearValue>();
  /** With its sign: only what all lanes have must not wrap. */
  private extended(low: LinearValue): LinearValue {
    const { b } = this;
    const { first, step, conditions } = low;
    let value = this.extensions.get(low);
    if (!value) {
      const push = (): void => {
        const last = (): void =>
          void b
            .get(first)
            .i32((this.lanes - 1) * step)
            .op('i32.add');
        if (step > 0) b.get(first);
        last();
        if (step < 0) b.get(first);
        b.op('i32.le_s');
      };
      value = { first, step, conditions: step === 0 ? conditions : [...conditions, { push }] };
      this.extensions.set(low, value);
    }
    return value;
  }

  private forget(register: number): void {
    this.signs.delete(register);
    for (const first of [register - 1, register]) this.wholes.delete(first);
  }
  setLinear(register: number, value: LinearValue): void {
    this.forget(register);
    this.values.set(register, value);
    this.registers.delete(register);
    this.changed.add(register);
  }
  /** Two registers that have just been set hold a value of 64 bits. */
  notePair(register: number, value: LinearValue): void {
    this.wholes.set(register, value);
  }
  /** A register that has just been set holds nothing but the sign of a value. */
  noteSign(register: number, of: LinearValue): void {
    this.signs.set(register, of);
  }
  override setVgpr(register: number, value: Local): void {
    this.forget(register);
    this.values.delete(register);
    super.setVgpr(register, value);
  }
  override rawVgpr(register: number): Local {
    const value = this.registers.has(register) ? undefined : this.values.get(register);
    if (value) this.registers.set(register, this.vectorOf(value));
    return super.rawVgpr(register);
  }

  override setMask(index: number, value: Local): void {
    this.equalMasks.delete(index);
    this.masks.set(index, value);
  }
  /** All lanes get the bit in a local. */
  setEqualMask(index: number, value: LinearValue): void {
    this.masks.delete(index);
    this.equalMasks.set(index, value);
  }
  override maskOf(index: number): Local {
    const value = this.equalMasks.get(index);
    if (!value) return super.maskOf(index);
    this.require(value.conditions);
    return this.vectorBefore(() => this.b.i32(0).get(value.first).op('i32.sub').simd('i32x4.splat'));
  }
  override activeLanes(): Local {
    this.everyLane ??= this.vectorBefore(() => this.b.words(-1));
    return this.everyLane;
  }
  override laneNumbers(): Local {
    if (this.laneVector === undefined) {
      const first = this.b.local('i32');
      this.b.into(this.before, () => {
        this.b.get(this.row).get(this.base).op('i32.sub').i32(2).op('i32.shr_u').set(first);
      });
      this.laneVector = this.vectorOf({ first, step: 1, conditions: [] });
    }
    return this.laneVector;
  }

  private vectorBefore(push: () => void): Local {
    const { b } = this;
    const local = b.local('v128');
    b.into(this.before, () => {
      push();
      b.set(local);
    });
    this.early.add(local);
    return local;
  }

  /** The lanes of a chunk. */
  private vectorOf({ first, step, conditions }: LinearValue): Local {
    const { b } = this;
    this.require(conditions);
    const start = this.vectorBefore(() => {
      b.get(first).simd('i32x4.splat');
      if (step !== 0) b.v128([0, step, 2 * step, 3 * step]).simd('i32x4.add');
    });
    if (step === 0) return start;
    const growth = this.vectorBefore(() => b.words(LANES_OF_CHUNK * step));
    const vector = b.local('v128');
    this.growing.push({ vector, start, growth });
    return vector;
  }

  override finish(live: (register: number) => boolean): void {
    const { b } = this;
    const liveRegisters = [...this.changed].filter(live);
    const isLive = ([index]: readonly [number, unknown]): boolean => this.registersOf(index).some(live);
    const masks = [...this.masks].filter(isLive).map(([index, value]) => ({ index, value, bits: b.local('i64') }));
    const equal = [...this.equalMasks].filter(isLive);
    for (const [, { conditions }] of equal) this.require(conditions);
    this.emit(() => {
      for (const register of liveRegisters) this.rawVgpr(register);
      this.floats.makeExact(this.registers, liveRegisters);
      for (const register of liveRegisters) {
        const offset = register * VGPR_BYTES;
        b.get(this.pointer)
          .get(valueAt(this.registers, register, 'local of the register'))
          .storeRegister(offset);
      }
      this.collectMasks(masks);
    });
    const bits = masks.map((each) => each.bits);
    const copies = this.emitLoops(bits);
    for (const register of this.changed) {
      const step = live(register) ? this.values.get(register)?.step : undefined;
      this.machine.noteWritten([register], live, step, this.rows);
    }
    for (const { index, bits: each } of masks) this.storeMask(index, each);
    for (const [index, { first }] of equal) storeEqualMask(this, index, first, copies);
  }

  /** @returns the rows, if there are several */
  private emitLoops(bits: readonly Local[]): readonly RowCopy[] {
    const { b, body, rows } = this;
    const clear = (): void => {
      for (const each of bits) b.i64(0n).set(each);
    };
    const write = (start: () => void): Code => {
      const code = new Code();
      b.into(code, () => {
        start();
        this.emitAllChunks();
      });
      return code;
    };
    b.into(this.before, () => this.records?.finish());
    b.out.append(this.entry);
    if (rows === 1) {
      b.out.append(this.before);
      b.out.append(this.touches);
      if (body.length > 0) loopCaller(this.machine, write(clear), [], bits, this.apart)();
      return [];
    }
    clear();
    const loop = write(() => undefined);
    // A function of its own has other numbers for them.
    const named = new Set<Local>();
    loop.eachLocal((local) => named.add(local));
    // Bits grow from row to row; what comes before the loops may have used their locals for something else.
    for (const each of bits) named.delete(each);
    const call = body.length > 0 ? loopCaller(this.machine, loop, bits, bits, this.apart) : undefined;
    return emitRows(this, named, call);
  }

  /** All chunks of a row, several of them in each repetition of the loop. */
  private emitAllChunks(): void {
    const { b, lanes } = this;
    b.get(this.row).set(this.pointer);
    for (const { vector, start } of this.growing) b.get(start).set(vector);
    const chunks = lanes / LANES_OF_CHUNK;
    let repeated = chunks;
    while (repeated > 1 && repeated * this.body.bytes > UNROLLED_BYTES) repeated /= 2;
    const { pointer, row: first, growing } = this;
    b.linearLoop({ pointer, first, chunks, repeated, growing }, () => this.emitChunk(this.body));
  }
}
