// Memory of a guest whose page faults a thread of the guest serves: waits for it in Atoll have a time limit.
import test from 'ava';
import { backends, failedChecks, guestProgram, runGuest } from './guests.js';

for (const backend of backends) {
  test.serial(`a page that is not filled while a call waits for Atoll (${backend})`, async (t) => {
    const run = await runGuest([guestProgram('held-faults', 'x86-64')], { options: { backend } });
    t.deepEqual(failedChecks(run), []);
    t.is(run.status, 0);
    const { log, threads, warnings } = run.report!;
    t.is(log.releases, log.opens);
    t.is(threads.after, threads.before, 'no thread is left');
    if (run.stdout.includes('a path in such a page')) t.regex(warnings.join('\n'), /userfaultfd.*EFAULT/);
  });
}
