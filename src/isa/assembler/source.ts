// A source as lines without comments. Comments begin with `;`, with `//`, with `#` after a blank (`.section
// .rodata,#alloc` has none), or stand between slash-stars, on one line or on several; in a string or a character they
// are text.

import { groupOf } from '../../util/required.js';

export interface AssemblyLine {
  /** Counted from 1; for a line of a macro, the line of its use. */
  readonly line: number;
  readonly text: string;
}

/** A string, a character, a comment, or what stands between. */
const PART =
  /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])'?|\/\*[\s\S]*?(?:\*\/|$)|(?:;|\/\/|(?<=^|\s)#)[^\n]*|[^"'/;#]+|[\s\S]/g;

/** The lines that have something on them. */
export function sourceLines(source: string): AssemblyLine[] {
  const plain = source.replaceAll(PART, (part) => {
    if (part.startsWith('/*')) return ` ${part.replaceAll(/[^\n]+/g, '')}`;
    return /^(;|\/\/|#.)/.test(part) ? '' : part;
  });
  return plain.split('\n').flatMap((raw, i) => {
    const text = raw.trim();
    return text === '' ? [] : [{ line: i + 1, text }];
  });
}

const LABEL = /^(?:([A-Za-z_.$][\w.$]*|\d+)|"([^"]+)")\s*:(?!\w*=)\s*/;

/** A label at the beginning, and the rest. */
export function splitLabel(text: string): { readonly label: string; readonly rest: string } | undefined {
  const match = LABEL.exec(text);
  return match ? { label: match[1] ?? groupOf(match, 2), rest: text.slice(match[0].length) } : undefined;
}

/** The first word of a statement, and what follows it. */
export function splitWord(text: string): readonly [word: string, rest: string] {
  const [, word, rest] = /^(\S+)\s*(.*)$/s.exec(text) ?? ['', '', ''];
  return [word, rest];
}

/** Cuts a list at its commas, outside of brackets and strings. */
export function splitList(text: string): string[] {
  const parts: string[] = [''];
  let depth = 0;
  for (const [part] of text.matchAll(/"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])'?|[\s\S]/g)) {
    if (part === '(' || part === '[') depth++;
    if (part === ')' || part === ']') depth--;
    if (part === ',' && depth <= 0) parts.push('');
    else parts[parts.length - 1] += part;
  }
  return parts.map((part) => part.trim());
}
