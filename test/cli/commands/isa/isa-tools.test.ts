// The commands about instructions and images, on files that the test makes.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../../../src/util/paths.js';
import { atoll, scratchFolder } from '../../atoll.js';

const KERNEL = `kernel void twice(global float* p) { local float tile[64]; int i = get_local_id(0);
  tile[i] = p[i]; barrier(CLK_LOCAL_MEM_FENCE); p[i] = tile[63 - i] * 2; }`;

test('cc makes an image that inspect, disasm and asm understand', async (t) => {
  const folder = scratchFolder(t);
  const [source, image] = [join(folder, 'k.cl'), join(folder, 'k.bin')];
  writeFileSync(source, KERNEL);
  const cc = await atoll(['cc', source, '-o', image, '--json']);
  t.is(cc.exitCode, 0, String(cc.stderr));
  const { kernels } = JSON.parse(String(cc.stdout)) as {
    kernels: { kernel: string; lds: number; occupancy: number; mix: Record<string, number> }[];
  };
  t.like(kernels[0], { kernel: 'twice', lds: 256, scratch: 0 });
  t.true(kernels[0]!.occupancy >= 1 && kernels[0]!.mix['DS']! >= 2);

  const { image: inspected } = JSON.parse(String((await atoll(['inspect', '--json', image])).stdout)) as {
    image: { kernels: object[] };
  };
  t.like(inspected.kernels[0], { name: 'twice', convention: 'llvm', ldsBytes: 256 });

  const listing = await atoll(['disasm', image]);
  t.regex(String(listing.stdout), /ds_write_b32[\s\S]*s_barrier[\s\S]*s_endpgm/);
  const text = join(folder, 'k.s');
  writeFileSync(text, String(listing.stdout));
  const assembled = await atoll(['asm', text]);
  t.is(assembled.exitCode, 0, String(assembled.stderr));
  const words = [...String(listing.stdout).matchAll(/\/\/ [0-9a-f]+: ([0-9a-f ]+)/g)].flatMap((match) =>
    match[1]!.trim().split(' '),
  );
  t.deepEqual(String(assembled.stdout).trim().split('\n'), words);

  const check = await atoll(['disasm', '--check', image]);
  t.is(check.exitCode, 0, String(check.stdout));
});

test('disasm --check names instructions that would fault', async (t) => {
  const { exitCode, stdout } = await atoll(['disasm', '--check', 'f8000000', '00000000', 'bf810000']);
  t.is(exitCode, 1);
  t.regex(String(stdout), /words\+0x0: exp/);
});

test('asm names file and line of a mistake', async (t) => {
  const file = join(scratchFolder(t), 'bad.s');
  writeFileSync(file, 's_mov_b32 s0, 1\ns_frobnicate s0\n');
  const { exitCode, stderr } = await atoll(['asm', file]);
  t.is(exitCode, 1);
  t.regex(String(stderr), /bad\.s:2: .*s_frobnicate/);
});

test('a truncated image is refused with file and offset', async (t) => {
  const folder = scratchFolder(t);
  const [source, image] = [join(folder, 'k.cl'), join(folder, 'k.bin')];
  writeFileSync(source, KERNEL);
  await atoll(['cc', source, '-o', image]);
  writeFileSync(image, readFileSync(image).subarray(0, 400));
  const { exitCode, stderr } = await atoll(['inspect', image]);
  t.is(exitCode, 125);
  t.regex(String(stderr), /k\.bin.*offset/);
});

test('isa finds an instruction and describes it', async (t) => {
  const { stdout } = await atoll(['isa', 'v_mac_f32', '--semantics', '--json']);
  const { instructions } = JSON.parse(String(stdout)) as {
    instructions: { name: string; format: string; opcode: number; support: string }[];
  };
  t.true(instructions.some(({ format, opcode, support }) => format === 'VOP2' && opcode === 31 && support === 'full'));
  t.is((await atoll(['isa', 'no_such_thing'])).exitCode, 64);
});

const shell = (text: string) =>
  spawnSync('bash', ['-c', `set -o pipefail; ${text}`, join(root, 'bin', 'atoll')], { encoding: 'utf8' });

test('a command whose output is closed ends silently', (t) => {
  const { status, stdout, stderr } = shell('"$0" isa | head -n 1');
  t.is(stdout.split('\n').length, 2);
  t.is(stderr, '');
  // The shell's message about SIGPIPE.
  t.is(status, 141);
});

test('output that cannot be written is an error of one line', (t) => {
  const { status, stderr } = shell('"$0" isa >/dev/full');
  t.regex(stderr, /^atoll: the output cannot be written: .*ENOSPC.*\n$/);
  t.is(status, 125);
});
