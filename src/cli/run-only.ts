// What is bundled for a quick start: `atoll run` alone. Tracer and debugger need modules that the bundle does not have; chips that ROCm
// knows have a bundle of their own (run-rocm.ts).

import './run-early.js';
import { runBundled } from './run-bundled.js';
import { hasBoard, hasRocm } from './run-order.js';

/** Executes the command line; says, with nothing done, which bundle has what it asks for, or false when none does. */
export const runOnly = (): Promise<boolean | string> =>
  runBundled(({ watch, settings }) => {
    if (watch !== undefined || hasBoard(settings)) return false;
    return hasRocm(settings) ? 'run-rocm' : true;
  });
