// Sweeps: the product of targets, parallel runs on one machine, and job arrays. Slurm is played by two small scripts
// that take the options of sbatch(1) and squeue(1) that we use, and lose tasks on demand.

import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { readResults } from '../../src/bench/results.js';
import { openSweep } from '../../src/bench/sweep/folder.js';
import { sbatchArguments, taskScript, tasksOf } from '../../src/bench/sweep/slurm.js';
import { sweepTargets } from '../../src/cli/commands/sweep/sweep.js';
import { atoll } from '../cli/atoll.js';
import { contentOf, until } from '../processes.js';
import { type Script, scriptFolder, writeScript } from './scripts.js';

const named = (name: string, text = 'echo "Passed!"'): Script => ({ name, text });

test('devices and options multiply the targets of Atoll, and only those', (t) => {
  t.deepEqual(sweepTargets({}), ['atoll']);
  t.deepEqual(
    sweepTargets({
      target: ['atoll', 'native:pocl'],
      devices: ['tahiti', 'hainan'],
      options: ['engine=oracle', 'cache=false,timeout=5'],
    }),
    [
      'atoll:device=tahiti,engine=oracle',
      'atoll:device=tahiti,cache=false,timeout=5',
      'atoll:device=hainan,engine=oracle',
      'atoll:device=hainan,cache=false,timeout=5',
      'native:pocl',
    ],
  );
});

test('tasks of a job array hold every case once, and are never more than Slurm takes', (t) => {
  t.deepEqual(tasksOf([3, 5, 8], 1), [[3], [5], [8]]);
  t.deepEqual(tasksOf([3, 5, 8], 2), [[3, 5], [8]]);
  const cases = Array.from({ length: 2500 }, (_, index) => index);
  const tasks = tasksOf(cases, 1);
  t.true(tasks.length <= 1000);
  t.deepEqual(tasks.flat(), cases);
});

