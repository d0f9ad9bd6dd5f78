// printf: the buffer that kernels write, the records in it, and the formats that travel with the image.
//
// Buffer, in GPU memory, 8-byte aligned, address in the implicit argument IMPLICIT_ARGS.printfBuffer:
//    0  u32  bytes that kernels have requested, after the header; grows by atomic additions, may exceed the capacity
//    4  u32  capacity: bytes after the header
//    8  records, one after another, in the order of the atomic additions
// The launch sets the first word to 0 and the second to the capacity. Records end at min(word 0, capacity), or at a
// format id of 0: a record that did not fit left it there, if there was room, and all later ones were lost too.
//
// Record:
//    0  u32  format id
//    4  the arguments in order, packed without padding except that each takes a multiple of 4 bytes
// An argument's size is the format's `sizes[i]`. A scalar integer narrower than 4 bytes has been promoted to 4. A
// floating-point scalar has 4 bytes (a float) or 8 (a double): the size decides, not the conversion. An element of a
// vector of n (%vn) has size / n bytes, or size / 4 when n is 3: again the size decides. A pointer has 4 (local,
// private) or 8 bytes. A string argument (%s) of size VARIABLE_SIZE is a u32 count of bytes, a multiple of 4, and
// those bytes: the characters, then NULs; a null pointer has none. Literal strings are part of the format. `*` is an
// argument of 4 bytes.
//
// The format string is as in the source after C's escapes. Conversions: %[flags][width][.precision][vN][length]conv,
// with C's length modifiers and hl. Sources: OpenCL C 1.2, 6.12.13; C99, 7.19.6.1, for `*`, ll, j, z, t and L.

/** Offsets in the printf buffer, in bytes. */
export const PRINTF_BUFFER = { used: 0, capacity: 4, records: 8 } as const;

/** In `sizes`: the record says how many bytes. */
export const VARIABLE_SIZE = 0xffff_ffff;

/** The format `%s` of programs whose kernels run elsewhere: what they have printed arrives as text. */
export const TEXT_FORMAT = 0xffff_fffe;

/**
 * Puts a text into a printf buffer, as a record of {@link TEXT_FORMAT}; what has no room is counted, and lost.
 * @param buffer the buffer, from its header on
 */
export function writeText(buffer: Uint8Array, text: Uint8Array): void {
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const capacity = Math.min(view.getUint32(PRINTF_BUFFER.capacity, true), buffer.length - PRINTF_BUFFER.records);
  const room = Math.max(0, capacity - 8) & ~3;
  const fitting = text.subarray(0, room);
  const bytes = (fitting.length + 3) & ~3;
  view.setUint32(PRINTF_BUFFER.used, text.length > room ? capacity + 4 : 8 + bytes, true);
  if (room === 0) return;
  view.setUint32(PRINTF_BUFFER.records, TEXT_FORMAT, true);
  view.setUint32(PRINTF_BUFFER.records + 4, bytes, true);
  buffer.set(fitting, PRINTF_BUFFER.records + 8);
}

export interface PrintfConversion {
  /** Start in the format, at the %; the end is after the last character. */
  readonly start: number;
  readonly end: number;
  readonly flags: string;
  readonly width: number;
  readonly precision: number | undefined;
  /** Number of arguments for width and precision before the value. */
  readonly stars: number;
  /** The last character; `%` for a percent sign. */
  readonly type: string;
}

const CONVERSION = /%([-+ #0]*)(\d*|\*)(\.(?:\*|\d*))?(?:v\d{1,2})?(?:hh|hl|h|ll|l|L|j|z|t)?([%diouxXaAeEfFgGcsp])/g;

/** The conversions of a format, in order. */
export function parseConversions(format: string): PrintfConversion[] {
  return [...format.matchAll(CONVERSION)].map((match) => {
    const [text, flags = '', width = '', precision, type = ''] = match;
    const numbers = [width, precision?.slice(1)];
    return {
      start: match.index,
      end: match.index + text.length,
      flags,
      width: numbers[0] === '*' ? 0 : Number(width),
      precision: numbers[1] === '*' || numbers[1] === undefined ? undefined : Number(numbers[1]),
      stars: type === '%' ? 0 : numbers.filter((number) => number === '*').length,
      type,
    };
  });
}
