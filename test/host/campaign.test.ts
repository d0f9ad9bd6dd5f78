// Fault campaigns: guests and hosts killed at random moments, hostile guests, crowds. The counts are small here and
// large in `npm run test:long` (ATOLL_CAMPAIGN, a factor; the specification's counts are reached with 50).
import { createHash } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import test from 'ava';
import { marked, markOf, untilNone } from '../processes.js';
import { backends, failedChecks, guestProgram, runGuest } from './guests.js';

const factor = Math.max(1, Number(process.env['ATOLL_CAMPAIGN'] ?? 1));
const killsPerVictim = factor;

/** A repeatable number in [0, 1) for a name. */
function chance(name: string): number {
  return createHash('sha256').update(name).digest().readUInt32LE(0) / 2 ** 32;
}

/** Memory files among our own descriptors. */
function memoryFiles(): string[] {
  const link = (fd: string) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return ''; // the one that readdirSync itself had open
    }
  };
  return readdirSync('/proc/self/fd')
    .map(link)
    .filter((target) => target.startsWith('/memfd:'));
}

const left = (mark: string): Promise<number[]> => untilNone(() => marked(mark));

for (const backend of backends) {
  const options = { backend };

  test.serial(`guests killed at ${killsPerVictim} random moments (${backend})`, async (t) => {
    for (let round = 0; round < killsPerVictim; round++) {
      for (const [name, ...rest] of [
        ['load', 'ioctls', '100000000'],
        ['load', 'opens', '100000000'],
        ['signals'],
      ] as const) {
        const killAfter = 20 + 300 * chance(`${backend} ${name} ${round}`);
        const mark = `killed-${backend}-${name}-${round}-${process.pid}`;
        // A child that has stopped itself would stay for ever, as it does without a host.
        const killing = { options: { ...options, daemons: 'kill' }, killAfter, mark } as const;
        const run = await runGuest([guestProgram(name), ...rest], killing);
        const [exit] = run.report!.exits;
        t.true(
          exit!.code === 137 || (name === 'signals' && exit!.code === 0),
          `${name} after ${killAfter} ms: ${exit!.code}`,
        );
        t.is(run.report!.log.releases, run.report!.log.opens);
        t.deepEqual(run.report!.descriptors.after, run.report!.descriptors.before);
        t.is(run.report!.threads.after, run.report!.threads.before);
        t.deepEqual(await left(mark), []);
      }
    }
  });

  test.serial(`threads of guests killed at ${killsPerVictim} random moments (${backend})`, async (t) => {
    for (let round = 0; round < killsPerVictim; round++) {
      const killThreadAfter = 5 + 120 * chance(`thread ${backend} ${round}`);
      const run = await runGuest([guestProgram('threads')], { options, killThreadAfter });
      const { exits, log, descriptors, threads } = run.report!;
      t.true([0, 137].includes(exits[0]!.code), `after ${killThreadAfter} ms: ${exits[0]!.code}`);
      t.is(log.releases, log.opens);
      t.deepEqual(descriptors.after, descriptors.before);
      t.is(threads.after, threads.before);
    }
  });

  test.serial(`hosts killed at ${killsPerVictim} random moments (${backend})`, async (t) => {
    for (let round = 0; round < killsPerVictim; round++) {
      for (const name of ['threads', 'processes', 'release']) {
        const mark = `orphan-${backend}-${name}-${round}-${process.pid}`;
        const dieAfter = 1 + 80 * chance(`host ${backend} ${name} ${round}`);
        const run = await runGuest([guestProgram(name, 'static')], { options, dieAfter, mark });
        t.true(run.signal === 'SIGKILL' || run.status === 0);
        t.deepEqual(await left(mark), []);
      }
    }
  });

  test.serial(`hostile guests with ${2 * factor} seeds (${backend})`, async (t) => {
    for (let seed = 1; seed <= 2 * factor; seed++) {
      const run = await runGuest([guestProgram('hostile', seed % 2 ? 'i386' : 'x86-64'), String(seed), '1000'], {
        options,
      });
      t.deepEqual(failedChecks(run), [], `seed ${seed}`);
      t.deepEqual(run.report!.warnings, []);
      t.is(run.report!.log.releases, run.report!.log.opens);
    }
  });

  test.serial(`a crowd of guests at once (${backend})`, async (t) => {
    const copies = Math.min(64, 16 * factor);
    const run = await runGuest([guestProgram('memory')], { options, copies });
    t.deepEqual(run.report!.exits, Array(copies).fill({ code: 0 }));
    t.is(run.report!.log.releases, copies);
    t.deepEqual(run.report!.descriptors.after, run.report!.descriptors.before);
  });

  test.serial(`opens and ioctls by the thousand do not grow anything (${backend})`, async (t) => {
    const loads = [
      ['opens', 500 * factor],
      ['ioctls', 20000 * factor],
    ] as const;
    for (const [what, count] of loads) {
      const small = await runGuest([guestProgram('load'), what, String(count / 10)], { options });
      const large = await runGuest([guestProgram('load'), what, String(count)], { options });
      t.deepEqual(failedChecks(large), []);
      t.is(large.report!.log.releases, large.report!.log.opens);
      t.deepEqual(large.report!.descriptors.after, large.report!.descriptors.before);
      const growth = large.report!.residentMiB - small.report!.residentMiB;
      t.true(growth < 48, `${what}: ${growth} MiB more after ten times as many`);
    }
  });
}

test.serial('the end of a Worker ends its guests', async (t) => {
  const module = JSON.stringify(new URL('../../src/host/supervisor.js', import.meta.url).href);
  const mark = `worker-${process.pid}`;
  const text = `
    const { startGuest } = await import(${module});
    const { parentPort } = await import('node:worker_threads');
    const argv = ['sh', '-c', 'exec 7<>/dev/atoll-worker; sleep 100 & sleep 100'];
    const file = { size: 4096, ioctl: () => 0, release: () => {} };
    const open = () => { parentPort.postMessage(guest.pid); return file; };
    const device = { path: '/dev/atoll-worker', major: 240, minor: 1, requests: { type: 0xa7 }, open };
    const env = { ...process.env, ...${JSON.stringify(markOf(mark))} };
    const guest = startGuest({ file: 'sh', argv, env, cwd: '/', devices: [device] });`;
  for (let round = 0; round < 6; round++) {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(text)}`));
    const pid = await new Promise<number>((resolve) => worker.once('message', resolve));
    await setTimeout(20 * (round % 3));
    t.true(process.kill(pid, 0), 'it runs');
    await worker.terminate();
    t.deepEqual(memoryFiles(), []);
    t.deepEqual(await left(mark), []);
  }
});
