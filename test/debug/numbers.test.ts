// Numbers as text: nothing is lost, and the output is that of C.

import { execFileSync } from 'node:child_process';
import test from 'ava';
import {
  bitsOfFloat,
  doubleOfBits,
  doubleText,
  drawMask,
  floatOfBits,
  floatText,
  hex32,
  laneRows,
  lanesOf,
  laneText,
  wordText,
} from '../../src/debug/numbers.js';
import { Random } from '../emulator/random.js';

const ALL_LANES = 2n ** 64n - 1n;

/** Reads the text of laneText again; values of lanes that it does not name stay undefined. */
function readLanes(text: string, mask: bigint): (number | undefined)[] {
  const values: (number | undefined)[] = new Array(64).fill(undefined);
  const lanes = lanesOf(mask);
  const affine = /^(?:\[[\d,-]+\] )?(?:(0x[0-9a-f]+)\+)?lane\*(-?)(0x[0-9a-f]+)$/.exec(text);
  if (affine) {
    const step = Number(affine[3]) * (affine[2] === '-' ? -1 : 1);
    for (const lane of lanes) values[lane] = (Number(affine[1] ?? 0) + Math.imul(step, lane)) >>> 0;
    return values;
  }
  if (/^\[[\d-]+\] 0x\w+ \[/.test(text)) {
    for (const [, first, last, value] of text.matchAll(/\[(\d+)(?:-(\d+))?\] (0x[0-9a-f]+)/g))
      for (let lane = Number(first); lane <= Number(last ?? first); lane++) values[lane] = Number(value);
    return values;
  }
  const listed = [...text.replace(/^\[[\d,-]+\] /, '').matchAll(/(0x[0-9a-f]+)(?: x(\d+))?/g)];
  const sequence = listed.flatMap(([, value, count]) => new Array<number>(Number(count ?? 1)).fill(Number(value)));
  lanes.forEach((lane, i) => {
    values[lane] = sequence.length === 1 ? sequence[0] : sequence[i];
  });
  return values;
}

test('the text of lanes has every value', (t) => {
  const random = new Random(11);
  for (let n = 0; n < 3000; n++) {
    const kind = random.below(4);
    const [base, step] = [random.edge() >>> 0, random.below(2) ? random.below(9) - 4 : random.word()];
    const few = [random.edge() >>> 0, random.edge() >>> 0];
    const value = (lane: number): number =>
      [random.edge(), base + Math.imul(step, lane), few[(lane >> random.below(5)) & 1]!, base][kind]! >>> 0;
    const values = Uint32Array.from({ length: 64 }, (_, lane) => value(lane));
    const mask = random.below(2) ? ALL_LANES : (BigInt(random.word()) << 32n) | BigInt(random.word()) | 1n;
    const text = laneText(values, mask);
    const expected = Array.from(values, (word, lane) => ((mask >> BigInt(lane)) & 1n ? word : undefined));
    t.deepEqual(readLanes(text, mask), expected, text);
  }
});

test('lanes in few words', (t) => {
  const lane = Uint32Array.from({ length: 64 }, (_, i) => i);
  t.is(laneText(new Uint32Array(64).fill(7), ALL_LANES), '0x00000007');
  t.is(laneText(new Uint32Array(64).fill(7), 0xf1n), '[0,4-7] 0x00000007');
  t.is(laneText(lane, ALL_LANES), 'lane*0x1');
  t.is(
    laneText(
      lane.map((i) => 63 - i),
      ALL_LANES,
    ),
    '0x0000003f+lane*-0x1',
  );
  t.is(
    laneText(
      lane.map((i) => (i < 4 ? 1 : 2)),
      0xffn,
    ),
    '[0-3] 0x00000001 [4-7] 0x00000002',
  );
  t.is(laneText(lane, 0n), 'no lane');
  t.deepEqual(laneRows(lane, 0x301n, String), ['[ 0] 0', '[ 8] 8 9']);
});

test('masks are drawn with lane 0 first, 64 characters', (t) => {
  t.is(drawMask(0x8000_0000_0000_0005n, 64), `#.#${'.'.repeat(60)}#`);
});

test('floats are exact and as short as C can print them', (t) => {
  const random = new Random(3);
  const words = Array.from({ length: 400 }, () => random.edge() >>> 0).filter((bits) => {
    const value = floatOfBits(bits);
    return Number.isFinite(value) && value !== 0;
  });
  // printf prints doubles: the shortest of its precisions that reads back as the same float is the length to reach.
  const precisions = Array.from({ length: 9 }, (_, i) => i + 1);
  const printed = execFileSync(
    'bash',
    ['-c', `while read x; do ${precisions.map((p) => `printf '%.${p}g ' "$x"`).join('; ')}; echo; done`],
    { input: words.map((bits) => `${floatOfBits(bits)}\n`).join(''), encoding: 'utf8' },
  ).split('\n');
  words.forEach((bits, i) => {
    const text = floatText(bits);
    t.is(bitsOfFloat(Number(text)), bits, text);
    const shortest = printed[i]!.trim()
      .split(' ')
      .find((candidate) => bitsOfFloat(Number(candidate)) === bits)!;
    // At a tie printf rounds to even and JavaScript up: both read back, so only the lengths must agree.
    t.is(String(Number(text)).length, String(Number(shortest)).length, `${text} ${shortest}`);
  });
});

test('special floats and words', (t) => {
  t.deepEqual([0x7f800000, 0xff800000, 0x7fc00001, 0x80000000, 0].map(floatText), [
    'inf',
    '-inf',
    'nan',
    '-0.0',
    '0.0',
  ]);
  t.is(wordText(0x3fc00000), '0x3fc00000  1069547520  1.5f');
  t.is(wordText(0xffffffff), '0xffffffff  4294967295 (-1)');
  t.is(doubleText(0x3fb999999999999an), '0.1');
  t.is(doubleOfBits(0xc000000000000000n), -2);
  t.is(hex32(-1), '0xffffffff');
});
