// The study's programs in both forms: statistics of each, and the time of machine code on the study's machine.

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProgramImage } from '../../src/launch/image.js';
import { totalsOf } from '../../src/statistics/decoded-tallies.js';
import { Collector } from '../../src/statistics/observe/collector.js';
import { valuesOf } from '../../src/statistics/statistics.js';
import type { CountedLaunch } from '../../src/statistics/tally.js';
import { readConfiguration } from '../../src/timing/config/configuration.js';
import { simulate } from '../../src/timing/model/simulate.js';
import { RecordFile } from '../../src/timing/records/reader.js';
import { SessionRecords } from '../../src/timing/records/session.js';
import { root } from '../../src/util/paths.js';
import { executedForm, finalizedForm, hsailText } from './forms.js';
import { FormMachine } from './machine.js';
import { expectNear, type StudyProgram } from './study.js';

const FOLDER = join(root, 'benchmarks/abstraction');
const PRAGMA = '#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n';
/** Values are observed in every so manieth work-group. */
const SAMPLED_GROUPS = 4;

export interface FormNumbers {
  readonly values: Readonly<Record<string, number | null>>;
  /** Of the machine’s clock, all launches one after the other. */
  readonly cycles: number;
}

export interface StudyRow {
  readonly program: StudyProgram;
  readonly hsail: FormNumbers;
  readonly gcn3: FormNumbers;
}

interface CountedRun {
  readonly launches: readonly CountedLaunch[];
  readonly output: Uint8Array;
}

function countedRun(program: StudyProgram, form: ProgramImage, collector: Collector): CountedRun {
  const machine = new FormMachine(form, 'interp', collector);
  const launches: CountedLaunch[] = [];
  const output = program.run({
    buffer: (contents) => machine.buffer(contents),
    launch: (work) => launches.push(machine.launch(work)),
  });
  machine.close();
  return { launches, output };
}

/** Cycles of all launches on the machine, one after the other. */
function cyclesOf(program: StudyProgram, form: ProgramImage): number {
  const chip = readConfiguration(join(FOLDER, 'apu-2018.json'));
  const folder = mkdtempSync(join(tmpdir(), 'atoll-abstraction-'));
  let cycles = 0;
  let count = 0;
  const records = new SessionRecords((error) => {
    throw error;
  });
  try {
    const machine = new FormMachine(form, 'jit');
    program.run({
      buffer: (contents) => machine.buffer(contents),
      launch: (work) => {
        const fd = openSync(join(folder, `records-${count++}`), 'wx+');
        machine.launch(work, records.probe, (launch, memory) => records.begin(fd, launch.kernel, launch, memory));
        records.end();
        cycles += simulate(new RecordFile(fd, work.kernel), chip).executionCycles;
        closeSync(fd);
      },
    });
    machine.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
  return cycles;
}

/** @throws Error where the forms differ */
function expectSame({ name, tolerance }: StudyProgram, hsail: Uint8Array, gcn3: Uint8Array): void {
  if (tolerance === undefined) {
    if (!Buffer.from(hsail).equals(gcn3)) throw new Error(`${name}: the two forms differ`);
    return;
  }
  const [first, second] = [hsail, gcn3].map((bytes) => new Float32Array(Uint8Array.from(bytes).buffer));
  expectNear(`${name}: the two forms`, second!, (index) => first![index]!, [tolerance, 1]);
}

/** @throws Error where a result is wrong, or the forms differ */
export async function studyRow(program: StudyProgram): Promise<StudyRow> {
  const source = PRAGMA + readFileSync(join(FOLDER, 'programs', `${program.file}.cl`), 'utf8');
  const text = await hsailText(source, { fusesProducts: true, keepsDenormals: true });
  const [executed, finalized] = [executedForm(text), await finalizedForm(text)];
  const settings = { addresses: true, values: true, every: SAMPLED_GROUPS };
  const [hsail, gcn3] = [executed, finalized].map((form) => countedRun(program, form, new Collector(settings)));
  expectSame(program, hsail!.output, gcn3!.output);
  return {
    program,
    hsail: { values: valuesOf(totalsOf(hsail!.launches).tally), cycles: cyclesOf(program, executed) },
    gcn3: { values: valuesOf(totalsOf(gcn3!.launches).tally), cycles: cyclesOf(program, finalized) },
  };
}
