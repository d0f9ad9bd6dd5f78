// The names of chips stand in their records: other code derives its behaviour from these, so that a new record
// suffices.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import test from 'ava';
import { CHIPS, llvmNames } from '../../src/chips/chips.js';
import { root } from '../../src/util/paths.js';

/**
 * Two instruction sets have LLVM's names of chips, and tables of opcodes by these. `src/setup` is plain JavaScript that
 * runs before anything is compiled; configurations of the timing model belong to their chips.
 */
const APART = /^src\/(?:chips|setup|timing\/chips|isa\/(?:southern-islands|gcn3))\//;
const FOLDERS = ['src', 'runtime', 'native', 'bin'];
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:\w])\/\/.*|^#.*/gm;

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (folder === 'bin' || /\.(?:c?ts|mjs|cc|h)$/.test(entry.name)))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
);

const names = [...new Set([...CHIPS.flatMap(({ id, name }) => [id, name]), ...llvmNames()])];
/** In other names, too: TAHITI_RATES. */
const mention = new RegExp(`(?<![a-z\\d])(?:${names.join('|')})(?![a-z\\d])`, 'gi');

test('code outside of src/chips names no chip', (t) => {
  const own = files.filter((file) => file.startsWith('src/chips/'));
  t.true(own.flatMap((file) => readFileSync(join(root, file), 'utf8').match(mention) ?? []).length > 50);
  const mentions = files
    .filter((file) => !APART.test(file))
    .flatMap((file) => {
      const code = readFileSync(join(root, file), 'utf8').replaceAll(COMMENT, '');
      return (code.match(mention) ?? []).map((name) => `${file}: ${name}`);
    });
  t.deepEqual(mentions, []);
});
