// Program-scope variables that kernels write: each kernel would have its own copy, so they are refused by name.
import test from 'ava';
import { build, bytes, newFrontEnd } from '../setup.js';

const CPP = '-x clc++';

/** Sources with the variables that are refused in them, as C++ spells their names. */
const REFUSED: readonly { readonly name: string; readonly source: string; readonly variables: readonly string[] }[] = [
  {
    name: 'a counter that two kernels share',
    source: `__global int counter = 5;
kernel void a(global int *o) { o[get_global_id(0)] = atomic_add((volatile global int *)&counter, 1); }
kernel void b(global int *o) { o[0] = counter; }`,
    variables: ['counter'],
  },
  {
    name: 'a pointer, and a variable without an initialiser',
    source: `global int *global kept; int plain;
kernel void a(global int *o) { kept = o; plain += 2; }
kernel void b(global int *o) { o[0] = *kept + plain; }`,
    variables: ['kept', 'plain'],
  },
  {
    name: 'static variables of the file, of a namespace, of a class, of a template',
    source: `static int hidden = 1;
namespace ours { namespace inner { int made = 4; } }
struct S { static int shared; };
int S::shared = 3;
template <class T> struct Of { static T value; };
template <class T> T Of<T>::value = 2;
kernel void k(global int *o) { o[0] = hidden++ + ours::inner::made++ + S::shared++ + Of<int>::value++; }`,
    variables: ['hidden', 'ours::inner::made', 'S::shared', 'value'],
  },
  {
    name: 'static variables of a kernel and of functions',
    source: `int next(int by) { static int state = 3; return state += by; }
struct R { int draw() { static int seed; return ++seed; } };
kernel void k(global int *o) { static int calls; R r; o[0] = ++calls + next(o[1]) + r.draw(); }`,
    variables: ['calls', 'state', 'seed'],
  },
  {
    name: 'arrays and structures',
    source: `struct P { int x, y[3]; }; P points[4]; int table[2][2] = {{1, 2}, {3, 4}};
kernel void k(global int *o) { points[o[0] & 3].y[1] = o[1]; table[o[1] & 1][0]++; o[2] = points[o[3] & 3].x + table[0][1]; }
kernel void l(global int *o) { o[2] = points[o[3] & 3].y[1] + table[o[0] & 1][o[1] & 1]; }`,
    variables: ['points', 'table'],
  },
  {
    name: 'a variable that is only computed at run time',
    source: `struct P { int x; P(int y) : x(y + (int)get_global_size(0)) {} };
P late(7);
kernel void k(global int *o) { o[0] = late.x; }`,
    variables: ['late'],
  },
];

for (const { name, source, variables } of REFUSED) {
  for (const options of [CPP, `${CPP} -cl-opt-disable`]) {
    test(`refused${options === CPP ? '' : ', hardly optimised'}: ${name}`, async (t) => {
      const { status, log, binary } = await build(source, options);
      t.is(status, 'failure', log);
      t.is(binary, undefined);
      const rejected = [...log.matchAll(/^error: program-scope variable '(.+?)' /gm)].map(([, variable]) => variable);
      t.deepEqual(rejected.sort(), [...variables].sort(), log);
      t.regex(log, /^hint: .*buffer/m);
    });
  }
}

test('an initialiser that only the device could compute is no constant', async (t) => {
  const source = `const int size = get_global_size(0);
kernel void k(global int *o) { o[0] = size; }`;
  const { status, log } = await build(source, CPP);
  t.is(status, 'failure', log);
  t.regex(log, /^error: program-scope variable 'size' /m);
});

test('program variables that no kernel writes stay: constants, tables, read-only or only declared ones', async (t) => {
  const source = `__constant int table[4] = {1, 2, 3, 4};
const int fixed = 7; constexpr int known = 9; global const float half_of = 0.5f;
int only_read = 11; int read_by_index[4] = {5, 6, 7, 8};
int never_used = 1; static int only_set;
struct P { int x; P(int y) : x(y + 1) {} };
P made(41); const P kept(42);
kernel void k(global int *o) {
  static const int inside[2] = {1, 2};
  only_set = o[3];
  o[0] = table[o[1] & 3] + fixed + known + only_read + read_by_index[o[1] & 3] + inside[o[1] & 1] + made.x + kept.x;
  o[2] = half_of * o[2];
}`;
  for (const options of [CPP, `${CPP} -cl-opt-disable`]) {
    const { status, log } = await build(source, options);
    t.is(status, 'success', log);
  }
});

test('compiled objects: refused when they are linked, whichever of them has the variable', async (t) => {
  const front = newFrontEnd();
  const object = async (source: string): Promise<Uint8Array> => {
    const compiled = await front.build({ kind: 'compile', source: bytes(source), options: CPP, device: 'tahiti' });
    t.is(compiled.status, 'success', compiled.log);
    return compiled.binary!;
  };
  const link = (...inputs: Uint8Array[]) => front.build({ kind: 'link', inputs, options: '', device: 'tahiti' });
  const owner = await object('int shared_by_all = 5;');
  const writer = await object('extern int shared_by_all; kernel void a(global int *o) { shared_by_all += o[0]; }');
  const reader = await object('extern int shared_by_all; kernel void b(global int *o) { o[0] = shared_by_all; }');
  const { status, log } = await link(owner, writer, reader);
  t.is(status, 'failure', log);
  t.regex(log, /^error: program-scope variable 'shared_by_all' /m);
  const read = await link(owner, reader);
  t.is(read.status, 'success', read.log);
  const linked = await link(reader);
  t.is(linked.status, 'failure');
  t.regex(linked.log, /undefined function or variable 'shared_by_all'/);
});
