// `atoll inspect`: the content of a CAL image of Atoll or AMD.

import { inspect as show } from 'node:util';
import { readCalImage } from '../../../cal/reader.js';
import { readInput } from '../../inputs/code-input.js';

/** Byte arrays are shown by their size: other commands show their content. */
const plain = (_key: string, value: unknown): unknown => {
  if (value instanceof Uint8Array) return { bytes: value.length };
  return typeof value === 'bigint' ? value.toString() : value;
};

export function inspect(file: string, { json }: { readonly json?: boolean }): void {
  const image = JSON.parse(JSON.stringify(readCalImage(readInput(file), file), plain)) as object;
  if (json) process.stdout.write(`${JSON.stringify({ schema: 1, file, image }, null, 2)}\n`);
  else process.stdout.write(`${show(image, { depth: null, compact: 4, breakLength: 120, maxArrayLength: null })}\n`);
}