test('the script of a task survives any name of the folder', (t) => {
  const folder = join(scriptFolder(t, []), "it's a $HOME `x`");
  const script = taskScript(folder, 2);
  t.true(script.startsWith('#!/bin/sh\nexec '));
  t.true(script.includes(`'${folder.replaceAll("'", `'\\''`)}' '2' "$SLURM_ARRAY_TASK_ID"`));
});

test('sbatch replaces nothing in the name of the folder', (t) => {
  const plan = { engine: { jobs: 0, sbatch: [] } };
  const sbatchArgv = sbatchArguments({ folder: '/tmp/50%a of %j', plan: plan as never, id: '' }, 1, 3);
  t.true(sbatchArgv.includes('--output=/tmp/50%%a of %%j/attempts/1-%a.log'), sbatchArgv.join('\n'));
  t.is(sbatchArgv.at(-1), '/tmp/50%a of %j/attempts/1.sh');
});

const isRoot = process.getuid?.() === 0;

test('a sweep whose plan another user can have written is not executed', async (t) => {
  const folder = scriptFolder(t, [named('Own', 'echo ran >>ran; echo "Passed!"')]);
  t.is((await sweep(folder, [])).exitCode, 0);
  const inFolder = join(folder, 'sweep');
  const resumed = async (message: RegExp): Promise<void> => {
    t.throws(() => openSweep(inFolder), { message });
    const { exitCode, stderr } = await atoll(['sweep', 'resume', inFolder]);
    t.regex(String(stderr), message);
    t.is(exitCode, 125);
  };
  chmodSync(join(inFolder, 'plan.json'), 0o666);
  await resumed(/plan\.json is writable by others/);
  chmodSync(join(inFolder, 'plan.json'), 0o644);
  chmodSync(inFolder, 0o777);
  await resumed(/sweep is writable by others/);
  chmodSync(inFolder, 0o755);
  if (isRoot) {
    chownSync(join(inFolder, 'plan.json'), 12345, 12345);
    await resumed(/plan\.json belongs to user 12345/);
    chownSync(join(inFolder, 'plan.json'), 0, 0);
  }
  t.is(openSweep(inFolder).plan.cases.length, 1);
});

const sweep = (folder: string, more: readonly string[], env: Record<string, string> = {}) => {
  const args = ['--manifest', join(folder, 'manifest.json'), '--target', 'native', '--warmup', '0'];
  return atoll(['sweep', ...args, '--output', join(folder, 'sweep'), ...more], { env });
};
const verdicts = (folder: string) =>
  readResults(join(folder, 'sweep', 'results.json')).cases.map(({ benchmark, verdict }) => `${benchmark} ${verdict}`);

test('cases run at the same time on one machine, and results come in the order of the plan', async (t) => {
  // Each waits for the other one: alone, neither ends.
  const meet = (own: string, other: string) =>
    named(own, `touch ${own}.here; while ! test -e ${other}.here; do sleep 0.05; done; echo "Passed!"`);
  const folder = scriptFolder(t, [meet('a', 'b'), meet('b', 'a'), named('c', 'echo Failed')]);
  const { exitCode, stderr } = await sweep(folder, ['--jobs', '2', '--time-limit', '60']);
  t.is(exitCode, 1, String(stderr));
  t.deepEqual(verdicts(folder), ['a PASS', 'b PASS', 'c FAIL']);
  const again = await sweep(folder, []);
  t.is(again.exitCode, 64);
  t.regex(String(again.stderr), /atoll sweep resume/);
});

test('a sweep resumes with jobs without a result, or with half of one', async (t) => {
  const folder = scriptFolder(t, [
    named('a', 'echo x >> a.runs; echo "Passed!"'),
    named('b', 'echo x >> b.runs; echo "Passed!"'),
  ]);
  t.is((await sweep(folder, [])).exitCode, 0);
  writeFileSync(join(folder, 'sweep', 'parts', '1.json'), '{"plan": "half');
  t.is((await atoll(['sweep', 'resume', join(folder, 'sweep')])).exitCode, 0);
  t.deepEqual(
    ['a', 'b'].map((name) => readFileSync(join(folder, `${name}.runs`), 'utf8')),
    ['x\n', 'x\nx\n'],
  );
  writeFileSync(join(folder, 'manifest.json'), '{"programs": [{"name": "a", "pattern": "x"}]}');
  writeFileSync(join(folder, 'sweep', 'parts', '1.json'), '');
  const changed = await atoll(['sweep', 'resume', join(folder, 'sweep')]);
  t.is(changed.exitCode, 125);
  t.regex(String(changed.stderr), /has changed since the sweep began/);
});

/** Commands that stand for Slurm. `lost`: shell condition on the number of the job $job and of the task $task. */
function fakeSlurm(t: ExecutionContext, lossCondition: string): Record<string, string> {
  const folder = scriptFolder(t, []);
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeScript(
    join(bin, 'sbatch'),
    `cd "$FAKE"; echo "$*" >> calls
for word; do case $word in --array=*) last=\${word#--array=0-};; esac; script=$word; done
last=\${last%%%*}
job=$(($(cat count 2>/dev/null || echo 0) + 1)); echo $job > count; touch running.$job
( task=0; while [ $task -le $last ]; do
  if ! { ${lossCondition}; }; then SLURM_ARRAY_TASK_ID=$task sh "$script"; fi
  task=$((task + 1)); done; rm running.$job ) > log.$job 2>&1 < /dev/null &
echo "$job;cluster"`,
  );
  writeScript(
    join(bin, 'squeue'),
    `for word; do case $word in --jobs=*) job=\${word#--jobs=};; esac; done
if [ -e "$FAKE/running.$job" ]; then echo RUNNING; exit 0; fi
echo "slurm_load_jobs error: Invalid job id specified" >&2; exit 1`,
  );
  return { FAKE: folder, PATH: `${bin}:${process.env['PATH']}` };
}

const onSlurm = ['--on', 'slurm', '--poll', '0.1'];

test('lost tasks of a job array are found and run again, alone', async (t) => {
  const env = fakeSlurm(t, '[ $job = 1 ] && [ $task = 1 ]');
  const folder = scriptFolder(t, [named('a'), named('b'), named('c')]);
  const more = [...onSlurm, '--jobs', '2', '--sbatch=--partition=gpu'];
  const { exitCode, stderr } = await sweep(folder, more, env);
  t.is(exitCode, 0, String(stderr));
  t.deepEqual(verdicts(folder), ['a PASS', 'b PASS', 'c PASS']);
  t.regex(String(stderr), /1 cases without a result are run again/);
  const calls = readFileSync(join(env['FAKE']!, 'calls'), 'utf8').trim().split('\n');
  t.is(calls.length, 2);
  t.regex(calls[0]!, /--parsable .*--array=0-2%2 .*--partition=gpu .*1\.sh$/);
  t.regex(calls[1]!, /--array=0-0%2 .*2\.sh$/);
});

test('a case that never comes back fails as lost, and can be tried again later', async (t) => {
  const env = fakeSlurm(t, '[ $task = 0 ] && ! test -e mended');
  const folder = scriptFolder(t, [named('a'), named('b')]);
  const first = await sweep(folder, [...onSlurm, '--attempts', '2', '--chunk', '1'], env);
  t.is(first.exitCode, 1);
  t.deepEqual(verdicts(folder), ['a FAIL', 'b PASS']);
  t.regex(String(first.stdout), /lost: no machine delivered/);
  t.regex(String(first.stderr), /no result: a default native/);
  t.is(readFileSync(join(env['FAKE']!, 'count'), 'utf8').trim(), '2');

  writeFileSync(join(env['FAKE']!, 'mended'), '');
  const second = await atoll(['sweep', 'resume', join(folder, 'sweep')], { env });
  t.is(second.exitCode, 0, String(second.stderr));
  t.deepEqual(verdicts(folder), ['a PASS', 'b PASS']);
});

test('an interrupted wait leaves the jobs alone, and the next one waits for them', async (t) => {
  const env = fakeSlurm(t, 'while ! test -e go; do sleep 0.05; done; false');
  const folder = scriptFolder(t, [named('a')]);
  const child = sweep(folder, onSlurm, env);
  const attempt = join(folder, 'sweep', 'attempts', '1.json');
  await until(() => contentOf(attempt).includes('"job": "1"'));
  child.kill('SIGINT');
  t.is((await child).exitCode, 130);
  writeFileSync(join(env['FAKE']!, 'go'), '');
  const resumed = await atoll(['sweep', 'resume', join(folder, 'sweep')], { env });
  t.is(resumed.exitCode, 0, String(resumed.stderr));
  t.is(readFileSync(join(env['FAKE']!, 'count'), 'utf8').trim(), '1');
});

test('missing Slurm is an error that names it', async (t) => {
  const folder = scriptFolder(t, [named('a')]);
  const bin = scriptFolder(t, []);
  const { exitCode, stderr } = await sweep(folder, [...onSlurm, '--no-build'], { PATH: bin });
  t.is(exitCode, 125);
  t.regex(String(stderr), /sbatch: it is not installed[\s\S]*--on local/);
});
