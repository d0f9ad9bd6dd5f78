// Options and variables that are no UTF-8 are refused, and name no other file; a program gets its own arguments byte by
// byte.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { execa } from 'execa';
import { root } from '../../../src/util/paths.js';
import { scratchFolder } from '../atoll.js';

const ATOLL = join(root, 'bin/atoll');
/** A byte that is in no UTF-8 text, by the shell. */
const BYTE = '$(printf "\\377")';

test('a path that is not UTF-8 is refused in words', async (t) => {
  const cwd = scratchFolder(t);
  const shell = (line: string) => execa('sh', ['-c', line.replaceAll('%', BYTE), ATOLL], { cwd, reject: false });
  const refused = async (line: string, message: RegExp): Promise<void> => {
    const { exitCode, stderr } = await shell(line);
    t.is(exitCode, 64, line);
    t.regex(stderr, message);
    t.deepEqual(readdirSync(cwd), []);
  };
  await refused('exec "$0" run --report-json "bad%/r.json" -- true', /value of option reportJson is not UTF-8/);
  await refused('exec "$0" run --log="bad%" true', /value of option log is not UTF-8/);
  await refused('exec "$0" record -o "bad%" -- true', /value of option output is not UTF-8/);
  await refused('exec "$0" isa "%"', /an argument is not UTF-8/);
  await refused('ATOLL_CACHE_DIR="bad%" exec "$0" run -- true', /the variable ATOLL_CACHE_DIR is not UTF-8/);
  await refused('ATOLL_LOG="bad%" exec "$0" run -- true', /the variable ATOLL_LOG is not UTF-8/);
  await refused(
    'unset ATOLL_CACHE_DIR XDG_CACHE_HOME; HOME="$PWD/%" exec "$0" run -- true',
    /the variable HOME is not UTF-8.*ATOLL_CACHE_DIR/s,
  );

  const passed = await shell('OTHER="%" exec "$0" run -- printenv OTHER | od -An -tx1');
  t.is(passed.stdout.trim(), 'ff 0a');
  const plain = await shell('exec "$0" run -- echo "a%" | od -An -tx1');
  t.is(plain.stdout.trim(), '61 ff 0a');
  const named = await execa(ATOLL, ['run', '--log', 'a\ufffdb', '--', 'true'], { cwd, reject: false });
  t.is(named.exitCode, 0);
  t.deepEqual(readdirSync(cwd), ['a\ufffdb']);
});
