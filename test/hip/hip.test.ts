// HIP programs, built by the distribution's compiler, with its runtime, on the chips that it supports; where these
// packages are.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { root } from '../../src/util/paths.js';
import { run, scratchFolder } from '../cli/atoll.js';
import { buildHip, CHIPS, hasHip, hasRocprim, hasRocrand, transcript } from '../driver/kfd/rocm.js';

const devices = Object.keys(CHIPS);
type Body = (t: ExecutionContext) => Promise<void>;
/** One at a time: each builds for three chips. */
const installed = (title: string, body: Body, isInstalled = hasHip): void => {
  (isInstalled ? test.serial : test.skip)(title, body);
};

test('the requirements of these tests are installed on request (npm test -- --rocm)', (t) => {
  const there = { hipcc: hasHip, 'librocrand-dev': hasRocrand, 'librocprim-dev': hasRocprim };
  const missing = Object.entries(there).flatMap(([name, installed]) => (installed ? [] : [name]));
  for (const name of missing) t.log(`${name} is not installed: what needs it is not tested`);
  t.deepEqual(process.env['ATOLL_ROCM'] === undefined ? [] : missing, []);
});

installed('a sum of vectors, on every chip', async (t) => {
  const program = buildHip('vector-add');
  for (const device of devices) {
    const { stdout, stderr, exitCode } = await run([program], ['--device', device]);
    t.is(String(stdout), 'hipSuccess, 0 wrong', String(stderr));
    t.is(exitCode, 0);
  }
  t.is(transcript('atoll run --device vega10 -- ./vector-add'), 'hipSuccess, 0 wrong');
});

installed('vector sum: right on each engine, and a summary names the kernel', async (t) => {
  const program = buildHip('vector-add');
  for (const engine of ['oracle', 'interp', 'wasm', 'native']) {
    const { stdout, stderr } = await run([program, '500'], ['--device', 'vega10', '--engine', engine, '--summary']);
    t.is(String(stdout), 'hipSuccess, 0 wrong', engine);
    t.regex(String(stderr), /^ {2}add: 1 launch/m, engine);
  }
});

installed(
  'its kernels have no source that another OpenCL could build: the program gets an error, and the user a message',
  async (t) => {
    const program = buildHip('vector-add');
    const { stdout, stderr, exitCode, signal } = await run(
      [program],
      ['--device', 'vega10', '--engine', 'opencl:pocl'],
    );
    t.regex(
      String(stderr),
      /^atoll: kernel \S+: it cannot be executed by another OpenCL: it is machine code for an AMD chip without source, as kernels of HIP programs are\n {2}use another engine$/m,
    );
    t.notRegex(String(stdout), /hipSuccess/);
    t.true(exitCode !== 0 || signal !== undefined);
  },
);

/** Cases of a file of test/hip/features. */
const casesOf = (file: string): string[] =>
  [...readFileSync(join(root, 'test/hip/features', file), 'utf8').matchAll(/^CASE\((\w+)\)/gm)].map(
    ([, name]) => name!,
  );
const CASES = readdirSync(join(root, 'test/hip/features')).flatMap(casesOf);
/**
 * The runtime's own assertion fails for these, whatever the GPU reports: such images have no height, and with gfx8 no
 * size then.
 */
const NOT_ON_FIJI = 'textures_of_linear_memory';

installed('features of HIP give the results of the host, on every chip and on two at once', async (t) => {
  const program = buildHip('features');
  for (const device of [...devices, 'vega10,vega20']) {
    const cases = CASES.filter((name) => device !== 'fiji' || name !== NOT_ON_FIJI);
    const { stdout, stderr, exitCode } = await run([program, ...cases], ['--devices', device]);
    const expected = cases.map((name) => `${name}: right`);
    t.deepEqual(String(stdout).split('\n').sort(), expected.sort(), `${device}: ${stderr}`);
    t.is(exitCode, 0);
  }
});

