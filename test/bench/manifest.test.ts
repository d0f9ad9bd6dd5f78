// The manifest: its checks, its defaults, and the schema that editors read.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readManifest } from '../../src/bench/manifest.js';
import { manifestJsonSchema } from '../../src/bench/manifest-schema.js';
import { selectPrograms, withSize } from '../../src/bench/select.js';
import { AtollError } from '../../src/util/errors.js';
import { root } from '../../src/util/paths.js';
import { folderFor } from './scripts.js';

const OURS = join(root, 'benchmarks', 'manifest.json');

test('the manifest of Atoll is valid, and the schema beside it is the one that is checked', (t) => {
  const { programs } = readManifest(OURS);
  t.true(programs.length >= 37);
  t.is(readFileSync(join(root, 'benchmarks', 'manifest.schema.json'), 'utf8'), manifestJsonSchema());
});

test('three lines define a third-party program', (t) => {
  const file = join(folderFor(t), 'mine.json');
  writeFileSync(file, '{ "programs": [\n{ "name": "mine", "program": "/opt/mine/run", "pattern": "Passed" }\n] }');
  const [program] = readManifest(file).programs;
  t.like(program, { name: 'mine', executable: '/opt/mine/run', built: false, flags: [], sizes: { default: [] } });
});

test('a program overrides the defaults; paths are relative to the manifest', (t) => {
  const folder = folderFor(t);
  const programs = [
    { name: 'a', pattern: 'ok' },
    { name: 'b', pattern: 'ok', flags: ['-v'], seedFlag: '-s', program: '../b' },
  ];
  const file = join(folder, 'm.json');
  writeFileSync(
    file,
    JSON.stringify({ directory: 'bin', defaults: { flags: ['--verify'], seedFlag: '--seed' }, programs }),
  );
  const [a, b] = readManifest(file).programs;
  t.like(a, { executable: join(folder, 'bin', 'a'), flags: ['--verify'], seedFlag: '--seed', built: true });
  t.like(b, { executable: join(folder, '..', 'b'), flags: ['-v'], seedFlag: '-s', built: false });
});

const good = { name: 'a', pattern: 'ok' };
const refused = {
  'not JSON': ['{', /JSON|position|property/],
  'not an object': ['[]', /expected object/i],
  'no programs': ['{"programs": []}', /programs/],
  'unknown key': [JSON.stringify({ programs: [{ ...good, sise: {} }] }), /sise/],
  'pattern that is none': [
    JSON.stringify({ programs: [{ ...good, pattern: '(' }] }),
    /regular expression[\s\S]*pattern/,
  ],
  'name twice': [JSON.stringify({ programs: [good, good] }), /'a' is listed twice/],
  'size that is no list': [JSON.stringify({ programs: [{ ...good, sizes: { small: '-x 1' } }] }), /sizes\.small/],
  'negative count': [
    JSON.stringify({ programs: [{ ...good, counts: { small: { launches: -1, wavefronts: 1 } } }] }),
    /launches/,
  ],
} as const;

for (const [what, [text, pattern]] of Object.entries(refused)) {
  test(`refused with file and place: ${what}`, (t) => {
    const file = join(folderFor(t), 'bad.json');
    writeFileSync(file, text);
    const error = t.throws(() => readManifest(file), { instanceOf: AtollError });
    t.true(error.message.includes(file));
    t.regex(error.message, pattern);
  });
}

test('a missing file is named', (t) => {
  t.throws(() => readManifest('/no/such/manifest.json'), { instanceOf: AtollError, message: /no\/such/ });
});

test('programs are selected by name, pattern and all of the tags, in the order of the manifest', (t) => {
  const manifest = readManifest(OURS);
  const names = (selection: { names?: string[]; tags?: string[] }) =>
    selectPrograms(manifest, { names: [], tags: [], ...selection }).map(({ name }) => name);
  t.deepEqual(names({ names: ['vectoradd', 'FFT'] }), ['FFT', 'VectorAdd']);
  t.deepEqual(names({ names: ['Matrix*'] }), ['MatrixMulImage', 'MatrixMultiplication', 'MatrixTranspose']);
  t.deepEqual(names({ names: ['?RNG'] }), ['URNG']);
  t.is(names({}).length, manifest.programs.length);
  const tagged = names({ tags: ['double', 'picture'] });
  t.true(tagged.length > 0 && tagged.length < names({ tags: ['double'] }).length);
  for (const bad of [{ names: ['NoSuch'] }, { tags: ['no-such'] }, { names: ['VectorAdd'], tags: ['double'] }])
    t.throws(() => names(bad), { instanceOf: AtollError, code: 'BAD_OPTION' });
  t.throws(() => withSize(manifest.programs, 'huge'), { instanceOf: AtollError, message: /huge/ });
});
