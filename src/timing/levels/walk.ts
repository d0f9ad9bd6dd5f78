// Walks through what wavefronts executed, without a clock.

import type { Parameters } from '../config/parameters.js';
import { Program } from '../program/program.js';
import { FLAG, UNIT } from '../program/units.js';
import type { RecordFile } from '../records/reader.js';
import { RecordStream } from '../records/stream.js';
import { countOf, LISTED, MOST_LINES, TAG } from '../records/words.js';

export interface Step {
  word: number;
  /** Of UNIT. */
  unit: number;
  /** Of an access: its first word, and its lines. */
  head: number;
  count: number;
  readonly lines: Float64Array;
  /** A branch went elsewhere. */
  taken: boolean;
}

export class Walk {
  readonly program: Program;
  private readonly stream: RecordStream;
  /** The same object at every step. */
  private readonly step: Step = {
    word: 0,
    unit: 0,
    head: 0,
    count: 0,
    lines: new Float64Array(MOST_LINES),
    taken: false,
  };

  constructor(
    private readonly records: RecordFile,
    parameters: Parameters,
  ) {
    this.program = new Program(records.launch, parameters);
    this.stream = new RecordStream(records);
  }

  /** Wavefronts of a work-group. */
  wavefronts(group: number): number {
    return this.records.wavefrontsOf(group);
  }

  /** Calls back with each instruction of a wavefront. @throws AtollError BAD_INPUT */
  each(group: number, wavefront: number, visit: (step: Step) => void): void {
    const { program, stream, step } = this;
    for (let word = stream.open(group, wavefront); ; ) {
      const unit = program.at(word);
      [step.word, step.unit, step.head, step.count, step.taken] = [word, unit, 0, 0, false];
      if (unit === UNIT.vector || unit === UNIT.scalar) {
        step.head = stream.take(unit === UNIT.vector ? TAG.vector : TAG.scalar);
        step.count = stream.takeLines(step.head, countOf(step.head), step.lines, (step.head & LISTED) !== 0);
      } else if (unit === UNIT.lds) step.head = stream.take(TAG.lds);
      if ((program.flags[word]! & FLAG.exec) !== 0) stream.skipExec();
      const next = word + program.size[word]!;
      word = unit === UNIT.branch ? stream.takeBlock() : next;
      step.taken = unit === UNIT.branch && word !== next;
      visit(step);
      if (unit === UNIT.end) return;
    }
  }
}
