// What is bundled for a quick start of `atoll run --device vega10`: as bundle-run.ts, with the chips that ROCm knows
// and its driver.

import './prelaunch.js';
import { hasBoard, needsLines } from './commands/run/run-plan.js';
import { runBundled } from './run-bundled.js';

/** Executes the command line; false, with nothing done, when the bundle lacks what it asks for. */
export const runOnly = (): Promise<boolean | string> =>
  runBundled(({ watch, settings }) => watch === undefined && !hasBoard(settings) && !needsLines(settings));
