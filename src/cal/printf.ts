// printf: the buffer that kernels write, the records in it, and the formats that travel with the image.
//
// Buffer, in GPU memory, 8-byte aligned, address in the implicit argument IMPLICIT_ARGS.printfBuffer:
//    0  u32  bytes that kernels asked for so far, after the header; grows by an atomic addition and may exceed the capacity
//    4  u32  capacity: bytes that there are after the header
//    8       records, one after another, in the order in which the atomic additions happened
// Whoever launches sets the first word to 0 and the second to the capacity. Records end at min(word 0, capacity), or at a
// format id of 0: a record that did not fit left it there, if there was room for that, and all later ones were lost too.
//
// Record:
//    0  u32  format id
//    4       the arguments in order, packed without padding except that each takes a multiple of 4 bytes
// An argument's size is the format's `sizes[i]`. A scalar integer narrower than 4 bytes has been promoted to 4. A
// floating-point scalar has 4 bytes (a float) or 8 (a double): the size decides, not the conversion. An element of a
// vector of n (%vn) has size / n bytes, or size / 4 when n is 3: again the size decides. A pointer has 4 (local, private)
// or 8 bytes. A string argument (%s) is a literal in OpenCL C 1.2: its characters and the terminating NUL stand in the
// record, padded to 4 bytes.
//
// The format string is as in the source after C's escapes. Conversions: %[flags][width][.precision][vN][hh|h|hl|l]conv.
// Source: OpenCL C 1.2, 6.12.13; the record layout is LLVM's (AMDGPUPrintfRuntimeBinding).
import { AtollError } from '../util/errors.js';

/** Offsets in the printf buffer, in bytes. */
export const PRINTF_BUFFER = { used: 0, capacity: 4, records: 8 } as const;

export interface PrintfFormat {
  /** As in a record's first word; starts at 1. */
  readonly id: number;
  /** Bytes of each argument in the record. */
  readonly sizes: readonly number[];
  readonly format: string;
}

const ESCAPES: Readonly<Record<string, string>> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', v: '\v' };

/** The format as LLVM writes it: control characters and ':' escaped, but not the backslash, so that it is ambiguous. */
export function escapeFormat(format: string): string {
  const codes = new Map([
    [':', '72'],
    ...Object.entries(ESCAPES).map(([code, character]) => [character, code] as const),
  ]);
  return [...format].map((character) => (codes.has(character) ? `\\${codes.get(character)}` : character)).join('');
}

/**
 * Parses LLVM's description of a format, `id:count:size:...:format`, in which control characters and ':' are escaped.
 *
 * @param literals strings of the program by their escaped form, for those that contain backslashes of their own
 * @throws AtollError BAD_INPUT when it has another form
 */
export function parsePrintfFormat(text: string, literals?: ReadonlyMap<string, string>): PrintfFormat {
  const fields = text.split(':');
  const [id, count] = fields.slice(0, 2).map(Number);
  const valid = fields.length >= 3 && Number.isSafeInteger(id) && Number.isSafeInteger(count) && count! >= 0;
  if (!valid || fields.length < 3 + count!)
    throw new AtollError('BAD_INPUT', `printf description is malformed: ${text}`);
  const sizes = fields.slice(2, 2 + count!).map(Number);
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 0)) {
    throw new AtollError('BAD_INPUT', `printf description has a bad size: ${text}`);
  }
  const escaped = fields.slice(2 + count!).join(':');
  const characterOf = (_: string, code: string): string => (code === '72' ? ':' : ESCAPES[code]!);
  const format = literals?.get(escaped) ?? escaped.replace(/\\(72|[abfnrv])/g, characterOf);
  return { id: id!, sizes, format };
}
