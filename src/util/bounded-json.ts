// JSON of other origin: what it would take in memory follows from how many values it has, which is counted before it is
// parsed.

const [QUOTE, BACKSLASH, COMMA, ARRAY, OBJECT] = [...'"\\,[{'].map((character) => character.charCodeAt(0));

/** Commas and opening brackets outside of texts: no fewer than there are values, but for one. */
function valuesIn(bytes: Uint8Array): number {
  let count = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === COMMA || byte === ARRAY || byte === OBJECT) count++;
    if (byte !== QUOTE) continue;
    for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
  }
  return count;
}

/** @throws Error, SyntaxError for what has more values, or is no JSON */
export function boundedJson(bytes: Buffer, limit: number): unknown {
  // Each value has a byte at least.
  const values = bytes.length > limit ? valuesIn(bytes) : 0;
  if (values > limit) throw new Error(`${values} values, the limit is ${limit}`);
  return JSON.parse(bytes.toString());
}
