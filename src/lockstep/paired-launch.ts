// A launch by another compilation of its kernel, over a copy of memory.

import { prepareLaunch } from '../driver/core/processor/launch.js';
import type { Dispatch } from '../emulator/dispatch.js';
import type { Dispatcher } from '../emulator/dispatcher.js';
import { describeFault } from '../emulator/faults.js';
import type { GpuMemory } from '../emulator/memory.js';
import type { LoadedCode } from '../launch/code.js';
import type { Conventions, KernelLaunch } from '../launch/convention.js';
import { AtollError, describeError } from '../util/errors.js';
import { required } from '../util/required.js';

/** Wave-instructions of a slice. */
const SLICE = 320_000;

export interface PairedLaunch {
  readonly memory: GpuMemory;
  readonly dispatcher: Dispatcher;
  readonly conventions: Conventions;
}

export class OtherLaunch {
  /** Failure at the end, if any. */
  failure: string | undefined;
  /** Why it did not even begin: the device does not do such a launch. */
  refusal: string | undefined;
  private dispatch: Dispatch | undefined;
  private left: number;

  /** @param limit wave-instructions after which it counts as one that does not end */
  constructor(
    place: PairedLaunch,
    launch: KernelLaunch,
    code: LoadedCode,
    private readonly limit: number,
  ) {
    this.left = limit;
    try {
      const { memory, dispatcher, conventions } = place;
      this.dispatch = dispatcher.start(prepareLaunch(launch, code, memory, conventions));
    } catch (error) {
      if (!(error instanceof AtollError)) throw error;
      this.refusal = describeError(error);
    }
  }

  /** Continues for a slice. @returns whether it has ended */
  run(): boolean {
    const { dispatch } = this;
    if (!dispatch) return true;
    const outcome = dispatch.run(SLICE);
    this.left -= SLICE;
    if (outcome === 'done') return true;
    if (outcome === 'fault') this.failure = describeFault(required(dispatch.fault, 'fault of the launch'));
    else if (this.left <= 0) this.failure = `(no end within ${this.limit} wave-instructions)`;
    else return false;
    return true;
  }

  cancel(): void {
    this.dispatch?.cancel();
  }
}
