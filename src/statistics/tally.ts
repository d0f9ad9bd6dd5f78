// Basis of statistics: the instructions of codes with their execution counts, from the counts that engines report.

import { type CountRanges, Counts, type CountValues, eachPlace, eachStretch } from '../emulator/counts.js';
import {
  ACCESS_FIELDS,
  CONFLICT_FIELDS,
  LANE_FIELDS,
  type Observations,
  type ObservedRows,
  VALUE_FIELDS,
} from '../emulator/observations.js';
import type { InstructionClass } from '../isa/classes.js';
import { isaNamed } from '../isa/isas.js';
import { memberOf } from '../util/required.js';
import type { CountedCode, DescribedCode, DescribedCodes, InstructionFacts } from './code-facts.js';
import { type Bins, InstructionBins } from './instruction-bins.js';
import { rowsOf } from './observe/instruction-sums.js';
import { type Footprint, FootprintSum, SampleSum, type ValueSample } from './observe/launch-sums.js';
import type { KernelResources } from './occupancy.js';

/** One instruction of a code and what happened to it. */
export interface InstructionCount {
  /** Byte offset from the start of the code. */
  readonly offset: number;
  readonly facts: InstructionFacts;
  readonly class: InstructionClass;
  /** Number of executions by wavefronts. */
  readonly times: number;
  /** Lanes of a wavefront. */
  readonly width: number;
  /** Active lanes, added over all executions; undefined for instructions that do not work on lanes. */
  readonly lanes: number | undefined;
  /** Of branches: how often execution went to the target. */
  readonly taken: number;
  /** Number of its code: those of a tally are numbered. */
  readonly code: number;
  /** The code itself. */
  readonly words: CountedCode;
  /** Its accesses; undefined when it accessed nothing, or was not observed. */
  readonly accesses?: KernelAccessSums | undefined;
  /** Values of its registers, likewise. */
  readonly values?: ValueSums | undefined;
  /** Executions by the number of active lanes, where these were not all; likewise. */
  readonly fewer?: Bins | undefined;
  /** Executions that accessed LDS, by the cycles that conflicts of banks cost them; likewise. */
  readonly conflicts?: Bins | undefined;
}

export type KernelAccessSums = Readonly<Record<(typeof ACCESS_FIELDS)[number], number>>;
export type ValueSums = Readonly<Record<(typeof VALUE_FIELDS)[number], number>>;

/** Executed instructions of some launches. */
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
  /** Jumps that loaders have put beside them (`isa.rules.isAuxiliary`), which count as no instructions. */
  readonly auxiliaryJumps: readonly InstructionCount[];
  /** Lines and pages of GPU memory that were touched; undefined unless all launches were observed. */
  readonly footprint?: Footprint | undefined;
  /**
   * Work-groups whose values were looked at, and how often a VGPR was used again after how many instructions; likewise.
   */
  readonly sample?: ValueSample | undefined;
  /** Hardware resources of each launch; undefined when they are not known of all of them. */
  readonly resources?: readonly KernelResources[] | undefined;
}

/** Numbers by the words that begin instructions. */
function byInstruction(code: DescribedCode, stretches: CountRanges): Map<number, number> {
  const counts = new Map<number, number>();
  eachStretch(stretches, (first, end, number) => {
    for (let word = first; word < end; ) {
      counts.set(word, (counts.get(word) ?? 0) + number);
      word += (code.at(word)?.size ?? 4) / 4;
    }
  });
  return counts;
}

/** Counts of the engines and observations of the probes for a code. */
class CodeSums {
  readonly counts = new Counts();
  private readonly accesses = new Map<number, Record<string, number>>();
  private readonly values = new Map<number, Record<string, number>>();
  private readonly fewer = new InstructionBins();
  private readonly conflicts = new InstructionBins();

  constructor(
    private readonly code: DescribedCode,
    private readonly number: number,
  ) {}

  add({ counts, observations }: CountedLaunch): void {
    this.counts.add(counts);
    addRows(this.accesses, ACCESS_FIELDS, observations?.addresses?.instructions);
    addRows(this.values, VALUE_FIELDS, observations?.values?.instructions);
    const { lanes = none, conflicts = none } = observations?.addresses ?? {};
    eachRow(LANE_FIELDS, lanes, (word, end, active, times) => {
      this.each(word, end, (one) => this.fewer.add(one, active, times));
    });
    eachRow(CONFLICT_FIELDS, conflicts, (word, cycles, times) => this.conflicts.add(word, cycles, times));
  }

