// What statistics are folded from: the instructions of codes with how often they ran, from the counts that engines report.

import { sameWords } from '../emulator/code.js';
import { Counts, type CountValues, eachPlace, eachStretch, type Stretches } from '../emulator/counts.js';
import { LANES } from '../emulator/state.js';
import { classOf, type InstructionClass } from '../isa/classes.js';
import { neverGoesOn } from '../isa/control.js';
import { decode } from '../isa/decode.js';
import { isVector } from '../isa/evaluate.js';
import type { Instruction } from '../isa/instruction.js';
import { isaNamed } from '../isa/isas.js';

/** One instruction of a code and what happened to it. */
export interface InstructionCount {
  /** Byte offset from the start of the code. */
  readonly offset: number;
  readonly instruction: Instruction;
  readonly class: InstructionClass;
  /** How often a wavefront executed it. */
  readonly times: number;
  /** Active lanes, added over all executions; undefined for instructions that do not work on lanes. */
  readonly lanes: number | undefined;
  /** Of branches: how often execution went to the target. */
  readonly taken: number;
}

/** What some launches have executed. */
export interface Tally {
  readonly workGroups: number;
  readonly wavefronts: number;
  readonly barriers: number;
  /** Stops at what is no instruction. */
  readonly invalid: number;
  /** Instructions that compiled code left to the interpreter, by mnemonic; undefined where nothing is compiled. */
  readonly exits: ReadonlyMap<string, number> | undefined;
  /** All that ran, in the order of their addresses, code after code. */
  readonly instructions: readonly InstructionCount[];
}

/** The code that counts are about. */
export interface CountedCode {
  readonly isa: string;
  readonly code: Uint32Array | undefined;
}

interface Decoded {
  readonly instruction: Instruction;
  readonly class: InstructionClass;
  readonly vector: boolean;
  /** A branch that is always taken. */
  readonly jump: boolean;
}

/** A code whose instructions are decoded when they are first needed. */
interface KnownCode extends CountedCode {
  readonly decoded: (Decoded | undefined)[];
}

/** All codes, by their lengths: reports of launches come from other threads, each with words of its own. */
const known = new Map<number, KnownCode[]>();

function knownCode({ isa, code }: CountedCode): KnownCode {
  const alike = known.get(code?.length ?? 0) ?? [];
  let found = alike.find(
    (each) => each.isa === isa && (each.code === code || (each.code && code && sameWords(each.code, code))),
  );
  if (!found) {
    found = { isa, code, decoded: [] };
    known.set(code?.length ?? 0, [...alike, found]);
  }
  return found;
}

const decodedAt = (known: KnownCode, word: number): Decoded | undefined =>
  (known.decoded[word] ??= describe(known, word));

function describe({ isa, code }: CountedCode, word: number): Decoded | undefined {
  const decoded = decode(isaNamed(isa), code ?? [], word);
  if (!decoded.ok) return undefined;
  const { instruction } = decoded;
  const { def } = instruction;
  const own = classOf(def);
  return { instruction, class: own, vector: isVector(def), jump: own === 'branch' && neverGoesOn(def) };
}

/** Numbers by the words that begin instructions. */
function byInstruction(code: KnownCode, stretches: Stretches): Map<number, number> {
  const found = new Map<number, number>();
  eachStretch(stretches, (first, end, number) => {
    for (let word = first; word < end; ) {
      found.set(word, (found.get(word) ?? 0) + number);
      word += (decodedAt(code, word)?.instruction.size ?? 4) / 4;
    }
  });
  return found;
}

function instructionsOf(code: KnownCode, { times, idle, taken }: CountValues['code']): InstructionCount[] {
  const executed = byInstruction(code, times);
  const idleLanes = byInstruction(code, idle);
  const branches = new Map<number, number>();
  eachPlace(taken, (word, number) => branches.set(word, (branches.get(word) ?? 0) + number));
  return [...executed]
    .sort(([a], [b]) => a - b)
    .flatMap(([word, ran]) => {
      const decoded = decodedAt(code, word);
      if (!decoded || ran === 0) return [];
      const { instruction, vector, jump } = decoded;
      return {
        offset: 4 * word,
        instruction,
        class: decoded.class,
        times: ran,
        lanes: vector ? LANES * ran - (idleLanes.get(word) ?? 0) : undefined,
        taken: jump ? ran : (branches.get(word) ?? 0),
      };
    });
}

/** Counts, and what they are about: a launch, or several that have been added. */
export interface CountedLaunch extends CountedCode {
  readonly counts: CountValues;
}

/** Adds up launches of any codes. */
export class Totals {
  private readonly byCode = new Map<KnownCode, Counts>();

  add({ counts, isa, code }: CountedLaunch): this {
    const known = knownCode({ isa, code });
    let sum = this.byCode.get(known);
    if (!sum) this.byCode.set(known, (sum = new Counts()));
    sum.add(counts);
    return this;
  }

  get tally(): Tally {
    const all = new Counts();
    const instructions: InstructionCount[] = [];
    for (const [code, counts] of this.byCode) {
      const { values } = counts;
      instructions.push(...instructionsOf(code, values.code));
      all.add({ ...values, code: NOTHING });
    }
    const { workGroups, wavefronts, barriers, invalid, exits } = all;
    return { workGroups, wavefronts, barriers, invalid, exits, instructions };
  }
}

const none = new Float64Array(0);
const NOTHING: CountValues['code'] = { times: none, idle: none, taken: none };

/** The tally of one launch. */
export const tallyOf = (launch: CountedLaunch): Tally => new Totals().add(launch).tally;

/** Several launches. */
export function totalsOf(launches: Iterable<CountedLaunch>): Totals {
  const totals = new Totals();
  for (const launch of launches) totals.add(launch);
  return totals;
}
