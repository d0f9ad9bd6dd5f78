// Arguments that a compilation adds to the two processes, and its changes of the text between them.

import test from 'ava';
import { compilationArgs, compiledIr, leavesOut, passesIn } from '../../../src/compiler/clang/compilation-args.js';
import { readModule } from '../../../src/compiler/ir/read.js';
import { writeModule } from '../../../src/compiler/ir/write.js';
import { compilationKey } from '../../../src/compiler/request/compilation.js';

test('levels, passes left out, limits and exact rounding become words of the process that they are about', (t) => {
  t.deepEqual(compilationArgs('source', '2', undefined), ['-O2']);
  t.deepEqual(compilationArgs('source', '2', { name: 'a', level: '0' }), ['-O0']);
  t.deepEqual(compilationArgs('code', '2', { name: 'a', level: '0' }), ['-O0', '-mllvm', '-optimize-regalloc']);
  const limit = { step: 'code', count: 7 } as const;
  t.deepEqual(compilationArgs('source', 's', { name: 'a', limit }), ['-Os']);
  t.deepEqual(compilationArgs('code', 's', { name: 'a', limit }), ['-Os', '-mllvm', '-opt-bisect-limit=7']);
  const exact = compilationArgs('source', '3', { name: 'a', rounding: 'exact', leftOut: 'licm' });
  for (const word of ['-ffp-contract=off', '-cl-fp32-correctly-rounded-divide-sqrt', '-opt-disable=licm'])
    t.true(exact.includes(word), word);
});

test('a key has all but names, which results do not depend on', (t) => {
  t.is(compilationKey({ name: 'a', level: '1' }), compilationKey({ name: 'b', level: '1' }));
  t.not(compilationKey({ name: 'a', level: '1' }), compilationKey({ name: 'a', level: '2' }));
  t.is(compilationKey(undefined), compilationKey({ name: 'a' }));
});

test('exact rounding takes away the accuracy that quotients need not have', (t) => {
  const module = readModule('define float @f() {\n  %q = fdiv float %a, %b, !fpmath !7, !dbg !9\n}\n');
  const exact = 'define float @f() {\n  %q = fdiv float %a, %b, !dbg !9\n}\n';
  t.is(writeModule(compiledIr(module, { rounding: 'exact' })), exact);
  t.is(compiledIr(module), module);
});

test('logs name the passes that ran and those that were left out', (t) => {
  const log = 'a warning\nBISECT: running pass (1) sroa on k\nBISECT: NOT running pass (2) gvn on k\n';
  t.deepEqual(passesIn(log), ['sroa on k', 'gvn on k']);
  t.true(leavesOut('OptDisable: NOT running pass licm on k\n'));
  t.false(leavesOut('OptDisable: running pass licm on k\n'));
});
