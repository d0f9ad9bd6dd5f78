// SHA-256, by which contents are named.

import { createHash } from 'node:crypto';

/** Of parts, one after the other; in hexadecimal digits. */
export function sha256(...parts: readonly (Uint8Array | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
