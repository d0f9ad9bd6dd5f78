// What is bundled for a quick start of `atoll run --device vega10`: as run-only.ts, with the chips that ROCm knows and its driver.

import './run-early.js';
import { runBundled } from './run-bundled.js';
import { hasBoard, needsLines } from './run-order.js';

/** Executes the command line; false, with nothing done, when the bundle lacks what it asks for. */
export const runOnly = (): Promise<boolean | string> =>
  runBundled(({ watch, settings }) => watch === undefined && !hasBoard(settings) && !needsLines(settings));
