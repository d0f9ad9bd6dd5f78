// Every kind of guest under both back ends, and as a 64-bit, a 32-bit and a static program.
import test from 'ava';
import { exampleTree, guestCases } from './guest-cases.js';
import { backends, failedChecks, guestProgram, runGuest } from './guests.js';

for (const backend of backends) {
  for (const { name, kinds, visibleDevices, trees } of guestCases) {
    for (const kind of kinds) {
      test.serial(
        `${name} (${kind}, ${backend}${visibleDevices ? ', visible devices' : ''}${trees ? ', a tree' : ''})`,
        async (t) => {
          const options = { backend, visibleDevices, ...(trees && { trees: [exampleTree] }) };
          const run = await runGuest([guestProgram(name, kind)], { options });
          t.deepEqual(failedChecks(run), []);
          t.is(run.status, 0);
          const { log, descriptors, threads, warnings } = run.report!;
          t.deepEqual(warnings, []);
          t.is(log.releases, log.opens, 'every open file is released exactly once');
          t.deepEqual(descriptors.after, descriptors.before, 'no descriptor is left');
          t.is(threads.after, threads.before, 'no thread is left');
        },
      );
    }
  }
}
