// Six HSA programs over 1 to N threads: `node dist/benchmarks/hsa/main.js [--threads N] [--write]`; needs the headers
// of HSA's runtime and g++.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { machineInfo } from '../../src/bench/machine-info.js';
import { root } from '../../src/util/paths.js';
import { countOf, type OptionValues, runCommand } from '../command.js';
import { buildEvaluation, evaluate } from './measure.js';
import { type EvaluationRow, type EvaluationTable, pageText, tableText } from './page.js';
import { PROGRAMS } from './programs.js';

const USAGE = `usage: main.js [options]
  --threads N    measure with 1 to N threads (default: one for each processor)
  --runs N       of which the mean is printed (default 5)
  --device NAME  the chip (default fiji)
  --only NAME    of the programs
  --small        sizes of the tests, in place of the published ones
  --write        write docs/hsa-measured.md; needs all programs in their sizes`;

const OPTIONS = {
  threads: { type: 'string', default: String(availableParallelism()) },
  runs: { type: 'string', default: '5' },
  device: { type: 'string', default: 'fiji' },
  only: { type: 'string', default: '' },
  small: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
} as const;

function measure(values: OptionValues<typeof OPTIONS>, folder: string): EvaluationTable {
  const { device, only, small } = values;
  const threads = Array.from({ length: countOf('threads', values.threads) }, (_, n) => n + 1);
  const runs = countOf('runs', values.runs);
  const built = buildEvaluation(folder);
  const rows: EvaluationRow[] = [];
  for (const program of PROGRAMS.filter(({ name }) => name.includes(only))) {
    const size = small ? program.testSize : program.size;
    const results = threads.map((count) => {
      process.stderr.write(`${program.title}, ${count} of ${threads.length} threads\n`);
      return evaluate(built, { program: program.name, size, device, threads: count, runs });
    });
    rows.push({ program, size, results });
  }
  return { device, runs, threads, machine: machineInfo(), rows };
}

await runCommand({
  usage: USAGE,
  options: OPTIONS,
  run: (values) => {
    if (values.write && (values.only !== '' || values.small))
      throw new Error('--write writes the page of all programs: without --only and --small');
    const folder = mkdtempSync(join(tmpdir(), 'atoll-hsa-'));
    try {
      const table = measure(values, folder);
      if (values.write) writeFileSync(join(root, 'docs/hsa-measured.md'), pageText(table));
      process.stdout.write(tableText(table));
      return table.rows.every(({ results }) => results.every(({ wrong }) => wrong === 0)) ? 0 : 1;
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
});
