// Memory of guests that have gone is used again: any number of opens leaves the simulator as large as it was.
// ATOLL_LONG makes it 20,000.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { PROTOCOL_VERSION } from '../../src/abi/schema.js';
import { root } from '../../src/util/paths.js';
import { run, scratchFolder } from '../cli/atoll.js';

const LONG = process.env['ATOLL_LONG'] !== undefined;
/** Of one process, far beyond how many contexts there may be at a time; and of children, which take longer. */
const OPENS = { own: LONG ? 20_000 : 1000, children: LONG ? 20_000 : 300 };
/** GiB: a memory takes 8, and threads may still have some of those that have ended. */
const MAX_GIB = 40 * 8;
/** Mappings and open files that come and go with garbage of V8's. */
const MAX_MAPPINGS = LONG ? 4000 : 1500;
const MAX_FILES = 200;
/** MiB: by how much the heaps of the threads grow once. */
const MAX_RESIDENT = LONG ? 150 : 45;

for (const device of ['atoll', 'kfd'] as const)
  for (const how of ['own', 'children'] as const) {
    test.serial(`opens of ${device} by ${how === 'own' ? 'one process' : 'processes'} leave nothing`, async (t) => {
      t.timeout(LONG ? 3_600_000 : 300_000);
      const program = join(scratchFolder(t), 'opens');
      execFileSync('gcc', ['-O1', '-w', join(root, 'test/driver/opens-guest.c'), '-o', program]);
      const argv = [program, device, how, String(OPENS[how]), String(PROTOCOL_VERSION)];
      const timeout = LONG ? 3_600_000 : 290_000;
      const { stdout, stderr, exitCode } = await run(argv, ['--device', 'vega10'], { timeout });
      const numbers = /^failed (\d+) size (-?\d+) resident (-?\d+) mappings (-?\d+) files (-?\d+)$/.exec(
        String(stdout),
      );
      t.truthy(numbers, `${stdout}\n${stderr}`);
      const [failed, gibibytes, resident, mappings, files] = numbers!.slice(1).map(Number) as [
        number,
        number,
        number,
        number,
        number,
      ];
      t.log(String(stdout));
      t.is(failed, 0, String(stderr));
      t.true(gibibytes < MAX_GIB, `${gibibytes} GiB`);
      t.true(resident < MAX_RESIDENT, `${resident} MiB`);
      t.true(mappings < MAX_MAPPINGS, `${mappings} mappings`);
      t.true(files < MAX_FILES, `${files} files`);
      t.is(exitCode, 0);
    });
  }