const MEMORY = [
  'copies of 64 MiB: 0',
  'memset: 0',
  'pinned: 0',
  'managed: 0',
  'registered: 0',
  ...[0, 1, 2, 3].map((stream) => `stream ${stream}: 0`),
  'elapsed: 0',
];

installed('memory of every kind, large copies, streams and events', async (t) => {
  const program = buildHip('memory');
  for (const device of devices) {
    const { stdout, stderr, exitCode } = await run([program], ['--device', device]);
    t.deepEqual(String(stdout).split('\n'), MEMORY, String(stderr));
    t.is(exitCode, 0);
  }
});

installed('processes that are forked before HIP is used, one that is executed after that, and threads', async (t) => {
  const program = buildHip('forks');
  const forked = Array.from({ length: 3 }, () => 'forked before: 0');
  const threads = Array.from({ length: 4 }, () => 'thread: 0');
  for (const device of devices) {
    const { stdout, stderr, exitCode } = await run([program], ['--device', device]);
    const lines = ['itself: 0', ...forked, 'idle: 7', ...threads, 'executed anew: 0'];
    t.deepEqual(String(stdout).split('\n'), lines, `${device}: ${stderr}`);
    t.is(exitCode, 0);
  }
});

installed('memory of a GPU that processes give to others, which free it, close it and end', async (t) => {
  const program = buildHip('ipc');
  const lines = [
    'taken: 0 wrong',
    'taken: 0 wrong',
    'given: 0 wrong',
    'opened when it was freed: 0',
    'its giver has ended: 0 wrong',
  ];
  for (const device of ['fiji', 'vega10,vega20']) {
    const { stdout, stderr, exitCode } = await run([program], ['--devices', device]);
    t.deepEqual(String(stdout).split('\n'), lines, `${device}: ${stderr}`);
    t.is(exitCode, 0);
  }
});

installed('copies that register host memory, and a runtime that uses staging buffers', async (t) => {
  const program = buildHip('memory');
  const env = { HSA_USERPTR_FOR_PAGED_MEM: '1', GPU_PINNED_XFER_SIZE: '32' };
  const { stdout, stderr } = await run([program], ['--device', 'vega10'], { env });
  t.deepEqual(String(stdout).split('\n'), MEMORY, String(stderr));
});

installed('kernels print', async (t) => {
  const program = buildHip('printf');
  const { stdout, stderr } = await run([program], ['--device', 'vega10']);
  const lines = String(stdout).split('\n');
  const expectedLines = [0, 1].flatMap((group) =>
    [0, 1].map((lane) => `lane ${lane} of group ${group} says 42 and a text`),
  );
  t.deepEqual([...lines.slice(0, 4)].sort(), [...expectedLines].sort(), String(stderr));
  t.is(lines[4], 'hipSuccess');
});

