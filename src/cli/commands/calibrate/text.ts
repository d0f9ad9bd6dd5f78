// Text of `atoll calibrate`: fit and prediction error of each line.

import type { Calibration } from '../../../board/calibration/file.js';
import type { Fit } from '../../../board/calibration/fit.js';
import { percent, tableOf, time } from '../../../report/agreement-text.js';

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

/** Residuals are relative to the time of a request. */
export function fitTable({ requests }: Pick<Calibration, 'requests'>): string {
  const head = ['request', 'factor', 'offset', 'pairs', 'rms', 'median', 'largest', 'cross-validated'];
  const table = tableOf(head, 1);
  for (const [request, fit] of Object.entries(requests)) if (fit) table.push(fitRow(request, fit));
  return table.toString();
}
