// The campaign over OpenCL C's builtins, with few samples; ATOLL_LONG makes them many, in every width.
// Then the references of the exact groups are themselves checked: pocl has to agree with them.

import test from 'ava';
import { buildProgram, GROUPS, runGroup } from '../../benchmarks/compiler/campaign.js';
import { ownPoclCache } from '../pocl.js';

ownPoclCache('builtins');

const LONG = process.env['ATOLL_LONG'] !== undefined;
const SAMPLES = LONG ? 20_000 : 200;
/** Functions that pocl 3.1 computes right; it needs up to a minute for each of them. */
const ON_POCL: readonly string[] = LONG ? ['async', 'vectors', 'relational', 'integer'] : [];

const program = buildProgram();

for (const { name, weight } of GROUPS) {
  test.serial(`${name} within the specification's bounds`, async (t) => {
    t.timeout(LONG ? 3_600_000 : 600_000);
    const samples = Math.ceil(SAMPLES / weight);
    const { rows, exitCode, rest } = await runGroup({
      group: name,
      samples,
      everyWidth: LONG,
      on: 'atoll',
      program: await program,
    });
    t.is(rest, '');
    t.true(rows.length > 0);
    for (const row of rows) {
      t.true(row.samples > 0, `${row.function} ${row.type}: nothing was compared`);
      t.is(row.outside, 0, `${row.function} ${row.type}: ${row.first}`);
    }
    t.is(exitCode, 0);
  });
}

test.serial('the references of the geometric functions accept right results and reject wrong ones', async (t) => {
  const settings = { group: 'geometric-references', samples: 2000, everyWidth: true, on: 'system' } as const;
  const { rows, rest } = await runGroup({ ...settings, program: await program });
  t.is(rest, '');
  t.is(rows.length, 16);
  for (const row of rows) {
    t.true(row.samples > 0);
    t.is(row.outside, 0, `${row.function}, ${row.reference}: ${row.first}`);
  }
});

for (const name of ON_POCL) {
  test.serial(`${name}: pocl agrees with the references`, async (t) => {
    t.timeout(600_000);
    const { rows, rest } = await runGroup({
      group: name,
      samples: 100,
      everyWidth: false,
      on: 'system',
      program: await program,
    });
    t.is(rest, '');
    for (const row of rows) t.is(row.outside, 0, `${row.function} ${row.type}: ${row.first}`);
  });
}
