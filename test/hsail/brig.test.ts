// BRIG modules: what is read, and that damage is an error. `sample.brig` and its text are what HSAILasm (hsail-tools
// 0~20180830) makes of `sample.hsail`.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'ava';
import { readBrig } from '../../src/hsail/brig/reader.js';
import { summarize } from '../../src/hsail/summary.js';
import { disassemble, listing } from '../../src/hsail/text/disassembler.js';
import { AtollError } from '../../src/util/errors.js';
import { root } from '../../src/util/paths.js';

const file = (name: string): Buffer => readFileSync(join(root, 'test/hsail', name));
const sample = file('sample.brig');
const tokens = (text: string): string[] => text.split(/\s+/).filter(Boolean);
const TRIALS = process.env['ATOLL_LONG'] ? 10_000 : 400;

/** A small generator, so that every run damages the same bytes. */
function* randoms(seed: number): Generator<number, never> {
  let state = seed;
  while (true) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state >>> 8;
  }
}

test('a module is disassembled as HSAILasm does', (t) => {
  t.deepEqual(tokens(disassemble(readBrig(sample))), tokens(file('sample.disassembled.hsail').toString()));
});

test('lines of a listing are those of its text', (t) => {
  const { text, lines } = listing(readBrig(sample));
  const rows = text.split('\n');
  const returns = rows.flatMap((row, n) => (row.trim() === 'ret;' ? [n + 1] : []));
  t.true(returns.length > 0);
  t.deepEqual(
    returns.filter((line) => ![...lines.values()].includes(line)),
    [],
  );
});

test('a summary counts arguments and instructions', (t) => {
  const { executables, sections, machineModel } = summarize(readBrig(sample));
  t.deepEqual(executables, [
    { kind: 'function', name: '&f', arguments: 2, instructions: 1 },
    { kind: 'kernel', name: '&k', arguments: 2, instructions: 15 },
  ]);
  t.deepEqual(
    sections.map(({ name }) => name),
    ['hsa_data', 'hsa_code', 'hsa_operand'],
  );
  t.is(machineModel, 'large');
});

const patched = (offset: number, ...bytes: number[]): Buffer => {
  const copy = Buffer.from(sample);
  copy.set(bytes, offset);
  return copy;
};

test('other versions are refused by name', (t) => {
  t.throws(() => readBrig(patched(12, 1)), { code: 'UNSUPPORTED', message: /BRIG 1\.1; version 1\.0 is supported/ });
  const moduleDirective = sample.indexOf(Buffer.from([0x14, 0, 0x0b, 0x10]));
  t.throws(() => readBrig(patched(moduleDirective + 12, 5)), { code: 'UNSUPPORTED', message: /HSAIL 1\.5/ });
});

test('damage is named by section and offset', (t) => {
  const code = Number(sample.readBigUInt64LE(0x70));
  const cases: [number, number[], RegExp][] = [
    [16, [0], /^header\+0x10: the module has \d+ bytes by its header/],
    [code + 0x20, [0x15], /^hsa_code\+0x20: .*not a multiple of 4/],
    [code + 0x22, [0x0b, 0x30], /^hsa_code\+0x22: entries of kind 0x300b do not belong there/],
    [code + 0x24, [0x21], /^hsa_code\+0x24: name refers to 0x21, where no entry begins/],
    [code + 0x30, [9], /^hsa_code\+0x30: profile is 9, which has no meaning/],
  ];
  for (const [offset, bytes, message] of cases) t.throws(() => readBrig(patched(offset, ...bytes)), { message });
  t.throws(() => readBrig(sample.subarray(0, 90)), { message: /^header\+0x0: this is not a BRIG module/ });
});

test(`${TRIALS} damaged modules are read or refused, and never crash`, (t) => {
  const random = randoms(7);
  const next = () => random.next().value;
  let refused = 0;
  for (let trial = 0; trial < TRIALS; trial++) {
    const copy = Buffer.from(sample);
    for (let count = 1 + (trial % 3); count > 0; count--) copy[next() % copy.length] = next();
    const cut = trial % 8 === 0 ? copy.subarray(0, next() % copy.length) : copy;
    try {
      disassemble(readBrig(cut));
    } catch (error) {
      refused++;
      if (!(error instanceof AtollError)) return t.fail(`trial ${trial}: ${(error as Error).stack}`);
      t.regex(error.message, /^[a-z_ 0-9]+\+0x[0-9a-f]+: /, `trial ${trial}`);
    }
  }
  t.true(refused > TRIALS / 4);
});
