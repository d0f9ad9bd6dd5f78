// Coverage as an instrument of a run: it needs no probes, because engines count executions anyway.

import type { Settings } from '../../config/config.js';
import { required } from '../../util/required.js';
import { writeOutput } from '../../util/whole-file.js';
import type { Instrument } from '../instrument.js';
import { coverageOf } from './coverage.js';

export function createInstrument({ coverage: file }: Pick<Settings, 'coverage'>): Instrument {
  return {
    name: 'coverage',
    needs: { lines: true, launches: true },
    reports: async () => (await import('./reports.js')).coverageReports,
    open: (run) => run.createFile(required(file, 'file of the coverage'), 'the coverage'),
    async finish({ images, launches }) {
      writeOutput(
        required(file, 'file of the coverage'),
        'the coverage',
        `${JSON.stringify(coverageOf(images, launches))}\n`,
      );
    },
  };
}
