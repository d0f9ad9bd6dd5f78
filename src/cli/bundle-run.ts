// What is bundled for a quick start: `atoll run` alone. Tracer and debugger need modules that the bundle does not have;
// chips that ROCm knows have a bundle of their own (run-rocm.ts), and so have statistics of addresses and values
// (run-watched.ts).

import './prelaunch.js';
import { collectsOnly } from '../threads/instrumentation-settings.js';
import { hasBoard, hasRocm } from './commands/run/run-plan.js';
import { runBundled } from './run-bundled.js';

/** Executes the command line; says, with nothing done, which bundle has what it asks for, or false when none does. */
export const runOnly = (): Promise<boolean | string> =>
  runBundled(({ watch, settings }) => {
    if (hasBoard(settings)) return false;
    if (watch !== undefined) return collectsOnly(watch) && !hasRocm(settings) ? 'run-watched' : false;
    return hasRocm(settings) ? 'run-rocm' : true;
  });
