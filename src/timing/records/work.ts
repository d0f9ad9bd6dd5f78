// Work of each instruction of a launch, beside its time: lanes and lines, from the records.

import { decode } from '../../isa/decode.js';
import { isaNamed } from '../../isa/isas.js';
import type { Parameters } from '../config/parameters.js';
import { type Arithmetic, arithmeticOf } from '../program/arithmetic.js';
import { TimingProgram } from '../program/program.js';
import { FLAG, UNIT } from '../program/units.js';
import type { RecordFile } from './reader.js';
import { RecordStream } from './stream.js';
import { conflictsOf, lanesOf, TAG } from './words.js';

export interface InstructionWork {
  /** Bytes from the start of the code. */
  readonly offset: number;
  readonly times: number;
  /** Lanes that EXEC had switched on, added over `times`. */
  readonly lanes: number;
  /** Of accesses: lanes that touched memory or LDS, lines of 64 bytes, cycles that conflicts of banks added. */
  readonly accessLanes: number;
  readonly lines: number;
  readonly conflicts: number;
}

export interface LaunchWork {
  /** In the order of addresses. */
  readonly instructions: readonly InstructionWork[];
  /** Operations of all lanes that were on; a wavefront's until it first sets EXEC counts with all of its lanes. */
  readonly flops: Arithmetic;
  /** Lanes that were on, added over vector instructions: operations of any kind. */
  readonly vectorLanes: number;
}

const TAG_OF: Readonly<Record<number, number>> = {
  [UNIT.vector]: TAG.vector,
  [UNIT.scalar]: TAG.scalar,
  [UNIT.lds]: TAG.lds,
};
const NUMBERS = ['times', 'lanes', 'accessLanes', 'lines', 'conflicts'] as const;

class Counter {
  readonly sums: Readonly<Record<(typeof NUMBERS)[number], Float64Array>>;
  private readonly stream: RecordStream;
  /** Lanes of a wavefront. */
  private readonly width: number;

  constructor(
    records: RecordFile,
    readonly program: TimingProgram,
  ) {
    const { code, isa } = records.launch;
    this.width = isaNamed(isa).wave.lanes;
    const numbers = (): Float64Array => new Float64Array(code.length);
    this.stream = new RecordStream(records);
    this.sums = {
      times: numbers(),
      lanes: numbers(),
      accessLanes: numbers(),
      lines: numbers(),
      conflicts: numbers(),
    };
  }

  private access(unit: number, word: number): void {
    const { stream, sums } = this;
    const head = stream.take(TAG_OF[unit]!);
    sums.accessLanes[word]! += lanesOf(head);
    if (unit === UNIT.lds) sums.conflicts[word]! += conflictsOf(head);
    else sums.lines[word]! += stream.passLines(head);
  }

  wavefront(group: number, wavefront: number): void {
    const { stream, program, sums, width } = this;
    let lanes = width;
    for (let word = stream.open(group, wavefront); ; ) {
      const unit = program.at(word);
      sums.times[word]!++;
      sums.lanes[word]! += lanes;
      if (TAG_OF[unit] !== undefined) this.access(unit, word);
      if ((program.flags[word]! & FLAG.exec) !== 0) lanes = stream.takeExec(width);
      if (unit === UNIT.end) return;
      word = unit === UNIT.branch ? stream.takeBlock() : word + program.size[word]!;
    }
  }
}

/** @throws AtollError BAD_INPUT for records that do not fit their code */
export function workOf(records: RecordFile, parameters: Parameters): LaunchWork {
  const { launch } = records;
  const counter = new Counter(records, new TimingProgram(launch, parameters));
  for (let group = 0; group < launch.groups; group++)
    for (let wavefront = 0; wavefront < records.wavefrontsOf(group); wavefront++) counter.wavefront(group, wavefront);
  const { sums, program } = counter;
  const isa = isaNamed(launch.isa);
  const flops = { single: 0, double: 0 };
  let vectorLanes = 0;
  const instructions: InstructionWork[] = [];
  for (const [word, times] of sums.times.entries()) {
    if (times === 0) continue;
    const lanes = sums.lanes[word]!;
    instructions.push({
      offset: 4 * word,
      times,
      lanes,
      accessLanes: sums.accessLanes[word]!,
      lines: sums.lines[word]!,
      conflicts: sums.conflicts[word]!,
    });
    if (program.unit[word] !== UNIT.valu) continue;
    vectorLanes += lanes;
    const decoded = decode(isa, launch.code, word);
    if (!decoded.ok) continue;
    const { single, double } = arithmeticOf(decoded.instruction.def);
    flops.single += single * lanes;
    flops.double += double * lanes;
  }
  return { instructions, flops, vectorLanes };
}
