// The model of half precision (half-model.ts) against gcc's _Float16, in all roundings.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { Random } from '../../emulator/random.js';
import { count, SEED } from '../campaign.js';
import { BINARY16, canonicalNan, isNan } from '../exact-float.js';
import * as model from './half-model.js';
import { halfPattern } from './lanes.js';

const SOURCE = fileURLToPath(new URL('../../../../test/isa/gcn3/half-reference.c', import.meta.url));
const OPERATIONS = 'add sub mul fma sqrt floor ceil trunc rndne from_u16 from_i16 ldexp single'.split(' ');
const CASES = count(2000, 200_000);
/** Denormals stay; rounding of halves in bits 2 and 3. */
const KEEP = 0xf0;

interface Case {
  readonly operation: string;
  readonly round: number;
  readonly args: readonly number[];
}

/** A number of 32 bits that halves have neighbours of. */
const single = (random: Random): number =>
  ((random.below(2) << 31) |
    ((95 + random.below(50)) << 23) |
    (random.word() & (random.chance(0.4) ? 0x7fe001 : 0x7fffff))) >>>
  0;

function cases(): readonly Case[] {
  const random = new Random(SEED);
  return OPERATIONS.flatMap((operation) =>
    Array.from({ length: CASES }, () => {
      const args = [0, 1, 2].map(() => halfPattern(random));
      if (operation === 'single') args[0] = single(random);
      if (operation === 'ldexp')
        args[1] = random.chance(0.8) ? (random.below(60) - 30) & 0xffff : random.word() & 0xffff;
      return { operation, round: random.below(4), args };
    }),
  );
}

function reference(list: readonly Case[]): readonly bigint[] {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-half-'));
  try {
    const program = join(folder, 'reference');
    execFileSync('gcc', ['-O1', '-frounding-math', '-msse2', SOURCE, '-o', program, '-lm']);
    const input = list.map(
      ({ operation, round, args }) => `${operation} ${round} ${args.map((x) => x.toString(16)).join(' ')}\n`,
    );
    const output = execFileSync(program, { input: input.join(''), encoding: 'utf8', maxBuffer: 1 << 28 });
    return output
      .trim()
      .split('\n')
      .map((line) => BigInt(`0x${line}`));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the model of halves agrees with _Float16', (t) => {
  const list = cases();
  const expected = reference(list);
  t.is(expected.length, list.length);
  const wrong = list.flatMap(({ operation, round, args }, i) => {
    const modes = model.modesOf(KEEP | (round << 2));
    const [a, b, c] = args.map(BigInt) as [bigint, bigint, bigint];
    const ours =
      operation === 'single' ? model.fromSingle(modes, a) : model.OPERATIONS[operation]!.compute(modes, a, b, c);
    const theirs = isNan(BINARY16, expected[i]!) ? canonicalNan(BINARY16) : expected[i]!;
    return ours === theirs
      ? []
      : [
          `${operation} round ${round} (${args.map((x) => x.toString(16)).join(' ')}): ${ours.toString(16)}, gcc ${theirs.toString(16)}`,
        ];
  });
  t.deepEqual(wrong.slice(0, 10), [], `${wrong.length} of ${list.length}`);
});
