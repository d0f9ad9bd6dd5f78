// The output of `atoll run --timing` at the end of a run.

import type { LaunchReport } from '../../driver/core/processor/messages.js';
import { agreementTable, agreementText } from '../../report/agreement-text.js';
import { percent, sourceLines, whole } from '../../report/timing-text.js';
import { guessesOf, readConfiguration, reportedConfiguration } from '../../timing/config/configuration.js';
import { sumOfLines } from '../../timing/model/lines.js';
import { REASON_NAMES } from '../../timing/model/reasons.js';
import type { EstimatedTime, LaunchTime } from '../../timing/timed-launches.js';
import { writeOutput } from '../../util/whole-file.js';
import { type KnownTime, runAgreement, timeOf } from './agreement.js';

const isEstimated = (time: KnownTime): time is EstimatedTime => 'estimated' in time;
const isSimulated = (time: KnownTime): time is LaunchTime => !isEstimated(time);

const sum = <Time>(times: readonly Time[], of: (time: Time) => number): number =>
  times.reduce((total, time) => total + of(time), 0);

/** Maximum of stall reasons in a line. */
const NAMED = 4;

/** The number of launches not simulated in detail, and the error bound of that. */
function estimatedText(times: readonly KnownTime[]): string {
  const estimated = times.filter(isEstimated);
  if (estimated.length === 0) return '';
  const checked = estimated.flatMap(({ error }) => error ?? []);
  const error =
    checked.length === 0
      ? 'not checked'
      : `${percent(
          sum(checked, (each) => each),
          checked.length,
        )} where checked`;
  return ` (${estimated.length} estimated, error ${error})`;
}

function lineOf(kernel: string, launches: number, times: readonly KnownTime[]): string {
  if (times.length === 0) return `  ${kernel}: ${launches} launches, not simulated`;
  const simulated = times.filter(isSimulated);
  const slots = sum(simulated, ({ slotCycles }) => slotCycles);
  const reasons = REASON_NAMES.map((name) => [name, sum(simulated, ({ stalls }) => stalls[name])] as const)
    .sort((a, b) => b[1] - a[1])
    .slice(0, NAMED)
    .map(([name, cycles]) => `${name} ${percent(cycles, slots)}`);
  const left = launches - times.length;
  const lines = sumOfLines(simulated.map((time) => time.lines ?? []));
  return (
    `  ${kernel}: ${whole(sum(times, ({ cycles }) => cycles))} cycles, ${(sum(times, ({ nanoseconds }) => nanoseconds) / 1000).toFixed(2)} us ` +
    `in ${times.length} launch${times.length === 1 ? '' : 'es'}${left > 0 ? ` (${left} not simulated)` : ''}${estimatedText(times)}; slots: ${reasons.join(', ')}` +
    (lines.length > 0 ? `\n${sourceLines(lines, slots).replace(/^/gm, '    ')}` : '')
  );
}

export interface TimingRequest {
  /** Names of the configurations. */
  readonly chips: readonly string[];
  readonly json: string | undefined;
}

function kernelLines(launches: readonly LaunchReport[]): string[] {
  const byKernel = new Map<string, LaunchReport[]>();
  for (const launch of launches) {
    const own = byKernel.get(launch.kernel);
    // Without a new list for each launch: there may be a hundred thousand.
    if (own) own.push(launch);
    else byKernel.set(launch.kernel, [launch]);
  }
  return [...byKernel].map(([kernel, own]) =>
    lineOf(
      kernel,
      own.length,
      own.flatMap((each) => timeOf(each) ?? []),
    ),
  );
}

/** Prints the simulated times, and writes the file of --timing-json. @throws AtollError HOST */
export function giveTiming(
  { chips, json }: TimingRequest,
  launches: readonly LaunchReport[],
  say: (text: string) => void,
): void {
  const lines = kernelLines(launches);
  const configurations = [...new Set(chips)].map((name) => readConfiguration(name));
  const guesses = configurations.map(
    (chip) => `  ${guessesOf(chip).length} parameters of ${chip.name} are guesses (atoll chip ${chip.name})`,
  );
  const names = configurations.map(({ name, title }) => `${name} (${title})`).join(', ');
  say(
    [`simulated time on ${names}`, ...(lines.length > 0 ? lines : ['  no kernel was launched']), ...guesses].join('\n'),
  );
  const agreement = runAgreement(launches);
  if (agreement) say(`simulated and measured times:\n${agreementTable(agreement)}\n${agreementText(agreement)}`);
  if (json === undefined) return;
  const all = {
    schema: 1,
    configurations: configurations.map(reportedConfiguration),
    launches: launches.map((launch) => ({ kernel: launch.kernel, time: timeOf(launch) ?? null })),
  };
  writeOutput(json, 'the simulated times', `${JSON.stringify(all)}\n`);
}
