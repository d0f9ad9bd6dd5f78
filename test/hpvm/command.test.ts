// `atoll hpvm` as a program: exit status, output, and where problems go.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { root } from '../../src/util/paths.js';
import { atoll, scratchFolder } from '../cli/atoll.js';

const PROGRAM = join(root, 'test/hpvm/programs/vector_add.c');

test('graph: options of clang, JSON, and a picture in a file', async (t) => {
  const picture = join(scratchFolder(t), 'graph.svg');
  const json = await atoll(['hpvm', 'graph', PROGRAM, '--json', '--', '-DDEVICE=CPU_TARGET']);
  t.is(json.exitCode, 0, String(json.stderr));
  const { schema, graphs, problems } = JSON.parse(String(json.stdout));
  t.deepEqual([schema, graphs.length, problems], [1, 1, []]);
  t.like(graphs[0].root.children[0], { name: 'add', target: 'cpu', kind: 'leaf' });
  const svg = await atoll(['hpvm', 'graph', PROGRAM, '--svg', '-o', picture]);
  t.deepEqual([svg.exitCode, String(svg.stdout), String(svg.stderr)], [0, '', '']);
  t.regex(readFileSync(picture, 'latin1'), /leaf add \[n\]/);
});

test('graph: problems are on standard error, with status 1; other inputs end with 125 or 64', async (t) => {
  const folder = scratchFolder(t);
  const [wrong, none, output] = ['wrong.c', 'none.c', 'out.dot'].map((name) => join(folder, name));
  writeFileSync(none!, 'int main(void) { return x; }\n');
  const leaf =
    'void leaf(void) {}\nvoid top(void) {\n  __hpvm__hint(CPU_TARGET);\n  __hpvm__createNodeND(0, leaf);\n}\n';
  writeFileSync(wrong!, `#include <hpvm.h>\n${leaf}void go(void *a) { __hpvm__launch(0, top, a); }\n`);
  const problems = await atoll(['hpvm', 'graph', wrong!]);
  t.is(problems.exitCode, 1);
  t.regex(String(problems.stderr), /wrong\.c:2: error: leaf: no __hpvm__hint gives its target$/m);
  t.regex(String(problems.stdout), /leaf leaf \[1\] no target/);
  const rejected = await atoll(['hpvm', 'graph', none!, '--dot', '-o', output!]);
  t.is(rejected.exitCode, 125);
  t.regex(String(rejected.stderr), /clang rejects .*none\.c:\n.*none\.c:1:25: error: use of undeclared identifier 'x'/);
  t.false(existsSync(output!));
  const both = await atoll(['hpvm', 'graph', PROGRAM, '--dot', '--svg']);
  t.is(both.exitCode, 64);
  t.regex(String(both.stderr), /--dot and --svg exclude each other/);
});
