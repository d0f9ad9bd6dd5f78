// A kernel's code as a timing model reads it: numbers by the word where an instruction begins. Instructions are
// decoded when execution first comes to them, since behind code there may be anything.

import { touchesSpecial } from '../../isa/accesses.js';
import { classOf, type InstructionClass } from '../../isa/classes.js';
import { controlOf } from '../../isa/control.js';
import { decode } from '../../isa/decode.js';
import { type Effects, effectsOf } from '../../isa/effects.js';
import type { Instruction } from '../../isa/instruction.js';
import type { Isa } from '../../isa/isa.js';
import { isaIfKnown } from '../../isa/isas.js';
import { NO_WAIT, type TimingFacts } from '../../isa/rates.js';
import { writesExec } from '../../isa/records.js';
import { comparesData } from '../../isa/traits.js';
import { AtollError } from '../../util/errors.js';
import { required } from '../../util/required.js';
import type { Parameters } from '../config/parameters.js';
import type { TimingRecord } from '../records/format.js';
import { fetchedWords, fetchPlaces } from './fetch-places.js';
import { registerRanges } from './register-ranges.js';
import { FLAG, RANGE_COUNT, UNIT } from './units.js';

const UNIT_OF: Readonly<Record<InstructionClass, number>> = {
  valu: UNIT.valu,
  salu: UNIT.salu,
  smem: UNIT.scalar,
  vmem: UNIT.vector,
  lds: UNIT.lds,
  branch: UNIT.branch,
  other: UNIT.other,
  waitcnt: UNIT.wait,
  barrier: UNIT.barrier,
  endpgm: UNIT.end,
};

/** Accesses, barriers and ends of a loader are those of its program. */
const FREE_CLASSES: readonly InstructionClass[] = ['valu', 'salu', 'branch', 'other'];

const [SCC, VCC, EXEC] = [1, 2, 4];

const conditionsIn = (isa: Isa, ranges: Effects['reads'], scc: boolean): number =>
  (scc ? SCC : 0) | (touchesSpecial(ranges, isa, 'VCC') ? VCC : 0) | (touchesSpecial(ranges, isa, 'EXEC') ? EXEC : 0);

/** True if an instruction that a loader has put beside others takes no time. */
function isFree(instruction: Instruction): boolean {
  const { def } = instruction;
  return (def.isa.rules.isAuxiliary?.(instruction) ?? false) && FREE_CLASSES.includes(classOf(def));
}

function flagsOf(instruction: Instruction, timing: TimingFacts): number {
  const { def } = instruction;
  const { reads, writes, readsScc, writesScc } = effectsOf(instruction);
  const compares = def.semantics.some((statement) => statement.kind === 'atomic' && comparesData(statement.fn));
  return (
    (writesExec(instruction) ? FLAG.exec : 0) |
    (timing.delaysScalar(def) ? FLAG.delaysScalar : 0) |
    (isFree(instruction) ? FLAG.auxiliary : 0) |
    (timing.delaysLong && instruction.size === 8 ? FLAG.long : 0) |
    (compares || comparesData(def.traits.atomic) ? FLAG.comparesData : 0) |
    (controlOf(def) === 'branch' ? conditionsIn(def.isa, reads, readsScc) * FLAG.reads : 0) |
    (conditionsIn(def.isa, writes, writesScc) * FLAG.changes)
  );
}

export class TimingProgram {
  readonly unit: Uint8Array;
  /** Words of the encoding. */
  readonly size: Uint8Array;
  /** Cycles for which it occupies the vector or the scalar unit. */
  readonly cycles: Uint16Array;
  readonly flags: Uint16Array;
  /** Counter values of waits; NO_WAIT for none. */
  readonly vm: Uint8Array;
  readonly exp: Uint8Array;
  readonly lgkm: Uint8Array;
  /** Words in the fetched code, and places there if these are not those of the code. */
  readonly length: Uint8Array;
  private readonly places: Int32Array | undefined;
  /** Of a scoreboard. */
  private readonly ranges: (readonly number[])[] = [];
  private readonly isa: Isa;
  private readonly timing: TimingFacts;

  /** @throws AtollError BAD_INPUT for an unknown instruction set, UNSUPPORTED for one without rates */
  constructor(
    readonly launch: TimingRecord,
    private readonly parameters: Parameters,
  ) {
    const { code, isa, kernel } = launch;
    const knownIsa = isaIfKnown(isa);
    if (!knownIsa)
      throw new AtollError(
        'BAD_INPUT',
        `kernel ${kernel}: its records are of an instruction set '${isa}', which is unknown`,
      );
    this.isa = knownIsa;
    const { timing } = knownIsa;
    if (!timing)
      throw new AtollError('UNSUPPORTED', `kernel ${kernel}: there is no timing model for the instruction set ${isa}`);
    this.timing = timing;
    const bytes = (): Uint8Array => new Uint8Array(code.length);
    [this.unit, this.size, this.length] = [bytes(), bytes(), bytes()];
    [this.vm, this.exp, this.lgkm] = [bytes(), bytes(), bytes()];
    this.places = fetchPlaces(this.isa, code);
    this.cycles = new Uint16Array(code.length);
    this.flags = new Uint16Array(code.length);
  }

  /** The unit of the instruction at a word; decodes it at its first use. @throws AtollError BAD_INPUT */
  at(word: number): number {
    return this.unit[word] || this.decode(word);
  }

  /** Word of an instruction in what is fetched. */
  placeOf(word: number): number {
    return this.places ? required(this.places[word], 'word of the instruction') : word;
  }

  /** Ranges of vector registers for a scoreboard; none without one. */
  rangesOf(word: number): readonly number[] {
    return this.ranges[word] ?? [];
  }

  private decode(word: number): number {
    const { code, kernel } = this.launch;
    const decoded = word < code.length ? decode(this.isa, code, word) : undefined;
    if (!decoded?.ok)
      throw new AtollError('BAD_INPUT', `kernel ${kernel}: no instruction at byte ${4 * word} of its code`);
    const { instruction } = decoded;
    const { def } = instruction;
    this.size[word] = instruction.size / 4;
    this.flags[word] = flagsOf(instruction, this.timing);
    const waits = this.timing.waits(instruction);
    this.vm[word] = waits?.vm ?? NO_WAIT;
    this.exp[word] = waits?.exp ?? NO_WAIT;
    this.lgkm[word] = waits?.lgkm ?? NO_WAIT;
    const unit = waits ? UNIT.wait : UNIT_OF[classOf(def)];
    this.length[word] = fetchedWords(instruction);
    if (this.timing.dependencies === 'scoreboard') this.ranges[word] = registerRanges(instruction, RANGE_COUNT);
    this.cycles[word] = this.cyclesOf(instruction, unit);
    return (this.unit[word] = unit);
  }

  private cyclesOf({ def }: Instruction, unit: number): number {
    const { rates, scalar } = this.parameters;
    if (unit === UNIT.valu) return rates[`${this.timing.vectorRate(def)}Cycles`];
    if (unit === UNIT.salu) return scalar[`${this.timing.scalarRate(def)}Cycles`];
    return def.encoding.unit === 'interpolation' ? rates.interpolationCycles : scalar.fullCycles;
  }
}
