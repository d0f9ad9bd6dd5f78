// HSAIL beside machine code: `node dist/benchmarks/abstraction/main.js [--only REGEX] [--write]`.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../src/util/paths.js';
import { byOwnNode } from '../own-node.js';
import { type StudyRow, studyRow } from './measure.js';
import { pageText } from './page.js';
import { PROGRAMS } from './programs.js';

const USAGE = `usage: main.js [options]
  --only REGEX  only programs whose name matches
  --write       write docs/abstraction.md; needs all programs`;

async function main(): Promise<void> {
  const options = {
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const;
  byOwnNode();
  const { values } = parseArgs({ options });
  if (values.help) return console.log(USAGE);
  if (values.write && values.only !== undefined)
    throw new Error('--write writes the page of all programs: without --only');
  const filter = new RegExp(values.only ?? '');
  const rows: StudyRow[] = [];
  for (const program of PROGRAMS.filter(({ name }) => filter.test(name))) {
    const row = await studyRow(program);
    rows.push(row);
    const ratios = ['instructions', 'time.cycles'].map((name) => {
      const [hsail, gcn3] = [row.hsail.values[name]!, row.gcn3.values[name]!];
      return `${name} ${hsail} HSAIL, ${gcn3} GCN3 (${(gcn3 / hsail).toFixed(2)})`;
    });
    console.log(`${program.name}: ${ratios.join('; ')}`);
  }
  if (values.write) writeFileSync(join(root, 'docs/abstraction.md'), pageText(rows));
  else console.log(pageText(rows));
}

await main();
