// What is bundled for a quick start of `atoll serve --device vega10`: as serve-only.ts, with the chips that ROCm knows
// and its driver.

import './prelaunch.js';
import { serveBundled } from './serve-bundled.js';

/** Executes the command line; false, with nothing done, when the bundle lacks what it asks for. */
export const runOnly = (): Promise<boolean | string> => serveBundled(({ watch }) => watch === undefined);
