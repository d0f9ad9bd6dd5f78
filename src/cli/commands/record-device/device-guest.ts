// Start of programs whose device calls are recorded, replayed or forwarded, and the names of their devices.

import { exactArguments, exactEnvironment } from '../../../host/byte-strings.js';
import type { GuestOptions } from '../../../host/guest-options.js';
import { programEnvironment } from '../../../host/loader-variables.js';
import { type Guest, startGuest } from '../../../host/supervisor.js';
import { AtollError } from '../../../util/errors.js';
import { required } from '../../../util/required.js';
import { takeFolder } from '../../command-line/exit-notice.js';

/** Atoll's own runtime otherwise polls mapped memory before it makes a call (runtime/core/ring.cc). */
const WAITING = { ATOLL_WAIT_BY_CALLS: '1' } as const;

type DeviceGuestOptions = Pick<GuestOptions, 'devices' | 'watch' | 'visibleDevices' | 'inheritance'>;

/** Starts the program as the shell would. */
export function startWithDevices(
  argv: readonly string[],
  watched: DeviceGuestOptions,
  log: (text: string) => void,
): Guest {
  const environment = Object.entries(programEnvironment(exactEnvironment(process.env))).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const exact = exactArguments(argv);
  return startGuest({
    file: required(exact[0], 'program'),
    argv: exact,
    env: { ...Object.fromEntries(environment), ...WAITING },
    cwd: takeFolder(),
    passTermination: true,
    onWarning: log,
    ...watched,
  });
}

/**
 * `--node /dev/there=/dev/here`: paths of devices that differ here.
 * @param where source of the known paths, for the message
 * @throws AtollError BAD_OPTION
 */
export function namesOf(assignments: readonly string[], valid: readonly string[], where: string): Map<string, string> {
  return new Map(
    assignments.map((text) => {
      const [, from, to] = /^(\/[^=]+)=(\/.+)$/.exec(text) ?? [];
      if (from === undefined || to === undefined)
        throw new AtollError('BAD_OPTION', `--node: '${text}' is not of the form /dev/THERE=/dev/HERE`);
      if (!valid.includes(from))
        throw new AtollError('BAD_OPTION', `--node: ${from} is not ${where}`, `there are: ${valid.join(', ')}`);
      return [from, to] as const;
    }),
  );
}
