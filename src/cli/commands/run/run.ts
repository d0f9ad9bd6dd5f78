// `atoll run`: streams, exit status and signals are those of the guest; messages of Atoll go to stderr or --log.

import { closeSync, openSync } from 'node:fs';
import type { Settings } from '../../../config/config.js';
import { isCompiled } from '../../../config/engine-names.js';
import { deviceModel } from '../../../driver/device-models.js';
import { exactArguments, exactEnvironment } from '../../../host/byte-strings.js';
import type { GuestExit } from '../../../host/exit-status.js';
import { programEnvironment } from '../../../host/loader-variables.js';
import { loadNative } from '../../../host/native.js';
import { requireSoundCompiler } from '../../../jit/engine/host-compiler.js';
import { Machine } from '../../../machine/machine.js';
import { endLike, takeFolder, takeInheritance } from '../../command-line/exit-notice.js';
import { keepStreamsBlocking } from '../../command-line/output.js';
import { RunOutcome } from './run-outcome.js';
import { RunOutputs } from './run-outputs.js';
import { devicesOf, hasBoard, hasRocm, prepareWatch, type RunPlan, verdictOf } from './run-plan.js';

export { runPlanOf } from './run-plan.js';

const [STDIN, STDOUT] = [0, 1];

/**
 * Closes this process's copies of the standard streams, so that their other ends observe when the guest closes them.
 * Output stays open if a file name may refer to it: /dev/stdout, /dev/fd/1.
 */
function releaseStreams({ log, reportJson, traceIsa, statsCsv, statsSqlite, timingJson }: Settings): void {
  const nothing = openSync('/dev/null', 'r+');
  const { replaceDescriptor } = loadNative();
  replaceDescriptor(STDIN, nothing);
  if ([log, reportJson, traceIsa, statsCsv, statsSqlite, timingJson].every((file) => file === undefined))
    replaceDescriptor(STDOUT, nothing);
  closeSync(nothing);
}

export async function run(argv: readonly string[], requested: RunPlan): Promise<void> {
  keepStreamsBlocking();
  const inheritance = takeInheritance();
  const folder = takeFolder();
  const outcome = new RunOutcome(requested.settings.log);
  const log = outcome.say;
  for (const note of requested.notes) log(note);
  const terminal = await prepareWatch(requested);
  const opened = hasBoard(requested.settings)
    ? await (await import('./run-board.js')).openBoard(requested, log)
    : undefined;
  const { plan, board } = { plan: requested, board: undefined, ...opened };
  const { settings, check, record, live, compilations } = plan;
  // Before the program starts: later, it would lose its device.
  if ([settings.engine, ...(settings.lockstep ?? [])].some(isCompiled)) requireSoundCompiler();
  const outputs = await RunOutputs.open(plan, argv, outcome);
  const { onKernels } = outputs;
  const family = hasRocm(settings)
    ? await (await import('../../../driver/kfd/device.js')).loadKfd(devicesOf(settings).map(deviceModel))
    : undefined;
  const callbacks = {
    report: log,
    onKernels,
    record,
    onLaunch: (plan.verify ?? check)?.onLaunch,
    onReply: live?.onReply,
  };
  const machine = new Machine(
    { settings, terminal, check, family, board, compilations, ...callbacks },
    plan.instruments,
  );
  outputs.begin(machine);
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
    for (const instrument of plan.instruments) instrument.discard?.();
    live?.discard();
    throw error;
  } finally {
    await machine.dispose();
  }
  await outcome.attempt(() => outputs.finish(machine, end));
  await live?.close();
  const verdict = await outcome.attempt(() => (check ?? plan.verify)?.finish(log, end, argv));
  // A program that ignores errors of its device must not end with status 0.
  if (machine.lost || machine.lacking) outcome.fail();
  end = outcome.endOf(end, verdict ?? verdictOf(plan));
  // After `quit` the exit status shows that the program was killed; this process does not end by the signal.
  endLike(machine.quit ? { code: end.code } : end);
}
