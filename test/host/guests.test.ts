// Every kind of guest under both back ends, and as a 64-bit, a 32-bit and a static program.
import test from 'ava';
import { backends, failedChecks, type GuestKind, guestProgram, runGuest } from './guests.js';

interface GuestCase {
  readonly name: string;
  readonly kinds: readonly GuestKind[];
  readonly visibleDevices?: boolean;
}

const every: readonly GuestKind[] = ['x86-64', 'i386', 'static'];
const cases: readonly GuestCase[] = [
  { name: 'descriptors', kinds: every },
  { name: 'release', kinds: every },
  { name: 'memory', kinds: ['x86-64', 'i386'] },
  { name: 'shared', kinds: ['x86-64', 'i386'] },
  { name: 'threads', kinds: every },
  { name: 'processes', kinds: every },
  { name: 'signals', kinds: ['x86-64', 'i386'] },
  { name: 'stack', kinds: ['x86-64', 'i386'] },
  { name: 'int80', kinds: ['x86-64'] },
  { name: 'x32', kinds: ['x86-64'] },
  { name: 'identity', kinds: ['x86-64', 'i386'] },
  { name: 'hidden', kinds: ['x86-64', 'i386'] },
  { name: 'visible', kinds: ['x86-64', 'i386'], visibleDevices: true },
  { name: 'descriptors', kinds: ['x86-64'], visibleDevices: true },
  { name: 'plain', kinds: ['x86-64', 'i386'] },
];

for (const backend of backends) {
  for (const { name, kinds, visibleDevices } of cases) {
    for (const kind of kinds) {
      test.serial(`${name} (${kind}, ${backend}${visibleDevices ? ', visible devices' : ''})`, async (t) => {
        const run = await runGuest([guestProgram(name, kind)], { options: { backend, visibleDevices } });
        t.deepEqual(failedChecks(run), []);
        t.is(run.status, 0);
        const { log, descriptors, threads, warnings } = run.report!;
        t.deepEqual(warnings, []);
        t.is(log.releases, log.opens, 'every open file is released exactly once');
        t.is(descriptors.after, descriptors.before, 'no descriptor is left');
        t.is(threads.after, threads.before, 'no thread is left');
      });
    }
  }
}
