// `atoll forward-device`: runs a program with the devices of another machine.

import { type BoardPlace, placeOf } from '../../../board/address.js';
import { boardName, connectToDevices } from '../../../board/client/connect.js';
import { ForwardedDevices } from '../../../board/devices/client/forwarded-devices.js';
import { loadNative } from '../../../host/native.js';
import type { Guest } from '../../../host/supervisor.js';
import { AtollError } from '../../../util/errors.js';
import { endLike, takeInheritance } from '../../command-line/exit-notice.js';
import { keepStreamsBlocking } from '../../command-line/output.js';
import { openLog } from '../../outputs/output-files.js';
import { namesOf, startWithDevices } from '../record-device/device-guest.js';
import { tokenFor } from '../run/run-board.js';

export interface ForwardDeviceFlags {
  readonly board: string;
  readonly boardToken?: string;
  readonly boardSilence?: string;
  readonly device?: readonly string[];
  readonly node?: readonly string[];
  readonly log?: string;
}

/** @throws AtollError BAD_OPTION */
function placeFrom(text: string): BoardPlace {
  const place = placeOf(text);
  if (place) return place;
  throw new AtollError(
    'BAD_OPTION',
    `--board: '${text}' is not the address of a board`,
    'an address is tcp:HOST:PORT, or unix:PATH',
  );
}

/** @throws AtollError BAD_OPTION */
function milliseconds(text: string): number {
  const seconds = Number(text);
  if (seconds > 0 && Number.isFinite(seconds)) return seconds * 1000;
  throw new AtollError('BAD_OPTION', `--board-silence: '${text}' is not a number of seconds`);
}

export async function forwardDevice(argv: readonly string[], flags: ForwardDeviceFlags): Promise<never> {
  keepStreamsBlocking();
  const inheritance = takeInheritance();
  const log = openLog(flags.log);
  const native = loadNative();
  const place = placeFrom(flags.board);
  const silenceMs = milliseconds(flags.boardSilence ?? '10');
  const access = { place, platform: '', token: tokenFor(place, flags.boardToken), silenceMs };
  const { fd, nodes, anyRequest } = connectToDevices(access, flags.device ?? [], native);
  const paths = nodes.map(({ path }) => path);
  const names = namesOf(flags.node ?? [], paths, `served by ${boardName(place)}`);
  let guest: Guest | undefined;
  const stuck = (): void => guest?.killAll();
  const forwarded = new ForwardedDevices({ fd, nodes, anyRequest, names, silenceMs, native, log, stuck });
  guest = startWithDevices(argv, { devices: forwarded.devices(), visibleDevices: true, inheritance }, log);
  const end = await guest.exited;
  forwarded.close();
  return endLike(end);
}
