// A run: consecutive vector instructions in one loop over the 16 chunks of four lanes. VGPRs are vectors in locals
// inside of it; what is the same for all lanes is computed before the loop; registers are written to memory at the end
// of each chunk.

import { VGPR_BYTES } from '../../emulator/state.js';
import { valueAt } from '../../util/required.js';
import { SCALAR } from '../analysis/registers.js';
import { DeferredNans } from '../floats/deferred-nans.js';
import { Exactness } from '../floats/exactness.js';
import { RunRecords } from '../records/run-records.js';
import type { UniformRegister } from '../scalar/values.js';
import { RegisterPairs } from '../vector/register-pairs.js';
import type { LinearAccess, VectorAccesses } from '../vector/vector-values.js';
import { Code } from '../wasm/code.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import { type MachineLocals, PARAM } from './machine.js';
import { emitMaskedLoops } from './masked-loops.js';

const BIT_OF_LANE = [1, 2, 4, 8] as const;

export class EmittedRun {
  readonly b: FunctionBuilder;
  /** Code before the loop, and of one chunk. */
  readonly before = new Code();
  protected readonly body = new Code();
  /** Vectors of f32 that hold no denormals. */
  readonly normal = new Set<Local>();
  /** Vectors that are set before the loop. */
  readonly early = new Set<Local>();
  /** Values that are not yet exact as the instruction set promises. */
  readonly floats: Exactness;
  readonly pairs = new RegisterPairs();
  /** Records of its accesses, if these are observed. */
  readonly records: RunRecords | undefined;
  protected readonly registers = new Map<number, Local>();
  protected readonly changed = new Set<number>();
  private readonly uniform = new Map<number, Local>();
  /** Truth values of the chunk's lanes by the operand code of the mask that they will be written to. */
  protected readonly masks = new Map<number, Local>();
  private readonly expanded = new Map<number, Local>();
  /** Number of the chunk's first lane. */
  readonly lane: Local;
  /** Address of the chunk's part of v0. */
  readonly pointer: Local;
  /** EXEC bits of the chunk, and the same as a vector of 0 and -1. */
  readonly active: Local;
  private activeVector: Local | undefined;
  private numbers: Local | undefined;
  /** EXEC, and what is left of it in the chunks from the present one on. */
  private readonly active64: Local;
  private readonly exec: Local;
  protected readonly base: Local;

  /** @param apart its loop is to be a function of its own */
  constructor(
    readonly machine: MachineLocals,
    readonly memory: VectorAccesses,
    protected readonly apart = machine.large,
  ) {
    this.b = machine.builder;
    this.records = machine.records && new RunRecords(machine);
    const deferred = new DeferredNans(
      this.b,
      (emit) => this.detour(emit),
      () => this.registers.values(),
    );
    this.floats = new Exactness(this.b, deferred);
    this.lane = this.b.local('i32');
    this.pointer = this.b.local('i32');
    this.active = this.b.local('i32');
    this.active64 = this.b.local('i64');
    this.exec = this.b.local('i64');
    this.base = PARAM.slot;
  }

  /**
   * Emits code of a chunk that is rarely needed and calls functions. Where there is such code, the loop comes in two
   * versions: a fast one without it, which leaves for the other one as soon as it would be needed or a chunk has
   * inactive lanes, and that one, which begins anew at the chunk. So nothing that cannot be repeated may come before.
   */
  detour(emit: () => void): void {
    this.whole ||= this.changedState;
    this.body.detour(() => this.floats.inside(emit));
  }
  /** A detour comes after something that cannot be repeated: the loop has one version. */
  private whole = false;
  private changedState = false;
  /** Marks the last emitted code as not repeatable. */
  noteChange(): void {
    this.changedState = true;
  }

  /** Bytes of a chunk's code so far. */
  get bytes(): number {
    return this.body.bytes;
  }

  /** Emits into the chunk's body. */
  emit(instructions: () => void): void {
    this.b.into(this.body, instructions);
  }

  /** The current value of a VGPR. */
  vgpr(register: number): Local {
    return this.floats.exactly(this.rawVgpr(register));
  }
  /** The same, exact only for arithmetic. */
  rawVgpr(register: number): Local {
    let local = this.registers.get(register);
    if (local === undefined) {
      local = this.b.local('v128');
      this.b
        .get(this.pointer)
        .loadRegister(register * VGPR_BYTES)
        .set(local);
      this.registers.set(register, local);
    }
    return local;
  }
  setVgpr(register: number, value: Local): void {
    this.registers.set(register, value);
    this.changed.add(register);
    this.uniform.delete(register);
  }
  /** The same for a value that all lanes share; the i32 local `scalar` holds it too, from before the loop on. */
  setUniform(register: number, value: Local, scalar: Local): void {
    this.setVgpr(register, value);
    this.uniform.set(register, scalar);
  }
  /** The i32 local of a register that was written with one value for all lanes. */
  readonly uniformRegister: UniformRegister = (register) => this.uniform.get(register);
  /** Accesses of a run whose addresses are linear. */
  readonly linear: LinearAccess | undefined = undefined;

  /** Bits 0 to 63 of an i64 local as truth values of the chunk's lanes. */
  private spreadBits(bits: () => void): Local {
    const { b } = this;
    const vector = b.local('v128');
    bits();
    b.simd('i32x4.splat').v128(BIT_OF_LANE).simd('v128.and').v128(BIT_OF_LANE).simd('i32x4.eq').set(vector);
    return vector;
  }

