// ATOLL_LONG: any number of HIP programs leaves the simulator as large as it was.

import test from 'ava';
import { run } from '../cli/atoll.js';
import { buildHip, hasHip } from '../driver/kfd/rocm.js';

const PROGRAMS = 2000;
/** Prints KiB of address space and in memory, mappings and files of Atoll, after each tenth of the programs. */
const SCRIPT = `
atoll=$(awk '/TracerPid/ { print $2 }' /proc/$$/status)
sample() {
  awk '/VmSize|VmRSS/ { print $2 }' /proc/$atoll/status
  wc -l </proc/$atoll/maps
  ls /proc/$atoll/fd | wc -l
}
i=0
while [ $i -lt $2 ]; do
  [ $i -gt 0 ] && [ $((i % ($2 / 10))) -eq 0 ] && sample
  "$1" >/dev/null || echo "program $i failed"
  i=$((i + 1))
done
sample`;
const NAMES = ['KiB of address space', 'KiB in memory', 'mappings', 'files'] as const;
/** How much more of each a later sample may have: eight memories of 4 GiB that are still garbage, heaps, stacks. */
const LIMITS = [8 * (4 << 20), 150 << 10, 600, 20] as const;

const long = hasHip && process.env['ATOLL_LONG'] !== undefined ? test : test.skip;
long(`${PROGRAMS} HIP programs under one Atoll`, async (t) => {
  t.timeout(4 * 3_600_000);
  const argv = ['sh', '-c', SCRIPT, 'sh', buildHip('vector-add'), String(PROGRAMS)];
  const { stdout, stderr, exitCode } = await run(argv, ['--device', 'vega10'], { timeout: 4 * 3_600_000 });
  t.is(exitCode, 0, String(stderr));
  const numbers = String(stdout).trim().split('\n').map(Number);
  t.log(numbers.join(' '));
  t.is(numbers.length, 10 * LIMITS.length, String(stdout));
  for (const [index, limit] of LIMITS.entries()) {
    const samples = numbers.filter((_, n) => n % LIMITS.length === index);
    const growth = Math.max(...samples) - samples[0]!;
    t.true(growth <= limit, `${NAMES[index]} have grown by ${growth}: ${samples.join(' ')}`);
  }
});
