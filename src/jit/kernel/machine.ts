// The wavefront's state inside a compiled kernel: which local variables hold it, and the functions that code calls.

import type { AddressSpace } from '../../emulator/address-space.js';
import { MODE, PC, SCALARS, SCC, SPARE_SIZE, WORD } from '../../emulator/state.js';
import type { StateLayout } from '../../emulator/state-layout.js';
import type { AtomicFn, Space } from '../../isa/language/expr.js';
import type { NonEmptyList } from '../../util/required.js';
import { SCALAR, SCC_REGISTER } from '../analysis/registers.js';
import type { ElementFunctions } from '../memory/element-functions.js';
import type { ScalarRecords } from '../records/scalar-records.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import type { ModuleBuilder } from '../wasm/module-builder.js';

/**
 * Parameters of the compiled function `run(slot, entry, budget, counts) -> status`. In `entry` there may be more: see
 * START_HINT.
 */
export const PARAM = { slot: 0, entry: 1, budget: 2, counts: 3 } as const;

/** Index of the remaining budget in the kernel's table of counts (count-slots.ts): behind all counts. */
export const REMAINING = SPARE_SIZE - 4;

/**
 * Return status of a compiled kernel: the reason for its return. The pc is in memory then. Work-groups also return when
 * they are `over`, and with the number that the dispatcher continues with (`left`). A part of a kernel also returns for
 * a block of another `part`.
 */
export const STATUS = {
  end: 0,
  barrier: 1,
  budget: 2,
  leave: 3,
  dynamic: 4,
  fault: 5,
  over: 6,
  left: 7,
  part: 6,
} as const;

/** Accesses in any order, accesses in that of the execution, or also the path that wavefronts take. */
export type RecordLevel = 'sums' | 'accesses' | 'path';
/** Import of recording code: takes the records. */
export const DRAIN = 'drain';

/** Bits of the result that hold the status. */
export const STATUS_BITS = 3;

/** Indices of functions that code calls: checks and accesses memory for one lane. */
export interface Calls {
  /** Imported: notes a fault. (code, low, high, kind) */
  readonly fault: number;
  /** Imported: the host executes one instruction. (number of the instruction, slot of the wavefront) */
  readonly outside: number;
  /** Fused multiply-add of four f32, denormals included. (a, b, c) -> results */
  readonly exactMultiplyAdd: () => number;
  /** Imported: exact fused multiply-add of f64. */
  readonly fma64: number;
  /** The function of an atomic operation: (low, high or slot, data, compare, code) -> old value. */
  readonly atomic: (space: Space, fn: AtomicFn, bits: 32 | 64) => number;
  readonly load: Readonly<Record<8 | 16 | 32, number>>;
  /**
   * The same for four lanes: (low words, high words, bits of the lanes, code of the first lane) -> values, 0 elsewhere.
   */
  readonly loadLanes: Readonly<Record<8 | 16 | 32, number>>;
  readonly store: Readonly<Record<8 | 16 | 32, number>>;
  /** Two or four dwords of a lane: (low, high, value of each, code). */
  readonly storeTogether: (dwords: number) => number;
  /** Accesses that may leave their dword. */
  readonly elements: ElementFunctions;
  readonly ldsLoad: Readonly<Record<8 | 16 | 32 | 64, number>>;
  readonly ldsStore: Readonly<Record<8 | 16 | 32 | 64, number>>;
}

/**
 * Instructions that the host executes: none; only ones for which it may have routines (images), which machine code of
 * any compiler can call; or others, which are cheap to have executed for the host's own compiler alone.
 */
export type HostWork = 'none' | 'routines' | 'any';
const HOST_WORK: readonly HostWork[] = ['none', 'routines', 'any'];

/** The greater of two requirements. */
export const moreWork = (a: HostWork, b: HostWork): HostWork => (HOST_WORK.indexOf(a) > HOST_WORK.indexOf(b) ? a : b);

/** Words of a register of 32 or 64 bits. */
export type WordLocals = NonEmptyList<Local>;

/** Options of the compilation of a kernel. */
export interface EmitOptions {
  /** Nothing is dead: every register is in memory as the interpreter has it at every stop. */
  readonly exact: boolean;
  /** The processor takes denormal operands for zeros while this code runs (denormals.ts). */
  readonly zeroesDenormals: boolean;
  /** relaxed_madd rounds once (features.ts). */
  readonly fused: boolean;
  /** Records that compiled code writes of its execution (records/). */
  readonly records?: RecordLevel | undefined;
  /** Address space of GPU memory. */
  readonly space: AddressSpace;
  /** Layout of the registers. */
  readonly layout: StateLayout;
  /**
   * Parts of a wavefront that are rows of a work-group, or pieces of rows (linear/row-shape.ts); 1: it is part of one
   * row, or the shape is unknown.
   */
  readonly rows: number;
}

