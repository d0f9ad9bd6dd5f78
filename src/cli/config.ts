// `atoll config`: the resolved options and where each comes from.

import Table from 'cli-table3';
import { flagOf, RUN_OPTIONS, resolve, variableOf } from '../config.js';
import { givenFlags } from './options.js';

export function config(flags: Readonly<Record<string, unknown>>): void {
  const { json, ...rest } = flags;
  const { settings, origins } = resolve(RUN_OPTIONS, givenFlags(rest), process.env);
  const rows = Object.entries(settings).map(([key, value]) => ({
    option: flagOf(key),
    value: value ?? null,
    origin: origins[key],
    variable: variableOf(key),
  }));
  if (json) {
    process.stdout.write(`${JSON.stringify({ schema: 1, options: rows }, null, 2)}\n`);
    return;
  }
  const table = new Table({ head: ['option', 'value', 'from', 'variable'], style: { head: [], border: [] } });
  for (const { option, value, origin, variable } of rows)
    table.push([option, value === null ? '' : String(value), origin ?? '', variable]);
  process.stdout.write(`${table.toString()}\n`);
}
