// Operations of 16 and 32 bits in all roundings: compiled code has the results of the oracle.

import test from 'ava';
import type { EngineFactory } from '../../../src/emulator/lockstep.js';
import { createJit } from '../../../src/jit/engine/jit.js';
import { denormals } from '../../jit/denormals.js';
import { FORMATS } from '../exact-rounding.js';
import { valuesOf } from '../random-floats.js';
import { ENGINES, kernel, runText } from './harness.js';

const ITEMS = 128;
/** More values of each operation. */
const COUNT = Number(process.env['ATOLL_FUZZ'] ?? 1);

const ENGINES_HERE: Readonly<Record<string, EngineFactory>> = {
  'compiled code': (memory) => createJit(memory, { denormals, fused: false }),
  'compiled code with fused operations': (memory) => createJit(memory, { denormals, fused: true }),
};

const DIRECTIONS = ['', '_up', '_down', '_zero'] as const;
const OPERANDS = ['$s1, $s2', '$s2, $s1', '$s1, $s1'] as const;

function operationsOf(type: 'f16' | 'f32'): readonly string[] {
  const modifiers = ['', '_ftz'].flatMap((ftz) => DIRECTIONS.map((direction) => `${ftz}${direction}`));
  const rounded = modifiers.flatMap((each) => [
    ...['add', 'sub', 'mul', 'div'].map((name, n) => `${name}${each}_${type} $s9, ${OPERANDS[n % 2]}`),
    `fma${each}_${type} $s9, $s1, $s2, $s3`,
    `sqrt${each}_${type} $s9, $s1`,
    `sub${each}_${type} $s9, $s1, $s1`,
  ]);
  const halves = [
    ...['ceil', 'floor', 'trunc', 'rint'].flatMap((name) => [`${name}_f16 $s9, $s1`, `${name}_ftz_f16 $s9, $s1`]),
    ...['nrcp', 'nsqrt', 'nrsqrt'].map((name) => `${name}_f16 $s9, $s1`),
    'min_f16 $s9, $s1, $s2',
    'max_ftz_f16 $s9, $s1, $s2',
  ];
  const other = type === 'f16' ? 'f32' : 'f16';
  const converted = modifiers.flatMap((each) => [
    `cvt${type === 'f16' ? each.replace(/_(up|down|zero)/, '') : each}_${other}_${type} $s9, $s1`,
    `cvt${each}_${type}_f64 $s9, $d4`,
    `cvt_ftz_f64_${type} $d5, $s1;\n  xor_b64 $d5, $d5, $d4;\n  cvt${each}_${type}_f64 $s9, $d5`,
  ]);
  return type === 'f16' ? [...rounded, ...halves, ...converted] : [...rounded, ...converted];
}

const textOf = (operations: readonly string[]): string =>
  kernel(
    2,
    `  workitemabsid_u32 $s0, 0;
  cvt_u64_u32 $d1, $s0;
  mul_u64 $d1, $d1, 4;
  ld_kernarg_u64 $d2, [%p0];
  ld_kernarg_u64 $d3, [%p1];
  add_u64 $d2, $d2, $d1;
  add_u64 $d3, $d3, $d1;
  ${[1, 2, 3].map((n) => `ld_global_u32 $s${n}, [$d2+${4 * ITEMS * (n - 1)}];`).join('\n  ')}
  combine_v2_b64_b32 $d4, ($s2, $s1);
  ${operations.map((each, n) => `${each};\n  st_global_u32 $s9, [$d3+${4 * ITEMS * n}];`).join('\n  ')}
  ret;`,
  );

for (const type of ['f16', 'f32'] as const)
  test(`${type}: compiled code rounds as the oracle does`, (t) => {
    const operations = operationsOf(type);
    const text = textOf(operations);
    const values = valuesOf(FORMATS[type], 3 * ITEMS * COUNT).map(Number);
    for (let part = 0; part < COUNT; part++) {
      const input = Uint32Array.from(values.slice(3 * ITEMS * part, 3 * ITEMS * (part + 1)));
      const results = (make: EngineFactory): Uint32Array => {
        const run = { arguments: [input, new Uint32Array(ITEMS * operations.length)], grid: [ITEMS], group: [64] };
        return runText(text, run, make)[1]!;
      };
      const expected = results(ENGINES['oracle']!);
      for (const [name, make] of Object.entries(ENGINES_HERE)) {
        const actual = results(make);
        const wrong = [...expected.entries()]
          .filter(([place, word]) => actual[place] !== word)
          .map(([place, word]) => {
            const operands = [0, 1, 2].map((n) => input[(place % ITEMS) + ITEMS * n]!.toString(16));
            return `${operations[Math.floor(place / ITEMS)]} of ${operands}: ${actual[place]!.toString(16)}, not ${word.toString(16)}`;
          });
        t.deepEqual(wrong.slice(0, 12), [], `${name}: ${wrong.length}`);
      }
    }
  });
