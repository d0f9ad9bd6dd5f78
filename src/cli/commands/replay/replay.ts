// `atoll replay`, `check` and `debug` of a recording: execute recorded launches without their program, with the
// instruments of a run.

import { isCompiled } from '../../../config/engine-names.js';
import { anyNeeds, verdictOf } from '../../../instruments/instrument.js';
import { InstrumentOutputs } from '../../../instruments/outputs.js';
import { requireSoundCompiler } from '../../../jit/engine/host-compiler.js';
import { Machine } from '../../../machine/machine.js';
import { Replays } from '../../../machine/replays.js';
import type { Recording } from '../../../replay/layout.js';
import { type RecordedLaunch, readRecordings } from '../../../replay/reader.js';
import { AtollError } from '../../../util/errors.js';
import { ExitStatus } from '../../command-line/exit.js';
import { leave } from '../../command-line/exit-notice.js';
import { keepStreamsBlocking } from '../../command-line/output.js';
import { RunOutcome } from '../run/run-outcome.js';
import { devicesOf, prepareWatch, type RunPlan, withSettings } from '../run/run-plan.js';

export interface ReplayInput {
  readonly file: string;
  /** Number of one launch; undefined for all. */
  readonly launch: string | undefined;
  /** Set if memory after each launch is compared with the recording. */
  readonly compares: boolean;
}

type Launches = readonly (readonly [number: number, launch: RecordedLaunch])[];

/** The selected launches, with their numbers from 1 on. */
function selectedLaunches({ file, launch: selected }: ReplayInput): Launches {
  const all = readRecordings(file).map((launch, n) => [n + 1, launch] as const);
  if (selected === undefined) return all;
  const matches = all.filter(([number]) => String(number) === selected);
  if (matches.length > 0) return matches;
  throw new AtollError('BAD_OPTION', `there is no launch '${selected}': the file has ${all.length}`);
}

/** @throws AtollError BAD_OPTION, BAD_INPUT naming file and offset; HOST for a file that cannot be written */
export async function replayFile(input: ReplayInput, requested: RunPlan): Promise<never> {
  keepStreamsBlocking();
  const launches = selectedLaunches(input);
  const plan = await withSettings(requested, asRecorded(requested.settings, launches));
  const { notes, instruments, settings } = plan;
  const outcome = new RunOutcome(settings.log);
  const log = outcome.say;
  for (const note of notes) log(note);
  const terminal = await prepareWatch(plan);
  if ([settings.engine, ...(settings.lockstep ?? [])].some(isCompiled)) requireSoundCompiler();
  const argv = [input.file];
  const outputs = new InstrumentOutputs(instruments, outcome.opening);
  outputs.open();
  const isas = new Set(launches.map(([, launch]) => launch.header().launch.isa));
  const replays = new Replays({ hostEvents: anyNeeds(instruments, 'hostEvents'), isas: [...isas] });
  const machine = await outputs.prepare(async () => {
    const created = new Machine({ settings, terminal, replays, report: log }, instruments);
    await outputs.begin({ argv, engine: settings.engine, devices: devicesOf(settings) }, created);
    return created;
  });
  let equal = true;
  try {
    await terminal?.editor?.ready;
    for (const [number, launch] of launches)
      if (!(await replayOne(launch.read(), replays, input.compares, sayAs(number, launches)))) equal = false;
  } finally {
    await machine.dispose();
  }
  const end = { code: equal ? 0 : ExitStatus.CHECK_FAILED };
  await outcome.attempt(() => outputs.finish(end));
  if (machine.lacking) outcome.fail();
  return leave(outcome.endOf(end, verdictOf(plan.instruments)).code);
}

/** Without --schedule, wavefronts have the order of the recording. */
function asRecorded(settings: RunPlan['settings'], launches: Launches): RunPlan['settings'] {
  const recorded = launches[0]?.[1].header().schedule;
  return settings.schedule === undefined && recorded !== undefined ? { ...settings, schedule: recorded } : settings;
}

const sayAs = (number: number, { length }: Launches) => {
  const name = length > 1 ? `launch ${number}: ` : '';
  return (text: string): void => void process.stdout.write(`${name}${text}\n`);
};

/** @returns whether it is equal to the recording; true without comparison */
async function replayOne(
  recording: Recording,
  replays: Replays,
  compares: boolean,
  say: (text: string) => void,
): Promise<boolean> {
  const replayed = await replays.run(recording);
  if (!replayed || !compares) return true;
  const { failure } = replayed;
  const { different, first } = replayed.compare();
  if (failure !== recording.failure) say(`recorded: ${recording.failure ?? 'ended without a fault'}`);
  if (first)
    say(
      `${different} bytes differ, first 0x${first.address.toString(16)}: recorded ${first.recorded}, now ${first.now}`,
    );
  const equal = failure === recording.failure && !first;
  if (equal) say(`kernel ${recording.launch.kernel}: equal to the recording`);
  return equal;
}

/** Replays a recording in place of a program; the first argument is the number of a launch. */
export const replayProgram = ([file = '', launch]: readonly string[], plan: RunPlan): Promise<never> =>
  replayFile({ file, launch, compares: false }, plan);
