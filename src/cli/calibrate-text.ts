// What `atoll calibrate` prints: how well each line fits and predicts, and the two accounts of each kernel's time.

import Table from 'cli-table3';
import type { Agreement } from '../board/calibration/agreement.js';
import type { Calibration } from '../board/calibration/file.js';
import type { Fit } from '../board/calibration/fit.js';

const percent = (part: number): string => `${(100 * part).toFixed(part < 0.1 ? 1 : 0)} %`;
const time = (ns: number): string => (ns < 1000 ? `${ns.toFixed(0)} ns` : `${(ns / 1000).toPrecision(3)} us`);

const tableOf = (head: readonly string[], left: number): InstanceType<typeof Table> =>
  new Table({
    head: [...head],
    colAligns: head.map((_, n) => (n < left ? 'left' : 'right')),
    style: { head: [], border: [] },
  });

function fitRow(request: string, { factor, offset, pairs, groups, residuals, crossValidated }: Fit): string[] {
  const unit = request === 'launch' ? '' : ' ns/B';
  return [
    request,
    `${factor.toPrecision(4)}${unit}`,
    time(offset),
    `${pairs} of ${groups}`,
    percent(residuals.rms),
    percent(residuals.median),
    percent(residuals.largest),
    crossValidated === null ? 'not known' : percent(crossValidated),
  ];
}

/** Residuals are parts of the time of a request. */
export function fitTable({ requests }: Pick<Calibration, 'requests'>): string {
  const head = ['request', 'factor', 'offset', 'pairs', 'rms', 'median', 'largest', 'cross-validated'];
  const table = tableOf(head, 1);
  for (const [request, fit] of Object.entries(requests)) if (fit) table.push(fitRow(request, fit));
  return table.toString();
}

/** By kernel, those first that are furthest from the usual one. */
export function agreementTable({ kernels }: Agreement): string {
  const table = tableOf(['program', 'kernel', 'launches', 'measured', 'simulated', 'ratio', ''], 2);
  const far = (ratio: number): number => Math.abs(Math.log(ratio));
  for (const each of [...kernels].sort((a, b) => far(b.ratio) - far(a.ratio)))
    table.push([
      each.program,
      each.kernel,
      each.launches,
      time(each.measured),
      time(each.simulated),
      each.ratio.toPrecision(2),
      each.outlier ? 'outlier' : '',
    ]);
  return table.toString();
}

export function agreementText({ kernels, correlation, meanError, meanErrorOfShape, usualRatio }: Agreement): string {
  const outliers = kernels.filter(({ outlier }) => outlier).length;
  return (
    `${kernels.length} kernels: correlation ${correlation === null ? 'not known' : correlation.toFixed(3)} (of logarithms), ` +
    `mean error ${percent(meanError)}, ${percent(meanErrorOfShape)} beside the usual ratio of ${usualRatio.toPrecision(3)}, ${outliers} outliers`
  );
}
