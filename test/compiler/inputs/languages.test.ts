// Input languages: their list, and one that a test adds without another file.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readCalImage } from '../../../src/cal/reader.js';
import type { FrontEnd } from '../../../src/compiler/front-end.js';
import { INPUT_LANGUAGES } from '../../../src/compiler/inputs.js';
import type { BuildRequest, BuildResult } from '../../../src/compiler/request/build-request.js';
import { Machine, readImage } from '../../../src/library/index.js';
import { root } from '../../../src/util/paths.js';
import { bytes, newFrontEnd } from '../setup.js';
import { linear } from './linear.js';

const FOLDER = join(root, 'src', 'compiler', 'inputs');
const LINES = '#linear\ntriple 3 4\nnegated -1 0\n';
const KERNEL = `
  int triple(int x);
  kernel void fill(global int *out) { out[get_global_id(0)] = triple(get_global_id(0)); }`;

const frontEnd: FrontEnd = newFrontEnd({ languages: [linear] });
test.after.always(() => frontEnd.dispose());

const build = (request: Partial<BuildRequest> & Pick<BuildRequest, 'kind'>): Promise<BuildResult> =>
  frontEnd.build({ options: '', device: 'tahiti', ...request });

async function compiled(source: string): Promise<Uint8Array> {
  const { binary, log } = await build({ kind: 'compile', source: bytes(source) });
  if (!binary) throw new Error(log);
  return binary;
}

test('each folder with a language is in the list', (t) => {
  const folders = readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, 'language.ts')));
  t.is(INPUT_LANGUAGES.length, folders.length, 'npm run build writes src/compiler/inputs.ts');
  t.true(folders.length > 1);
  t.is(new Set(INPUT_LANGUAGES.map(({ id }) => id)).size, folders.length);
});

test('a program in an added language becomes an image', async (t) => {
  const { status, log, binary } = await build({ kind: 'build', source: bytes(LINES) });
  t.deepEqual([status, log], ['success', '']);
  const kernels = readCalImage(binary!).kernels.map(({ name, args }) => `${name} ${args.map(({ size }) => size)}`);
  t.deepEqual(kernels, ['test_triple 4', 'test_negated 4']);
});

test('input language: compiled objects are linked with those of OpenCL C', async (t) => {
  const inputs = [await compiled(LINES), await compiled(KERNEL)];
  const { log, binary } = await build({ kind: 'link', inputs });
  if (!binary) throw new Error(log);
  const out = new Int32Array(8);
  const machine = new Machine({ engine: 'interp' });
  await machine.launch(readImage(binary).kernel('fill'), { globalSize: [8], arguments: [out] });
  await machine.close();
  t.deepEqual([...out], [4, 7, 10, 13, 16, 19, 22, 25]);
});

test('errors of a language are those of the build', async (t) => {
  const wrong = await build({ kind: 'build', source: bytes('#linear\ntriple 3\n') });
  t.deepEqual([wrong.status, wrong.log], ['failure', "error: line 2: 'triple 3' is no function\n"]);
  const unnamed = await build({ kind: 'build', language: 'opencl-c', source: bytes(LINES) });
  t.is(unnamed.status, 'failure', 'a named language is not replaced by a recognised one');
  const unknown = await build({ kind: 'build', language: 'quadratic', source: bytes(LINES) });
  t.is(unknown.status, 'failure');
  t.regex(unknown.log, /no input language 'quadratic'.*bitcode, opencl-c, spirv, linear/s);
});
