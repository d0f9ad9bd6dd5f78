// Profile that selects the parts of a kernel's code to translate. Until a part is known to run often, the interpreter
// executes it: code that runs a few times takes longer to translate than to interpret.
//
// Code is counted by ranges: the interpreter's position every N instructions samples the cost of each range. The cost
// is time: an instruction takes the interpreter from 0.03 to 5 microseconds, depending on its operation and its active
// lanes.

import { performance } from 'node:perf_hooks';
import type { LaunchDescriptor } from '../../emulator/launch.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import { required } from '../../util/required.js';

/** Clocks, in nanoseconds. Tests whose results must not depend on time count instructions instead. */
export const METER = {
  /** Clock that is sampled while a wavefront is executed. */
  read: (_w: Wavefront): number => performance.now() * 1e6,
  /** CPU time of this thread: exact to some milliseconds, and too slow for frequent calls. */
  worked(): number {
    const { user, system } = process.threadCpuUsage();
    return 1000 * (user + system);
  },
};

/** Tests make these smaller, so that small kernels are large. */
export const MEASURES = {
  /** Bytes of code that are counted together. */
  range: 2048,
  /** Bytes of kernels that are translated as a whole. */
  whole: 8192,
  /** Instructions between two looks: a prime number, so that loops are seen everywhere. */
  sample: 509,
  /**
   * Nanoseconds that it takes to translate an instruction and to compile that, by a thread that has not done so often.
   */
  worth: 400_000,
  /**
   * Nanoseconds that the shortest program takes in any case: beside them, the cost of a small translation is not
   * noticed.
   */
  unnoticed: 250e6,
  /** Nanoseconds by which a run may exceed similar ones unnoticed. */
  slight: 25e6,
};
/** Ranges that are translated of one kernel at most: what compilers take for more would not fit into memory. */
const MAX_RANGES = 128;
/**
 * Weight of what earlier runs have interpreted: it will come again. A translation whose cost is not noticed may be made
 * early; where that would make one run much longer than the others, those must have been worth it.
 */
const EARLIER = { least: 10, most: 80 } as const;
/** The part of a translation's cost from which interpretation is recorded for later runs. */
const MIN_RECORDED_SHARE = 1 / 64;
/** So many times what a translation costs must be left of a launch for it to be made at once. */
const LEFT = 2;
/** Wavefronts that say nothing of those that follow. */
const FIRST_ONES = 2;
/** The part of a translation's cost that is interpreted between two decisions. */
const NEXT = 1 / 16;
/** The part of `worth` from which on a range belongs to what is hot, beside others that are. */
const WARM = 1 / 8;
/**
 * The part of the time that ranges must have had to be translated without the others: each way between what is
 * translated and what is not costs as much as the interpreter takes for dozens of instructions.
 */
const MAX_TIME = 0.8;
/** Bytes of an instruction, about. */
const INSTRUCTION_BYTES = 6;

/** True if parts of a kernel have counts of their own. */
export const isLarge = ({ codeBytes }: Pick<LaunchDescriptor, 'codeBytes'>): boolean => codeBytes > MEASURES.whole;

/**
 * Time that runs have interpreted a kernel since its last translation, for the next one: nanoseconds, in all and by
 * ranges.
 */
export interface InterpretedTime {
  readonly total: number;
  readonly ranges: readonly number[];
}

/** Ranges of a kernel's code by their numbers, or all of it. */
export type Part = readonly number[] | undefined;

export const rangeOf = (pc: number, { codeAddress }: Pick<LaunchDescriptor, 'codeAddress'>): number =>
  Math.floor((pc - codeAddress) / MEASURES.range);

export class CodeProfile {
  /** Nanoseconds of interpretation since the last translation. */
  interpreted = 0;
  /**
   * The same since the kernel is known, wavefronts that ended there, and both as they were at the last two powers of
   * two of the latter: the interpreter takes long for the first ones, for which it makes itself ready, and less and
   * less for others.
   */
  private total = 0;
  private ended = 0;
  private mark = { total: 0, ended: 0 };
  private markBefore = this.mark;
  private readonly seen: Float64Array;
  private readonly workedBefore = METER.worked();
  /** Instructions before the next look, and nanoseconds since the last one. */
  private untilSample = MEASURES.sample;
  private unsampled = 0;
  /** Nanoseconds that earlier runs have interpreted since the last translation. */
  private earlier = 0;

  constructor(private readonly launch: LaunchDescriptor) {
    this.seen = new Float64Array(Math.ceil(launch.codeBytes / MEASURES.range));
  }

  private seenIn(range: number): number {
    return required(this.seen[range], 'count of the range');
  }

  /** True if there is more than one range. */
  get isLarge(): boolean {
    return isLarge(this.launch);
  }

  /** Instructions that may be interpreted before the profile looks where that leads to. */
  quantum(budget: number): number {
    return this.isLarge ? Math.min(budget, this.untilSample) : budget;
  }

