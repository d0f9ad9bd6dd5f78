import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import test from 'ava';
import { groupSeconds, QuietWatch } from './host/quiet.js';

test('a run hangs that has used the processor without saying anything, and not one that has not got it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-quiet-'));
  // In a separate process group; the loop is that of a child.
  const busy = spawn('sh', ['-c', 'sh -c "while :; do :; done"; exit 1'], { detached: true, stdio: 'ignore' });
  t.teardown(() => {
    process.kill(-busy.pid!, 'SIGKILL');
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, 'results');
  const [watched, idle] = [new QuietWatch(path, busy.pid!, 0.1), new QuietWatch(path, -1, 1e6)];
  while (!watched.hangs) await setTimeout(20);
  t.true(groupSeconds(busy.pid!) > 0.1);
  t.false(idle.hangs);
  writeFileSync(path, 'something');
  t.false(watched.hangs);
});
