// `atoll run`: streams, exit status and signals are those of the guest; messages of Atoll go to stderr or --log.

import { closeSync, openSync } from 'node:fs';
import { RUN_OPTIONS, type Settings } from '../../../config/config.js';
import { isCompiled } from '../../../config/engine-names.js';
import { deviceModel } from '../../../driver/device-models.js';
import { exactArguments, exactEnvironment } from '../../../host/byte-strings.js';
import type { GuestExit } from '../../../host/exit-status.js';
import { programEnvironment } from '../../../host/loader-variables.js';
import { loadNative } from '../../../host/native.js';
import { anyNeeds, verdictOf } from '../../../instruments/instrument.js';
import { InstrumentOutputs } from '../../../instruments/outputs.js';
import { requireSoundCompiler } from '../../../jit/engine/host-compiler.js';
import { Machine } from '../../../machine/machine.js';
import type { DebugTerminal } from '../../../machine/machine-options.js';
import { type OptionSpec, OVERWRITES } from '../../../util/option-spec.js';
import { endLike, takeFolder, takeInheritance } from '../../command-line/exit-notice.js';
import { keepStreamsBlocking } from '../../command-line/output.js';
import { RunOutcome } from './run-outcome.js';
import { devicesOf, hasBoard, hasRocm, prepareWatch, type RunPlan } from './run-plan.js';

export { runPlanOf } from './run-plan.js';

const [STDIN, STDOUT] = [0, 1];

/** True if an option names an output file. */
const writesFile = (settings: Settings): boolean =>
  Object.entries<OptionSpec>(RUN_OPTIONS).some(
    ([key, { keptFrom }]) => keptFrom === OVERWRITES && settings[key as keyof Settings] !== undefined,
  );

/**
 * Closes this process's copies of the standard streams, so that their other ends observe when the guest closes them.
 * Output stays open if a file name may refer to it: /dev/stdout, /dev/fd/1.
 */
function releaseStreams(settings: Settings): void {
  const nothing = openSync('/dev/null', 'r+');
  const { replaceDescriptor } = loadNative();
  replaceDescriptor(STDIN, nothing);
  if (!writesFile(settings)) replaceDescriptor(STDOUT, nothing);
  closeSync(nothing);
}

/** A machine with its outputs, before its program starts. */
interface OpenedRun {
  /** The plan, adapted to the board. */
  readonly plan: RunPlan;
  readonly terminal: DebugTerminal | undefined;
  readonly outputs: InstrumentOutputs;
  readonly machine: Machine;
}

/** @throws AtollError before the program starts: later, it would lose its device */
async function openRun(argv: readonly string[], requested: RunPlan, outcome: RunOutcome): Promise<OpenedRun> {
  const log = outcome.say;
  for (const note of requested.notes) log(note);
  const terminal = await prepareWatch(requested);
  const opened = hasBoard(requested.settings)
    ? await (await import('./run-board.js')).openBoard(requested, log)
    : undefined;
  const { plan, board } = { plan: requested, board: undefined, ...opened };
  const { settings, live, compilations } = plan;
  if ([settings.engine, ...(settings.lockstep ?? [])].some(isCompiled)) requireSoundCompiler();
  const outputs = new InstrumentOutputs(plan.instruments, outcome.opening);
  outputs.open();
  const machine = await outputs.prepare(async () => {
    const family = hasRocm(settings)
      ? await (await import('../../../driver/kfd/device.js')).loadKfd(devicesOf(settings).map(deviceModel))
      : undefined;
    const callbacks = {
      report: log,
      onKernels: anyNeeds(plan.instruments, 'lines') ? outputs.addImages : undefined,
      onLaunch: plan.verify?.onLaunch,
      onReply: live?.onReply,
    };
    const created = new Machine({ settings, terminal, family, board, compilations, ...callbacks }, plan.instruments);
    await outputs.begin({ argv, engine: settings.engine, devices: devicesOf(settings) }, created);
    return created;
  });
  return { plan, terminal, outputs, machine };
}

export async function run(argv: readonly string[], requested: RunPlan): Promise<void> {
  keepStreamsBlocking();
  const inheritance = takeInheritance();
  const folder = takeFolder();
  const outcome = new RunOutcome(requested.settings.log);
  const log = outcome.say;
  const { plan, terminal, outputs, machine } = await openRun(argv, requested, outcome);
  const { settings, live } = plan;
  let end: GuestExit;
  try {
    await live?.open(machine, { program: argv.join(' '), engine: settings.engine, devices: devicesOf(settings) }, log);
    await terminal?.editor?.ready;
    const environment = programEnvironment(exactEnvironment(process.env));
    const guest = machine.start(exactArguments(argv), environment, { inheritance, cwd: folder });
    releaseStreams(settings);
    end = await guest.exited;
    await live?.finish(end);
  } catch (error) {
    outputs.discard();
    live?.discard();
    throw error;
  } finally {
    await machine.dispose();
  }
  await outcome.attempt(() => outputs.finish(end));
  await live?.close();
  const verdict = await outcome.attempt(() => plan.verify?.finish(log, end, argv));
  // A program that ignores errors of its device must not end with status 0.
  if (machine.lost || machine.lacking) outcome.fail();
  end = outcome.endOf(end, verdict ?? verdictOf(plan.instruments));
  // After `quit` the exit status shows that the program was killed; this process does not end by the signal.
  endLike(machine.quit ? { code: end.code } : end);
}
