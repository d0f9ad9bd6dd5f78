// Fields of messages, which every schema of a message is made of. A peer may send anything: no field is used before it
// has passed one.

import { z } from 'zod';
import { printable, printableName } from '../util/printable.js';

/** A schema's type as readers see it. */
export type Plain<T> = T extends Uint8Array | string | number | boolean | undefined
  ? T
  : { readonly [Key in keyof T]: Plain<T[Key]> };

export const count = z.int().min(0);
export const word = count.max(0xffff_ffff);
export const positive = z.int().min(1);
/** Values of clGetDeviceInfo in 64 bits. */
export const wide = z
  .number()
  .min(0)
  .max(2 ** 64);
/** Nanoseconds of a command: 31 years, which a bigint and a double still hold. */
export const TIME_LIMIT_NS = 1e18;
export const nanoseconds = z.number().min(0).max(TIME_LIMIT_NS);
/** Milliseconds of a wait; negative: no end. */
export const milliseconds = z.number().min(-1).max(Number.MAX_SAFE_INTEGER);

export const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'bytes are required');
export const ofLength = (length: number) =>
  bytes.refine((value) => value.length === length, `${length} bytes are required`);

/** Text for C: a zero would end it early. */
export const text = (limit: number) =>
  z
    .string()
    .max(limit)
    .refine((value) => !value.includes('\0'), 'it contains a zero byte');
/** Text that is shown. */
export const shown = (limit: number) => z.string().max(limit).transform(printable);
export const shownName = (limit: number) => z.string().max(limit).transform(printableName);

/** Longest path of Linux, with its zero. */
export const PATH_LIMIT = 4096;
export const path = text(PATH_LIMIT - 1).startsWith('/');
