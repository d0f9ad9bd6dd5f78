// kill -9 at random moments of a whole OpenCL run: of the guest, one of its threads, the compiler, a thread of Atoll
// (the processor and executor threads are such), Atoll itself. ATOLL_CAMPAIGN is the number of moments for each.
import { createHash } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { compile, kernelProgram, run } from '../cli/atoll.js';
import { contentOf, marked, markOf, untilNone } from '../processes.js';
import { backends } from './guests.js';

const moments = Math.max(1, Number(process.env['ATOLL_CAMPAIGN'] ?? 1));
/** Build and execution of the program below take about so long. */
const longestMs = 1200;

/** A repeatable number in [0, 1) for a name. */
const chance = (name: string) => createHash('sha256').update(name).digest().readUInt32LE(0) / 2 ** 32;

const threads = (pid: number) => names(`/proc/${pid}/task`).map(Number);

/** The compilers that Atoll has started; they do not get its environment. */
const compilers = (parent: number) =>
  threads(parent)
    .flatMap((tid) => contentOf(`/proc/${parent}/task/${tid}/children`).split(' ').filter(Boolean).map(Number))
    .filter((pid) => contentOf(`/proc/${pid}/comm`).startsWith('clang'));

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Memory files of devices that this process holds, and its threads that sleep on a futex of one. */
const ownMemoryFiles = () =>
  names('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith('/memfd:/dev/');
    } catch {
      return false;
    }
  });

type Victim = 'guest' | 'guest thread' | 'compiler' | 'thread of Atoll' | 'Atoll';

/** The thread to kill; undefined while there is none. */
function find(victim: Victim, atoll: number, guest: string, mark: string, luck: number): number | undefined {
  const any = (list: readonly number[]) => list[Math.floor(luck * list.length)];
  if (victim === 'Atoll') return atoll;
  if (victim === 'thread of Atoll') return any(threads(atoll));
  if (victim === 'compiler') return any(compilers(atoll));
  const children = marked(mark).filter((pid) => pid !== atoll);
  const main = children.find((pid) => contentOf(`/proc/${pid}/cmdline`).startsWith(`${guest}\0`));
  return main === undefined || victim === 'guest' ? main : any(threads(main));
}

/** Waits for the moment, then for a victim; true when it was killed, false when the run ended before. */
async function strike(isOver: () => boolean, delay: number, victim: () => number | undefined): Promise<boolean> {
  await sleep(delay);
  for (; !isOver(); await sleep(3)) {
    const tid = victim();
    if (tid === undefined) continue;
    try {
      process.kill(tid, 'SIGKILL');
      return true;
    } catch {
      // It has just ended.
    }
  }
  return false;
}

async function remaining(mark: string): Promise<{ left: number[]; tookMs: number }> {
  const started = performance.now();
  const left = await untilNone(() => marked(mark));
  return { left, tookMs: performance.now() - started };
}

const kernel = `kernel void k(global volatile int* p) {
${Array.from({ length: 20 }, (_, i) => `  p[${i} & 63] = (int)(sin((float)p[${i * 7} & 63]) * ${i}.0f);`).join('\n')}
  for (int i = 0; i < 2000; i++) p[get_global_id(0)] += i;
}`;

for (const backend of backends) {
  test.serial(`kill -9 at ${moments} moments for each victim (${backend})`, async (t) => {
    t.timeout(3_600_000);
    const guest = compile(t, kernelProgram(kernel, 256));
    // Written when Atoll has survived its guest: distinguishes a guest that died of a signal from an Atoll that did.
    const report = `${guest}.json`;
    let longest = 0;
    for (const victim of ['guest', 'guest thread', 'compiler', 'thread of Atoll', 'Atoll'] as const) {
      let hits = 0;
      for (let round = 0; round < moments; round++) {
        const name = `${backend} ${victim} ${round}`;
        const mark = `${process.pid}-${name.replaceAll(' ', '-')}`;
        const child = run([guest], ['--no-cache', '--backend', backend, '--report-json', report], {
          env: markOf(mark),
        });
        let over = false;
        void child.finally(() => {
          over = true;
        });
        const luck = chance(`${name} which`);
        const delay = (victim === 'compiler' ? 0.2 : 1) * longestMs * chance(name);
        const hit = await strike(
          () => over,
          delay,
          () => find(victim, child.pid!, guest, mark, luck),
        );
        const { exitCode, signal, stdout, stderr } = await child;
        const { left, tookMs } = await remaining(mark);
        longest = Math.max(longest, tookMs);
        const how = `${name} after ${delay} ms: exit ${exitCode} signal ${signal}\n${String(stdout)}\n${String(stderr)}\n${contentOf(report).slice(0, 300)}`;
        t.deepEqual(left, [], how);
        t.deepEqual(ownMemoryFiles(), [], how);
        if (hit) hits++;
        // Guest and Atoll end by the signal; a compiler is an error of the build, which the program prints; a run that
        // was over before is as ever.
        if (hit && victim !== 'compiler') t.true(signal === 'SIGKILL' || exitCode === 0, how);
        else t.is(exitCode, 0, how);
        if (hit && victim === 'compiler') t.true(/build -11[\s\S]*SIGKILL|build 0/.test(String(stdout)), how);
        t.false(String(stderr).includes('DEP0168'), how);
      }
      t.log(
        `${victim}: ${hits} of ${moments} killed in the middle; the last process was gone ${Math.round(longest)} ms later at most`,
      );
      if (moments > 10) t.true(hits > moments / 2, `${victim}: the moments fall into the run`);
    }
  });
}
