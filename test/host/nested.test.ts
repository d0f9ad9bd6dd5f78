// Atoll inside of Atoll: a process has one tracer, a process tree one seccomp listener.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';
import { guestProgram } from './guests.js';

const atoll = [process.execPath, join(root, 'dist/src/cli/main.js'), 'run'];

test('refused, with the reason, where every process is traced', (t) => {
  const inner = spawnSync(process.execPath, [...atoll.slice(1), '--', ...atoll, '--', 'true'], { encoding: 'utf8' });
  t.is(inner.status, 125);
  t.regex(inner.stderr, /uses ptrace: .*debuggable[\s\S]*ptrace is refused/);
});

test('inside of a debuggable one the other back end is taken, and the same comes of it', (t) => {
  const command = [...atoll, '--debuggable', '--', ...atoll, '--verbose', '--', guestProgram('requests')];
  const inner = spawnSync(command[0]!, command.slice(1), { encoding: 'utf8' });
  t.is(inner.status, 0, inner.stderr);
  t.true(inner.stdout.includes('ok ') && !inner.stdout.includes('FAIL'), inner.stdout);
  t.regex(inner.stderr, /notifications are in use.*--backend trace is used/);
});
