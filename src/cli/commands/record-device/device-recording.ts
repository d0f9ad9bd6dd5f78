// `atoll record-device` and `atoll replay-device`: a program with real devices, and the same program without them.

import { resolve } from 'node:path';
import { readDeviceRecording } from '../../../device-recordings/reader.js';
import { DeviceRecorder } from '../../../device-recordings/recorder.js';
import { DeviceReplay } from '../../../device-recordings/replay.js';
import { DeviceWriter } from '../../../device-recordings/writer.js';
import type { GuestExit } from '../../../host/exit-status.js';
import { loadNative } from '../../../host/native.js';
import type { Guest } from '../../../host/supervisor.js';
import { describeError } from '../../../util/errors.js';
import { ExitStatus } from '../../command-line/exit.js';
import { endLike, takeInheritance } from '../../command-line/exit-notice.js';
import { keepStreamsBlocking } from '../../command-line/output.js';
import { openLog } from '../../outputs/output-files.js';
import { namesOf, startWithDevices } from './device-guest.js';

export interface RecordDeviceFlags {
  readonly output: string;
  readonly device?: readonly string[];
  readonly log?: string;
}

export interface ReplayDeviceFlags {
  readonly tolerant?: boolean;
  readonly node?: readonly string[];
  readonly log?: string;
}

export async function recordDevice(argv: readonly string[], flags: RecordDeviceFlags): Promise<never> {
  keepStreamsBlocking();
  const inheritance = takeInheritance();
  const log = openLog(flags.log);
  const file = resolve(flags.output);
  const writer = new DeviceWriter(file);
  let failure: unknown;
  const failed = (error: unknown): void => {
    failure = error;
    log(describeError(error));
  };
  const recorder = new DeviceRecorder({ paths: flags.device ?? [], writer, native: loadNative(), warn: log, failed });
  let end: GuestExit;
  try {
    end = await startWithDevices(argv, { devices: [], watch: recorder, inheritance }, log).exited;
    recorder.finish(end);
  } catch (error) {
    writer.discard();
    throw error;
  }
  if (failure === undefined) {
    const opaque = recorder.opaque > 0 ? `, ${recorder.opaque} of them requests of unknown layout` : '';
    log(`${recorder.calls} device calls recorded in ${flags.output}${opaque}`);
  }
  return endLike(failure !== undefined && end.code === 0 ? { code: ExitStatus.FAILED } : end);
}

export async function replayDevice(file: string, argv: readonly string[], flags: ReplayDeviceFlags): Promise<never> {
  keepStreamsBlocking();
  const inheritance = takeInheritance();
  const log = openLog(flags.log);
  const recording = readDeviceRecording(resolve(file));
  const names = namesOf(
    flags.node ?? [],
    recording.nodes.map(({ path }) => path),
    'in the recording',
  );
  let guest: Guest | undefined;
  const replay = new DeviceReplay({
    recording,
    tolerant: flags.tolerant === true,
    names,
    report: log,
    stuck: () => guest?.killAll(),
  });
  guest = startWithDevices(argv, { devices: replay.devices(), visibleDevices: true, inheritance }, log);
  const end = await guest.exited;
  const isSame = replay.finish();
  if (replay.isDamaged) return endLike({ code: ExitStatus.FAILED });
  return endLike(!isSame && end.code === 0 ? { code: ExitStatus.CHECK_FAILED } : end);
}
