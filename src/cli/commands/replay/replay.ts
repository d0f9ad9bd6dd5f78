// `atoll replay`, `check` and `debug` of a recording: recorded launches again, without their program, watched as a run
// is.

import { isCompiled } from '../../../config/engine-names.js';
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
import { RunOutputs } from '../run/run-outputs.js';
import { prepareWatch, type RunPlan } from '../run/run-plan.js';

export interface ReplayInput {
  readonly file: string;
  /** The number of one of its launches; all of them without. */
  readonly launch: string | undefined;
  /** What they leave in memory is compared with what they left when they were recorded. */
  readonly compares: boolean;
}

type Launches = readonly (readonly [number: number, launch: RecordedLaunch])[];

/** The launches that are asked for, with their numbers from 1 on. */
function chosen({ file, launch: asked }: ReplayInput): Launches {
  const all = readRecordings(file).map((launch, n) => [n + 1, launch] as const);
  if (asked === undefined) return all;
  const found = all.filter(([number]) => String(number) === asked);
  if (found.length > 0) return found;
  throw new AtollError('BAD_OPTION', `there is no launch '${asked}', the file has ${all.length}`);
}

/** @throws AtollError BAD_OPTION, BAD_INPUT naming file and offset; HOST for a file that cannot be written */
export async function replayFile(input: ReplayInput, order: RunPlan): Promise<never> {
  const { check, notes } = order;
  keepStreamsBlocking();
  const launches = chosen(input);
  const settings = asRecorded(order.settings, launches);
  const outcome = new RunOutcome(settings.log);
  const log = outcome.say;
  for (const note of notes) log(note);
  const terminal = await prepareWatch(order);
  if ([settings.engine, ...(settings.lockstep ?? [])].some(isCompiled)) requireSoundCompiler();
  const argv = [input.file];
  const outputs = await RunOutputs.open(order, argv, outcome);
  const { observations } = order.watch ?? {};
  const isas = new Set(launches.map(([, launch]) => launch.header().launch.isa));
  const replays = new Replays({ checks: check !== undefined, isas: [...isas] });
  const machine = new Machine({
    settings,
    terminal,
    check,
    onLaunch: check?.onLaunch,
    observations,
    replays,
    report: log,
    timeline: outputs.timeline,
  });
  outputs.begin(machine);
  let equal = true;
  try {
    await terminal?.editor?.ready;
    for (const [number, launch] of launches)
      if (!(await replayOne(launch.read(), replays, input.compares, sayAs(number, launches)))) equal = false;
  } finally {
    await machine.dispose();
  }
  const end = { code: equal ? 0 : ExitStatus.CHECK_FAILED };
  await outcome.attempt(() => outputs.finish(machine, end));
  const verdict = await outcome.attempt(() => check?.finish(log, end, argv));
  if (machine.lacking) outcome.fail();
  return leave(outcome.endOf(end, verdict).code);
}

/** The order of wavefronts is that of the recording, where no other one is asked for. */
function asRecorded(settings: RunPlan['settings'], launches: Launches): RunPlan['settings'] {
  const recorded = launches[0]?.[1].header().schedule;
  return settings.schedule === undefined && recorded !== undefined ? { ...settings, schedule: recorded } : settings;
}

const sayAs = (number: number, { length }: Launches) => {
  const name = length > 1 ? `launch ${number}: ` : '';
  return (text: string): void => void process.stdout.write(`${name}${text}\n`);
};

/** @returns whether it did what it did then, where that is asked */
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

/** The same in the place of a program, whose first argument is the number of one of the launches. */
export const replayProgram = ([file = '', launch]: readonly string[], order: RunPlan): Promise<never> =>
  replayFile({ file, launch, compares: false }, order);
