// Options present in the command line. Independent of the parser, which not every run loads.

import { RUN_OPTIONS } from '../../config/config.js';
import type { OptionSpec } from '../../util/option-spec.js';

/** The flags present in the command line: commander presets `--no-x` to true. */
export function explicitFlags(flags: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const presets: Record<string, OptionSpec> = RUN_OPTIONS;
  return Object.fromEntries(
    Object.entries(flags).filter(([key, value]) => !(presets[key]?.default === true && value === true)),
  );
}
