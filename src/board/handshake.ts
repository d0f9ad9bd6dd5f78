// Mutual proof that both ends of a connection have the same token, without sending it.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { AtollError } from '../util/errors.js';
import { GREETING_BYTES, MAGIC, NONCE_BYTES, VERSION } from './protocol.js';

export const newNonce = (): Buffer => randomBytes(NONCE_BYTES);

/** @param role the proving side: a proof of one side is no proof of the other */
export const proofOf = (token: string, role: 'board' | 'program', nonces: readonly Uint8Array[]): Buffer => {
  const hmac = createHmac('sha256', token).update(role);
  for (const nonce of nonces) hmac.update(nonce);
  return hmac.digest();
};

export const isProof = (proof: unknown, expected: Buffer): boolean =>
  proof instanceof Uint8Array && proof.length === expected.length && timingSafeEqual(proof, expected);

export function greeting(nonce: Uint8Array, version = VERSION): Buffer {
  const bytes = Buffer.alloc(GREETING_BYTES);
  bytes.write(MAGIC, 'latin1');
  bytes.writeUInt32LE(version, 8);
  bytes.set(nonce, 16);
  return bytes;
}

/**
 * The nonce of a greeting.
 * @throws AtollError UNSUPPORTED for another version, HOST for what is no greeting
 */
export function readGreeting(bytes: Buffer, peer: string): Buffer {
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC)
    throw new AtollError('HOST', `${peer} is not a board`, 'start one with: atoll board --listen ADDRESS');
  const version = bytes.readUInt32LE(8);
  if (version !== VERSION)
    throw new AtollError(
      'UNSUPPORTED',
      `${peer} uses version ${version} of the protocol, this Atoll uses version ${VERSION}`,
      'install the same release of Atoll on both machines',
    );
  return bytes.subarray(16);
}
