// What browsers may ask, checked: every field comes from outside.

import { z } from 'zod';
import { LANE_TYPES } from './protocol.js';

const count = z.number().int().nonnegative();
const name = { launch: count, unit: count, slot: count };

const request = z.discriminatedUnion('what', [
  z.strictObject({ what: z.literal('hold'), on: z.boolean() }),
  z.strictObject({ what: z.literal('inspect'), type: z.enum(LANE_TYPES), ...name }),
  z.strictObject({ what: z.literal('print'), text: z.string().max(200), ...name }),
  z.strictObject({ what: z.literal('abort'), launch: count }),
  /** Ends the program. */
  z.strictObject({ what: z.literal('end') }),
  /** The program has ended, and the server need not stay. */
  z.strictObject({ what: z.literal('leave') }),
]);

export type BrowserRequest = z.infer<typeof request>;

/** Undefined for what is none. */
export function parseRequest(text: string): BrowserRequest | undefined {
  try {
    return request.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
