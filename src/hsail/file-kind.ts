// Recognises files of HSAIL by their first bytes. Loaded by tools that may never see one.

const MAGIC = 'HSA BRIG';
const SPACE = String.raw`(?:\s|//[^\n]*\n|/\*[\s\S]*?\*/)*`;
const TEXT = new RegExp(`^${SPACE}module\\s+&`);
/** Comments before the directive may be long; what is behind does not matter. */
const MAX_TEXT = 65_536;

const beginning = (bytes: Uint8Array, length: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, length)).toString('latin1');

export const isBrig = (bytes: Uint8Array): boolean => beginning(bytes, MAGIC.length) === MAGIC;

/** True if bytes are text that begins with the directive `module`. */
export const isHsailText = (bytes: Uint8Array): boolean => TEXT.test(beginning(bytes, MAX_TEXT));
