// `atoll hsail` as a program: its exit status, where errors go, and the JSON of `inspect`.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';
import { atoll, scratchFolder } from '../cli/atoll.js';

const SAMPLE = join(root, 'test/hsail/sample.brig');

test('inspect --json says what a module contains', async (t) => {
  const { exitCode, stdout, stderr } = await atoll(['hsail', 'inspect', '--json', SAMPLE]);
  t.is(exitCode, 0, String(stderr));
  t.like(JSON.parse(String(stdout)), {
    schema: 1,
    module: '&m',
    profile: 'full',
    machineModel: 'large',
    rounding: 'default',
    executables: [
      { kind: 'function', name: '&f', arguments: 2, instructions: 1 },
      { kind: 'kernel', name: '&k', arguments: 2, instructions: 15 },
    ],
  });
});

test('a damaged module ends with status 125, and nothing is written', async (t) => {
  const folder = scratchFolder(t);
  const [damaged, output] = [join(folder, 'damaged.brig'), join(folder, 'out.hsail')];
  const bytes = readFileSync(SAMPLE);
  const code = Number(bytes.readBigUInt64LE(0x70));
  bytes[code + 0x24] = 0x21;
  writeFileSync(damaged, bytes);
  for (const args of [['inspect'], ['inspect', '--json'], ['disassemble'], ['disassemble', '-o', output]]) {
    const { exitCode, stdout, stderr } = await atoll(['hsail', ...args, damaged]);
    t.is(exitCode, 125, args.join(' '));
    t.is(String(stdout), '', args.join(' '));
    t.true(String(stderr).includes(`${damaged}: hsa_code+0x24: name refers to 0x21`), String(stderr));
  }
  t.false(existsSync(output));
});

test('a wrong text ends with status 125 and the place, and no module is written', async (t) => {
  const folder = scratchFolder(t);
  const [text, output] = [join(folder, 'wrong.hsail'), join(folder, 'out.brig')];
  writeFileSync(text, 'module &m:1:0:$full:$large:$default;\nkernel &k()\n{\n  add_f32 $s0, $d1, $s2;\n};\n');
  const wrong = await atoll(['hsail', 'assemble', text, '-o', output]);
  t.is(wrong.exitCode, 125);
  t.true(String(wrong.stderr).includes(`${text}:4:16: operand 1 of add`), String(wrong.stderr));
  t.false(existsSync(output));
  const absent = await atoll(['hsail', 'inspect', join(folder, 'absent.brig')]);
  t.is(absent.exitCode, 125);
  t.regex(String(absent.stderr), /absent\.brig: cannot be read/);
});

test('cc makes a code object of HSAIL text, and the same one of BRIG', async (t) => {
  const folder = scratchFolder(t);
  const [text, brig] = [join(folder, 'm.hsail'), join(folder, 'm.brig')];
  writeFileSync(text, 'module &m:1:0:$full:$large:$default;\nprog kernel &k(kernarg_u64 %p)\n{\n  ret;\n};\n');
  t.is((await atoll(['hsail', 'assemble', text, '-o', brig])).exitCode, 0);
  for (const file of [text, brig]) {
    const { exitCode, stdout, stderr } = await atoll(['cc', file, '--device', 'fiji', '-S', '-o', `${file}.co`]);
    t.is(exitCode, 0, String(stderr));
    t.regex(String(stdout), /^; &k\n +s_endpgm/);
  }
  t.deepEqual(readFileSync(`${text}.co`), readFileSync(`${brig}.co`));
  writeFileSync(text, 'module &m:1:0:$full:$large:$default;\nkernel &k()\n{\n  add_f32 $s0, $d1, $s2;\n};\n');
  const wrong = await atoll(['cc', text, '--device', 'fiji']);
  t.is(wrong.exitCode, 1);
  t.true(String(wrong.stderr).includes(`${text}:4:16: operand 1 of add`), String(wrong.stderr));
  const chip = await atoll(['cc', brig, '--device', 'tahiti']);
  t.regex(String(chip.stderr), /BRIG is not finalized for the chip tahiti/);
});
