// Statistics in the reports of a run: of lines and instructions in the JSON, tables on the page.

import type { RunReport } from '../../report/run-report.js';
import { required } from '../../util/required.js';
import type { InstrumentReports, LaunchSelection } from '../reports.js';
import { subjectsOf } from './parts.js';
import type { StatisticsRequest } from './request.js';
import { statisticsTables } from './tables.js';

type KernelFields = Pick<RunReport['kernels'][number], 'byLine' | 'byInstruction'>;

/** The selected statistics of lines and instructions. They take longer than the rest: only the last report has them. */
function partsOf(request: StatisticsRequest, { launches, images, isFinal }: LaunchSelection): KernelFields {
  if (!isFinal) return {};
  const rows = request.rows.filter(({ scope }) => scope === 'instruction');
  const scopes = request.scopes.filter((scope) => scope === 'line' || scope === 'instruction');
  const subjects = subjectsOf(launches, rows, scopes, images).map(({ values, bins, ...subject }) => ({
    ...subject,
    statistics: Object.fromEntries(rows.map(({ name }, n) => [name, required(values[n], 'value of the row')])),
    histograms: Object.fromEntries(
      rows.flatMap((row, n) => (row.bins ? [[row.name, bins[n] ? Object.fromEntries(bins[n]) : null]] : [])),
    ),
  }));
  const byLine = subjects.flatMap(({ scope, line, text = '', statistics, histograms }) =>
    scope === 'line' ? [{ line: required(line, 'line of the subject'), text, statistics, histograms }] : [],
  );
  const byInstruction = subjects.flatMap(({ scope, code, offset, instruction, statistics, histograms }) =>
    scope === 'instruction'
      ? [
          {
            code: required(code, 'code of the subject'),
            offset: required(offset, 'offset of the subject'),
            instruction: required(instruction, 'instruction of the subject'),
            statistics,
            histograms,
          },
        ]
      : [],
  );
  return {
    ...(scopes.includes('line') ? { byLine } : {}),
    ...(scopes.includes('instruction') ? { byInstruction } : {}),
  };
}

/** @param names the statistics as they were selected */
export const statisticsReports = (request: StatisticsRequest, names: readonly string[]): InstrumentReports => ({
  fields: { kernel: (kernel) => partsOf(request, kernel) },
  page: ({ launches, images }) => ({
    statistics: names,
    tables: statisticsTables(request, launches, images),
  }),
});
