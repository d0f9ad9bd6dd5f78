// `atoll run`: the guest's streams, exit status and death by signal are its own; what we have to say goes to stderr or
// --log.

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
import { devicesOf, hasBoard, hasRocm, prepareWatch, type RunPlan } from './run-plan.js';

export { orderOf } from './run-plan.js';

const [STDIN, STDOUT] = [0, 1];

/**
 * Who writes to the guest's input, or reads its output, sees the end when the guest has closed it: this process does
 * not hold on to what it has no use for. It keeps what a file's name may mean: /dev/stdout, /dev/fd/1.
 */
function releaseStreams({ log, reportJson, traceIsa, statsCsv, statsSqlite, timingJson }: Settings): void {
  const nothing = openSync('/dev/null', 'r+');
  const { replaceDescriptor } = loadNative();
  replaceDescriptor(STDIN, nothing);
  if ([log, reportJson, traceIsa, statsCsv, statsSqlite, timingJson].every((file) => file === undefined))
    replaceDescriptor(STDOUT, nothing);
  closeSync(nothing);
}

export async function run(argv: readonly string[], wanted: RunPlan): Promise<void> {
  keepStreamsBlocking();
  const inheritance = takeInheritance();
  const folder = takeFolder();
  const outcome = new RunOutcome(wanted.settings.log);
  const log = outcome.say;
  for (const note of wanted.notes) log(note);
  const terminal = await prepareWatch(wanted);
  const opened = hasBoard(wanted.settings) ? await (await import('./run-board.js')).openBoard(wanted, log) : undefined;
  const { order, board } = { order: wanted, board: undefined, ...opened };
  const { settings, check, record, live, compilations } = order;
  // Before the program starts: later, it would lose its device.
  if ([settings.engine, ...(settings.lockstep ?? [])].some(isCompiled)) requireSoundCompiler();
  const outputs = await RunOutputs.open(order, argv, outcome);
  const { timeline, onKernels } = outputs;
  const family = hasRocm(settings)
    ? await (await import('../../../driver/kfd/device.js')).loadKfd(devicesOf(settings).map(deviceModel))
    : undefined;
  const { observations } = order.watch ?? {};
  const told = {
    report: log,
    onKernels,
    timeline,
    record,
    onLaunch: (order.verify ?? check)?.onLaunch,
    onReply: live?.onReply,
  };
  const machine = new Machine({ settings, terminal, check, observations, family, board, compilations, ...told });
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
    timeline?.discard();
    live?.discard();
    throw error;
  } finally {
    await machine.dispose();
  }
  await outcome.attempt(() => outputs.finish(machine, end));
  await live?.close();
  const verdict = await outcome.attempt(() => (check ?? order.verify)?.finish(log, end, argv));
  // A program that does not look at errors must not pass for one that has succeeded.
  if (machine.lost || machine.lacking) outcome.fail();
  end = outcome.endOf(end, verdict);
  // Who has quit knows that the program was killed: the status says so, the shell need not.
  endLike(machine.quit ? { code: end.code } : end);
}