/** Encoding of a register's linearity in each of N rows: never 0, and less than MAX_WHOLE in whole wavefronts. */
export const linearWith = (step: number, rows = 1): number => 2 * step + 1 + (rows === 1 ? 0 : 2 * MAX_WHOLE);
/** Steps are at most 2^20. */
export const MAX_WHOLE = 2 ** 22;

/** VGPRs with which wavefronts start, and their steps when a work-group's rows are whole wavefronts: local ids. */
export const AT_START: readonly (readonly [register: number, step: number])[] = [
  [0, 1],
  [1, 0],
  [2, 0],
];

/**
 * Bits above the number of the block `entry` of a starting wavefront, for these registers in the state that the
 * dispatcher has set up: two bits each, of which the first says that the register is linear with its step, the second
 * that each row of it is.
 */
export const START_HINT = { shift: 24, bits: 2, whole: 1, rows: 2 } as const;
/** A bit of `entry`: the wavefront gives way where it first waits for memory (src/emulator/barrier-yield.ts). */
export const GIVES_WAY = 2 ** 30;
/** The number of the block in `entry`. */
export const ENTRY_MASK = 2 ** START_HINT.shift - 1;

/** Scalar registers as locals of the function: loaded at its entry, stored at its exit. */
export class MachineLocals {
  readonly scc: Local;
  readonly mode: Local;
  readonly status: Local;
  readonly pc: Local;
  /** Block to go to. */
  readonly next: Local;
  private readonly scalars = new Map<number, Local>();
  /** Work of the host. */
  hostWork: HostWork = 'none';
  /** VGPRs that some instruction changes in memory. */
  readonly stored = new Set<number>();
  /** VGPRs that the kernel has. */
  vgprs = 0;
  /**
   * Parts of a wavefront in which values may be linear, where the kernel looks at local ids in the second dimension; 1:
   * the whole.
   */
  rows = 1;
  /** For VGPRs that may be linear: 0, or what `linearWith` gives for a step with which the register in memory is so. */
  private readonly linear = new Map<number, Local>();
  /** Emits code that records the execution, if that is observed. */
  records: ScalarRecords | undefined;

  constructor(
    /** Module that defines the functions. */
    readonly module: ModuleBuilder,
    readonly builder: FunctionBuilder,
    readonly calls: Calls,
    readonly options: EmitOptions,
    /** The kernel is cut into several functions. */
    readonly large: boolean,
  ) {
    this.scc = builder.local('i32');
    this.mode = builder.local('i32');
    this.status = builder.local('i32');
    this.pc = builder.local('i32');
    this.next = builder.local('i32');
  }

  /** The local of a scalar register by operand code. */
  scalar(index: number): Local {
    let local = this.scalars.get(index);
    if (local === undefined) this.scalars.set(index, (local = this.builder.persistent('i32')));
    return local;
  }
  /** From here on the function keeps in mind whether these VGPRs are linear in memory (linear/forms.ts). */
  trackLinear(registers: Iterable<number>): void {
    for (const register of registers) this.linear.set(register, this.builder.persistent('i32'));
  }
  /** True if a local holds the wavefront's state, and not a value of a piece of code. */
  owns(local: Local): boolean {
    const { scc, mode, status, pc, next, signature } = { ...this, signature: this.builder.signature };
    if (local < signature.params.length || [scc, mode, status, pc, next].includes(local)) return true;
    return [...this.scalars.values(), ...this.linear.values()].includes(local);
  }
  /**
   * Emits the jump to the block of the parameter `entry`, at the function's start, and reads its hints of registers.
   */
  enter(): void {
    const { builder: b } = this;
    b.get(PARAM.entry).i32(ENTRY_MASK).op('i32.and').set(this.next);
    for (const [register, step] of AT_START) {
      const form = this.linear.get(register);
      if (form === undefined) continue;
      const choose = (hint: number, value: number): void => {
        const bit = START_HINT.shift + START_HINT.bits * register + Math.log2(hint);
        b.get(PARAM.entry)
          .i32(31 - bit)
          .op('i32.shl')
          .i32(31)
          .op('i32.shr_s')
          .i32(value)
          .op('i32.and');
      };
      choose(START_HINT.whole, linearWith(step));
      if (this.rows > 1) {
        choose(START_HINT.rows, linearWith(step, this.rows));
        b.op('i32.or');
      }
      b.set(form);
    }
  }
  linearity(register: number): Local | undefined {
    return this.linear.get(register);
  }
  /**
   * VGPRs have been written.
   *
   * @param live those of them that are so in memory too
   * @param step of what they hold, if it is linear
   * @param rows in each of which it is so
   */
  noteWritten(
    registers: Iterable<number>,
    live: (register: number) => boolean = () => true,
    step?: number,
    rows = 1,
  ): void {
    for (const register of registers) {
      if (live(register)) this.stored.add(register);
      const local = this.linear.get(register);
      if (local !== undefined) this.builder.i32(step === undefined ? 0 : linearWith(step, rows)).set(local);
    }
  }
  /** Operand code of a word of the slot. */
  private codeOf(place: 'vcc' | 'exec' | 'm0' | 'flatScratch'): number {
    return this.options.layout[place] - WORD.scalars;
  }
  /** The words of the mask that begins at an operand code: one or two. */
  mask(index: number): WordLocals {
    const low = this.scalar(index);
    return this.options.layout.execWords === 2 ? [low, this.scalar(index + 1)] : [low];
  }
  get vcc(): WordLocals {
    return this.mask(this.codeOf('vcc'));
  }
  get flatScratch(): WordLocals {
    const first = this.codeOf('flatScratch');
    return [this.scalar(first), this.scalar(first + 1)];
  }
  get exec(): WordLocals {
    return this.mask(this.codeOf('exec'));
  }
  get m0(): Local {
    return this.scalar(this.codeOf('m0'));
  }
  /** Pushes the words of EXEC, put together by an operation where there are two. */
  pushExec(operation: 'i32.and'): FunctionBuilder {
    const [low, high] = this.exec;
    const b = this.builder.get(low);
    return high === undefined ? b : b.get(high).op(operation);
  }
  /** Pushes words as 64 bits, a high one that is not there as 0. */
  pushWide([low, high]: WordLocals): FunctionBuilder {
    const b = this.builder.get(low).op('i64.extend_i32_u');
    return high === undefined ? b : b.get(high).op('i64.extend_i32_u').i64(32n).op('i64.shl').op('i64.or');
  }

