// The simulated chips as a program sees them: each keeps the limits that it names, and differs from the others.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { MAX_DEVICES } from '../../src/abi/schema.js';
import { DEVICE_MODEL_IDS, type DeviceModel, deviceModel } from '../../src/driver/device-models.js';
import { root } from '../../src/util/paths.js';
import { run } from '../cli/atoll.js';

const BINARIES = join(root, 'build', 'test-opencl');
const PROGRAM = join(BINARIES, 'limits');

test.before(async () => {
  mkdirSync(BINARIES, { recursive: true });
  await execa('g++', ['-std=c++17', '-O1', join(root, 'test', 'opencl', 'limits.cc'), '-o', PROGRAM, '-lOpenCL']);
});

/** The "fact" lines of the program's output. */
function factsOf(stdout: string): Record<string, string> {
  return Object.fromEntries([...stdout.matchAll(/^fact (\w+) (.*)$/gm)].map((match) => [match[1]!, match[2]!]));
}

/** The properties that distinguish chips, as the program prints them. */
function expected(chip: DeviceModel): Record<string, string> {
  const facts = [
    'name',
    'board',
    'pciDevice',
    'computeUnits',
    'clockMHz',
    'globalMemory',
    'cacheSize',
    'memoryChannels',
    'maxWorkGroupSize',
  ] as const;
  return Object.fromEntries(facts.map((fact) => [fact, String(chip[fact])]));
}

for (const id of DEVICE_MODEL_IDS) {
  test.serial(`${id}: reports its properties, and keeps its limits`, async (t) => {
    const { exitCode, stdout, stderr } = await run([PROGRAM], ['--device', id]);
    const wrong = String(stdout)
      .split('\n')
      .filter((line) => !/^(ok|fact) /.test(line));
    t.deepEqual(wrong, ['all passed'], String(stderr));
    t.is(exitCode, 0);
    t.deepEqual(factsOf(String(stdout)), expected(deviceModel(id)));
  });
}

const several = (count: number): string[] => ['--devices', Array.from({ length: count }, () => 'oland').join(',')];

test.serial('devices: the maximum of the protocol have an address each; more are refused', async (t) => {
  const full = await run([PROGRAM], several(MAX_DEVICES));
  t.is(String(full.stdout).match(/^ok topology.raw.type/gm)?.length, MAX_DEVICES);
  t.notRegex(String(full.stdout), /FAILED/);
  const more = await run([PROGRAM], several(MAX_DEVICES + 1));
  t.is(more.exitCode, 64);
  t.regex(String(more.stderr), /65 devices exceed the limit/);
});
