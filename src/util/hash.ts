// SHA-256, by which contents are named.

import { createHash } from 'node:crypto';

type Sha256 = (...parts: readonly (Uint8Array | string)[]) => string;

function byNode(...parts: readonly (Uint8Array | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

let compute: Sha256 = byNode;

/**
 * From now on this thread computes it so: Node's module of cryptography takes milliseconds to load, for which a first
 * launch would wait.
 */
export function hashWith(other: Sha256): void {
  compute = other;
}

/** Of parts, one after the other; in hexadecimal digits. */
export const sha256: Sha256 = (...parts) => compute(...parts);
