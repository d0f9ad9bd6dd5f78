// Requests of browsers, checked: every field comes from outside.

import { z } from 'zod';
import { LANE_TYPES } from './protocol.js';

const count = z.number().int().nonnegative();
const name = { launch: count, unit: count, slot: count };

const request = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hold'), on: z.boolean() }),
  z.strictObject({ type: z.literal('inspect'), laneType: z.enum(LANE_TYPES), ...name }),
  z.strictObject({ type: z.literal('print'), text: z.string().max(200), ...name }),
  z.strictObject({ type: z.literal('abort'), launch: count }),
  /** Ends the program. */
  z.strictObject({ type: z.literal('end') }),
  /** The program has ended, and the server need not stay. */
  z.strictObject({ type: z.literal('leave') }),
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
