// `atoll time`: the time of recorded launches, on one chip or on many.

import { usualChip } from '../../../chips/chips.js';
import { disassemble } from '../../../isa/disassemble.js';
import { isaNamed } from '../../../isa/isas.js';
import { isaOfCode } from '../../../isa/load-isa.js';
import { instructionLines, sourceLines, timingText } from '../../../report/timing-text.js';
import { reportedConfiguration } from '../../../timing/config/configuration.js';
import { levelNamed } from '../../../timing/levels/level.js';
import { timeOfLines } from '../../../timing/model/lines.js';
import { simulate } from '../../../timing/model/simulate.js';
import { usualThreads, withPool } from '../../../timing/model/simulation-pool.js';
import { withRecords } from '../../../timing/records/reader.js';
import {
  configurationOfCase,
  partNamed,
  type SweepCase,
  type SweepResult,
  sweepCases,
  sweepTasks,
  variationOf,
} from '../../../timing/sweep/cases.js';
import { runSweep } from '../../../timing/sweep/pool.js';
import { AtollError } from '../../../util/errors.js';
import { required } from '../../../util/required.js';
import { countOf, type TimeFlags } from './flags.js';
import { progressFor } from './progress.js';
import { csvText, errorOf, tableText } from './table.js';
import { simulateWithTimeline } from './timeline.js';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** One launch on one chip, in detail. */
function detailed(file: string, one: SweepCase, { byInstruction, byLine, json, timeline, ...flags }: TimeFlags): void {
  const threads = countOf('threads', flags.threads, 64) ?? usualThreads();
  const configuration = configurationOfCase(one);
  withRecords(file, (records) => {
    const { isa, code, source, kernel } = records.launch;
    isaOfCode(isa);
    if (byLine && !source)
      throw new AtollError(
        'BAD_INPUT',
        `kernel ${kernel}: its records contain no lines`,
        'record it again: atoll record -g --blocks',
      );
    const result = withPool(threads, (workers) =>
      timeline === undefined
        ? simulate(records, configuration, { pool: workers })
        : simulateWithTimeline(records, configuration, timeline, workers),
    );
    const lines = byLine ? timeOfLines(result.instructions, required(source, 'lines of the records')) : undefined;
    if (json) return say(JSON.stringify({ ...result, ...(lines ? { lines } : {}) }, undefined, 2));
    say(timingText(result));
    if (lines) say(sourceLines(lines, result.slotCycles));
    if (!byInstruction) return;
    const texts = new Map(disassemble(isaNamed(isa), code).map(({ offset, text }) => [offset, text]));
    say(instructionLines(result, (offset) => texts.get(offset) ?? ''));
  });
}

/** JSON of one of many simulations: with its configuration, as for a single one. */
function described(result: SweepResult, all: readonly SweepResult[]): object {
  const { guesses, ...configuration } = reportedConfiguration(configurationOfCase(result));
  return { ...result, errorFromDetailed: errorOf(result, all) ?? null, configuration, guesses };
}

/** The chip whose instruction set a launch uses; of several, the best known one. */
const ownChip = (file: string): string => withRecords(file, ({ launch }) => usualChip(launch.isa).timing);

/** @throws AtollError BAD_OPTION, BAD_INPUT naming file and offset or key */
export async function time(files: readonly string[], flags: TimeFlags): Promise<void> {
  const { device, vary = [], level = 'detailed', csv, json } = flags;
  const [variations, levels] = [vary.map(variationOf), level.split(',').map(levelNamed)];
  const casesOf = (file: string) => sweepCases(device ?? [ownChip(file)], variations, levels);
  const jobs = countOf('jobs', flags.jobs, 9999);
  const part = flags.part === undefined ? undefined : partNamed(flags.part);
  const [file, ...others] = files;
  if (file !== undefined && others.length === 0 && !part) {
    const cases = casesOf(file);
    if (flags.html !== undefined) return (await import('./page.js')).writeTimingPage(file, flags.html, cases, flags);
    const [one, ...more] = cases;
    if (one?.level === 'detailed' && more.length === 0 && !csv) return detailed(file, one, flags);
  }
  if (flags.byInstruction || flags.byLine || flags.timeline !== undefined || flags.html !== undefined)
    throw new AtollError(
      'BAD_OPTION',
      'instructions, lines and timelines need one launch on one chip at the detailed level; pages need one launch',
      'omit the others',
    );
  const tasks = sweepTasks(files, casesOf, part);
  const progress = progressFor(tasks.length);
  const results = await runSweep(tasks, jobs, progress.onResult).finally(progress.end);
  if (json)
    return say(
      JSON.stringify(
        results.map((result) => described(result, results)),
        undefined,
        2,
      ),
    );
  say(csv ? csvText(results) : tableText(results));
}
