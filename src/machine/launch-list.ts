// The launches of a run as far as memory allows: each of the first ones by itself, later ones that are alike as one
// sum.

import type { LaunchReport } from '../driver/core/processor/messages.js';
import { sameWords } from '../emulator/code-words.js';
import { Counts } from '../emulator/counts.js';
import type { Observations } from '../emulator/observations.js';
import { isSummable, ObservationSum } from '../statistics/observe/observation-sum.js';

/** Launches that are kept by themselves. Reports list no more (src/report/run-report-limits.ts). */
const DISTINGUISHED = 10_000;

/** A sum that grows. */
interface Sum {
  readonly first: LaunchReport;
  readonly counts: Counts;
  readonly observed: ObservationSum | undefined;
  merged: number;
  ns: bigint;
  translationNs: number;
  compilationNs: number;
}

/**
 * True for launches that may be merged: failed ones, those of a board and those with a simulated time stay separate,
 * since they are slow, or the last of their queue.
 */
const isPlain = ({ observations, traffic, failure }: LaunchReport): boolean =>
  (observations === undefined || isSummable(observations)) && traffic === undefined && failure === undefined;

/** Launches that can be added have seen the same, of the memory of the same guest. */
const seenBy = (session: number, observations: Observations | undefined): unknown =>
  observations && [session, observations.addresses !== undefined, observations.values !== undefined];

export class LaunchList {
  private readonly single: LaunchReport[] = [];
  private readonly sums = new Map<string, Sum>();
  /** Codes by kernel: each report has words of its own, from another thread. */
  private readonly codes = new Map<string, Uint32Array[]>();

  /** @param distinguished launches that are kept by themselves */
  constructor(private readonly distinguished = DISTINGUISHED) {}

  add(report: LaunchReport): void {
    const [code, number] = this.codeOf(report);
    if (this.single.length < this.distinguished || !isPlain(report)) this.single.push({ ...report, code });
    else this.merge({ ...report, code }, number);
  }

  /** In the order of their ends; sums come last. */
  get all(): readonly LaunchReport[] {
    return [...this.single, ...[...this.sums.values()].map(reportOf)];
  }

  private codeOf({ kernel, code }: LaunchReport): readonly [code: Uint32Array | undefined, number: number] {
    if (!code) return [code, -1];
    let codes = this.codes.get(kernel);
    if (!codes) this.codes.set(kernel, (codes = []));
    const at = codes.findIndex((each) => sameWords(each, code));
    if (at >= 0) return [codes[at], at];
    codes.push(code);
    return [code, codes.length - 1];
  }

  private merge(report: LaunchReport, code: number): void {
    const { kernel, device, isa, mode, resources, preparation, startNs, endNs, observations } = report;
    const key = JSON.stringify([kernel, code, device, isa, mode, resources, seenBy(report.session, observations)]);
    let sum = this.sums.get(key);
    if (!sum) {
      const observed = observations && new ObservationSum(observations);
      sum = { first: report, counts: new Counts(), observed, merged: 0, ns: 0n, translationNs: 0, compilationNs: 0 };
      this.sums.set(key, sum);
    }
    sum.counts.add(report.counts);
    if (observations) sum.observed?.add(observations);
    sum.merged++;
    sum.ns += endNs - startNs;
    sum.translationNs += preparation.translationNs;
    sum.compilationNs += preparation.compilationNs;
  }
}

const reportOf = ({ first, counts, observed, merged, ns, translationNs, compilationNs }: Sum): LaunchReport => ({
  ...first,
  counts: counts.values,
  ...(observed ? { observations: observed.observations } : {}),
  merged,
  endNs: first.startNs + ns,
  preparation: { translationNs, compilationNs },
});
