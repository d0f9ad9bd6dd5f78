// OpenCL C printed as HSAIL: what it computes as HSAIL and finalized equals what the chip's compiler makes of it.

import test from 'ava';
import { compiledForm, executedForm, finalizedForm, hsailText } from '../../../benchmarks/abstraction/forms.js';
import { FormMachine, u32 } from '../../../benchmarks/abstraction/machine.js';
import type { EngineName } from '../../../src/config/engine-names.js';
import type { ProgramImage } from '../../../src/launch/image.js';
import type { AtollError } from '../../../src/util/errors.js';
import { compareGenerated } from './generated.js';
import { type PrinterSample, SAMPLES, WORDS } from './kernels.js';

const ITEMS = 256;

function outputOf(program: ProgramImage, { input, size = [ITEMS], group = [64] }: PrinterSample, engine: EngineName) {
  const machine = new FormMachine(program, engine);
  const words = ITEMS * WORDS;
  const source = machine.buffer(Uint32Array.from({ length: words }, (_, index) => input(index)));
  const out = machine.buffer(new Uint32Array(words));
  machine.launch({ kernel: 'k', globalSize: size, localSize: group, arguments: [source, out, u32(words)] });
  const result = new Uint32Array(words);
  out.read(result);
  return result;
}

/** Words of an item that differ somewhere, with the first item. */
function differences(actual: Uint32Array, expected: Uint32Array, ulp = 0): string[] {
  const first = new Map<number, string>();
  for (const [index, word] of actual.entries())
    if (Math.abs(word - expected[index]!) > ulp && !first.has(index % WORDS))
      first.set(index % WORDS, `word ${index}: ${word.toString(16)} instead of ${expected[index]!.toString(16)}`);
  return [...first.values()];
}

for (const sample of SAMPLES)
  test(`${sample.name}: HSAIL, finalized and compiled code agree`, async (t) => {
    const { source, options = '', ulp } = sample;
    const text = await hsailText(source, { options });
    const expected = outputOf(await compiledForm(source, options), sample, 'interp');
    t.true(new Set(expected).size > 2);
    const executed = outputOf(executedForm(text), sample, 'interp');
    t.deepEqual(differences(executed, expected, ulp), [], 'HSAIL');
    t.deepEqual(differences(outputOf(executedForm(text), sample, 'jit'), executed), [], 'HSAIL in the JIT');
    t.deepEqual(differences(outputOf(await finalizedForm(text), sample, 'interp'), executed), [], 'finalized');
  });

const REFUSED: Readonly<Record<string, readonly [source: string, message: RegExp]>> = {
  images: [
    'kernel void k(read_only image2d_t a, global uint *out) { out[0] = get_image_width(a); }',
    /^kernel k: an argument of the type image2d_t cannot be printed as HSAIL$/,
  ],
  'inline assembly': [
    'kernel void k(global uint *out) {\n  uint x;\n  __asm("s_nop 0\\n v_mov_b32 %0, 1" : "=v"(x));\n  out[0] = x;\n}',
    /^kernel k: program\.cl:3:\d+: inline assembly cannot be printed as HSAIL$/,
  ],
  'atomics of floats': [
    'kernel void k(global float *out) {\n  __builtin_amdgcn_ds_fmaxf((local float *)0, out[0], 0, 0, 0); }',
    /^kernel k: program\.cl:2:\d+: .* cannot be printed as HSAIL$/,
  ],
};

for (const [name, [source, message]] of Object.entries(REFUSED))
  test(`${name} are refused with kernel, line and construct`, async (t) => {
    const error = await t.throwsAsync(hsailText(source));
    t.regex(error!.message, message);
    t.is((error as AtollError).code, 'UNSUPPORTED');
  });

test('a global id is one instruction, a loop has no jump but its own, registers are used again', async (t) => {
  const text = await hsailText(
    'kernel void k(global uint *out, uint n) { uint s = 0; for (uint i = 0; i < n; i++) s = s * out[i] + i; out[get_global_id(0)] = s; }',
  );
  t.is(text.match(/workitemabsid_u32/g)?.length, 1);
  t.notRegex(text, /workgroupid_|workitemid_|workgroupsize_/);
  t.true(Math.max(...[...text.matchAll(/\$s(\d+)/g)].map(([, n]) => Number(n))) < 6, text);
});

// The others: node dist/test/hsail/printer/main.js FIRST COUNT
test('kernels of the generator agree', async (t) => {
  for (const seed of [2, 44, 52]) t.like(await compareGenerated(seed), { seed, status: 'equal' });
});
