// Address of a board in `--engine opencl`. Costs nothing to load.

import { AtollError } from '../util/errors.js';
import { required } from '../util/required.js';

/** Place of a board: started here, or listening at an address. */
export type BoardPlace =
  | { readonly is: 'local' }
  | { readonly is: 'unix'; readonly path: string }
  | { readonly is: 'tcp'; readonly host: string; readonly port: number };

export interface BoardAddress {
  readonly place: BoardPlace;
  /** A part of the name of the OpenCL platform; empty for any. */
  readonly platform: string;
}

const PREFIX = /^opencl(?::(?<rest>.*))?$/s;
const TCP = /^tcp:(?:\[(?<v6>[^\]]+)\]|(?<host>[^:]+)):(?<port>\d{1,5})(?::(?<platform>.*))?$/s;

/** `tcp:HOST:PORT` or `unix:PATH`; undefined for what is neither. */
export function placeOf(text: string): BoardPlace | undefined {
  if (text.startsWith('unix:')) return { is: 'unix', path: text.slice('unix:'.length) };
  const { v6, host, port } = TCP.exec(text)?.groups ?? {};
  if (port === undefined || Number(port) === 0 || Number(port) > 65535) return undefined;
  return { is: 'tcp', host: required(v6 ?? host, 'host of the address'), port: Number(port) };
}

/** Board of an engine's name; undefined for other engines. @throws AtollError BAD_OPTION for an invalid address */
export function boardAddress(engine: string): BoardAddress | undefined {
  const match = PREFIX.exec(engine);
  if (!match) return undefined;
  const rest = match.groups?.['rest'] ?? '';
  const isAddress = rest.startsWith('unix:') || rest.startsWith('tcp:');
  const place = isAddress ? placeOf(rest) : { is: 'local' as const };
  const platform = isAddress ? (TCP.exec(rest)?.groups?.['platform'] ?? '') : rest;
  if (place) return { place, platform };
  throw new AtollError('BAD_OPTION', `'${engine}' is not the address of a board`, 'an address is opencl:tcp:HOST:PORT');
}
