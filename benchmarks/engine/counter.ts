// Costs of the common counter of work-groups on other machines: a simulation of threads that take batches from it, one
// after the other. `node dist/benchmarks/engine/counter.js [--take NS] [--wake NS]`

import { groupsAtATime } from '../../src/driver/core/processor/batches.js';
import { countOf, runCommand } from '../command.js';

const USAGE = `usage: counter.js [options]
  --take NS   how long one thread has the counter's cache line (default 100: two sockets that contend for it)
  --wake NS   between one executor's start on a launch and the next one's (default 2000: a futex)`;

const THREADS = [2, 16, 64];
const GROUPS = [256, 1024, 8192, 65_536];
const MILLISECONDS = [0.3, 1, 5, 20, 100];
/** Work-groups take between 0.7 and 1.3 times the mean. */
const SPREAD = 0.3;

/** Numbers in [0, 1), alike in every run. */
function* numbers(): Generator<number, never> {
  for (let state = 1; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Nanoseconds until a launch is over that takes one thread `alone`. */
function simulate(threads: number, alone: number, groups: number, take: number, wake: number): number {
  const random = numbers();
  const batch = groupsAtATime(groups, threads, alone);
  const free = Array.from({ length: threads }, (_, thread) => thread * wake);
  let [counter, end] = [0, 0];
  for (let next = 0; next < groups; next += batch) {
    const thread = free.indexOf(Math.min(...free));
    counter = Math.max(counter, free[thread]!) + take;
    let work = 0;
    for (let group = next; group < Math.min(next + batch, groups); group++)
      work += (alone / groups) * (1 + SPREAD * (2 * random.next().value - 1));
    free[thread] = counter + work;
    end = Math.max(end, free[thread]);
  }
  return end;
}

function report(take: number, wake: number): void {
  console.log('speed over one thread');
  console.log(
    ['ms alone', 'groups', ...THREADS.map((count) => `${count} threads`)].map((text) => text.padStart(11)).join(''),
  );
  for (const milliseconds of MILLISECONDS)
    for (const groups of GROUPS) {
      const alone = milliseconds * 1e6;
      const speeds = THREADS.map((threads) => (alone / simulate(threads, alone, groups, take, wake)).toFixed(1));
      console.log([String(milliseconds), String(groups), ...speeds].map((text) => text.padStart(11)).join(''));
    }
}

await runCommand({
  usage: USAGE,
  options: { take: { type: 'string', default: '100' }, wake: { type: 'string', default: '2000' } },
  run: ({ take, wake }) => report(countOf('take', take), countOf('wake', wake)),
});
