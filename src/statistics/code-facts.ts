// Properties of the instructions of a code that statistics need: plain data. With them counting does without the tables
// of an instruction set, which take longer to make than to add up the statistics of a short run; so they are kept from
// run to run, packed in a word for each word of the code.

import { sameWords } from '../emulator/code-words.js';
import { CLASS_NAMES, type InstructionClass } from '../isa/classes.js';
import { required } from '../util/required.js';

/** The code that counts are about. */
export interface CountedCode {
  readonly isa: string;
  readonly code: Uint32Array | undefined;
}

export interface InstructionFacts {
  /** Bytes. */
  readonly size: number;
  readonly class: InstructionClass;
  /** Works on lanes. */
  readonly vector: boolean;
  /** A branch that is always taken. */
  readonly jump: boolean;
  /** A branch whose target is what follows it. */
  readonly stays: boolean;
  /** Put beside the instructions of the program: it counts as none. */
  readonly auxiliary: boolean;
  /** Cycles that it keeps a SIMD busy; 0 unless it is one of the vector unit. */
  readonly cycles: number;
  /** VGPRs that it reads beyond the first one of each bank; 0 likewise. */
  readonly conflicts: number;
}

/** Banks of the vector register file: not documented, taken from the register's number. */
export const VGPR_BANKS = 4;

/** Description of an instruction of a code, by its first word; undefined where there is none. */
export type Describe = (code: CountedCode, word: number) => InstructionFacts | undefined;

/** A word with facts: whether there are any, whether there is an instruction, and what is known of it. */
const [PRESENT, INSTRUCTION, VECTOR, JUMP, STAYS] = [1, 2, 4, 8, 16];
const AUXILIARY = 2 ** 28;
const [WORDS_AT, CLASS_AT, CYCLES_AT, CONFLICTS_AT] = [5, 8, 12, 20];
const [WORDS_MASK, CLASS_MASK, BYTE_MASK] = [7, 15, 255];

function pack(facts: InstructionFacts | undefined): number {
  if (!facts) return PRESENT;
  const { size, vector, jump, stays, auxiliary, cycles, conflicts } = facts;
  const numbers = [size / 4, CLASS_NAMES.indexOf(facts.class), cycles, conflicts];
  if (
    numbers.some(
      (number, n) =>
        number < 0 || number > required([WORDS_MASK, CLASS_MASK, BYTE_MASK, BYTE_MASK][n], 'limit of the number'),
    )
  )
    throw new RangeError(`facts about an instruction do not fit into a word: ${numbers.join(', ')}`);
  const kinds = (vector ? VECTOR : 0) | (jump ? JUMP : 0) | (stays ? STAYS : 0) | (auxiliary ? AUXILIARY : 0);
  const flags = PRESENT | INSTRUCTION | kinds;
  const places = [WORDS_AT, CLASS_AT, CYCLES_AT, CONFLICTS_AT];
  return numbers.reduce((word, number, n) => word | (number << required(places[n], 'place of the number')), flags);
}

function unpack(word: number): InstructionFacts | undefined {
  const name = CLASS_NAMES[(word >>> CLASS_AT) & CLASS_MASK];
  if (!(word & INSTRUCTION) || !name) return undefined;
  return {
    size: 4 * Math.max((word >>> WORDS_AT) & WORDS_MASK, 1),
    class: name,
    vector: (word & VECTOR) !== 0,
    jump: (word & JUMP) !== 0,
    stays: (word & STAYS) !== 0,
    auxiliary: (word & AUXILIARY) !== 0,
    cycles: (word >>> CYCLES_AT) & BYTE_MASK,
    conflicts: (word >>> CONFLICTS_AT) & BYTE_MASK,
  };
}

/** A code whose instructions are described when they are first needed. */
export class DescribedCode implements CountedCode {
  readonly isa: string;
  readonly code: Uint32Array | undefined;
  /** Null: there is no instruction. */
  private readonly facts: (InstructionFacts | null | undefined)[] = [];
  /** Properties that were not cached have been added. */
  isNew = false;

  constructor(
    { isa, code }: CountedCode,
    private readonly describe: Describe,
  ) {
    this.isa = isa;
    this.code = code;
  }

  /** The instruction that begins at a word; undefined where there is none. */
  at(word: number): InstructionFacts | undefined {
    let facts = this.facts[word];
    if (facts === undefined) {
      this.facts[word] = facts = this.describe(this, word) ?? null;
      this.isNew = true;
    }
    return facts ?? undefined;
  }

  /** A word for each word of the code. */
  get packed(): Uint32Array {
    return Uint32Array.from(this.code ?? [], (_, word) => {
      const facts = this.facts[word];
      return facts === undefined ? 0 : pack(facts ?? undefined);
    });
  }

  /** Takes what was kept of the same code; what has another length is of another one. */
  load(packed: Uint32Array): void {
    if (packed.length !== this.code?.length) return;
    for (const [word, bits] of packed.entries()) if (bits & PRESENT) this.facts[word] ??= unpack(bits) ?? null;
  }
}

/** Codes that counts are about, each once: reports of launches come from other threads, each with words of its own. */
export class DescribedCodes {
  private readonly byLength = new Map<number, DescribedCode[]>();

  /** @param onStart called with each code that is new here */
  constructor(
    private readonly describe: Describe,
    private readonly onStart: (code: DescribedCode) => void = () => undefined,
  ) {}

  of(counted: CountedCode): DescribedCode {
    const { isa, code } = counted;
    const alike = this.byLength.get(code?.length ?? 0) ?? [];
    let entry = alike.find(
      (each) => each.isa === isa && (each.code === code || (each.code && code && sameWords(each.code, code))),
    );
    if (!entry) {
      entry = new DescribedCode(counted, this.describe);
      this.byLength.set(code?.length ?? 0, [...alike, entry]);
      this.onStart(entry);
    }
    return entry;
  }

  get all(): readonly DescribedCode[] {
    return [...this.byLength.values()].flat();
  }
}
