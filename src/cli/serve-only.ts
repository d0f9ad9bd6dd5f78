// What is bundled for a quick start of `atoll serve`, as bundle-run.ts is for `atoll run`. Traces and simulated time
// come from the modules.

import './prelaunch.js';
import { hasRocm } from './commands/run/run-plan.js';
import { serveBundled } from './serve-bundled.js';

/** Executes the command line; says, with nothing done, which bundle has what it asks for, or false when none does. */
export const runOnly = (): Promise<boolean | string> =>
  serveBundled(({ watch, settings }) => {
    if (watch !== undefined) return false;
    return hasRocm(settings) ? 'serve-rocm' : true;
  });
