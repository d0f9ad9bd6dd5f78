// Damaged images: every truncation, every flipped header byte and many random changes give an image or an AtollError
// that names an offset or a line; nothing else, and quickly. ATOLL_FUZZ sets the number of random images, ATOLL_SEED
// the seed.
import test from 'ava';
import { readCalImage } from '../../src/cal/reader.js';
import { writeCalImage } from '../../src/cal/writer.js';
import { AtollError } from '../../src/util/errors.js';
import { catalystKernel, imageOf, llvmKernel } from './model.js';

const COUNT = Number(process.env['ATOLL_FUZZ'] ?? 3000);
const SEED = Number(process.env['ATOLL_SEED'] ?? 1);
const GOOD = writeCalImage(imageOf([llvmKernel, catalystKernel], { globalData: Uint8Array.of(1, 2, 3) }));

/** undefined for a readable image, the error's text for a refused one; anything else is thrown on. */
function outcome(bytes: Uint8Array): string | undefined {
  try {
    readCalImage(bytes, 'x');
    return undefined;
  } catch (error) {
    if (error instanceof AtollError && error.code === 'BAD_IMAGE') return error.message;
    throw error;
  }
}

/** A small generator with a seed (xorshift32). */
function generator(seed: number): (limit: number) => number {
  let state = seed | 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

test('every truncation is refused with a place', (t) => {
  for (let length = 0; length < GOOD.length; length++) {
    const message = outcome(GOOD.subarray(0, length));
    if (message === undefined || !/offset 0x|line \d/.test(message)) t.fail(`${length} bytes: ${message}`);
  }
  t.is(outcome(GOOD), undefined);
});

test('every byte of every header, set to extremes, is survived', (t) => {
  const inner = Buffer.from(GOOD).indexOf(Buffer.of(0x7f, 0x45, 0x4c, 0x46), 4);
  const sections = Buffer.from(GOOD).readUInt32LE(32);
  const ranges = [
    [0, 400],
    [inner, inner + 0x2c0],
    [sections, GOOD.length],
  ] as const;
  let refused = 0;
  for (const [start, end] of ranges) {
    for (let at = start; at < end; at++) {
      for (const value of [0, 1, 0x7f, 0x80, 0xff, GOOD[at]! ^ 0x10]) {
        const bytes = GOOD.slice();
        bytes[at] = value;
        if (outcome(bytes) !== undefined) refused++;
      }
    }
  }
  t.true(refused > 500);
});

test(`${COUNT} random images from seed ${SEED} are survived`, (t) => {
  const random = generator(SEED);
  const outcomes = { read: 0, refused: 0 };
  for (let i = 0; i < COUNT; i++) {
    const bytes = GOOD.slice(0, random(8) === 0 ? random(GOOD.length) : GOOD.length);
    const view = new DataView(bytes.buffer);
    for (let changes = 1 + random(6); changes > 0 && bytes.length > 4; changes--) {
      const at = random(bytes.length - 4);
      if (random(2) === 0) bytes[at] = random(256);
      else view.setUint32(at, [0, 0xffff_ffff, 0x7fff_ffff, bytes.length, random(0xffff_ffff)][random(5)]!, true);
    }
    if (outcome(bytes) === undefined) outcomes.read++;
    else outcomes.refused++;
  }
  t.true(outcomes.read > 0 && outcomes.refused > 0);
});

test('metadata lines: claimed sizes and offsets are checked', (t) => {
  const damaged = (from: string, to: string): string | undefined => {
    const text = Buffer.from(GOOD).toString('latin1');
    t.true(text.includes(from), from);
    t.is(from.length, to.length);
    return outcome(new Uint8Array(Buffer.from(text.replace(from, to), 'latin1')));
  };
  t.regex(damaged('"textSize":40', '"textSize":99') ?? '', /instructions/);
  t.regex(damaged('"entryOffset":8', '"entryOffset":9') ?? '', /entry point/);
  t.regex(damaged('"codeRelocations":[40,56]', '"codeRelocations":[40,60]') ?? '', /pointer/);
  t.regex(damaged('"kind":"global"', '"kind":"glabol"') ?? '', /line \d+: 'kind'/);
  t.regex(damaged('"sizes":[4,16]', '"sizes":[4,"x"') ?? '', /line \d+/);
  t.regex(damaged(';atoll:line:8:1:12:40', ';atoll:line:8:7:12:40') ?? '', /line table/);
  t.regex(damaged(';value:width:u32', ';value:width:u3x') ?? '', /unknown type 'u3x'/);
});
