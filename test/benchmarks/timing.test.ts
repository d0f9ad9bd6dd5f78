// What the page on the model of time derives from its numbers.

import test from 'ava';
import { rankCorrelation, shocText } from '../../benchmarks/timing/shoc.js';

test('ranks: the same order, the opposite one, and equals, which share theirs', (t) => {
  const pairs = (found: readonly number[]) => found.map((each, n) => [each, n] as const);
  t.is(rankCorrelation(pairs([1, 10, 100])), 1);
  t.is(rankCorrelation(pairs([3, 2, 1])), -1);
  // By hand: ranks 1.5, 1.5, 3 beside 1, 2, 3.
  t.true(Math.abs(rankCorrelation(pairs([5, 5, 6])) - 1.5 / Math.sqrt(1.5 * 2)) < 1e-12);
});

test('a row without a published number is shown, and counts for nothing', (t) => {
  const row = (name: string, found: number, published: number | undefined) => ({
    name,
    precision: 'single' as const,
    unit: 'GB/s' as const,
    found,
    share: found / 200,
    ...(published === undefined ? {} : { published }),
    publishedShare: published && published / 200,
  });
  const text = shocText([row('one', 100, 50), row('other', 20, 40), row('alone', 7, undefined)]);
  t.regex(text, /over 2 rows of the shares of the peak: 1\.00/);
  t.regex(text, /1\.00 times as fast/);
  t.regex(text, /\| alone \| single \| 7\.000 \| none \| GB\/s \| 3\.50 % \| {2}\| {2}\|/);
  t.regex(text, /\| one \| single \| 100\.0 \| 50 \| GB\/s \| 50\.0 % \| 25\.0 % \| 2\.00 \|/);
});
