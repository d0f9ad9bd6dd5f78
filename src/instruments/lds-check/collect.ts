// The check of LDS accesses as an instrument of a run: its worker prints each finding at once.

import type { Instrument } from '../instrument.js';

export function createInstrument(): Instrument {
  let findings: readonly string[] | undefined;
  return {
    name: 'lds-check',
    worker: { builtIn: 'lds-check' },
    collect: (value) => void (findings = value as readonly string[]),
    reports: async () => (await import('./reports.js')).ldsReports(() => findings),
  };
}
