// Records of blocks in the processor thread: of one launch of all programs.

import { type BlockRecordOptions, OneLaunchRecorder } from '../../timing/records/one-launch.js';
import type { InstrumentWorker, WorkerHost } from '../instrument.js';

export function createWorker(options: unknown, host: WorkerHost): InstrumentWorker {
  const recorder = new OneLaunchRecorder(options as BlockRecordOptions, host);
  return {
    probe: (session) => recorder.probe(session),
    begun: (session, _kernel, { launch, memory, kernel }) =>
      recorder.begun(session, launch, memory, kernel.about?.debug),
    stuck: (session) => recorder.stuck(session),
    ended: (session, launch, failure) => recorder.ended(session, launch, failure),
    left: (session) => recorder.left(session),
    close: () => recorder.close(),
  };
}
