// Programs that may be able to distinguish work-groups.

import test from 'ava';
import { mayDependOnGroups } from '../../../../src/compiler/inputs/opencl-c/work-group-size-use.js';

const BLIND = [
  'kernel void k(global int *p) { p[get_global_id(0)] = get_global_size(0) + get_work_dim() + get_global_offset(0); }',
  '// locals and groups\n#define STEP 3\nkernel void k(global float *p) { p[get_global_id(0) * STEP] = sin(1.0f); }',
  '#define A \\\n  1\nkernel void k(global int *p) { atomic_add(p, A); }',
];
const USES_OF_SIZE = [
  ...['get_local_id(0)', 'get_group_id(0)', 'get_local_size(0)', 'get_num_groups(0)'].map((call) => `int i = ${call};`),
  'barrier(CLK_LOCAL_MEM_FENCE);',
  'local int x;',
  '__local int x;',
  'event_t e = async_work_group_copy(a, b, 1, 0);',
  'int i = __builtin_amdgcn_workitem_id_x();',
  'asm("s_nop 0");',
  'int i = get_lo\\\ncal_id(0);',
  'int i = get_lo\\ \r\ncal_id(0);',
  '#define CALL(x) get_##x',
  '#include "other.cl"',
  'int i = \\u0067et_local_id(0);',
];

for (const text of BLIND)
  test(`independent of groups: ${text}`, (t) => t.false(mayDependOnGroups([text, '-DSIZE=3 -cl-mad-enable'])));
for (const text of USES_OF_SIZE)
  test(`may depend on work-groups: ${JSON.stringify(text)}`, (t) => {
    t.true(mayDependOnGroups([text]));
    t.true(mayDependOnGroups(['kernel void k() {}', text]));
  });
