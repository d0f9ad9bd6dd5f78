// Connects to a board, and convinces it; a local one is started for the connection.

import { posix } from 'node:path';
import type { Native } from '../../host/native.js';
import { AtollError } from '../../util/errors.js';
import { printableName } from '../../util/printable.js';
import type { BoardAddress, BoardPlace } from '../address.js';
import { Channel } from '../channel.js';
import type { RemoteDeviceNode } from '../devices/protocol.js';
import { isProof, newNonce, proofOf, readGreeting } from '../handshake.js';
import {
  ANSWERS,
  type Answer,
  type DeviceFacts,
  GREETING_BYTES,
  type Hello,
  type Order,
  VERSION,
  WELCOMES,
  type Welcome,
} from '../protocol.js';
import { startConnection } from '../start.js';

export type BoardChannel = Channel<Order, Answer>;
type WelcomeChannel = Channel<Hello, Welcome>;

/** Milliseconds: to connect; for a board to start and greet; for its OpenCL to find its devices, with signs of life. */
const [CONNECT_MS, GREETING_MS, READY_MS] = [10_000, 60_000, 120_000];
/** Milliseconds for the process that serves a program to start. */
const START_MS = 20_000;

/** Access to a board, with the limits after which it is given up. Plain data: it crosses threads. */
export interface BoardAccess extends BoardAddress {
  readonly token: string;
  /** Milliseconds without a word of it. */
  readonly silenceMs: number;
}

/** A connection that another thread continues with. */
export interface BoardConnection {
  readonly fd: number;
  readonly facts: DeviceFacts;
}

/** The board in words. */
export function boardName(place: BoardPlace): string {
  if (place.is === 'local') return 'the board';
  return place.is === 'unix' ? `the board at ${place.path}` : `the board at ${place.host}:${place.port}`;
}

function openSocket(place: BoardPlace, native: Native): number {
  if (place.is === 'local') {
    const [own, other] = native.socketPair();
    try {
      startConnection(other);
    } finally {
      native.closeFd(other);
    }
    return own;
  }
  try {
    return place.is === 'unix'
      ? native.connectUnix(place.path, CONNECT_MS)
      : native.connectTcp(place.host, place.port, CONNECT_MS);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new AtollError(
      'HOST',
      `${boardName(place)} cannot be reached: ${code}`,
      'start it there with: atoll board --listen ADDRESS',
    );
  }
}

export const channelOf = (fd: number, { place, silenceMs }: BoardAccess, native: Native): BoardChannel =>
  new Channel(fd, native, boardName(place), silenceMs, ANSWERS);

type HandshakeAnswer = Extract<Welcome, { do: 'ready' | 'gives' }>;

/** @param devices files that are wanted in place of an OpenCL */
function introduce(
  channel: WelcomeChannel,
  { place, platform, token, silenceMs }: BoardAccess,
  devices?: readonly string[],
): HandshakeAnswer {
  const name = boardName(place);
  const refuse = (text: string): never => {
    throw new AtollError('HOST', text);
  };
  const greeting = channel.receiveRaw(GREETING_BYTES, GREETING_MS) ?? refuse(`${name} does not respond`);
  const serverNonce = readGreeting(greeting, name);
  const nonce = newNonce();
  const proof = proofOf(token, 'program', [serverNonce]);
  channel.send({ do: 'hello', version: VERSION, nonce, proof, platform, ...(devices ? { devices } : {}) });
  const end = performance.now() + READY_MS;
  const next = (timeoutMs: number): Welcome => {
    const rest = Math.min(timeoutMs, end - performance.now());
    return (channel.receive(rest) ?? refuse(`${name} did not send the properties of its device`)).head;
  };
  // A process is started for a program that is let in.
  let head = next(Math.max(START_MS, silenceMs));
  while (head.do === 'alive') head = next(silenceMs);
  if (head.do === 'refused') return refuse(`${name}: ${head.text}`);
  const expected = devices ? 'gives' : 'ready';
  if (head.do !== expected || !isProof(head.proof, proofOf(token, 'board', [nonce])))
    return refuse(`${name} rejects the token: it may be another board`);
  return head;
}

/** A socket to the board, which has let us in. */
function connect(
  access: BoardAccess,
  native: Native,
  devices?: readonly string[],
): { fd: number; ready: HandshakeAnswer } {
  const fd = openSocket(access.place, native);
  const channel: WelcomeChannel = new Channel(fd, native, boardName(access.place), access.silenceMs, WELCOMES);
  try {
    return { fd, ready: introduce(channel, access, devices) };
  } catch (error) {
    channel.close();
    throw error;
  }
}

/** @throws AtollError HOST, UNSUPPORTED, BAD_OPTION with what is in the way */
export function connectBoard(access: BoardAccess, native: Native): BoardConnection {
  const { fd, ready } = connect(access, native);
  if (ready.do === 'ready') return { fd, facts: ready.facts };
  throw new AtollError('HOST', `${boardName(access.place)} does not serve an OpenCL device`);
}

/** Devices that a board offers to a program. */
export interface ForwardableDevices {
  readonly fd: number;
  readonly nodes: readonly RemoteDeviceNode[];
  /** Also requests without a description. */
  readonly anyRequest: boolean;
}

/** Folder of devices that programs open by default: in another folder a board's file could replace an unrelated one. */
const DEVICE_FOLDER = '/dev/';

/** @throws AtollError HOST for a file that is not requested, and is no device by its name */
function checkNodes(nodes: readonly RemoteDeviceNode[], requested: readonly string[], name: string): void {
  const refuse = (text: string, hint: string): never => {
    throw new AtollError('HOST', `${name} ${text}`, hint);
  };
  const seen = new Set<string>();
  for (const { path } of nodes) {
    const text = printableName(path);
    if (requested.length > 0 && !requested.includes(path))
      refuse(`serves ${text}, which was not requested`, 'check that a board listens at this address');
    if (posix.normalize(path) !== path || path.endsWith('/')) refuse(`serves ${text}, which is not a file path`, '');
    if (requested.length === 0 && !path.startsWith(DEVICE_FOLDER))
      refuse(`serves ${text}, which is not in ${DEVICE_FOLDER}`, `select it by name: --device ${text}`);
    if (seen.has(path)) refuse(`serves ${text} twice`, '');
    seen.add(path);
  }
}

/**
 * Connects to a board that gives device files.
 * @param devices paths there; none for all
 * @throws AtollError HOST, UNSUPPORTED with what is in the way
 */
export function connectToDevices(access: BoardAccess, devices: readonly string[], native: Native): ForwardableDevices {
  const { fd, ready } = connect(access, native, devices);
  if (ready.do !== 'gives') throw new AtollError('HOST', `${boardName(access.place)} does not serve device files`);
  const { nodes, anyRequest } = ready;
  checkNodes(nodes, devices, boardName(access.place));
  return { fd, nodes, anyRequest };
}
