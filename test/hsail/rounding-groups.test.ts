// Operations of one rounding mode in a block change MODE once, with the results of HSAIL executed as it is.

import test from 'ava';
import { chipById } from '../../src/chips/chips.js';
import { finalizeBrig } from '../../src/compiler/finalize.js';
import { brigModule, CHIPS, finalized, launched } from './finalized.js';
import { ENGINES, runText } from './il/harness.js';

const COUNT = 256;

/** $s1 to $s4 are floats of the work-item, $s9 its number; results are $s1 to $s4. */
const kernel = (body: string): string => `module &m:1:0:$full:$large:$default;
prog kernel &k(kernarg_u64 %in, kernarg_u64 %out)
{
  workitemabsid_u32 $s9, 0;
  cvt_u64_u32 $d1, $s9;
  ld_kernarg_u64 $d2, [%in];
  mad_u64 $d2, $d1, 16, $d2;
  ld_kernarg_u64 $d3, [%out];
  mad_u64 $d3, $d1, 16, $d3;
  ld_v4_global_f32 ($s1, $s2, $s3, $s4), [$d2];
  ${body}
  st_v4_global_f32 ($s1, $s2, $s3, $s4), [$d3];
  ret;
};
`;

interface GroupedCode {
  readonly body: string;
  /** Pieces of assembly. */
  readonly pieces: number;
}

const BODIES: Readonly<Record<string, GroupedCode>> = {
  'a chain of results': {
    body: `mul_up_f32 $s1, $s1, $s2;
  add_up_f32 $s1, $s1, $s3;
  mul_up_f32 $s1, $s1, $s1;
  fma_up_f32 $s4, $s1, $s2, $s4;`,
    pieces: 1,
  },
  'registers that are overwritten': {
    body: `add_down_f32 $s1, $s1, $s2;
  mov_b32 $s2, $s3;
  mul_down_f32 $s3, $s2, $s1;
  mov_b32 $s3, $s4;
  sub_down_f32 $s4, $s3, $s2;`,
    pieces: 1,
  },
  'an operand that is computed between': {
    body: `add_zero_f32 $s1, $s1, $s2;
  add_f32 $s3, $s3, $s4;
  mul_zero_f32 $s2, $s3, $s1;
  mul_zero_f32 $s4, $s2, $s4;`,
    pieces: 2,
  },
  'a result that is used between': {
    body: `add_zero_f32 $s1, $s1, $s2;
  add_f32 $s3, $s1, $s4;
  mul_zero_f32 $s2, $s2, $s1;
  add_zero_f32 $s4, $s3, $s2;`,
    pieces: 2,
  },
  'two modes, and two blocks': {
    body: `add_up_f32 $s1, $s1, $s2;
  add_down_f32 $s2, $s1, $s2;
  and_b32 $s5, $s9, 1;
  cmp_eq_b1_u32 $c0, $s5, 0;
  cbr_b1 $c0, @even;
  mul_down_f32 $s3, $s2, $s1;
  add_down_f32 $s3, $s3, $s4;
  @even:
  mul_down_f32 $s4, $s3, $s2;`,
    pieces: 4,
  },
  'numbers of two widths': {
    body: `cvt_f64_f32 $d5, $s1;
  cvt_f64_f32 $d6, $s2;
  mul_up_f64 $d5, $d5, $d6;
  add_up_f64 $d5, $d5, 0D3ff0000000000000;
  add_up_f32 $s2, $s3, 0F3f800000;
  cvt_up_f32_f64 $s1, $d5;`,
    pieces: 1,
  },
  'more operations than a piece has': {
    body: 'mul_up_f32 $s1, $s1, $s2;\n  add_up_f32 $s1, $s1, $s3;\n'.repeat(8),
    pieces: 2,
  },
};

for (const [name, { body, pieces }] of Object.entries(BODIES))
  test(`${name}: ${pieces} pieces of assembly, the same results`, async (t) => {
    const text = kernel(body);
    const { ir = '' } = await finalizeBrig([brigModule(text)], chipById('fiji')!, { keepIr: true });
    t.is(ir.match(/ asm (?:sideeffect )?"s_setreg/g)?.length, pieces);
    const input = new Float32Array(4 * COUNT).map((_, n) => Math.sin(n) * 2 ** (n % 7));
    const words = new Uint32Array(input.buffer);
    const run = { arguments: [words, new Uint32Array(words.length)], grid: [COUNT], group: [64] };
    const expected = runText(text, run, ENGINES['interpreter']!)[1]!;
    for (const device of CHIPS) {
      const output = new Uint32Array(words.length);
      const image = await finalized([text], device);
      await launched(image, {
        kernel: '&k',
        engine: 'interp',
        globalSize: [COUNT],
        arguments: [words.slice(), output],
      });
      t.deepEqual(output, expected, device);
    }
  });
