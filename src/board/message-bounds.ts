// Messages that a peer may send at a point of the conversation: schema and bounds. Bounds are checked before decoding,
// the schema before use.

import { decode } from '@msgpack/msgpack';
import type { ZodType, z } from 'zod';
import type { MessageBounds } from './messagepack-size.js';
import { measureMessagePack } from './messagepack-size.js';

export interface Incoming<Message> {
  readonly schema: ZodType<Message>;
  readonly bounds: MessageBounds;
}

/** Invalid field, and the reason. */
function issueText(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join('.') || 'message'}: ${issue?.message}`;
}

/** @throws Error that names the offset or the field that is out of bounds */
export function readHead<Message>(bytes: Uint8Array, { schema, bounds }: Incoming<Message>): Message {
  measureMessagePack(bytes, bounds);
  const checked = schema.safeParse(decode(bytes));
  if (checked.success) return checked.data;
  throw new Error(issueText(checked.error));
}
