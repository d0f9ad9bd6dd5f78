// A launch on two devices from the same memory: on the board first, whose results stay aside, then here; and what they
// have made of it.

import type { LaunchRun, RemoteLaunch } from '../../driver/core/processor/remote-executor.js';
import type { ComparisonTotals, TransferTotals } from '../../driver/core/processor/transfer-totals.js';
import type { Dispatch } from '../../emulator/dispatch.js';
import { required } from '../../util/required.js';
import type { Line } from '../calibration/fit.js';
import { type ComparisonResult, channelType, compareBuffers, elementType } from './compare.js';
import { recordDifference } from './difference-file.js';
import type { BoardGuest } from './guest.js';
import { BoardRun } from './run.js';
import type { Tolerance } from './tolerance.js';

/** Plain data: it crosses threads. */
export interface CompareSettings {
  readonly tolerance: Tolerance;
  /** Launches that differ continue, with what this side has made of them. */
  readonly goesOn: boolean;
  /** The first launch that differs is kept there. */
  readonly file: string;
}

/** State that the comparisons of a run share. */
export interface ComparePlace {
  readonly settings: CompareSettings;
  recorded: boolean;
}

export class CrossCheckedRun implements LaunchRun {
  failure: string | undefined;
  traffic: TransferTotals | undefined;
  private readonly board: BoardRun;
  private local: Dispatch | undefined;

  constructor(
    private readonly guest: BoardGuest,
    private readonly what: RemoteLaunch,
    private readonly place: ComparePlace,
    /** From the device's time to the reported one. */
    time?: Line,
  ) {
    this.board = new BoardRun(guest, what, time);
  }

  get launch() {
    return this.what.launch;
  }

  get counts() {
    return (this.local ?? this.board).counts;
  }

  get fault() {
    return this.local?.fault;
  }

  get stoppedAt() {
    return this.local?.stoppedAt;
  }

  get runsGroups() {
    return this.local?.runsGroups ?? false;
  }

  run(budget?: number): ReturnType<LaunchRun['run']> {
    if (this.local) {
      const outcome = this.local.run(budget);
      return outcome === 'done' ? this.end() : outcome;
    }
    const outcome = this.board.run();
    if (outcome === 'failed' && !this.place.settings.goesOn) {
      this.failure = this.board.failure;
      return outcome;
    }
    if (outcome === 'done' || outcome === 'failed') {
      this.local = this.what.startHere();
      return 'budget';
    }
    return outcome;
  }

  private end(): 'done' | 'failed' {
    const { settings } = this.place;
    const { traffic, failure } = this.board;
    const comparison: ComparisonTotals = traffic
      ? { ...this.compare(), measuredNs: traffic.shownNs ?? traffic.deviceNs }
      : { ulp: 0, apart: 0, problem: failure };
    // Times are this side's: the events of a program that is verified are not to change.
    const { shownNs: _, ...moved } = traffic ?? NOTHING;
    this.traffic = { ...moved, deviceNs: undefined, comparison };
    if (!comparison.difference) return 'done';
    this.guest.differs(comparison.difference);
    if (settings.goesOn) return 'done';
    this.failure = comparison.difference;
    return 'failed';
  }

  private compare(): ComparisonTotals {
    const { memory } = this.what;
    const { tolerance } = this.place.settings;
    let [ulp, apart] = [0, 0];
    for (const { argument, index, address, offset, contents, shape } of this.board.results) {
      const own = memory.u8.subarray(address, address + contents.length);
      const type = shape ? channelType(shape) : elementType(argument.typeName);
      const result = compareBuffers(own, contents, type, offset, tolerance);
      [ulp, apart] = [Math.max(ulp, result.ulp), Math.max(apart, result.apart)];
      if (result.difference) return { ulp, apart, difference: this.text(argument.name, index, result) + this.record() };
    }
    return { ulp, apart };
  }

  private text(name: string, index: number, { difference }: ComparisonResult): string {
    const { index: element, values } = required(difference, 'difference');
    return `kernel ${this.launch.kernel}: the devices differ in argument ${index} '${name}' at index ${element}: ${values[0]} here, ${values[1]} on the board`;
  }

  private record(): string {
    const { place, what, board } = this;
    if (place.recorded) return '';
    place.recorded = true;
    return `\n  ${recordDifference(place.settings.file, what, board.before, this.guest.memoryNow)}`;
  }

  cancel(): void {
    this.board.cancel();
    this.local?.cancel();
  }

  describe(): string {
    return (this.local ?? this.board).describe();
  }
}

const NOTHING: TransferTotals = { deviceNs: undefined, sentBytes: 0, receivedBytes: 0, comparedBytes: 0, compareNs: 0 };
