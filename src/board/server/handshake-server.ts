// Admission of a peer: it has the token, and requests a service of this board.

import { AtollError, describeError } from '../../util/errors.js';
import type { Channel } from '../channel.js';
import { nodesFor } from '../devices/server/nodes.js';
import type { GivenDevices } from '../devices/server/serve-devices.js';
import { greeting, isProof, newNonce, proofOf } from '../handshake.js';
import { type Answer, type Hello, type Order, VERSION, type Welcome } from '../protocol.js';

/** A connection before and after the peer is let in. */
export type WelcomeChannel = Channel<Welcome, Hello>;
export type ServerChannel = Channel<Answer | Welcome, Order>;

/** Milliseconds for the whole hello. */
export const HELLO_MS = 10_000;

/** Services of a board. */
export interface HandshakeSettings {
  /** Empty where the connection is private. */
  readonly token: string;
  /** The only OpenCL platform; undefined where the program chooses. */
  readonly platform: string | undefined;
  /** Device files in place of an OpenCL. */
  readonly devices: readonly string[] | undefined;
  /** Requests of device files without a description. */
  readonly anyRequest: boolean;
}

/** A peer that is let in. Plain data: it goes to the process that serves it. */
export interface AdmittedClient {
  readonly platform: string;
  readonly devices: GivenDevices | undefined;
  /** Proof that this board has the token, in hexadecimal digits. */
  readonly proof: string;
}

/** @throws AtollError HOST with the reason, for a peer that is turned away */
export function admit(
  hello: Hello,
  boardNonce: Uint8Array,
  { token, platform, devices, anyRequest }: HandshakeSettings,
): AdmittedClient {
  const refuse = (text: string): never => {
    throw new AtollError('HOST', text);
  };
  if (hello.version !== VERSION)
    return refuse(`the board uses version ${VERSION} of the protocol, not ${hello.version}`);
  if (!isProof(hello.proof, proofOf(token, 'program', [boardNonce])))
    return refuse('the token is not that of the board (--board-token)');
  if (hello.devices && !devices) return refuse('it serves its OpenCL device, not device files (atoll board --device)');
  if (!hello.devices && devices) return refuse('it serves device files, not an OpenCL device (atoll forward-device)');
  return {
    platform: platform ?? hello.platform,
    devices: hello.devices && { nodes: nodesFor(hello.devices, devices ?? []), anyRequest },
    proof: proofOf(token, 'board', [hello.nonce]).toString('hex'),
  };
}

/** Of a connection that is this process's alone. @returns undefined when it is turned away */
export function welcome(channel: WelcomeChannel, settings: HandshakeSettings): AdmittedClient | undefined {
  const nonce = newNonce();
  channel.sendRaw(greeting(nonce));
  const hello = channel.receive(HELLO_MS)?.head;
  if (!hello) return undefined;
  try {
    return admit(hello, nonce, settings);
  } catch (error) {
    channel.send({ do: 'refused', text: describeError(error) });
    return undefined;
  }
}
