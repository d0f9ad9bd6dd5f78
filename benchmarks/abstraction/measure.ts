// The study's programs in both forms: statistics of each, and its time on the study's machine.

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProgramImage } from '../../src/launch/image.js';
import { totalsOf } from '../../src/statistics/decoded-tallies.js';
import { Collector } from '../../src/statistics/observe/collector.js';
import { valuesOf } from '../../src/statistics/statistics.js';
import type { CountedLaunch } from '../../src/statistics/tally.js';
import { readConfiguration } from '../../src/timing/config/configuration.js';
import type { Reason } from '../../src/timing/model/reasons.js';
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
  /** Rows of statistics; `time.cycles` and the shares of wavefronts’ cycles by `time.` and their use. */
  readonly values: Readonly<Record<string, number | null>>;
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

/** Uses of the cycles of wavefronts, by the reasons of the model. */
const SPENT: Readonly<Record<string, readonly Reason[]>> = {
  accesses: ['waitVector', 'waitLds', 'waitScalar', 'waitExport', 'pressure', 'busyMemory', 'busyLds'],
  fetch: ['fetch'],
  units: ['issued', 'dependency', 'arbitration', 'busyVector', 'busyScalar'],
};

/** Time of all launches on the machine, one after the other. */
function timeOf(program: StudyProgram, form: ProgramImage): Readonly<Record<string, number>> {
  const chip = readConfiguration(join(FOLDER, 'apu-2018.json'));
  const folder = mkdtempSync(join(tmpdir(), 'atoll-abstraction-'));
  let cycles = 0;
  const stalls = new Map<string, number>();
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
        const result = simulate(new RecordFile(fd, work.kernel), chip);
        cycles += result.executionCycles;
        for (const [reason, own] of Object.entries(result.stalls))
          if (!reason.startsWith('empty')) stalls.set(reason, (stalls.get(reason) ?? 0) + own);
        closeSync(fd);
      },
    });
    machine.close();
  } finally {
    rmSync(folder, { recursive: true });
  }
  const all = [...stalls.values()].reduce((sum, own) => sum + own, 0);
  const shares = Object.entries(SPENT).map(([name, reasons]) => {
    const spent = reasons.reduce((sum, reason) => sum + (stalls.get(reason) ?? 0), 0);
    return [`time.${name}`, spent / all] as const;
  });
  return { 'time.cycles': cycles, ...Object.fromEntries(shares) };
}

/** @throws Error where the forms differ */
export function expectSame({ name, tolerance }: StudyProgram, hsail: Uint8Array, gcn3: Uint8Array): void {
  if (tolerance === undefined) {
    if (!Buffer.from(hsail).equals(gcn3)) throw new Error(`${name}: the two forms differ`);
    return;
  }
  const [first, second] = [hsail, gcn3].map((bytes) => new Float32Array(Uint8Array.from(bytes).buffer));
  expectNear(`${name}: the two forms`, second!, (index) => first![index]!, [tolerance, 1]);
}

/** The HSAIL text of a program. */
export function studyText({ file }: StudyProgram): Promise<string> {
  const source = PRAGMA + readFileSync(join(FOLDER, 'programs', `${file}.cl`), 'utf8');
  return hsailText(source, { fusesProducts: true });
}

/** @throws Error where a result is wrong, or the forms differ */
export async function studyRow(program: StudyProgram): Promise<StudyRow> {
  const text = await studyText(program);
  const [executed, finalized] = [executedForm(text), await finalizedForm(text)];
  const settings = { addresses: true, values: true, every: SAMPLED_GROUPS };
  const [hsail, gcn3] = [executed, finalized].map((form) => countedRun(program, form, new Collector(settings)));
  expectSame(program, hsail!.output, gcn3!.output);
  return {
    program,
    hsail: { values: { ...valuesOf(totalsOf(hsail!.launches).tally), ...timeOf(program, executed) } },
    gcn3: { values: { ...valuesOf(totalsOf(gcn3!.launches).tally), ...timeOf(program, finalized) } },
  };
}
