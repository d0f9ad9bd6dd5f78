// `atoll board`: serves the OpenCL device or the device files of this machine to programs on other machines.

import type { AddressInfo } from 'node:net';
import { givenNode } from '../../../board/devices/server/nodes.js';
import { listen, listenAddress } from '../../../board/listen.js';
import { AtollError } from '../../../util/errors.js';
import { writeError } from '../../command-line/output.js';
import { readToken } from '../../inputs/token-file.js';

export interface BoardFlags {
  readonly listen: string;
  readonly boardToken?: string;
  readonly platform?: string;
  readonly device?: readonly string[];
  readonly anyRequest?: boolean;
  readonly connections: string;
}

/** Listens until it is ended. @throws AtollError BAD_OPTION, HOST */
export async function board(flags: BoardFlags): Promise<void> {
  const { listen: where, boardToken, platform, device, connections, anyRequest = false } = flags;
  const address = listenAddress(where);
  const most = Number(connections);
  if (!(Number.isInteger(most) && most > 0))
    throw new AtollError('BAD_OPTION', `'${connections}' is not a number of connections`);
  if (address.is === 'tcp' && boardToken === undefined)
    throw new AtollError(
      'BAD_OPTION',
      'a board on the network needs a token: clients send code, which devices execute',
      'make one: (umask 077; head -c 24 /dev/urandom | base64 >token), and add --board-token token',
    );
  if (device !== undefined && platform !== undefined)
    throw new AtollError('BAD_OPTION', 'a board serves device files or an OpenCL platform, not both: start two');
  if (anyRequest && device === undefined)
    throw new AtollError('BAD_OPTION', '--any-request applies to device files: add --device');
  device?.forEach(givenNode);
  const token = boardToken === undefined ? '' : readToken(boardToken);
  const log = (text: string): void => writeError(`atoll board: ${text}\n`);
  const server = await listen(address, { token, platform, devices: device, anyRequest, most, log });
  const { address: host, port } = (address.is === 'tcp' ? server.address() : {}) as AddressInfo;
  log(
    `listening on ${address.is === 'unix' ? `unix:${address.path}` : `tcp:${host.includes(':') ? `[${host}]` : host}:${port}`}`,
  );
}
