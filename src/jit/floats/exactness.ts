// Floats that arithmetic has just given, and the bits that the instruction set promises: NaNs are the canonical one, or
// depend on operands (deferred-nans.ts), and denormals are zeros where MODE or the operation says so. Arithmetic does
// not see the difference, so it is made up for late.

import { valueAt } from '../../util/required.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';
import type { DeferredNan, DeferredNans } from './deferred-nans.js';

const CANONICAL_NAN = 0x7fc0_0000;
const MINUS_ZERO = -0x8000_0000;

/** Permitted deviations of a value from the promised bits. */
export interface Inexact {
  /** NaNs have any payload. */
  readonly nan: boolean;
  /** Denormals stand for zeros: all arithmetic takes them for that, see denormals.ts. */
  readonly denormal: boolean;
}

const EXACT: Inexact = { nan: false, denormal: false };

/** The values of one run. */
export class Exactness {
  private readonly inexact = new Map<Local, Inexact>();
  private copies = new Map<Local, Local>();

  constructor(
    private readonly b: FunctionBuilder,
    private readonly deferred: DeferredNans,
  ) {}

  /** Notes what is not exact about a value; what is noted already stays. */
  mark(local: Local, { nan, denormal }: Inexact): void {
    const exactness = this.of(local);
    this.inexact.set(local, { nan: nan || exactness.nan, denormal: denormal || exactness.denormal });
  }
  of(local: Local): Inexact {
    return this.inexact.get(local) ?? EXACT;
  }

  /** Notes how a result gets its promised bits where it is a NaN. */
  defer(local: Local, deferred: DeferredNan): void {
    this.inexact.set(local, { nan: false, denormal: this.of(local).denormal });
    this.deferred.add(local, deferred);
  }
  isDeferred(local: Local): boolean {
    return this.deferred.has(local);
  }

  /** Emits code that stands inside of a condition: copies that it makes are known there only. */
  inside(emit: () => void): void {
    const outer = this.copies;
    this.copies = new Map(outer);
    this.deferred.inside(emit);
    this.copies = outer;
  }

  /** The promised bits of a value. */
  exactly(local: Local): Local {
    this.deferred.settle(local);
    const { nan, denormal } = this.of(local);
    if (!nan && !denormal) return local;
    let copy = this.copies.get(local);
    if (copy === undefined) {
      copy = this.b.local('v128');
      this.pushFlushed(local).set(copy);
      if (nan) this.canonicalise(copy);
      this.copies.set(local, copy);
    }
    return copy;
  }

  /** Pushes a value without denormals when they stand for zeros: adding -0 changes nothing else. */
  private pushFlushed(local: Local): FunctionBuilder {
    this.b.get(local);
    return this.of(local).denormal ? this.b.words(MINUS_ZERO).simd('f32x4.add') : this.b;
  }
  private canonicalise(local: Local): void {
    const { b } = this;
    b.words(CANONICAL_NAN).get(local).get(local).get(local).simd('f32x4.ne').simd('v128.bitselect').set(local);
  }

  /**
   * Puts the promised bits in place of the values of registers that go to memory. NaNs are looked for in all at once.
   */
  makeExact(values: Map<number, Local>, registers: readonly number[]): void {
    const { b } = this;
    this.deferred.settleAll(registers.map((register) => valueAt(values, register, 'local of the register')));
    const fresh = new Map<Local, Local>();
    const suspects: Local[] = [];
    for (const register of registers) {
      const local = valueAt(values, register, 'local of the register');
      const { nan, denormal } = this.of(local);
      if (!nan && !denormal) continue;
      let copy = this.copies.get(local) ?? fresh.get(local);
      if (copy === undefined) {
        copy = b.local('v128');
        this.pushFlushed(local).set(copy);
        fresh.set(local, copy);
        if (nan) suspects.push(copy);
      }
      values.set(register, copy);
    }
    if (suspects.length === 0) return;
    suspects.forEach((local, index) => {
      b.get(local).get(local).simd('f32x4.ne');
      if (index > 0) b.simd('v128.or');
    });
    b.simd('v128.any_true').if();
    for (const local of suspects) this.canonicalise(local);
    b.end();
  }
}
