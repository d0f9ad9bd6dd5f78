// Which parts of a kernel's code run often enough to be worth translating. Until they are known to be, the interpreter executes them:
// code that runs a few times only would take longer to translate than to interpret.
//
// Code is counted by ranges. Where the interpreter is every so many instructions says how often each range was executed; the numbers
// depend on the launches alone, not on times.

import type { LaunchDescriptor } from '../emulator/launch.js';

/** Tests make these smaller, so that small kernels are large. */
export const MEASURES = {
  /** Bytes of code that are counted together. */
  range: 2048,
  /** Bytes of kernels that are translated as a whole. */
  whole: 8192,
  /** Instructions between two looks: a prime number, so that loops are seen everywhere. */
  sample: 509,
  /** Executions of each instruction, on average, that cost the interpreter what a translation costs. */
  worth: 400,
};
/** Ranges that are translated of one kernel at most: what compilers take for more would not fit into memory. */
const MOST_RANGES = 128;
/**
 * What earlier runs have interpreted counts so many times: it will come again. Large kernels take seconds to translate, which must have
 * been worth it; of others the next few runs may well repay it.
 */
const EARLIER = { large: 8, other: 64 } as const;
/** The part of what a translation costs from which later runs are told of what was interpreted. */
const TOLD = 1 / 64;
/** So many times what a translation costs must be left of a launch for it to be made at once. */
const LEFT = 2;
/** The part of `worth` from which on a range belongs to what is hot, beside others that are. */
const WARM = 1 / 8;
/** Bytes of an instruction, about. */
const INSTRUCTION_BYTES = 6;

/** Whether parts of a kernel are told apart. */
export const isLarge = ({ codeBytes }: Pick<LaunchDescriptor, 'codeBytes'>): boolean => codeBytes > MEASURES.whole;

/** What runs have interpreted of a kernel since its last translation, for the next one: instructions, in all and by ranges. */
export interface Interpreted {
  readonly total: number;
  readonly ranges: readonly number[];
}

/** Ranges of a kernel's code by their numbers, or all of it. */
export type Part = readonly number[] | undefined;

export const rangeOf = (pc: number, { codeAddress }: Pick<LaunchDescriptor, 'codeAddress'>): number =>
  Math.floor((pc - codeAddress) / MEASURES.range);

export class CodeProfile {
  /** Instructions that were interpreted since the last translation. */
  interpreted = 0;
  /** The same since the kernel is known, and wavefronts that ended there. */
  private total = 0;
  private ended = 0;
  private readonly seen: Float64Array;
  private untilSample = MEASURES.sample;
  /** Instructions that earlier runs have interpreted, since the last translation. */
  private earlier = 0;

  constructor(private readonly launch: LaunchDescriptor) {
    this.seen = new Float64Array(Math.ceil(launch.codeBytes / MEASURES.range));
  }

  /** Whether there is more than one range to tell apart. */
  get isLarge(): boolean {
    return isLarge(this.launch);
  }

  /** Instructions that may be interpreted before the profile looks where that leads to. */
  quantum(budget: number): number {
    return this.isLarge ? Math.min(budget, this.untilSample) : budget;
  }

  /** Earlier runs have interpreted this. */
  recall({ total, ranges }: Interpreted): void {
    this.earlier = total;
    ranges.forEach((count, range) => {
      if (range < this.seen.length) this.seen[range]! += count;
    });
  }

  /** What later runs should know; undefined when that is not worth a file. */
  get told(): Interpreted | undefined {
    if (this.interpreted < TOLD * MEASURES.worth * instructionsIn(this.launch.codeBytes)) return undefined;
    return { total: this.interpreted + this.earlier, ranges: this.isLarge ? [...this.seen] : [] };
  }

  /** There is a new translation. */
  restart(): void {
    this.interpreted = 0;
    this.earlier = 0;
  }

  /** So many instructions were interpreted, and execution is at an address, or the wavefront has ended. */
  note(pc: number, instructions: number, ended: boolean): void {
    this.interpreted += instructions;
    this.total += instructions;
    if (ended) this.ended++;
    if (!this.isLarge) return;
    this.untilSample -= instructions;
    if (this.untilSample > 0) return;
    this.untilSample = MEASURES.sample;
    const range = rangeOf(pc, this.launch);
    if (range >= 0 && range < this.seen.length) this.seen[range]! += MEASURES.sample;
  }

  /**
   * What is worth translating when the interpreter may have cost `patience` times as much as the translation; nothing while it has not.
   * Where a launch has much before it, that counts instead: its other wavefronts will do what those have done that have ended.
   * @param translated ranges that are translated already: they stay so
   * @param wavefronts of the launch that have not begun
   */
  hot(patience: number, translated: Part, wavefronts: number): { readonly part: Part } | undefined {
    const left = this.ended > 0 ? (this.total / this.ended) * wavefronts : 0;
    const weighed = this.interpreted + this.earlier * (this.isLarge ? EARLIER.large : EARLIER.other);
    const enough = (bytes: number): boolean => {
      const cost = MEASURES.worth * instructionsIn(bytes);
      return weighed >= patience * cost || left >= LEFT * cost;
    };
    if (!this.isLarge) return enough(this.launch.codeBytes) ? { part: undefined } : undefined;
    const part = this.warmest(new Set(translated));
    if (part.length === (translated?.length ?? 0)) return undefined;
    return enough(part.length * MEASURES.range) ? { part } : undefined;
  }

  /** Interpreted instructions from which `hot` may have another answer. */
  next(): number {
    const { range, sample } = MEASURES;
    const size = instructionsIn(this.launch.codeBytes);
    // Samples of each range, or a few wavefronts.
    const first = this.isLarge ? (this.launch.codeBytes / range) * sample : size;
    return this.interpreted === 0 ? first : this.interpreted * 1.25;
  }

  private warmest(translated: ReadonlySet<number>): number[] {
    const enough = WARM * MEASURES.worth * instructionsIn(MEASURES.range);
    const ranges = [...this.seen.keys()].filter((range) => translated.has(range) || this.seen[range]! >= enough);
    const weight = (range: number): number => (translated.has(range) ? Number.POSITIVE_INFINITY : this.seen[range]!);
    // Of equal weight, the first ones.
    const heaviest = ranges
      .sort((a, b) => (weight(a) === weight(b) ? a - b : weight(b) - weight(a)))
      .slice(0, MOST_RANGES);
    return heaviest.sort((a, b) => a - b);
  }
}

const instructionsIn = (bytes: number): number => bytes / INSTRUCTION_BYTES;
