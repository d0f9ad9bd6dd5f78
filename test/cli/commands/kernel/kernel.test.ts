import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { inputsOf } from '../../../../src/cli/commands/kernel/inputs.js';
import { outputsOf, outputText, writeOutput } from '../../../../src/cli/commands/kernel/outputs.js';
import type { AtollError } from '../../../../src/util/errors.js';
import { atoll, scratchFolder } from '../../atoll.js';

const SOURCE = `
typedef struct { int a; float b; } Pair;
kernel void mix(global const float *x, global const int2 *pairs, global float *out, constant Pair *table, float4 v, ulong big, local int *spare) {
  const int i = get_global_id(0);
  spare[get_local_id(0)] = pairs[i].x - pairs[i].y;
  out[i] = x[i] + spare[get_local_id(0)] + v.z + table[0].a + (float)(big >> 32);
}
kernel void other(global int *p) { p[get_global_id(0)] = 1; }`;

const folder = scratchFolder({ teardown: (clean) => test.after.always('remove the folder', clean) });
const file = join(folder, 'mix.cl');
test.before(() => writeFileSync(file, SOURCE));

const kernel = (...words: readonly string[]) => atoll(['kernel', file, ...words]);
const MIX = ['-k', 'mix', '-g', '128', '-a', 'expr:i/2', '-a', 'expr:i%2 ? 1 : 3', '-a', 'zeros', '-a', 'file:TABLE'];
const rest = ['-a', '1,2,3,4', '-a', '0x500000000', '-a', '1024'];

test('a kernel over computed arrays, with output and comparison', async (t) => {
  const table = join(folder, 'table.bin');
  writeFileSync(table, new Uint8Array(Int32Array.of(10, 0).buffer));
  const words = [...MIX.map((word) => word.replace('TABLE', table)), ...rest];
  const out = join(folder, 'out.bin');
  const first = await kernel(...words, '--output', `out=${out}`);
  t.is(first.exitCode, 0, String(first.stderr));
  // x + (3 - 1) + 3 + 10 + 5
  const expected = Float32Array.from({ length: 128 }, (_, i) => i / 2 + 20);
  t.deepEqual(new Float32Array(Uint8Array.from(readFileSync(out)).buffer), expected);
  t.is(String(first.stdout), 'float* out, 128 elements: 20 20.5 21 21.5 22 22.5 23 23.5 ...');
  t.regex(
    String(first.stderr),
    /^atoll: mix: 1 work-groups of 128x1x1, 2 wavefronts, \d+ wave-instructions, [\d.]+ ms$/m,
  );
  t.is((await kernel(...words, '--expect', `out=${out}`, '--engine', 'oracle')).exitCode, 0);

  expected[77] = 1;
  writeFileSync(out, new Uint8Array(expected.buffer));
  const wrong = await kernel(...words, '--expect', `out=${out}`);
  t.is(wrong.exitCode, 1);
  t.regex(String(wrong.stderr), /out: 1 of 128 elements differ from .*; out\[77\] is 58\.5, expected 1/);
  t.is((await kernel(...words, '--expect', `out=${out}`, '--tolerance', '60')).exitCode, 0);

  const json = JSON.parse(String((await kernel(...words, '--json')).stdout)) as { arrays: [{ elements: string[] }] };
  t.is(json.arrays[0].elements[2], '21');
});

test('random numbers are the same for a seed', async (t) => {
  const drawn = async (seed: number) =>
    String((await kernel('-k', 'other', '-g', '1', '-a', `random:${seed}[6]`)).stdout)
      .split(' ')
      .slice(5)
      .join(' ');
  t.is(await drawn(1), await drawn(1));
  t.not(await drawn(1), await drawn(2));
});

