// ATOLL_LONG: any number of HIP programs leaves the simulator as large as it was.

import test from 'ava';
import { run } from '../cli/atoll.js';
import { buildHip, hasHip } from '../driver/kfd/rocm.js';

const PROGRAMS = 2000;
/** Prints KiB of address space and in memory, mappings and files of Atoll, behind the first programs and at the end. */
const SCRIPT = `
atoll=$(awk '/TracerPid/ { print $2 }' /proc/$$/status)
sample() {
  awk '/VmSize|VmRSS/ { print $2 }' /proc/$atoll/status
  wc -l </proc/$atoll/maps
  ls /proc/$atoll/fd | wc -l
}
i=0
while [ $i -lt $2 ]; do
  [ $i -eq $(($2 / 10)) ] && sample
  "$1" >/dev/null || echo "program $i failed"
  i=$((i + 1))
done
sample`;
/** By how much each may grow: addresses of memories whose garbage is still there, heaps, mappings, files. */
const LIMITS = [320 << 20, 150 << 10, 1500, 200] as const;

const long = hasHip && process.env['ATOLL_LONG'] !== undefined ? test : test.skip;
long(`${PROGRAMS} HIP programs under one Atoll`, async (t) => {
  t.timeout(4 * 3_600_000);
  const argv = ['sh', '-c', SCRIPT, 'sh', buildHip('vector-add'), String(PROGRAMS)];
  const { stdout, stderr, exitCode } = await run(argv, ['--device', 'vega10'], { timeout: 4 * 3_600_000 });
  t.is(exitCode, 0, String(stderr));
  const numbers = String(stdout).trim().split('\n').map(Number);
  t.log(numbers.join(' '));
  t.is(numbers.length, 2 * LIMITS.length, String(stdout));
  for (const [index, limit] of LIMITS.entries()) {
    const growth = numbers[index + LIMITS.length]! - numbers[index]!;
    t.true(growth < limit, `number ${index} has grown by ${growth}`);
  }
});
