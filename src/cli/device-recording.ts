// `atoll record-device` and `atoll replay-device`: a program with real devices, and the same program without them.

import { resolve } from 'node:path';
import { readDeviceRecording } from '../device-recordings/reader.js';
import { DeviceRecorder } from '../device-recordings/recorder.js';
import { DeviceReplay } from '../device-recordings/replay.js';
import { DeviceWriter } from '../device-recordings/writer.js';
import { exactArguments, exactEnvironment } from '../host/exact-text.js';
import type { GuestExit } from '../host/exit-status.js';
import type { GuestOptions } from '../host/guest-options.js';
import { loadNative } from '../host/native.js';
import { type Guest, startGuest } from '../host/supervisor.js';
import { AtollError, describeError } from '../util/errors.js';
import { ExitStatus } from './exit.js';
import { endLike, takeFolder, takeInheritance } from './guest-ends.js';
import { keepStreamsBlocking } from './output.js';
import { openLog } from './run-files.js';

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

/** Our own runtime otherwise looks at mapped memory for a while before it makes a call, which shows what is there (runtime/core/ring.cc). */
const WAITING = { ATOLL_WAIT_BY_CALLS: '1' } as const;

type Watched = Pick<GuestOptions, 'devices' | 'watch' | 'visibleDevices' | 'inheritance'>;

/** Starts the program as the shell would have. */
function start(argv: readonly string[], watched: Watched, log: (text: string) => void): Guest {
  const environment = Object.entries(exactEnvironment(process.env)).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const exact = exactArguments(argv);
  return startGuest({
    file: exact[0]!,
    argv: exact,
    env: { ...Object.fromEntries(environment), ...WAITING },
    cwd: takeFolder(),
    passTermination: true,
    onWarning: log,
    ...watched,
  });
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
    end = await start(argv, { devices: [], watch: recorder, inheritance }, log).exited;
    recorder.finish(end);
  } catch (error) {
    writer.discard();
    throw error;
  }
  if (failure === undefined) {
    const opaque = recorder.opaque > 0 ? `, ${recorder.opaque} of them requests that nobody has described` : '';
    log(`${recorder.calls} calls of devices are in ${flags.output}${opaque}`);
  }
  return endLike(failure !== undefined && end.code === 0 ? { code: ExitStatus.FAILED } : end);
}

/** `--node /dev/old=/dev/new`. @throws AtollError BAD_OPTION */
function namesOf(given: readonly string[], known: readonly string[]): Map<string, string> {
  return new Map(
    given.map((text) => {
      const [, from, to] = /^(\/[^=]+)=(\/.+)$/.exec(text) ?? [];
      if (from === undefined || to === undefined)
        throw new AtollError('BAD_OPTION', `--node: '${text}' is not of the form /dev/RECORDED=/dev/NOW`);
      if (!known.includes(from))
        throw new AtollError('BAD_OPTION', `--node: ${from} is not in the recording`, `there are: ${known.join(', ')}`);
      return [from, to] as const;
    }),
  );
}

export async function replayDevice(file: string, argv: readonly string[], flags: ReplayDeviceFlags): Promise<never> {
  keepStreamsBlocking();
  const inheritance = takeInheritance();
  const log = openLog(flags.log);
  const recording = readDeviceRecording(resolve(file));
  const names = namesOf(
    flags.node ?? [],
    recording.nodes.map(({ path }) => path),
  );
  let guest: Guest | undefined;
  const replay = new DeviceReplay({
    recording,
    tolerant: flags.tolerant === true,
    names,
    say: log,
    stuck: () => guest?.killAll(),
  });
  guest = start(argv, { devices: replay.devices(), visibleDevices: true, inheritance }, log);
  const end = await guest.exited;
  const isSame = replay.finish();
  return endLike(!isSame && end.code === 0 ? { code: ExitStatus.CHECK_FAILED } : end);
}
