// SHA-256, by which contents are named.

import { createHash } from 'node:crypto';

/** In hexadecimal digits. */
export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
