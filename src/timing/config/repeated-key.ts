// JSON.parse silently takes the last of two equal keys: the first value would be ignored.

import { lastOf } from '../../util/required.js';

/** A string, with the colon behind it where it is a key; what begins and ends objects and lists. */
const TOKEN = /"(?:[^"\\]|\\.)*"\s*:?|[{}[\]]/g;

/** The first key that an object of this text has twice, with where it stands. @param text JSON that can be parsed */
export function repeatedKey(text: string): string | undefined {
  /** Of each object that is open: its keys so far, in their order. */
  const open: Set<string>[] = [];
  for (const [token] of text.matchAll(TOKEN))
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token.endsWith(':')) {
      const key = String(JSON.parse(token.slice(0, -1)));
      const own = lastOf(open, 'open table');
      if (own.has(key)) return [...open.slice(0, -1).map((keys) => [...keys].at(-1)), key].join('.');
      own.add(key);
    }
  return undefined;
}
