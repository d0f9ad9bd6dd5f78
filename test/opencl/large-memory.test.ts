// Memory of more than 4 GiB, by --device-memory: a sparse buffer that takes most of it, on every engine.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { deviceModel, withMemory } from '../../src/driver/device-models.js';
import { machineMemory } from '../../src/util/machine-memory.js';
import { root } from '../../src/util/paths.js';
import { run } from '../cli/atoll.js';

const FOLDER = join(root, 'build', 'test-opencl');
const PROGRAM = join(FOLDER, 'large-memory');
/** GiB of the device, and of the buffer. */
const DEVICE = Math.min(15, Math.floor(machineMemory() / 2 ** 30));
const BUFFER = DEVICE - 3;

test.before(async () => {
  mkdirSync(FOLDER, { recursive: true });
  const source = join(root, 'test', 'opencl', 'large-memory.cc');
  await execa('g++', ['-std=c++17', '-O1', source, '-o', PROGRAM, '-lOpenCL']);
});

const ROWS: readonly (readonly string[])[] = [
  ['--device', 'vega10'],
  ['--device', 'tahiti', '--engine', 'wasm'],
  ['--device', 'fiji', '--engine', 'interp'],
];
/** The oracle is slow, and clang makes machine code of the kernels first. */
const SLOW: typeof ROWS = process.env['ATOLL_LONG'] ? ['oracle', 'native'].map((name) => ['--engine', name]) : [];

/** Smaller machines refuse a device of so much memory. */
const onLargeMachine = BUFFER > 4 ? test.serial : test.serial.skip;
for (const options of [...ROWS, ...SLOW])
  onLargeMachine(`a buffer of ${BUFFER} GiB in ${DEVICE} GiB: ${options.join(' ')}`, async (t) => {
    const memory = ['--device-memory', String(DEVICE)];
    const { exitCode, stdout, stderr } = await run([PROGRAM, String(BUFFER)], [...options, ...memory]);
    const wrong = String(stdout)
      .split('\n')
      .filter((line) => !line.startsWith('ok '));
    t.deepEqual(wrong, ['all passed'], String(stderr));
    t.is(exitCode, 0);
    t.regex(String(stderr), /write|read/, 'the text of the access behind the end');
  });

test.serial('sizes that there are not, and combinations with observers, are refused', async (t) => {
  for (const [pattern, ...options] of [
    [/--device-memory 2\.5: not a whole number of GiB from 1 to 15/, '--device-memory', '2.5'],
    [/--device-memory 16: not a whole number/, '--device-memory', '16'],
    [/--device-memory 4: .*cannot be observed/, '--device-memory', '4', '--lockstep', 'jit,interp'],
    [/--device-memory 4: .*cannot be observed/, '--device-memory', '4', '--stats=addresses'],
  ] as const) {
    const { exitCode, stderr } = await run(['/bin/true'], [...options]);
    t.is(exitCode, 64);
    t.regex(String(stderr), pattern);
  }
});

test('more memory than the machine has is refused, with both sizes', (t) => {
  const chip = deviceModel('vega10');
  const GiB = 2 ** 30;
  t.throws(() => withMemory(chip, 12, 11.5 * GiB), { code: 'BAD_OPTION', message: /12: this machine.* 11\.5 GiB/ });
  t.is(withMemory(chip, 12, 12 * GiB).globalMemory, 12 * GiB);
  t.is(withMemory(chip, undefined, GiB).globalMemory, chip.globalMemory);
});
