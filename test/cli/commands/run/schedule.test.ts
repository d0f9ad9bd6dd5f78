// `--schedule`: a program that relies on the order of wavefronts behind a barrier, in every engine, in recordings, and
// under `atoll check`.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { ENGINE_NAMES } from '../../../../src/config/engine-names.js';
import { root } from '../../../../src/util/paths.js';
import { atoll, run, scratchFolder } from '../../atoll.js';

function build(t: ExecutionContext): string {
  const program = join(scratchFolder(t), 'order');
  execFileSync('g++', [
    '-std=c++17',
    '-O1',
    join(root, 'test/cli/commands/run/order-guest.cc'),
    '-o',
    program,
    '-lOpenCL',
  ]);
  return program;
}

test('wavefronts advance as on hardware, in every engine, and one after the other on request', async (t) => {
  const program = build(t);
  for (const engine of ENGINE_NAMES) {
    const usual = await run([program], ['--engine', engine]);
    t.regex(String(usual.stdout), /^right /, `${engine}: ${usual.stderr}`);
    const long = await run([program], ['--engine', engine, '--schedule', 'long']);
    t.regex(String(long.stdout), /^wrong /, `${engine}: ${long.stderr}`);
  }
});

test('random orders follow from their number, in recordings, too', async (t) => {
  const program = build(t);
  const outputs = new Map<string, string>();
  for (const seed of ['1', '2', '3', '1', '2', '3']) {
    const { stdout, stderr } = await run([program], ['--schedule', `random:${seed}`]);
    t.is(String(stdout), outputs.get(seed) ?? String(stdout), `seed ${seed}: ${stderr}`);
    outputs.set(seed, String(stdout));
  }
  t.true(new Set(outputs.values()).size > 1, 'the number decides nothing');
  const file = join(scratchFolder(t), 'order.rec');
  const recorded = await atoll(['record', '--schedule', 'random:1', '--engine', 'interp', '-o', file, '--', program]);
  t.is(recorded.exitCode, 0, String(recorded.stderr));
  const again = await atoll(['replay', '--engine', 'interp', file]);
  t.regex(String(again.stdout), /equal to the recording/, String(again.stderr));
  const other = await atoll(['replay', '--engine', 'interp', '--schedule', 'random:2', file]);
  t.regex(String(other.stdout), /bytes differ/, String(other.stderr));
});

test('atoll check names the race, whatever the order', async (t) => {
  const program = build(t);
  for (const schedule of ['even', 'long']) {
    const { stderr } = await atoll(['check', '--schedule', schedule, '--', program]);
    t.regex(String(stderr), /race: .* of local memory, unordered with the (?:read|write)/, schedule);
    t.regex(String(stderr), /kernel order at program\.cl:\d+/, schedule);
  }
});

test('an order that there is not is refused', async (t) => {
  const { stderr, exitCode } = await run(['true'], ['--schedule', 'random:-1']);
  t.regex(String(stderr), /--schedule: 'random:-1' is not one of even, long, random:SEED/);
  t.not(exitCode, 0);
});
