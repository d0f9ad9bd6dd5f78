// The shape of a MessagePack value without decoding it: a decoder makes an array of a length as soon as its header says
// so, and three bytes may say 33 million. Format: the MessagePack specification, "Formats".

import { lastOf } from '../util/required.js';

type ShapeBounds = Pick<MessageBounds, 'items' | 'depth'>;

const [FIXMAP, FIXARRAY, FIXTEXT, NIL, NEGATIVE] = [0x80, 0x90, 0xa0, 0xc0, 0xe0] as const;

/** By the first byte: bytes of the length that follows it, and what that counts: bytes, or values for each. */
const LENGTHS: Readonly<Record<number, readonly [size: 1 | 2 | 4, values: number]>> = {
  196: [1, 0],
  197: [2, 0],
  198: [4, 0],
  217: [1, 0],
  218: [2, 0],
  219: [4, 0],
  220: [2, 1],
  221: [4, 1],
  222: [2, 2],
  223: [4, 2],
};
/** By the first byte: bytes that follow it. Extension types and the unused 0xc1 are in neither table. */
const FIXED: Readonly<Record<number, number>> = {
  192: 0,
  194: 0,
  195: 0,
  202: 4,
  203: 8,
  204: 1,
  205: 2,
  206: 4,
  207: 8,
  208: 1,
  209: 2,
  210: 4,
  211: 8,
};

/** A value without what is in it: where it ends, and how many values follow that belong to it. */
interface Value {
  readonly end: number;
  readonly children: number;
}

function lengthAt(view: DataView, at: number, size: 1 | 2 | 4): number {
  if (at + size > view.byteLength) throw new Error(`it ends within the length at byte ${at}`);
  if (size === 1) return view.getUint8(at);
  return size === 2 ? view.getUint16(at) : view.getUint32(at);
}

function valueAt(view: DataView, at: number): Value {
  if (at >= view.byteLength) throw new Error(`it ends at byte ${at}, a value is required`);
  const first = view.getUint8(at);
  if (first < FIXMAP || first >= NEGATIVE) return { end: at + 1, children: 0 };
  if (first < FIXARRAY) return { end: at + 1, children: 2 * (first & 0xf) };
  if (first < FIXTEXT) return { end: at + 1, children: first & 0xf };
  if (first < NIL) return { end: at + 1 + (first & 0x1f), children: 0 };
  const fixed = FIXED[first];
  if (fixed !== undefined) return { end: at + 1 + fixed, children: 0 };
  const variable = LENGTHS[first];
  if (!variable) throw new Error(`type 0x${first.toString(16)} at byte ${at} is not part of this protocol`);
  const [size, values] = variable;
  const length = lengthAt(view, at + 1, size);
  const start = at + 1 + size;
  return values === 0 ? { end: start + length, children: 0 } : { end: start, children: values * length };
}

/** @throws Error naming the byte where a value is cut off, or there are more values or levels than the bounds */
export function measureMessagePack(bytes: Uint8Array, { items, depth }: ShapeBounds): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const open = [1];
  let [at, total] = [0, 1];
  while (open.length > 0) {
    const left = lastOf(open, 'open list');
    if (left === 0) {
      open.pop();
      continue;
    }
    open[open.length - 1] = left - 1;
    const { end, children } = valueAt(view, at);
    if (end > bytes.length) throw new Error(`it ends within the value at byte ${at}`);
    total += children;
    if (total > items) throw new Error(`more than ${items} values at byte ${at}`);
    if (children > 0 && open.push(children) > depth + 1) throw new Error(`more than ${depth} levels at byte ${at}`);
    at = end;
  }
  if (at !== bytes.length) throw new Error(`${bytes.length - at} bytes after the message`);
}

export interface MessageBounds {
  readonly headBytes: number;
  readonly dataBytes: number;
  /** Values of the head: numbers, texts, keys, arrays and maps together. */
  readonly items: number;
  readonly depth: number;
}