  /** Emits the store of a scalar register (registers.ts) to the state in memory, where the host looks for it. */
  storeOne(register: number): void {
    const b = this.builder.get(PARAM.slot);
    if (register === SCC_REGISTER) b.get(this.scc).memory('i32.store', SCC);
    else b.get(this.scalar(register - SCALAR)).memory('i32.store', SCALARS + 4 * (register - SCALAR));
  }
  loadOne(register: number): void {
    const b = this.builder.get(PARAM.slot);
    if (register === SCC_REGISTER) b.memory('i32.load', SCC).set(this.scc);
    else b.memory('i32.load', SCALARS + 4 * (register - SCALAR)).set(this.scalar(register - SCALAR));
  }
  storeMode(): void {
    this.builder.get(PARAM.slot).get(this.mode).memory('i32.store', MODE);
  }

  /** Emits the loads of everything that the function's code has requested. */
  load(): void {
    const b = this.builder;
    for (const [index, local] of this.scalars)
      b.get(PARAM.slot)
        .memory('i32.load', SCALARS + 4 * index)
        .set(local);
    b.get(PARAM.slot).memory('i32.load', SCC).set(this.scc);
    b.get(PARAM.slot).memory('i32.load', MODE).set(this.mode);
  }
  /** The locals of EXEC, as far as the function has requested them. */
  private knownExec(): readonly (Local | undefined)[] {
    const first = this.codeOf('exec');
    return Array.from({ length: this.options.layout.execWords }, (_, word) => this.scalars.get(first + word));
  }

  /** Emits the stores. @param live whether a scalar register (registers.ts) is read later; EXEC is always shown */
  store(live: (register: number) => boolean = () => true): void {
    const b = this.builder;
    const exec = this.knownExec();
    for (const [index, local] of this.scalars) {
      if (!live(SCALAR + index) && !exec.includes(local)) continue;
      b.get(PARAM.slot)
        .get(local)
        .memory('i32.store', SCALARS + 4 * index);
    }
    if (live(SCC_REGISTER)) b.get(PARAM.slot).get(this.scc).memory('i32.store', SCC);
    b.get(PARAM.slot).get(this.mode).memory('i32.store', MODE);
    b.get(PARAM.slot).get(this.pc).memory('i32.store', PC);
  }
  /** Emits one more in a word of the table of counts. */
  countOne(slot: number): void {
    const b = this.builder.get(PARAM.counts).get(PARAM.counts);
    b.memory('i32.load', 4 * slot)
      .i32(1)
      .op('i32.add')
      .memory('i32.store', 4 * slot);
  }
  /**
   * Emits the addition of the lanes that EXEC switches off to a word of the table of counts. @param more emitted for
   * when there are some
   */
  countIdle(slot: number, more: () => void): void {
    const b = this.builder;
    const { exec } = this;
    this.pushExec('i32.and').i32(-1).op('i32.ne').if();
    b.get(PARAM.counts)
      .get(PARAM.counts)
      .memory('i32.load', 4 * slot)
      .i32(this.options.layout.lanes)
      .op('i32.add');
    for (const word of exec) b.get(word).op('i32.popcnt').op('i32.sub');
    b.memory('i32.store', 4 * slot);
    more();
    b.end();
  }

  /** Emits the store of the rest of the budget. */
  storeRest(): void {
    this.builder.get(PARAM.counts).get(PARAM.budget).memory('i32.store', REMAINING);
  }
}
