// The starting state of a wavefront inside of compiled code: registers and scalars from the template of its work-group.

import { BATCH } from '../../emulator/batch-layout.js';
import {
  FLAG,
  SCALARS,
  TEMPLATE_OFFSET,
  TEMPLATE_STRIDE,
  TEMPLATE_VGPRS,
  TEMPLATE_WORDS,
  VGPR_BYTES,
  WORD,
} from '../../emulator/state.js';
import type { StateLayout } from '../../emulator/state-layout.js';
import { SCALAR_FILE_SIZE } from '../../isa/instruction.js';
import { required } from '../../util/required.js';
import { SCALAR } from '../analysis/registers.js';
import { linearityFunction } from '../linear/linearity.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import type { ModuleBuilder } from '../wasm/module-builder.js';
import { type BatchAccess, PARAM } from './batch-access.js';
import { AT_START, START_HINT } from './machine.js';

/** Registers that are zeroed one by one; more of them are filled at once. */
const MAX_SINGLY = 24;
const VECTOR_BYTES = 16;
/** Vectors of a register that are copied one after the other. */
const PIECES = 4;
const WORDS_IN_VECTOR = 4;

export interface WavefrontStartOptions {
  /** True if the starting value of a register is read, in active lanes and in any. */
  readonly live: {
    readonly active: (register: number) => boolean;
    readonly any: (register: number) => boolean;
  };
  /** VGPRs of which the code may want to know whether they are linear when it starts. */
  readonly hinted: ReadonlySet<number>;
  /** Parts of a wavefront that may be rows of a work-group. */
  readonly rows: number;
  /** VGPRs that a wavefront changes in memory before it ends. */
  readonly stored: ReadonlySet<number>;
  readonly vgprs: number;
  readonly layout: StateLayout;
}

export interface StartLocals {
  readonly wavefront: Local;
  readonly slot: Local;
  readonly template: Local;
  /** Bits of wavefronts whose registers hold what nothing changes. */
  readonly laidDown: Local;
  /** Coordinates of the work-group. */
  readonly ids: readonly [Local, Local, Local];
}

export class WavefrontStart {
  readonly hinted: typeof AT_START;
  /**
   * Registers that no wavefront changes, above all local ids: the same wavefront of the next work-group finds its own
   * there. What the interpreter executes may change them, but not before this function returns.
   */
  private readonly lasting: ReadonlySet<number>;

  constructor(
    private readonly module: ModuleBuilder,
    private readonly b: FunctionBuilder,
    private readonly fields: BatchAccess,
    private readonly locals: StartLocals,
    private readonly of: WavefrontStartOptions,
  ) {
    const read = this.registers(of.live.any);
    const registers = read.filter((register) => !of.stored.has(register));
    // Many registers are zeroed all at once, and those that nothing changes with them.
    this.lasting = new Set(read.length - registers.length > MAX_SINGLY ? [] : registers);
    this.hinted = AT_START.filter(([register]) => of.hinted.has(register));
  }

  /** Emits the starting state of the wavefront whose turn it is. */
  emit(): void {
    const { b } = this;
    const { exec, execWords } = this.of.layout;
    b.get(PARAM.unit).get(this.locals.wavefront).i32(TEMPLATE_STRIDE).op('i32.mul').op('i32.add');
    b.i32(TEMPLATE_OFFSET).op('i32.add').set(this.locals.template);
    this.layDown();
    const execOffset = TEMPLATE_WORDS + 4 * (exec - WORD.scalars);
    b.get(this.locals.template);
    if (execWords === 2) b.memory('i64.load', execOffset).i64(-1n).op('i64.eq').if();
    else b.memory('i32.load', execOffset).i32(-1).op('i32.eq').if();
    this.vectors(this.changing(this.of.live.active));
    b.else();
    this.vectors(this.changing(this.of.live.any));
    b.end();
    this.scalars();
    (['groupX', 'groupY', 'groupZ'] as const).forEach((field, d) => {
      b.get(this.locals.slot);
      this.fields.load(field).op('i32.add').get(required(this.locals.ids[d], 'local of the id')).memory('i32.store');
    });
  }

  /** Registers that are read; and those of them that hold something else after a work-group. */
  private registers(live: (register: number) => boolean): readonly number[] {
    return Array.from({ length: this.of.vgprs }, (_, register) => register).filter(live);
  }
  private changing(live: (register: number) => boolean): readonly number[] {
    return this.registers(live).filter((register) => !this.lasting.has(register));
  }

