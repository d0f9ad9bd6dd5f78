// Validates the timing model: `node dist/benchmarks/timing/main.js [--chip NAME] [--only REGEX] [--write]`.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Configuration, readConfiguration } from '../../src/timing/config/configuration.js';
import { root } from '../../src/util/paths.js';
import { byOwnNode } from '../own-node.js';
import { abstractionRows, abstractionText } from './abstractions.js';
import { LevelErrors } from './levels.js';
import { type MicroRow, microRows } from './micro.js';
import { pageText, type TimingMeasurement } from './page.js';
import { shocRows, shocText } from './shoc.js';
import { wholeRows } from './whole.js';

const USAGE = `usage: main.js [options]
  --chip NAME   what is simulated (default tahiti)
  --only REGEX  only rows whose section and name match; 'Applications' is a section, too, and 'Machine code' a name
  --levels      instead of what is published: how far the interval level is from the detailed one
  --write       write docs/timing-validation.md; needs all rows of tahiti`;

async function compareLevels(chip: Configuration, rows: readonly MicroRow[], filter: RegExp): Promise<void> {
  const errors = new LevelErrors();
  for (const row of rows) {
    errors.begin();
    row.measure(chip);
    console.log(`${row.section}: ${row.name}: ${errors.end(row.section)}`);
  }
  errors.begin();
  const report = (text: string): void => {
    console.log(`${text.replace(/: .*/, '')}: ${errors.end('Applications')}`);
    errors.begin();
  };
  await shocRows(chip, report, (name) => filter.test(`Applications: ${name}`));
  console.log(errors.text);
}

async function main(): Promise<void> {
  const options = {
    chip: { type: 'string', default: 'tahiti' },
    only: { type: 'string' },
    levels: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  byOwnNode();
  const { values } = parseArgs({ options });
  if (values.help) return console.log(USAGE);
  if (values.write && (values.only !== undefined || values.chip !== 'tahiti' || values.levels))
    throw new Error('--write writes the page of all rows of tahiti: without --only, --chip and --levels');
  const chip = readConfiguration(values.chip);
  const filter = new RegExp(values.only ?? '');
  const rows = [...microRows(), ...wholeRows()].filter(({ section, name }) => filter.test(`${section}: ${name}`));
  if (values.levels) return compareLevels(chip, rows, filter);
  const measured = rows.map((row): TimingMeasurement => {
    const figure = row.measure(chip);
    console.log(
      `${row.section}: ${row.name}: ${figure.toPrecision(4)} ${row.unit}, published ${row.published ?? 'none'}`,
    );
    return { ...row, figure };
  });
  const more: string[] = [];
  const applications = await shocRows(chip, console.log, (name) => filter.test(`Applications: ${name}`));
  if (applications.length > 0) more.push(shocText(applications));
  if (filter.test('Machine code')) more.push(abstractionText(await abstractionRows(console.log)));
  if (values.write) writeFileSync(join(root, 'docs', 'timing-validation.md'), pageText(chip, measured, more));
  else for (const text of more) console.log(text);
}

await main();
