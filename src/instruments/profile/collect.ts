// The page about a run as an instrument: it needs no probes, and shows what other instruments have measured.

import type { Settings } from '../../config/config.js';
import { required } from '../../util/required.js';
import type { Instrument } from '../instrument.js';

export function createInstrument({ report }: Pick<Settings, 'report'>): Instrument {
  const file = required(report, 'file of the report');
  return {
    name: 'profile',
    needs: { launches: true, lines: true },
    open: (run) => run.createFile(file, 'the report'),
    /** It imports the instruction sets, and is loaded only on use. */
    async finish(run) {
      await (await import('./page.js')).writeRunPage(file, run);
    },
  };
}
