// Generated kernels on every engine that users get, whole launches, beside pocl. `npm run test:long` runs thousands;
// ATOLL_SEED begins elsewhere. A failure is printed with its seed: node dist/test/generator/main.js --reduce --seed N
// makes it small.

import test, { type ExecutionContext } from 'ava';
import { updateBundle } from '../cli/atoll.js';
import { type CampaignSettings, runCampaign } from './campaign.js';
import { buildHost } from './host/build-host.js';
import { makeProgram, printProgram } from './language/program.js';

const LONG = process.env['ATOLL_LONG'] !== undefined;
const SEED = Number(process.env['ATOLL_SEED'] ?? 1);
const HOURS = 3_600_000;

const SETTINGS = {
  host: buildHost(),
  compilers: new Map<string, string>(),
  node: process.execPath,
  hangSeconds: 600,
  jobs: 2,
  kernelsPerProgram: 4,
} as const;

// Only bundles keep state between runs.
test.before(() => updateBundle());

async function findsNothing(t: ExecutionContext, settings: Pick<CampaignSettings, 'seed' | 'count' | 'engines'>) {
  t.timeout(LONG ? 24 * HOURS : HOURS);
  const result = await runCampaign(
    { ...SETTINGS, programsPerBatch: LONG ? 10 : 25, ...settings },
    (soFar, failures) => {
      for (const { seed, engine, what, text } of failures) t.log(`seed ${seed}, ${engine}: ${what}: ${text}`);
      if (LONG)
        process.stderr.write(
          `generator: ${soFar.kernels} of ${settings.count} kernels, ${soFar.failures.length} failures\n`,
        );
    },
  );
  t.true(result.kernels >= settings.count);
  // pocl dies of some programs by itself, which is no result about Atoll; of many, there is nothing left to compare
  // with.
  const crashes = result.failures.filter(({ engine, what }) => engine === 'pocl' && what === 'crash');
  t.true(crashes.length <= 1 + settings.count / 100, 'pocl crashes');
  t.deepEqual(
    result.failures
      .filter((each) => !crashes.includes(each))
      .map(({ seed, engine, what }) => `${seed} ${engine} ${what}`),
    [],
  );
}

test.serial('a seed gives the same program each time, another seed another one', (t) => {
  t.is(printProgram(makeProgram(7, 3)), printProgram(makeProgram(7, 3)));
  t.not(printProgram(makeProgram(7, 3)), printProgram(makeProgram(8, 3)));
});

test.serial('kernels compute the results of pocl', (t) =>
  findsNothing(t, {
    seed: SEED,
    count: LONG ? 5000 : 60,
    engines: LONG ? ['pocl', 'turbofan', 'oracle', 'native'] : ['pocl', 'turbofan'],
  }),
);

test.serial('and on all other engines', (t) =>
  findsNothing(t, {
    seed: SEED + 10_000,
    count: LONG ? 1000 : 8,
    engines: ['pocl', 'jit', 'wasm', 'kept', 'turbofan', 'liftoff', 'native', 'interp', 'oracle'],
  }),
);
