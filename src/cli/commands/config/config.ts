// `atoll config`: the resolved options with their sources, and whether the configuration file may set them.

import Table from 'cli-table3';
import { flagOf, RUN_OPTIONS, resolve, variableOf } from '../../../config/config.js';
import type { OptionSpec } from '../../../util/option-spec.js';
import { explicitFlags } from '../../command-line/explicit-options.js';
import { writeError } from '../../command-line/output.js';

export function config(flags: Readonly<Record<string, unknown>>): void {
  const { json, ...rest } = flags;
  const { settings, origins, notes } = resolve(RUN_OPTIONS, explicitFlags(rest), process.env);
  for (const note of notes) writeError(`atoll: ${note}\n`);
  const specs: Readonly<Record<string, OptionSpec>> = RUN_OPTIONS;
  const rows = Object.entries(settings).map(([key, value]) => ({
    option: flagOf(key),
    value: value ?? null,
    origin: origins[key],
    variable: variableOf(key),
    /** Set if atoll.config.json may set it. */
    inFile: specs[key]?.keptFrom === undefined,
  }));
  if (json) {
    process.stdout.write(`${JSON.stringify({ schema: 2, options: rows, notes }, null, 2)}\n`);
    return;
  }
  const table = new Table({
    head: ['option', 'value', 'from', 'variable', 'in atoll.config.json'],
    style: { head: [], border: [] },
  });
  for (const { option, value, origin, variable, inFile } of rows)
    table.push([option, value === null ? '' : String(value), origin ?? '', variable, inFile ? 'yes' : 'no']);
  process.stdout.write(`${table.toString()}\n`);
}
