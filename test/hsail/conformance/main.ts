// Runs recorded cases of the conformance suite through the finalizer, and prints a table by category:
// `node dist/test/hsail/conformance/main.js FILE... [--device fiji] [--engine interp] [--only TEXT] [--every N]
// [--items N]`.
// Cases with more work-items than `--items` are left out.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { chipById } from '../../../src/chips/chips.js';
import type { EngineName } from '../../../src/config/engine-names.js';
import { loadIsa } from '../../../src/isa/load-isa.js';
import { LibraryMachine } from '../../../src/library/machine.js';
import { type ConformanceCase, readCases } from './cases.js';
import { type CaseResult, executeCases } from './execute.js';

const BATCH = 100;
/** Cases after which a new machine frees the code of the old ones. */
const MACHINE_BATCHES = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    device: { type: 'string', default: 'fiji' },
    engine: { type: 'string', default: 'interp' },
    only: { type: 'string', default: '' },
    every: { type: 'string', default: '1' },
    items: { type: 'string', default: '100000' },
    failures: { type: 'string', default: '20' },
  },
});

const textOf = (file: string): string => {
  const bytes = readFileSync(file);
  if (file.endsWith('.br')) return brotliDecompressSync(bytes).toString('latin1');
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
};

/** Work-items of the largest launch. */
const itemsOf = ({ steps }: ConformanceCase): number =>
  Math.max(
    0,
    ...steps.map((step) =>
      'dispatch' in step ? step.dispatch.globalSize.reduce((product, size) => product * size, 1) : 0,
    ),
  );

const cases = positionals
  .flatMap((file) => readCases(textOf(file)))
  .filter((each) => each.name.includes(values.only) && itemsOf(each) <= Number(values.items))
  .filter((_, index) => index % Number(values.every) === 0);
await loadIsa(chipById(values.device)!.target);

const results: CaseResult[] = [];
let machine: LibraryMachine | undefined;
for (let at = 0, batches = 0; at < cases.length; at += BATCH, batches++) {
  if (batches % MACHINE_BATCHES === 0) {
    await machine?.close();
    machine = new LibraryMachine({ engine: values.engine as EngineName });
  }
  results.push(...(await executeCases(machine!, values.device, cases.slice(at, at + BATCH))));
}
await machine?.close();

const table = new Map<string, Record<CaseResult['status'], number>>();
for (const { name, status } of results) {
  const category = name.split('/').slice(1, 4).join('/');
  const row = table.get(category) ?? { passed: 0, failed: 0, refused: 0, missing: 0 };
  row[status]++;
  table.set(category, row);
}
const bad = results.filter(({ status }) => status === 'failed' || status === 'refused');
for (const { name, status, detail } of bad.slice(0, Number(values.failures)))
  process.stdout.write(`${status} ${name}: ${detail}\n`);
for (const [category, { passed, failed, refused, missing }] of table)
  process.stdout.write(`${category}: ${passed} passed, ${failed} failed, ${refused} refused, ${missing} not run\n`);
const passed = results.filter(({ status }) => status === 'passed').length;
process.stdout.write(`${values.device} ${values.engine}: ${passed} of ${results.length} passed\n`);