const REFUSED: readonly (readonly [words: readonly string[], what: RegExp, status?: number])[] = [
  [['-g', '64'], /has 2 kernels\n {2}select one with -k: mix, other/],
  [['-k', 'othr', '-g', '64'], /there is no kernel 'othr'/],
  [['-k', 'other', '-g', '64'], /kernel other has 1 arguments, but --arg is given 0 times\n {2}its arguments: int\* p/],
  [['-k', 'other', '-g', '64', '-a', 'zeroes'], /--arg for int\* p: 'zeroes' is not an array/],
  [['-k', 'other', '-g', '64', '-a', 'expr:i+'], /--arg for int\* p: 'i\+': /],
  [['-k', 'other', '-g', '64', '-a', 'expr:1/0'], /is Infinity for i = 0/],
  [['-k', 'other', '-g', '1,2,3,4', '-a', 'zeros'], /--global 1,2,3,4: write one to three numbers/],
  [
    ['-k', 'other', '-g', '64', '-a', 'zeros', '-o', 'q=x'],
    /--output q=x: write argument=file\n {2}arrays that the kernel writes: p/,
  ],
  [['-k', 'other', '-g', '4096', '-a', 'zeros[16]'], /GPU fault in kernel other .*write of 4 bytes/, 125],
];

for (const [words, what, status = 64] of REFUSED)
  test(`refused: ${words.join(' ')}`, async (t) => {
    const { exitCode, stderr } = await kernel(...words);
    t.regex(String(stderr), what);
    t.is(exitCode, status);
  });

test('arguments that an object does not name are called by their place', (t) => {
  const pointer = {
    name: '',
    kind: 'global',
    typeName: '',
    size: 8,
    offset: 0,
    alignment: 8,
    addressQualifier: 'global',
    accessQualifier: 'none',
    typeQualifiers: [],
    imageDimension: undefined,
  } as const;
  const own = {
    name: 'k',
    arguments: [
      { ...pointer, name: 'a' },
      { ...pointer, offset: 8 },
      { ...pointer, offset: 16 },
    ],
  };
  const inputs = inputsOf(own, ['a=zeros[4]', 'arg2=expr:i[4]', 'zeros[4]'], 4);
  const outputs = outputsOf(inputs);
  t.deepEqual(
    outputs.map(({ name }) => name),
    ['a', 'arg1', 'arg2'],
  );
  t.is(outputText(outputs[2]!), 'uchar* arg2, 4 elements: 0 1 2 3\n');
  const path = join(folder, 'arg2.bin');
  writeOutput(outputs, `arg2=${path}`);
  t.deepEqual([...readFileSync(path)], [0, 1, 2, 3]);
  t.throws(() => writeOutput(outputs, 'c=x'), { message: /write argument=file/ });
  const error = t.throws(() => inputsOf(own, [], 4)) as AtollError;
  t.is(error.hint, 'its arguments: a, arg1, arg2');
});

test('--timing simulates the launch, also of HSAIL', async (t) => {
  const text = join(folder, 'twice.hsail');
  writeFileSync(
    text,
    `module &m:1:0:$full:$large:$default;
prog kernel &twice(kernarg_u64 %data)
{
  workitemabsid_u64 $d1, 0;
  ld_kernarg_u64 $d2, [%data];
  mad_u64 $d2, $d1, 4, $d2;
  ld_global_u32 $s1, [$d2];
  add_u32 $s1, $s1, $s1;
  st_global_u32 $s1, [$d2];
  ret;
};
`,
  );
  const words = ['kernel', text, '-g', '256', '-a', 'expr:i'];
  const timed = await atoll([...words, '--timing', 'fiji']);
  t.is(timed.exitCode, 0, String(timed.stderr));
  t.is(String(timed.stdout), 'uint* data, 256 elements: 0 2 4 6 8 10 12 14 ...');
  t.regex(String(timed.stderr), /simulated time on fiji .*\n {2}&twice: [\d,]+ cycles, .* in 1 launch; slots: /);
  const refused = await atoll([...words, '--timing', 'fiji', '--engine', 'jit']);
  t.is(refused.exitCode, 64);
  t.regex(String(refused.stderr), /engine jit cannot be observed/);
});
