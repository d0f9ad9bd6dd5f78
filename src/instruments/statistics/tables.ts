// Statistics of launches, lines and instructions as tables of the report page, which already has those of whole
// kernels.

import type { LaunchReport } from '../../driver/core/processor/messages.js';
import type { KernelImage } from '../../launch/image.js';
import type { NumberTable } from '../../report/number-tables.js';
import { required } from '../../util/required.js';
import type { Scope, Subject } from './numbers.js';
import { subjectsOf } from './parts.js';
import type { StatisticsRequest } from './request.js';

/** Subject columns by scope: heads and cells. */
const NAMED: Partial<Record<Scope, readonly (readonly [head: string, cell: (subject: Subject) => string | number])[]>> =
  {
    launch: [['launch', ({ launch = 0 }) => launch]],
    line: [
      ['line', ({ line = '' }) => line],
      ['source', ({ text = '' }) => text],
    ],
    instruction: [
      ['offset', ({ offset = 0 }) => `+0x${offset.toString(16)}`],
      ['instruction', ({ instruction = '' }) => instruction],
    ],
  };

/** One for each kernel and scope that `--stats-by` names, in the order of the scopes. */
export function statisticsTables(
  { rows, scopes }: Pick<StatisticsRequest, 'rows' | 'scopes'>,
  launches: readonly LaunchReport[],
  images: readonly KernelImage[],
): NumberTable[] {
  return scopes.flatMap((scope) => {
    const named = NAMED[scope];
    if (!named) return [];
    const shown = rows.flatMap((row, n) => (scope === 'launch' || row.scope === 'instruction' ? [n] : []));
    const heads = [
      ...named.map(([head]) => ({ head, title: '' })),
      ...shown.map((n) => ({
        head: required(rows[n], 'row').name,
        title: `${required(rows[n], 'row').unit}. ${required(rows[n], 'row').definition}`,
      })),
    ];
    const subjects = subjectsOf(launches, rows, [scope], images);
    return [...new Set(subjects.map(({ kernel }) => kernel))].map((kernel) => ({
      kernel,
      scope,
      heads,
      rows: subjects
        .filter((subject) => subject.kernel === kernel)
        .map((subject) => [
          ...named.map(([, cell]) => cell(subject)),
          ...shown.map((n) => required(subject.values[n], 'value of the row')),
        ]),
    }));
  });
}
