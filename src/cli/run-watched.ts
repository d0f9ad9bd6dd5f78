// What is bundled for a quick start of `atoll run --stats=addresses`: as bundle-run.ts, with the probes of statistics.
// Other watchers come from the modules. Statistics by name that need no probe run here, too: to start the other bundle
// then would take longer.

import './prelaunch.js';
import { collectsOnly } from '../threads/instrumentation-settings.js';
import { hasBoard, hasRocm } from './commands/run/run-plan.js';
import { runBundled } from './run-bundled.js';

/** Executes the command line; says, with nothing done, which bundle has what it asks for, or false when none does. */
export const runOnly = (): Promise<boolean | string> =>
  runBundled(({ watch, settings }) => {
    if (hasBoard(settings) || hasRocm(settings)) return false;
    return watch === undefined || collectsOnly(watch);
  });
