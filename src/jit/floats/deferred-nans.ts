// Results whose NaN has other bits than the canonical one, as the operands decide (HSAIL): arithmetic does not see the
// difference, so that they are looked for late, in all registers at once. Where there is one, the results that it
// depends on are computed again, with the promised bits.

import { required } from '../../util/required.js';
import type { FunctionBuilder, Local } from '../wasm/function-builder.js';

/** How a result is computed with the promised bits. */
export interface DeferredNan {
  /** Vectors on which it depends. */
  readonly operands: readonly Local[];
  /** Emits the result of operands that have the promised bits. */
  readonly compute: (operands: readonly Local[]) => Local;
}

export class DeferredNans {
  private pending = new Map<Local, DeferredNan>();

  /**
   * @param rarely emits code that is hardly ever needed
   * @param current locals of registers: what becomes visible later
   */
  constructor(
    private readonly b: FunctionBuilder,
    private readonly rarely: (emit: () => void) => void,
    private readonly current: () => Iterable<Local>,
  ) {}

  has(local: Local): boolean {
    return this.pending.has(local);
  }

  add(local: Local, deferred: DeferredNan): void {
    this.pending.set(local, deferred);
  }

  /** Emits code that stands inside of a condition: what is settled there is settled there only. */
  inside(emit: () => void): void {
    const outer = this.pending;
    this.pending = new Map(outer);
    emit();
    this.pending = outer;
  }

  /** Gives a value its promised bits, and the registers with it. */
  settle(local: Local): void {
    if (this.pending.has(local)) this.settleAll([local, ...this.current()]);
  }

  /** Gives values their promised bits, in their own locals. */
  settleAll(locals: readonly Local[]): void {
    const { b, pending } = this;
    const results = [...new Set(locals)].filter((local) => pending.has(local));
    if (results.length === 0) return;
    results.forEach((local, index) => {
      b.get(local).get(local).simd('f32x4.ne');
      if (index > 0) b.simd('v128.or');
    });
    b.simd('v128.any_true').if();
    this.rarely(() => this.computeAgain(results));
    b.end();
    for (const local of results) pending.delete(local);
  }

  private computeAgain(results: readonly Local[]): void {
    const { b, pending } = this;
    const exact = new Map<Local, Local>();
    // Results come behind their operands in the map.
    const needed = this.neededFor(results);
    for (const [local, { operands, compute }] of pending) {
      if (needed.has(local)) exact.set(local, compute(operands.map((operand) => exact.get(operand) ?? operand)));
    }
    for (const local of results) b.get(required(exact.get(local), 'exact result')).set(local);
  }

  private neededFor(results: readonly Local[]): ReadonlySet<Local> {
    const needed = new Set<Local>();
    const work = [...results];
    for (let local = work.pop(); local !== undefined; local = work.pop()) {
      const deferred = needed.has(local) ? undefined : this.pending.get(local);
      if (!deferred) continue;
      needed.add(local);
      work.push(...deferred.operands);
    }
    return needed;
  }
}
