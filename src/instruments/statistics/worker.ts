// Statistics of addresses and of values in the processor thread: a collector for each program.

import { argumentBuffers } from '../../launch/launch-context.js';
import { Collector } from '../../statistics/observe/collector.js';
import type { ObservationSettings } from '../../statistics/observe/settings.js';
import type { InstrumentWorker, WorkerHost } from '../instrument.js';

export function createWorker(options: unknown, { launchContexts }: WorkerHost): InstrumentWorker {
  const collectors = new Map<number, Collector>();
  return {
    probe(session) {
      const collector = new Collector(options as ObservationSettings);
      collectors.set(session, collector);
      return collector.probe;
    },
    begun(session, kernel, { launch, memory }) {
      collectors.get(session)?.begun(kernel, () => argumentBuffers(launchContexts.of(launch), memory));
    },
    collected: (session) => collectors.get(session)?.take(),
    left: (session) => void collectors.delete(session),
  };
}
