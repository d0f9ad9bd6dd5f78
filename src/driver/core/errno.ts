// Linux error numbers that the driver returns, and the exception that carries one out of a handler.

import { constants } from 'node:os';

export type ErrnoName = 'EINVAL' | 'EFAULT' | 'ENOMEM' | 'ENOTTY' | 'EPROTO' | 'ENODEV' | 'E2BIG' | 'EIO' | 'EBUSY';

/** Thrown by a handler to answer the guest's request with -errno. */
export class RequestError extends Error {
  readonly errno: number;

  constructor(name: ErrnoName, message: string) {
    super(message);
    this.errno = constants.errno[name];
  }
}

/** Throws RequestError(EINVAL) unless the condition holds. */
export function require(condition: boolean, message: string): asserts condition {
  if (!condition) throw new RequestError('EINVAL', message);
}
