// Simulated time in the processor thread.

import { TimedLaunches } from '../../timing/timed-launches.js';
import type { InstrumentWorker, WorkerHost } from '../instrument.js';
import type { TimingOptions } from './request.js';

export function createWorker(options: unknown, { lacks }: WorkerHost): InstrumentWorker {
  const { chips, byLine, threads, sample } = options as TimingOptions;
  const timed = new TimedLaunches(chips, lacks, threads, sample);
  return {
    probe: (session) => timed.probe(session),
    begun(session, _kernel, { launch, memory, submission, kernel }) {
      const lines = byLine ? kernel.about?.debug : undefined;
      timed.begun(session, { device: submission.device, launch, memory, ...(lines && { lines }) });
    },
    stuck: (session) => timed.stuck(session),
    ended: (session, launch, failure) => timed.ended(session, launch, failure),
    simulated: (session) => timed.time(session),
    collected(session) {
      const time = timed.time(session);
      return time && { time };
    },
    left: (session) => timed.left(session),
  };
}