/** The runtime's last message; it ends the program by SIGABRT. */
const FAULTS: Readonly<Record<string, readonly [ours: RegExp, theirs: RegExp]>> = {
  stray: [/GPU fault in kernel stray<int> .* write of 4 bytes not allocated .* lane 0/, /Memory access fault by GPU/],
  null: [/GPU fault in kernel stray<int> .* at address 0x0/, /Memory access fault by GPU/],
  assert: [/GPU fault in kernel asserts .*trap 2/, /Device-side assertion `threadIdx.x != n' failed/],
  trap: [/GPU fault in kernel trap .*trap 2/, /aborting with error : HSA_STATUS_ERROR_EXCEPTION/],
  // Stopped by Atoll: nothing is wrong with its code.
  endless: [/kernel endless stopped after 200 ms/, /aborting with error : HSA_STATUS_ERROR_EXCEPTION/],
};

installed('a fault is reported for the GPU of its kernel', async (t) => {
  const program = buildHip('fault');
  // Node 0 is the host's processor; tahiti is none of ROCm's.
  for (const [gpu, node] of [
    ['0', 1],
    ['1', 2],
  ] as const) {
    const { stderr } = await run([program, 'stray', gpu], ['--devices', 'vega10,tahiti,vega20']);
    t.regex(String(stderr), new RegExp(`Memory access fault by GPU node-${node} `));
    t.regex(String(stderr), /in kernel stray<int> .*\n {2}work-item \(0, 0, 0\), in its work-group \(0, 0, 0\)/);
  }
});

installed('the debugger stops in a kernel that is named as C++ does', async (t) => {
  const program = buildHip('fault');
  const commands = join(scratchFolder(t), 'commands');
  writeFileSync(commands, 'quit\n');
  const options = ['--device', 'vega10', '--break', 'stray', '--break-commands', commands];
  const { stdout, stderr } = await run([program, 'stray'], options);
  t.regex(`${stdout}${stderr}`, /stray<int>/);
  t.notRegex(`${stdout}${stderr}`, /GPU fault/);
});

installed('faults end the program as the runtime requires, and name the place', async (t) => {
  const program = buildHip('fault');
  for (const [what, [ours, theirs]] of Object.entries(FAULTS)) {
    const { stdout, stderr, signal } = await run(
      [program, what],
      ['--device', 'vega10', ...(what === 'endless' ? ['--timeout', '0.2'] : [])],
    );
    t.is(signal, 'SIGABRT', what);
    t.notRegex(String(stdout), /survived/);
    t.regex(String(stderr), ours);
    t.regex(String(stderr), theirs);
  }
});

// The known answer that Random123 publishes for this generator (counter and key 0).
installed(
  "the distribution's library of random numbers gives its known answer, on every chip",
  async (t) => {
    const program = buildHip('rocrand', ['rocrand']);
    for (const device of devices) {
      const { stdout, stderr, exitCode } = await run([program], ['--device', device]);
      t.is(String(stdout), '0 6627e8d5 e169c58d bc57ac4c 9b00dbd8', String(stderr));
      t.is(exitCode, 0);
    }
    t.is(transcript('atoll run --device vega10 -- ./rocrand'), '0 6627e8d5 e169c58d bc57ac4c 9b00dbd8');
  },
  hasRocrand,
);

/** The first dimension of Sobol's sequence: the bits of the Gray code of a number, the other way round. */
const sobol = (n: number): number => {
  let [gray, bits] = [n ^ (n >>> 1), 0];
  for (let bit = 0; bit < 32; bit++, gray >>>= 1) bits = (bits << 1) | (gray & 1);
  return bits >>> 0;
};

installed(
  "rocRAND's other generators give what the same functions give on the host",
  async (t) => {
    const program = buildHip('random', ['rocrand']);
    const right = ['philox', 'mrg32k3a', 'xorwow', 'library mrg32k3a', 'library xorwow'].map((name) => `${name}: 0`);
    const numbers = Array.from({ length: 4096 }, (_, n) => sobol(n).toString(16)).join(' ');
    for (const device of devices) {
      const { stdout, stderr, exitCode } = await run([program], ['--device', device]);
      t.deepEqual(String(stdout).split('\n'), [...right, `sobol 0 ${numbers}`], `${device}: ${stderr}`);
      t.is(exitCode, 0);
    }
  },
  hasRocrand,
);

installed(
  "the distribution's library of algorithms computes what the host does, on every chip",
  async (t) => {
    const program = buildHip('rocprim', [], ['-std=c++17']);
    for (const device of devices) {
      const { stdout, stderr, exitCode } = await run([program], ['--device', device]);
      const cases = ['reduce', 'inclusive_scan', 'radix_sort', 'select'];
      t.is(String(stdout), cases.map((name) => `${name}: 0`).join('\n'), `${device}: ${stderr}`);
      t.is(exitCode, 0);
    }
  },
  hasRocprim,
);