  /** EXEC as truth values. */
  activeLanes(): Local {
    this.activeVector ??= this.spreadBits(() => this.b.get(this.active));
    return this.activeVector;
  }

  /** The lanes' bits of the mask that begins at an operand code. */
  maskOf(index: number): Local {
    const own = this.masks.get(index);
    if (own !== undefined) return own;
    let vector = this.expanded.get(index);
    if (vector === undefined) {
      const whole = this.b.local('i64');
      this.b.into(this.before, () => this.pushMask(index).set(whole));
      vector = this.spreadBits(() => this.chunkBits(whole));
      this.expanded.set(index, vector);
    }
    return vector;
  }

  /** Scalar registers (registers.ts) have changed: masks are read anew. */
  forgetMasks(changed: ReadonlySet<number>): void {
    for (const index of this.expanded.keys()) {
      if (this.registersOf(index).some((register) => changed.has(register))) this.expanded.delete(index);
    }
  }

  /** The lanes' bits of a constant. */
  expand(bits: bigint): Local {
    const whole = this.b.local('i64');
    this.b.into(this.before, () => this.b.i64(bits).set(whole));
    return this.spreadBits(() => this.chunkBits(whole));
  }

  private chunkBits(whole: Local): void {
    this.b.get(whole).get(this.lane).op('i64.extend_i32_u').op('i64.shr_u').op('i32.wrap_i64');
  }

  private pushMask(index: number): FunctionBuilder {
    const { machine } = this;
    return machine.pushWide(machine.mask(index));
  }

  /** The registers (registers.ts) of a mask. */
  protected registersOf(index: number): readonly number[] {
    return Array.from({ length: this.machine.options.layout.execWords }, (_, word) => SCALAR + index + word);
  }

  /** The lanes' truth values become the bits of a mask when the loop is over. */
  setMask(index: number, value: Local): void {
    const masked = this.b.local('v128');
    this.b.get(value).get(this.activeLanes()).simd('v128.and').set(masked);
    this.masks.set(index, masked);
  }

  /** 0 to 3 above the chunk's first lane. */
  laneNumbers(): Local {
    if (this.numbers === undefined) {
      this.numbers = this.b.local('v128');
      this.b.get(this.lane).simd('i32x4.splat').v128([0, 1, 2, 3]).simd('i32x4.add').set(this.numbers);
    }
    return this.numbers;
  }

  /** Emits the whole loop. @param live whether a register (registers.ts) is read after the run */
  finish(live: (register: number) => boolean): void {
    const { b } = this;
    const liveRegisters = [...this.changed].filter(live);
    const masks = [...this.masks]
      .filter(([index]) => this.registersOf(index).some(live))
      .map(([index, value]) => ({ index, value, bits: b.local('i64') }));
    this.emit(() => this.floats.makeExact(this.registers, liveRegisters));
    this.emit(() => this.storeRegisters(liveRegisters));
    this.emit(() => this.collectMasks(masks));
    const bits = masks.map(({ bits: each }) => each);
    b.into(this.before, () => this.records?.finish());
    b.out.append(this.before);
    this.machine.pushWide(this.machine.exec).set(this.active64);
    this.emitMasked(bits);
    this.machine.noteWritten(this.changed, live);
    for (const { index, bits: each } of masks) this.storeMask(index, each);
  }

  private emitMasked(masks: readonly Local[]): void {
    const { b, machine, body, apart, pointer, exec, active } = this;
    const start = (): void => {
      b.get(this.base).set(pointer).get(this.active64).set(exec);
    };
    const chunk = (code: Code): void => this.emitChunk(code);
    const loops = { machine, chunks: { pointer, exec, active }, masks, start, chunk, body, apart };
    emitMaskedLoops(loops, body.hasDetours && !this.whole);
  }

  protected emitChunk(body: Code): void {
    const { b } = this;
    if (body.names(this.lane)) b.get(this.pointer).get(this.base).op('i32.sub').i32(2).op('i32.shr_u').set(this.lane);
    b.out.append(body);
  }

  private storeRegisters(registers: readonly number[]): void {
    const { b } = this;
    if (registers.length === 0) return;
    b.ifAll(this.active);
    for (const register of registers) {
      b.get(this.pointer)
        .get(valueAt(this.registers, register, 'local of the register'))
        .storeRegister(register * VGPR_BYTES);
    }
    b.else();
    const active = this.spreadBits(() => b.get(this.active));
    for (const register of registers) {
      const offset = register * VGPR_BYTES;
      b.get(this.pointer)
        .get(valueAt(this.registers, register, 'local of the register'))
        .get(this.pointer)
        .loadRegister(offset)
        .get(active);
      b.simd('v128.bitselect').storeRegister(offset);
    }
    b.end();
  }

  protected collectMasks(masks: readonly { readonly bits: Local; readonly value: Local }[]): void {
    const { b } = this;
    for (const { bits, value } of masks) b.collect(bits, value, this.lane);
  }

  protected storeMask(index: number, bits: Local): void {
    const { b, machine } = this;
    const [low, high] = machine.mask(index);
    b.get(bits).op('i32.wrap_i64').set(low);
    if (high !== undefined) b.get(bits).i64(32n).op('i64.shr_u').op('i32.wrap_i64').set(high);
  }
}
