// Text of other origin on a terminal: control characters become visible escapes, so that a name cannot move the cursor
// or hide a line.

/**
 * Controls of C0 and C1 but for tab and line feed, marks that reorder text, line separators, halves of surrogate pairs.
 */
const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const escaped = (character: string): string => {
  const code = character.charCodeAt(0).toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
};

/** A text of several lines. */
export const printable = (text: string): string => text.replace(CONTROLS, escaped);

/** Text of a source, whose lines may end as those of Windows do. */
export const printableSource = (text: string): string => text.split('\r\n').map(printable).join('\r\n');

/** A name: one line, whatever is in it. */
export const printableName = (text: string): string =>
  printable(text).replaceAll('\n', '\\x0a').replaceAll('\t', '\\x09');
