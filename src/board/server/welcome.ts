// Lets the other side of a connection in, when it knows the token and wants what this board has.

import type { Channel } from '../channel.js';
import { greeting, isProof, newNonce, proofOf } from '../handshake.js';
import { type Answer, type Order, VERSION } from '../protocol.js';

export type BoardChannel = Channel<Answer, Order>;

/** Milliseconds for the other side to say who it is. */
const HELLO_MS = 10_000;

export interface ServeOptions {
  /** Who connects proves to know it; empty where the connection is private. */
  readonly token: string;
  /** The only platform that is given; undefined where the program chooses. */
  readonly platform: string | undefined;
  /** Device files that are given; then nothing else is. */
  readonly devices: readonly string[] | undefined;
}

/** What the other side asks for. */
export interface Wanted {
  readonly platform: string;
  readonly devices: readonly string[] | undefined;
  readonly nonce: Uint8Array;
}

/** @returns undefined when it is sent away */
export function welcome(channel: BoardChannel, { token, platform, devices }: ServeOptions): Wanted | undefined {
  const nonce = newNonce();
  channel.sendRaw(greeting(nonce));
  const hello = channel.receive(HELLO_MS)?.head;
  if (hello?.do !== 'hello') return undefined;
  const refuse = (text: string): undefined => void channel.send({ do: 'refused', text });
  if (hello.version !== VERSION)
    return refuse(`the board speaks version ${VERSION} of the protocol, not ${hello.version}`);
  if (!isProof(hello.proof, proofOf(token, 'program', [nonce])))
    return refuse('the token is not that of the board (--board-token)');
  if (hello.devices && !devices) return refuse('it gives its OpenCL, no device files (atoll board --device)');
  if (!hello.devices && devices) return refuse('it gives device files, no OpenCL (atoll forward-device)');
  return { platform: platform ?? hello.platform, devices: hello.devices, nonce: hello.nonce };
}