  /** Earlier runs have interpreted this. */
  recall({ total, ranges }: InterpretedTime): void {
    this.earlier = total;
    ranges.forEach((count, range) => {
      if (range < this.seen.length) this.seen[range] = this.seenIn(range) + count;
    });
  }

  /** Times that are kept for later runs; undefined when they are too small for a file. */
  get forLaterRuns(): InterpretedTime | undefined {
    if (this.interpreted < MIN_RECORDED_SHARE * MEASURES.worth * instructionsIn(this.launch.codeBytes))
      return undefined;
    return { total: this.share * this.interpreted + this.earlier, ranges: this.isLarge ? [...this.seen] : [] };
  }

  /**
   * The part of the time that this thread did not wait for a processor: what a translation takes is known for a
   * processor of one's own.
   */
  private get share(): number {
    return this.total === 0 ? 1 : Math.min(1, (METER.worked() - this.workedBefore) / this.total);
  }

  /** There is a new translation. */
  restart(): void {
    this.interpreted = 0;
    this.earlier = 0;
  }

  /**
   * So many instructions were interpreted in so many nanoseconds, and execution is at an address, or the wavefront has
   * ended.
   */
  note(pc: number, instructions: number, ns: number, ended: boolean): void {
    this.interpreted += ns;
    this.total += ns;
    if (ended) this.noteEnd();
    if (!this.isLarge) return;
    this.unsampled += ns;
    this.untilSample -= instructions;
    if (this.untilSample > 0) return;
    const range = rangeOf(pc, this.launch);
    if (range >= 0 && range < this.seen.length) this.seen[range] = this.seenIn(range) + this.unsampled;
    this.untilSample = MEASURES.sample;
    this.unsampled = 0;
  }

  private noteEnd(): void {
    const { total } = this;
    const ended = ++this.ended;
    if ((ended & (ended - 1)) !== 0) return;
    this.markBefore = this.mark;
    this.mark = { total, ended };
  }

  /**
   * Nanoseconds that so many wavefronts will take; 0 while that is not known. The last half of them, or more, says so:
   * wavefronts of a work-group end one right after the other.
   */
  private foreseen(wavefronts: number): number {
    const { total, ended } = this.markBefore;
    return ended >= FIRST_ONES ? ((this.total - total) / (this.ended - ended)) * wavefronts : 0;
  }

  /**
   * Part to translate: ranges whose interpretation may have cost `threshold` times as much as their translation;
   * undefined below that. Pending work-groups and launches of the queue count as interpretation to come: later
   * wavefronts do what the finished ones have done.
   * @param translated ranges that are translated already: they stay so
   * @param wavefronts that have not begun
   */
  hot(threshold: number, translated: Part, wavefronts: number): { readonly part: Part } | undefined {
    const left = this.foreseen(wavefronts);
    const { share } = this;
    const enough = (bytes: number): boolean => {
      const cost = MEASURES.worth * instructionsIn(bytes);
      const weighed = share * this.interpreted + this.earlier * earlierWeight(cost);
      return weighed >= Math.max(cost, threshold * cost - MEASURES.unnoticed) || share * left >= LEFT * cost;
    };
    if (!this.isLarge) return enough(this.launch.codeBytes) ? { part: undefined } : undefined;
    const part = this.warmest(new Set(translated));
    if (part.length === (translated?.length ?? 0) || this.partOfTime(part) < MAX_TIME) return undefined;
    return enough(part.length * MEASURES.range) ? { part } : undefined;
  }

  private partOfTime(ranges: readonly number[]): number {
    const all = this.seen.reduce((sum, ns) => sum + ns, 0);
    return ranges.reduce((sum, range) => sum + this.seenIn(range), 0) / all;
  }

  /** Nanoseconds of interpretation from which `hot` may have another answer. */
  next(): number {
    return Math.max(NEXT * MEASURES.worth * instructionsIn(this.launch.codeBytes), this.interpreted * 1.25);
  }

  private warmest(translated: ReadonlySet<number>): number[] {
    const enough = WARM * MEASURES.worth * instructionsIn(MEASURES.range);
    const ranges = [...this.seen.keys()].filter((range) => translated.has(range) || this.seenIn(range) >= enough);
    const weight = (range: number): number => (translated.has(range) ? Number.POSITIVE_INFINITY : this.seenIn(range));
    // Of equal weight, the first ones.
    const heaviest = ranges
      .sort((a, b) => (weight(a) === weight(b) ? a - b : weight(b) - weight(a)))
      .slice(0, MAX_RANGES);
    return heaviest.sort((a, b) => a - b);
  }
}

/** @param cost of a translation, in nanoseconds */
const earlierWeight = (cost: number): number =>
  Math.max(EARLIER.least, Math.min(EARLIER.most, (EARLIER.most * MEASURES.slight) / cost));

const instructionsIn = (bytes: number): number => bytes / INSTRUCTION_BYTES;
