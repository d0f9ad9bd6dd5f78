// The summary of a run as an instrument: it needs no probes, and prints also what other instruments have measured.

import type { Instrument } from '../instrument.js';

export const createInstrument = (): Instrument => ({
  name: 'summary',
  needs: { launches: true },
  /** It imports the instruction sets, and is loaded only on use. */
  async finish(run) {
    const [{ summarize }, { reportsOf }] = await Promise.all([import('./text.js'), import('../reports.js')]);
    const { launches, images, wallNs, devices, builds, compilations, say } = run;
    const parts = await reportsOf(run.instruments);
    const lines = parts.flatMap(({ summary }) => summary?.({ launches, images, isFinal: true }) ?? []);
    say([summarize(launches, wallNs, devices, { builds, compilations }), ...lines].join('\n'));
  },
});
