// Lines that come again and again: few are shown, and all are counted.

import test from 'ava';
import { LogDeduper } from '../../src/util/log-deduper.js';

test('200,000 lines of one kind become a few, with their number', (t) => {
  const lines: string[] = [];
  const repeats = new LogDeduper((text) => lines.push(text));
  for (let i = 0; i < 200_000; i++)
    repeats.log(`packet names kernel ${i % 7} of program ${i}, which is not loaded at 0x${i.toString(16)}`);
  repeats.log('another kind');
  repeats.end();
  t.true(lines.length < 20, `${lines.length} lines`);
  t.is(lines[0], 'packet names kernel 0 of program 0, which is not loaded at 0x0');
  t.regex(lines.at(-1)!, /which is not loaded at 0x0\n\(repeated 200000 times\)$/);
  t.true(lines.includes('another kind'));
  repeats.end();
  t.regex(lines.at(-1)!, /200000/, 'nothing is said twice');
});

test('kinds without end are bounded too', (t) => {
  const lines: string[] = [];
  const repeats = new LogDeduper((text) => lines.push(text));
  const letters = (n: number): string => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  for (let i = 0; i < 10_000; i++) repeats.log(`nonsense ${letters(i)}`);
  repeats.end();
  t.true(lines.length < 120, `${lines.length} lines`);
  t.regex(lines.at(-1)!, /^messages of many other kinds\n\(repeated 9900 times\)$/);
});

test('a few lines are passed on as they are', (t) => {
  const lines: string[] = [];
  const repeats = new LogDeduper((text) => lines.push(text));
  for (let i = 0; i < 5; i++) repeats.log(`fault ${i}`);
  repeats.end();
  t.deepEqual(lines, ['fault 0', 'fault 1', 'fault 2', 'fault 3', 'fault 4']);
});
