// The manifest lists exactly the programs that are there, and every size is a command line that its program accepts.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';

interface Program {
  name: string;
  tags: string[];
  sizes: Record<string, string[]>;
  pattern: string;
}

const folder = fileURLToPath(new URL('../../../benchmarks/', import.meta.url));
const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as { programs: Program[] };

test('every program folder is listed once, in order, and has its kernel file', async (t) => {
  const entries = await readdir(folder, { withFileTypes: true });
  const programs = entries
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, `${entry.name}.cpp`)))
    .map((entry) => entry.name)
    .sort();
  t.deepEqual(
    manifest.programs.map(({ name }) => name),
    programs,
  );
  for (const name of programs) t.true(existsSync(join(folder, name, `${name}_Kernels.cl`)), name);
});

for (const { name, sizes, pattern, tags } of manifest.programs) {
  test(`${name} has three sizes of options that it declares, a pattern and tags`, async (t) => {
    const source = await readFile(join(folder, name, `${name}.cpp`), 'utf8');
    t.deepEqual(Object.keys(sizes), ['small', 'default', 'large']);
    for (const option of Object.values(sizes).flat()) {
      if (/^\d+$/.test(option)) continue;
      const declared = option.startsWith('--')
        ? source.includes(`"${option.slice(2)}"`)
        : source.includes(`'${option.slice(1)}'`) || source.includes('declarePicture(options');
      t.true(declared, `${name} ${option}`);
    }
    t.regex('Passed!', new RegExp(pattern));
    t.notRegex('Failed', new RegExp(pattern));
    t.true(tags.length > 0);
  });
}
