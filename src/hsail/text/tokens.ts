// Splits HSAIL text into tokens with their places.

import { AtollError } from '../../util/errors.js';

export type HsailTokenKind = 'comment' | 'string' | 'name' | 'register' | 'number' | 'word' | 'sign' | 'end';

export interface HsailToken {
  readonly kind: HsailTokenKind;
  readonly text: string;
  readonly offset: number;
}

/** Words may be mnemonics, whose modifiers have arguments. Comments between statements are kept. */
const PATTERN = new RegExp(
  [
    /(?<comment>\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)/,
    /(?<string>"(?:[^"\\\r\n]|\\[\s\S])*")/,
    /(?<name>[&%@][A-Za-z_][\w.]*)/,
    /(?<register>\$[csdq]\d+)/,
    /(?<number>0[hH][\da-fA-F]{4}\b|0[fF][\da-fA-F]{8}\b|0[dD][\da-fA-F]{16}\b|0[xX](?:[\da-fA-F]*\.?[\da-fA-F]*[pP][+-]?\d+[hfdHFD]?|[\da-fA-F]+)|(?:\d+\.\d*|\.\d+)(?:[eE][+-]?\d+)?[hfdHFD]?|\d+[eE][+-]?\d+[hfdHFD]?|\d+(?!\w))/,
    /(?<word>\$?(?:[A-Za-z]|[123]d)(?:_(?:align|width|equiv)\s*\(\s*\w+\s*\)|\w)*)/,
    /(?<sign>[{}()[\];:,=+-])/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'y',
);

/** An error at a place of the text. */
export function syntaxError(text: string, offset: number, problem: string): AtollError {
  const before = text.slice(0, offset).split('\n');
  const place = `${before.length}:${before.at(-1)!.length + 1}`;
  return new AtollError(
    'BAD_ASSEMBLY',
    `${place}: ${problem}`,
    'Correct the text; docs/hsail.md describes what is accepted.',
  );
}

export function tokenize(text: string): HsailToken[] {
  const tokens: HsailToken[] = [];
  let offset = 0;
  while (true) {
    offset += /^\s*/.exec(text.slice(offset, offset + 4096))![0].length;
    if (offset < text.length && /\s/.test(text[offset]!)) continue;
    if (offset >= text.length) return [...tokens, { kind: 'end', text: 'end of the text', offset }];
    PATTERN.lastIndex = offset;
    const groups = PATTERN.exec(text)?.groups;
    if (groups === undefined) throw syntaxError(text, offset, `unexpected ${JSON.stringify(text[offset])}`);
    const [kind, spelling] = Object.entries(groups).find(([, part]) => part !== undefined)! as [HsailTokenKind, string];
    tokens.push({ kind, text: spelling, offset });
    offset += spelling.length;
  }
}
