// Register names and values as a person writes them.

import test from 'ava';
import { findRegister, splitAssignments, valueWords } from '../../src/debug/registers.js';
import { southernIslands } from '../isa/southern-islands.js';

test('names', (t) => {
  t.like(findRegister(southernIslands, 's4'), { bank: 'scalar', index: 4, count: 1 });
  t.like(findRegister(southernIslands, 's[4:7]'), { bank: 'scalar', index: 4, count: 4 });
  t.like(findRegister(southernIslands, 'v[2:3]'), {
    bank: 'vgpr',
    index: 2,
    count: 2,
    lanes: (1n << 64n) - 1n,
    someLanes: false,
  });
  t.like(findRegister(southernIslands, 'v1[3]'), { bank: 'vgpr', index: 1, count: 1, lanes: 8n, someLanes: true });
  t.like(findRegister(southernIslands, 'v1[0-63]'), { lanes: (1n << 64n) - 1n });
  t.like(findRegister(southernIslands, 'v[2:3][4..5]'), { index: 2, count: 2, lanes: 0x30n });
  t.like(findRegister(southernIslands, 'EXEC'), { bank: 'scalar', index: 126, count: 2 });
  t.like(findRegister(southernIslands, 'vcc_hi'), { bank: 'scalar', index: 107, count: 1 });
  t.like(findRegister(southernIslands, 'scc'), { bank: 'scc' });
  t.like(findRegister(southernIslands, 'TRAPSTS'), { bank: 'trapsts' });
});

for (const text of [
  '',
  's104',
  's103[2]',
  'v256',
  'v1[64]',
  'v1[5-3]',
  'v[3:2]',
  's[103:104]',
  'x',
  'v1[',
  '__proto__',
])
  test(`'${text}' is refused with a reason`, (t) => {
    const result = findRegister(southernIslands, text);
    t.is(typeof result, 'string');
    t.true((result as string).length > 5);
  });

test('values', (t) => {
  t.deepEqual(valueWords('1', 1), [1]);
  t.deepEqual(valueWords('-1', 1), [0xffff_ffff]);
  t.deepEqual(valueWords('-1', 2), [0xffff_ffff, 0xffff_ffff]);
  t.deepEqual(valueWords('0x123456789abcdef0', 2), [0x9abcdef0, 0x12345678]);
  t.deepEqual(valueWords('1.5', 1), [0x3fc00000]);
  t.deepEqual(valueWords('1.5', 2), [0, 0x3ff80000]);
  t.deepEqual(valueWords('-inf', 1), [0xff800000]);
  t.deepEqual(valueWords('1e2', 1), [0x42c80000]);
  t.deepEqual(valueWords('0x1e2', 1), [0x1e2]);
  t.deepEqual(valueWords('lane*4 + 0x100', 1, 5), [0x114]);
  for (const bad of ['', 'x', '0x1ffffffff', '-0x80000001', '1.5.5', 'lane lane'])
    t.throws(() => valueWords(bad, 1), { name: 'AtollError' }, bad);
  t.throws(() => valueWords('1.0', 4), { message: /1\.0/ });
});

test('assignments are cut at commas outside of brackets', (t) => {
  t.deepEqual(splitAssignments('s0=1, v[0:1]=2.5,v1[3]=lane'), [
    { register: 's0', value: '1' },
    { register: 'v[0:1]', value: '2.5' },
    { register: 'v1[3]', value: 'lane' },
  ]);
  t.throws(() => splitAssignments('s0'), { message: /s0/ });
});
