// A launch in lock step: as the run's own compilation has it, then as others have it from the same memory, and what
// differs.

import type { Tolerance } from '../board/client/tolerance.js';
import type { ComparedCompilation, CompilationDifference } from '../driver/core/processor/compilation-comparison.js';
import type { LaunchRun, RemoteLaunch } from '../driver/core/processor/remote-executor.js';
import type { Dispatch } from '../emulator/dispatch.js';
import { describeFault } from '../emulator/faults.js';
import type { OtherCode } from '../launch/code.js';
import { AtollError, describeError } from '../util/errors.js';
import { required } from '../util/required.js';
import type { LockstepGuest } from './guest.js';
import { OtherLaunch } from './paired-launch.js';
import { compareResults, type Result, resultsOf } from './results.js';
import { strayWrites } from './stray-writes.js';

/**
 * Maximum ratio to the duration of the run's own code, and the number of wave-instructions that another one may take in
 * any case.
 */
const [LONGER, LIMIT] = [200, 20_000_000];

const ENDS_WELL = '(no fault)';

export class LockstepRun implements LaunchRun {
  compilations: readonly ComparedCompilation[] | undefined;
  private readonly own: Dispatch;
  private readonly waiting: OtherCode[];
  private readonly compared: ComparedCompilation[] = [];
  private current: { readonly other: OtherCode; readonly launch: OtherLaunch } | undefined;
  private results: readonly Result[] = [];
  private problem: string | undefined;
  /** Wave-instructions that the run's own code may have taken. */
  private spent = 0;
  /** Outcome of the launch by the run's own compilation. */
  private outcome: 'done' | 'fault' | undefined;

  constructor(
    private readonly guest: LockstepGuest,
    private readonly what: RemoteLaunch,
    private readonly tolerance: Tolerance,
  ) {
    this.waiting = [...(what.kernel.others ?? [])];
    this.problem = this.prepare();
    this.own = what.startHere();
  }

  /** Keeps memory as it is before the launch. @returns why the launch cannot be compared */
  private prepare(): string | undefined {
    if (this.waiting.length === 0) return 'its program was not built from source';
    try {
      this.results = resultsOf(this.what, this.what.kernel.about?.arguments ?? [], this.guest.allocationAt);
      return this.guest.begin(this.what.memory) ? undefined : 'the GPU memory exceeds the size that can be copied';
    } catch (error) {
      if (error instanceof AtollError) return describeError(error);
      throw error;
    }
  }

  get launch() {
    return this.own.launch;
  }

  get counts() {
    return this.own.counts;
  }

  get fault() {
    return this.own.fault;
  }

  get stoppedAt() {
    return this.own.stoppedAt;
  }

  get runsGroups() {
    return this.own.runsGroups;
  }

  run(budget?: number): ReturnType<LaunchRun['run']> {
    if (!this.outcome) {
      this.spent += budget ?? 0;
      const outcome = this.own.run(budget);
      if (outcome !== 'done' && outcome !== 'fault') return outcome;
      this.outcome = outcome;
    }
    if (this.problem === undefined) {
      this.current ??= this.next();
      if (this.current) {
        if (this.current.launch.run()) this.settle();
        return 'budget';
      }
    }
    this.compilations =
      this.problem === undefined ? this.compared : [{ compilation: '', ulp: 0, apart: 0, problem: this.problem }];
    return this.outcome;
  }

  /** Begins what is next, from the memory that there was. */
  private next(): LockstepRun['current'] {
    for (let other = this.waiting.shift(); other; other = this.waiting.shift()) {
      if (!other.code) {
        this.note(other, { problem: other.problem ?? 'there is no code of it' });
        continue;
      }
      const limit = this.limit;
      this.guest.restore();
      const launch = new OtherLaunch(this.guest.place(), this.what.submission.launch, other.code, limit);
      return { other, launch };
    }
    return undefined;
  }

  /** Wave-instructions after which another compilation counts as one that does not end. */
  private get limit(): number {
    return Math.max(LIMIT, LONGER * this.spent);
  }

  private note({ compilation }: OtherCode, comparison: Partial<ComparedCompilation>): void {
    this.compared.push({ compilation, ulp: 0, apart: 0, ...comparison });
  }

  /** Compares what has ended. */
  private settle(): void {
    const { other, launch } = required(this.current, 'current launch');
    this.current = undefined;
    if (launch.refusal !== undefined) return this.note(other, { problem: launch.refusal });
    const ownFailure =
      this.outcome === 'fault' ? describeFault(required(this.own.fault, 'fault of the launch')) : undefined;
    if (ownFailure !== undefined || launch.failure !== undefined) {
      // The first reported fault of several depends on the code.
      if (ownFailure !== undefined && launch.failure !== undefined) return this.note(other, {});
      return this.differs(other, { text: `${ownFailure ?? ENDS_WELL} and ${launch.failure ?? ENDS_WELL}` });
    }
    const { memory } = this.what;
    const copy = this.guest.place().memory;
    const { ulp, apart, difference } = compareResults(this.results, [memory, copy], this.tolerance);
    const stray = difference
      ? undefined
      : strayWrites(copy, this.guest.before, this.guest.around(this.what, this.results));
    const result = difference ?? (stray === undefined ? undefined : { text: stray });
    if (result) this.differs(other, result, { ulp, apart });
    else this.note(other, { ulp, apart });
  }

  private differs(
    other: OtherCode,
    difference: CompilationDifference,
    distances: Partial<ComparedCompilation> = {},
  ): void {
    const evidence = this.guest.keep(this.what, other.compilation, this.limit);
    this.note(other, { ...distances, difference: evidence ? { ...difference, evidence } : difference });
  }

  cancel(): void {
    this.own.cancel();
    this.current?.launch.cancel();
    // A comparison that waits for a stopped launch is cancelled.
    this.problem ??= 'it was stopped';
  }

  describe(): string {
    return this.own.describe();
  }
}
