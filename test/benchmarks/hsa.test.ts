// The six HSA programs at small sizes, and a kernel whose results are wrong.

import { buildEvaluation, evaluate, kernelsText } from '../../benchmarks/hsa/measure.js';
import { PROGRAMS } from '../../benchmarks/hsa/programs.js';
import { scratchFolder } from '../cli/atoll.js';
import { runtimeTest } from '../hsa/runtime.js';

const common = { device: 'fiji', threads: 2, runs: 1 } as const;

runtimeTest('results of the programs are those of the host', (t) => {
  const built = buildEvaluation(scratchFolder(t));
  for (const { name, testSize } of PROGRAMS)
    t.is(evaluate(built, { ...common, program: name, size: testSize }).wrong, 0, name);
});

/** A change of each kernel. */
const MUTATIONS: readonly (readonly [program: string, text: string, wrong: string])[] = [
  ['kmeans-swap', 'add_u64 $d0, $d0, 4;', 'add_u64 $d0, $d0, 8;'],
  ['kmeans-core', 'cmp_lt_b1_f32 $c1, $s7, $s3;', 'cmp_gt_b1_f32 $c1, $s7, $s3;'],
  ['nearest-neighbor', 'sub_f32 $s5, $s3, $s5;', 'add_f32 $s5, $s3, $s5;'],
  ['fft', 'sub_f32 $s12, $s12, $s13;', 'add_f32 $s12, $s12, $s13;'],
  ['saxpy', 'fma_f32 $s3, $s1, $s2, $s3;', 'fma_f32 $s3, $s1, $s2, 0F3f800000;'],
  ['reduction', 'mov_b32 $s6, 128;', 'mov_b32 $s6, 64;'],
  ['prefix-sum', 'sub_u32 $s9, $s4, $s9;', 'mov_b32 $s9, $s4;'],
];

runtimeTest('wrong results of each kernel are found', (t) => {
  t.deepEqual(
    MUTATIONS.map(([program]) => program),
    PROGRAMS.map(({ name }) => name),
  );
  const text = MUTATIONS.reduce((changed, [program, right, wrong]) => {
    t.true(changed.includes(right), program);
    return changed.replace(right, wrong);
  }, kernelsText());
  const built = buildEvaluation(scratchFolder(t), text);
  for (const { name, testSize } of PROGRAMS)
    t.true(evaluate(built, { ...common, program: name, size: testSize }).wrong > 0, name);
});
