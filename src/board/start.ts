// Starts the process that drives the device for one connection.

import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nodeEnvironment, programEnvironment } from '../host/loader-variables.js';
import { moduleUrl, runtimeFolders } from '../util/paths.js';
import type { AdmittedClient } from './server/handshake-server.js';

export const CONNECTION_FD = 3;
export const ADMITTED_VARIABLE = 'ATOLL_BOARD_ADMITTED';

/** Calls of devices that wait have a thread each. */
const WAITING_CALLS = '256';

const ENTRY = fileURLToPath(moduleUrl('board/server/process.js'));

/** The environment of the system's OpenCL: Atoll's own library must not come in its place. */
function systemEnvironment(): NodeJS.ProcessEnv {
  const own = new Set(runtimeFolders());
  const inherited = nodeEnvironment(programEnvironment(process.env));
  const folders = (inherited['LD_LIBRARY_PATH'] ?? '').split(':').filter((folder) => folder !== '' && !own.has(folder));
  const { LD_LIBRARY_PATH: _, ...rest } = inherited;
  return folders.length === 0 ? rest : { ...rest, LD_LIBRARY_PATH: folders.join(':') };
}

/**
 * Starts it; it ends with its connection. In a session of its own: Ctrl-C is for the program, which may continue.
 * @param connection its socket
 * @param admitted the peer, where it was let in already; the connection is private otherwise
 */
export function startConnection(
  connection: Exclude<StdioOptions, string>[number],
  admitted?: AdmittedClient,
): ChildProcess {
  const child = spawn(process.execPath, [ENTRY], {
    stdio: ['ignore', 'ignore', 'ignore', connection],
    detached: true,
    env: {
      ...systemEnvironment(),
      ...(admitted && { [ADMITTED_VARIABLE]: JSON.stringify(admitted) }),
      ...(admitted?.devices && { UV_THREADPOOL_SIZE: WAITING_CALLS }),
    },
  });
  child.unref();
  return child;
}