  /** Visits the words that begin the instructions of a stretch. */
  private each(first: number, end: number, visit: (word: number) => void): void {
    for (let word = first; word < end; word += (this.code.at(word)?.size ?? 4) / 4) visit(word);
  }

  get instructions(): InstructionCount[] {
    const { times, idle, taken } = this.counts.values.code;
    const executed = byInstruction(this.code, times);
    const idleLanes = byInstruction(this.code, idle);
    const branches = new Map<number, number>();
    eachPlace(taken, (word, number) => branches.set(word, (branches.get(word) ?? 0) + number));
    const width = isaNamed(this.code.isa).wave.lanes;
    return [...executed]
      .sort(([a], [b]) => a - b)
      .flatMap(([word, ran]) => {
        const facts = this.code.at(word);
        if (!facts || ran === 0) return [];
        const { vector, jump } = facts;
        return {
          offset: 4 * word,
          facts,
          class: facts.class,
          times: ran,
          width,
          lanes: vector ? width * ran - (idleLanes.get(word) ?? 0) : undefined,
          taken: jump ? ran : (branches.get(word) ?? 0),
          code: this.number,
          words: this.code,
          accesses: this.accesses.get(word) as KernelAccessSums | undefined,
          values: this.values.get(word) as ValueSums | undefined,
          // A stretch has scalar instructions, too.
          fewer: vector ? this.fewer.of(word) : undefined,
          conflicts: this.conflicts.of(word),
        };
      });
  }
}

/** Visits rows of plain numbers. */
function eachRow(fields: readonly string[], rows: ObservedRows, visit: (...row: number[]) => void): void {
  for (let at = 0; at < rows.length; at += fields.length) visit(...rows.subarray(at, at + fields.length));
}

function addRows(
  sums: Map<number, Record<string, number>>,
  fields: readonly string[],
  rows: ObservedRows = none,
): void {
  for (const row of rowsOf(fields, rows)) {
    const word = memberOf(row, 'word', 'field');
    const sum = sums.get(word);
    if (!sum) sums.set(word, row);
    else
      for (const field of fields)
        if (field !== 'word') sum[field] = memberOf(sum, field, 'field') + memberOf(row, field, 'field');
  }
}

/** Counts, and what they are about: a launch, or several that have been added. */
export interface CountedLaunch extends CountedCode {
  readonly counts: CountValues;
  /** The guest whose memory it used; absent: there is one. */
  readonly session?: number;
  readonly observations?: Observations;
  readonly resources?: KernelResources;
}

/** Adds up launches of any codes. */
export class Totals {
  private readonly byCode = new Map<DescribedCode, CodeSums>();
  private readonly footprint = new FootprintSum();
  private readonly sample = new SampleSum();
  private readonly resources: KernelResources[] = [];
  private launches = 0;

  constructor(private readonly codes: DescribedCodes) {}

  addAll(launches: Iterable<CountedLaunch>): this {
    for (const launch of launches) this.add(launch);
    return this;
  }

  add(launch: CountedLaunch): this {
    const facts = this.codes.of(launch);
    let sum = this.byCode.get(facts);
    if (!sum) this.byCode.set(facts, (sum = new CodeSums(facts, this.byCode.size)));
    sum.add(launch);
    this.launches++;
    this.footprint.add(launch.observations?.addresses, launch.session);
    this.sample.add(launch.observations?.values);
    if (launch.resources) this.resources.push(launch.resources);
    return this;
  }

  get tally(): Tally {
    const all = new Counts();
    const instructions: InstructionCount[] = [];
    const auxiliaryJumps: InstructionCount[] = [];
    for (const sums of this.byCode.values()) {
      for (const one of sums.instructions)
        if (!one.facts.auxiliary) instructions.push(one);
        else if (one.facts.jump) auxiliaryJumps.push(one);
      all.add({ ...sums.counts.values, code: NOTHING });
    }
    const { workGroups, wavefronts, barriers, invalid, exits } = all;
    const { launches, resources } = this;
    return {
      workGroups,
      wavefronts,
      barriers,
      invalid,
      exits,
      instructions,
      auxiliaryJumps,
      footprint: this.footprint.of(launches),
      sample: this.sample.of(launches),
      resources: resources.length === launches ? resources : undefined,
    };
  }
}

const none = new Float64Array(0);
const NOTHING: CountValues['code'] = { times: none, idle: none, taken: none };
