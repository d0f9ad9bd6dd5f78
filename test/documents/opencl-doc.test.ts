// docs/opencl.md: its tables of entry points match the sources.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { calls, exported, openclDoc } from '../../src/documents/opencl-doc.js';
import { root } from '../../src/util/paths.js';

test('every exported name has its file and its version', (t) => {
  t.deepEqual(
    calls()
      .map(({ name }) => name)
      .sort(),
    exported().sort(),
  );
  t.true(calls().every(({ version }) => /^[123]\.\d$/.test(version)));
});

test('a call counts as refused exactly when the tables of argument errors have no valid use of it', (t) => {
  const refused = calls().filter(({ refusal }) => refusal !== undefined);
  t.true(refused.length > 20 && refused.every(({ refusal }) => refusal !== 'not offered'));
  const absent = readFileSync(join(root, 'test', 'opencl', 'errors-absent.cc'), 'utf8');
  const missing = refused.filter(({ name }) => !absent.includes(`${name}(`)).map(({ name }) => name);
  t.deepEqual(missing, ['clCreateProgramWithBuiltInKernels'], 'refused everywhere, pocl included');
  const works = calls().filter(
    ({ refusal, name }) => refusal === undefined && absent.includes(`ROW(CL_INVALID_OPERATION, ${name}(`),
  );
  t.deepEqual(works, []);
});

test('the page names every chip and extension', (t) => {
  for (const name of ['tahiti', 'hainan', 'cl_khr_fp64', '0x6798', 'clEnqueueNDRangeKernel'])
    t.true(openclDoc().includes(name), name);
});
