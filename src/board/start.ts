// Starts the process that drives the device for one connection.

import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nodeEnvironment, programEnvironment } from '../host/kept-variables.js';
import { runtimeFolders } from '../util/paths.js';

export const CONNECTION_FD = 3;
export const TOKEN_VARIABLE = 'ATOLL_BOARD_SECRET';
export const PLATFORM_VARIABLE = 'ATOLL_BOARD_PLATFORM';
export const DEVICES_VARIABLE = 'ATOLL_BOARD_DEVICES';

/** What a connection is given. */
export interface Given {
  readonly token: string;
  /** The only OpenCL platform; undefined where the program chooses. */
  readonly platform: string | undefined;
  /** Device files in place of an OpenCL. */
  readonly devices: readonly string[] | undefined;
}

/** Calls of devices that wait have a thread each. */
const WAITING_CALLS = '256';

const ENTRY = fileURLToPath(new URL('./server/process.js', import.meta.url));

/** The environment of the system's OpenCL: Atoll's own library must not come in its place. */
function systemEnvironment(): NodeJS.ProcessEnv {
  const own = new Set(runtimeFolders());
  const given = nodeEnvironment(programEnvironment(process.env));
  const folders = (given['LD_LIBRARY_PATH'] ?? '').split(':').filter((folder) => folder !== '' && !own.has(folder));
  const { LD_LIBRARY_PATH: _, ...rest } = given;
  return folders.length === 0 ? rest : { ...rest, LD_LIBRARY_PATH: folders.join(':') };
}

/**
 * Starts it; it ends with its connection. In a session of its own: Ctrl-C is for the program, which may go on.
 * @param connection its socket
 */
export function startConnection(
  connection: Exclude<StdioOptions, string>[number],
  { token, platform, devices }: Given,
): ChildProcess {
  const child = spawn(process.execPath, [ENTRY], {
    stdio: ['ignore', 'ignore', 'ignore', connection],
    detached: true,
    env: {
      ...systemEnvironment(),
      [TOKEN_VARIABLE]: token,
      ...(platform === undefined ? {} : { [PLATFORM_VARIABLE]: platform }),
      ...(devices === undefined
        ? {}
        : { [DEVICES_VARIABLE]: JSON.stringify(devices), UV_THREADPOOL_SIZE: WAITING_CALLS }),
    },
  });
  child.unref();
  return child;
}