  /**
   * Writes the registers that last, where the slot does not have them yet, and the hints of the template's registers.
   */
  private layDown(): void {
    const { b } = this;
    if (this.lasting.size + this.hinted.length === 0) return;
    b.get(this.locals.laidDown).get(this.locals.wavefront).op('i32.shr_u').i32(1).op('i32.and').op('i32.eqz').if();
    this.vectors([...this.lasting]);
    this.noteHints();
    b.get(this.locals.laidDown)
      .i32(1)
      .get(this.locals.wavefront)
      .op('i32.shl')
      .op('i32.or')
      .set(this.locals.laidDown)
      .end();
  }

  /** Looks at the registers of the template, once for all wavefronts that start from it. */
  private noteHints(): void {
    const { b, hinted, module } = this;
    if (hinted.length === 0) return;
    const look = (register: number, step: number, rows: number, hint: number): void => {
      b.get(this.locals.template)
        .i32(register * VGPR_BYTES)
        .op('i32.add')
        .i32(step);
      b.call(linearityFunction(module, this.of.layout.lanes, rows));
      b.i32(START_HINT.shift + START_HINT.bits * register + Math.log2(hint)).op('i32.shl');
    };
    this.fields.ownWord(this.locals.wavefront);
    for (const [place, [register, step]] of hinted.entries()) {
      look(register, step, 1, START_HINT.whole);
      if (this.of.rows > 1) {
        look(register, step, this.of.rows, START_HINT.rows);
        b.op('i32.or');
      }
      if (place > 0) b.op('i32.or');
    }
    b.memory('i32.store', BATCH.startHints);
  }

  /** Local ids from the template, zeros in the other registers. */
  private vectors(registers: readonly number[]): void {
    const { b } = this;
    const many = registers.length > MAX_SINGLY;
    if (many) {
      b.get(this.locals.slot).i32(0);
      this.fields.load('vgprBytes').fill();
    }
    const ids = registers.filter((register) => register < TEMPLATE_VGPRS);
    const zeros = many ? [] : registers.filter((register) => register >= TEMPLATE_VGPRS);
    if (ids.length + zeros.length === 0) return;
    b.scratch(() => {
      const [distance, from, to] = [b.local('i32'), b.local('i32'), b.local('i32')];
      const pieces = Array.from({ length: PIECES }, (_, k) => ({ at: k * VECTOR_BYTES, vector: b.local('v128') }));
      b.i32(0).set(distance).loop();
      b.get(this.locals.template).get(distance).op('i32.add').set(from);
      b.get(this.locals.slot).get(distance).op('i32.add').set(to);
      for (const register of ids) {
        const offset = register * VGPR_BYTES;
        // All reads precede all writes, so that a compiler may merge them.
        for (const { at, vector } of pieces)
          b.get(from)
            .loadVector(offset + at)
            .set(vector);
        for (const { at, vector } of pieces)
          b.get(to)
            .get(vector)
            .storeVector(offset + at);
      }
      for (const register of zeros)
        for (const { at } of pieces)
          b.get(to)
            .words(0)
            .storeVector(register * VGPR_BYTES + at);
      b.get(distance).i32(PIECES * VECTOR_BYTES);
      b.op('i32.add').tee(distance).i32(VGPR_BYTES).op('i32.lt_u').brIf(0).end();
    });
  }

  /** The words of the slot that are read, four at a time; those that hold no operand always. */
  private scalars(): void {
    const { b } = this;
    const { m0, exec } = this.of.layout;
    const firstSpecial = Math.min(m0, exec) - WORD.scalars;
    const words = (FLAG - SCALARS) / 4 + 1;
    for (let first = 0; first < words; first += WORDS_IN_VECTOR) {
      const four = [0, 1, 2, 3].map((n) => first + n);
      const fixed = first + WORDS_IN_VECTOR > firstSpecial;
      if (!fixed && !four.some((word) => word < SCALAR_FILE_SIZE && this.of.live.any(SCALAR + word))) continue;
      b.get(this.locals.slot)
        .get(this.locals.template)
        .loadVector(TEMPLATE_WORDS + 4 * first)
        .storeVector(SCALARS + 4 * first);
    }
  }
}
