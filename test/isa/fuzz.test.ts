// Random words: decoding, printing, encoding, assembling and listing never throw, lose nothing and agree with each
// other.

import test from 'ava';
import { listingText } from '../../src/isa/disassemble.js';
import { effectsOf } from '../../src/isa/effects.js';
import { encode } from '../../src/isa/encode.js';
import { printInstruction } from '../../src/isa/print.js';
import { count, SEED } from './campaign.js';
import { type Outcome, SYMBOLS } from './cells.js';
import { ENGINES, EngineDriver } from './engine.js';
import { type Random, randomFrom } from './random-instruction.js';
import { assemble, decode, disassemble, FORMATS } from './southern-islands.js';

/** Words that are executed, in programs of a few words from random states. */
const EXECUTED = count(12_000, 1_000_000);
const PROGRAM_WORDS = 4;
const EXECUTED_BUDGET = 50;
const LDS_BYTES = 4096;
const WORDS = count(60_000, 1_000_000);

const PROBLEMS = ['constant-bus', 'encoding', 'opcode', 'operand', 'registers', 'truncated'];

const FORMAT_LIST = Object.values(FORMATS);

/** A word of some format, so that all formats come up equally often; some words are of no format. */
function randomWord(random: Random): number {
  if (random.chance(0.1)) return random.u32();
  const { mask, bits } = random.pick(FORMAT_LIST);
  return ((random.u32() & ~mask) | bits) >>> 0;
}

test(`${WORDS} random words from seed ${SEED} decode, print and encode`, (t) => {
  const random = randomFrom(SEED);
  const failures: string[] = [];
  const problems: Record<string, number> = {};
  for (let i = 0; i < WORDS; i++) {
    const words = [randomWord(random), random.u32(), random.u32()].slice(0, 1 + random.below(3));
    const decoded = decode(words);
    if (!decoded.ok) problems[decoded.error.problem] = (problems[decoded.error.problem] ?? 0) + 1;
    const instruction = decoded.ok ? decoded.instruction : decoded.error.instruction;
    if (!instruction) continue;
    effectsOf(instruction);
    const again = encode(instruction.def, instruction.operands, instruction.fields);
    if (again.some((word, at) => word !== words[at]))
      failures.push(`${words.map((w) => w.toString(16))} encodes differently`);
    if (!decoded.ok || i % 16 !== 0) continue;
    const text = printInstruction(instruction);
    const assembled = assemble(text);
    if (assembled.words.length !== again.length || again.some((word, at) => word !== assembled.words[at]))
      failures.push(
        `'${text}' (${again.map((w) => w.toString(16))}): ${assembled.problems[0]?.message ?? 'other words'}`,
      );
  }
  t.deepEqual(failures.slice(0, 10), []);
  t.deepEqual(Object.keys(problems).sort(), PROBLEMS);
});

/** Scalar registers, a few lanes and EXEC, so that addresses and values vary. */
function randomState(random: Random): Map<string, number> {
  const cells = new Map<string, number>();
  for (let i = 0; i < 16; i++)
    cells.set(`s${random.below(104)}`, random.chance(0.3) ? Number(SYMBOLS.get('data')) : random.u32());
  for (let i = 0; i < 16; i++) cells.set(`v${random.below(64)}[${random.below(64)}]`, random.u32());
  if (random.chance(0.3)) cells.set('exec_lo', random.pick([0, 1, random.u32()]));
  if (random.chance(0.3)) cells.set('exec_hi', 0);
  return cells;
}

/** The same end, and the same state where the program ended; a budget may be overrun by a block. */
function difference(a: Outcome, b: Outcome): string | undefined {
  if (a.outcome === 'budget' || b.outcome === 'budget') return undefined;
  if (a.outcome !== b.outcome) return `${a.outcome} / ${b.outcome}`;
  if (a.outcome !== 'end') return undefined;
  const cells = [...new Set([...a.changed.keys(), ...b.changed.keys()])];
  const cell = cells.find((name) => a.changed.get(name) !== b.changed.get(name));
  return cell && `${cell}: ${a.changed.get(cell)?.toString(16)} / ${b.changed.get(cell)?.toString(16)}`;
}

test(`${EXECUTED} random words run on every engine to an end or a fault, alike`, (t) => {
  const random = randomFrom(SEED);
  const drivers = ENGINES.map((make) => new EngineDriver(make));
  const outcomes: Record<string, number> = {};
  const failures: string[] = [];
  for (let done = 0; done < EXECUTED; done += PROGRAM_WORDS) {
    const code = Uint32Array.from({ length: PROGRAM_WORDS }, () => randomWord(random));
    const state = randomState(random);
    const [first, ...others] = drivers.map((driver) =>
      driver.run({ code, ldsBytes: LDS_BYTES }, state, EXECUTED_BUDGET),
    );
    const kind = first!.outcome.split(':').slice(0, 2).join(':');
    outcomes[kind] = (outcomes[kind] ?? 0) + 1;
    for (const other of others) {
      const different = difference(first!, other);
      if (different) failures.push(`${[...code].map((word) => word.toString(16)).join(' ')}: ${different}`);
    }
  }
  t.deepEqual(failures.slice(0, 5), []);
  t.true(outcomes['end']! > 0 && Object.keys(outcomes).length > 2, JSON.stringify(outcomes));
});

test('a listing of random words assembles to the same words', (t) => {
  const random = randomFrom(SEED + 1);
  for (let i = 0; i < 40; i++) {
    const code = Array.from({ length: 60 }, () => randomWord(random));
    const listing = listingText(disassemble(code));
    const { words, problems } = assemble(listing);
    t.deepEqual(problems, [], listing);
    t.deepEqual([...words], code);
  }
});
