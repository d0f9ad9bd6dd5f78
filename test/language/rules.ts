// Rules of names and of vocabulary. Each gives the places in a file that break it.

import type { Prose, SourceText } from './prose.js';

export const MAX_COLUMNS = 120;

/** Words that speak of code as of a person, and words for which the field has a term (CONTRIBUTING, "Glossary"). */
const WORDS = [
  /\b(?:who|whom|whoever|(?:some|no|any|every)(?:body|one)|he|him|himself)\b(?! else's)/i,
  /\b(?:hears?|heard|hearing|tells?|told|telling|believes?|believed)\b/i,
  /\b(?:is|are|was|were|be|been|being) asked\b/i,
  /\blook(?:s|ed|ing)? on\b/i,
  /\b(?:crews?|story|stories|happenings?|personalit(?:y|ies)|twins?|onlookers?|spectators?|marked memory)\b/i,
  /\b(?:an|the|of) elsewhere\b/i,
];
/** Idiom of comments, each with the term to use instead. */
export const IDIOM: readonly (readonly [idiom: RegExp, term: string])[] = [
  [/\bask(?:s|ed|ing)? for\b/i, 'request'],
  [/\b(?:goes|go|gone|going|went) on\b(?! the\b| top)/i, 'continue'],
  [/\bthe given\b/i, 'the name of the parameter'],
  [/(?<!-)\bquick(?:er)?\b(?!-)/i, 'fast, fast path'],
  [/\bleast of\b/i, 'minimum of'],
  [/\bwhat becomes of\b/i, 'result of'],
  [/\bmodel of time\b/i, 'timing model'],
];
/** Relative clauses in the place of a noun; a question is none. */
const CLAUSE = /^(?:what|where|who|whose|whether|which|that which) (?![^.!]*\?)/i;
/** Type names whose last word is a participle; nouns of that form stand in NOUNS. */
const PARTICIPLE =
  /(?:[a-z]|^)(?:[A-Z][a-z]*ed|Made|Known|Given|Seen|Told|Heard|Held|Found|Met|Said|Taken|Kept|Lost|Sent|Built|Chosen|Written|Meant|Bound|Hidden)$/;
const NOUNS = /(?:Speed|Seed|Feed|Need|IntervalBound)$/;
const TYPE = /^export (?:declare )?(?:interface|type|(?:abstract )?class|enum) (\w+)/gm;
const RETIRED_NAME = /\b(?:\w+_)?(?:MOST|LEAST|PATIENCE)(?:_\w+)?\b|\b[pP]atience\w*\b/g;
/** Participles and verbs of speech as names, of locals too; what a value is gives the name. */
const SPEECH_NAME =
  /\b(?:asked|told|wanted|heard|said|met|who|whom|got|mine|tell|hear|manner|(?:some|no)body|leastOf|is(?:Said|Told|Asked|Wanted|Met|Given|Made))\b/gi;
/** Participles and verbs that do not name a value. Keys of objects are properties of a format, which are not judged. */
const PARTICIPLE_NAME = /(?<!\.)\b(?:given|known|found|made|held|says|tells|knows|hears|wants|asks)\b/gi;
const DURATION = /(?:timeout|delay|interval|deadline|grace|duration|period|elapsed|backoff)$/i;
const UNIT = /(?:_MS|_NS|_US|_S|_SECONDS|_MINUTES|_CYCLES|_STEPS)$/;
const NUMBER_NAME = /\bconst (\w+)(?::\s*number)? = -?[\d_.]+n?\b|\b(\w+)\??: (?:number|bigint)\b/g;

export interface Offence {
  readonly line: number;
  readonly what: string;
}

const lineOf = (code: string, index: number): number => code.slice(0, index).split('\n').length;
const matches = (
  code: string,
  pattern: RegExp,
  isOffence: (match: RegExpExecArray) => boolean = () => true,
): Offence[] =>
  [...code.matchAll(pattern)].filter(isOffence).map((match) => ({
    line: lineOf(code, match.index),
    what: match.slice(1).find((group) => group !== undefined) ?? match[0],
  }));

/** Comment lines that are too wide; a line that is one address cannot be broken. */
export const wideComments = (source: SourceText, text: string): Offence[] => {
  const lines = text.split('\n');
  const numbers = source.prose
    .filter(({ kind }) => kind === 'comment')
    .flatMap(({ line, text: comment }) => comment.split('\n').map((_, index) => line + index));
  return [...new Set(numbers)]
    .filter((line) => [...lines[line - 1]!].length > MAX_COLUMNS && !/https?:\S{60}/.test(lines[line - 1]!))
    .map((line) => ({ line, what: `${[...lines[line - 1]!].length} columns` }));
};

export const exportedTypes = (source: SourceText): Offence[] => matches(source.code, TYPE);

export const participleTypes = (source: SourceText): Offence[] =>
  exportedTypes(source).filter(({ what }) => PARTICIPLE.test(what) && !NOUNS.test(what));

export const retiredNames = (source: SourceText): Offence[] => matches(source.code, RETIRED_NAME);

export const speechNames = (source: SourceText): Offence[] => matches(source.code, SPEECH_NAME);

/** True if the bracket around a place is a parenthesis: `(found: number)` declares, `{ found: 1 }` is a key. */
function isInParentheses(code: string, index: number): boolean {
  let depth = 0;
  for (let at = index - 1; at >= 0; at--) {
    if (')}]'.includes(code[at]!)) depth++;
    else if ('({['.includes(code[at]!) && depth-- === 0) return code[at] === '(';
  }
  return false;
}

/** Locals, parameters and functions that are named by a participle or a verb. */
export const participleNames = (source: SourceText): Offence[] =>
  matches(source.code, PARTICIPLE_NAME, ({ index, 0: name }) => {
    const isBeforeColon = /^\??:/.test(source.code.slice(index + name.length));
    return !isBeforeColon || isInParentheses(source.code, index);
  });

export const durationsWithoutUnit = (source: SourceText): Offence[] =>
  matches(source.code, NUMBER_NAME).filter(({ what }) => DURATION.test(what) && !UNIT.test(what));

const SENTENCE = /\w+ \w+ \w+/;
/** Comments, and literals that are messages: those with three words in a row. */
const isText = ({ kind, text }: Prose): boolean => kind === 'comment' || SENTENCE.test(text);

export const wordsOf = (text: string): string[] =>
  WORDS.flatMap((word) => {
    const match = word.exec(text)?.[0];
    return match === undefined ? [] : [match.toLowerCase()];
  });

/** Words of comments and messages that the vocabulary does without. */
export const retiredWords = (source: SourceText): Offence[] =>
  source.prose.filter(isText).flatMap(({ line, text }) => wordsOf(text).map((what) => ({ line, what })));

/** Idiom of comments, with the term to use instead. */
export const idioms = (source: SourceText): Offence[] =>
  source.prose
    .filter(({ kind }) => kind === 'comment')
    .flatMap(({ line, text }) =>
      IDIOM.filter(([idiom]) => idiom.test(text)).map(([idiom, term]) => ({
        line,
        what: `${idiom.exec(text)![0].toLowerCase()}: ${term}`,
      })),
    );

const wordsOfComment = (text: string): string => text.replace(/^(?:\/\/+|\/\*+)[\s*]*/, '').trim();

/** Comments that begin with a relative clause; line comments on lines of their own are one comment. */
export function clauses({ prose, code }: SourceText): Offence[] {
  const lines = code.split('\n');
  const isWhole = ({ kind, line, text }: Prose): boolean =>
    kind === 'comment' && text.startsWith('//') && lines[line - 1]!.trim() === '';
  const continued = new Set(prose.filter(isWhole).map(({ line }) => line + 1));
  return prose
    .filter((one) => one.kind === 'comment' && !(isWhole(one) && continued.has(one.line)))
    .flatMap(({ line, text }) => (CLAUSE.test(wordsOfComment(text)) ? [{ line, what: wordsOfComment(text) }] : []));
}

/** Titles of tests that begin with a relative clause. */
export function titleClauses({ prose, code }: SourceText): Offence[] {
  const titled = new Set(code.split('\n').flatMap((line, n) => (/\btest(?:\.\w+)*\([`0]/.test(line) ? [n + 1] : [])));
  const strings = prose.filter(({ kind }) => kind === 'string');
  return strings
    .filter(({ line }, n) => titled.has(line) && strings[n - 1]?.line !== line)
    .map(({ line, text }) => ({ line, what: text.replace(/^['"]/, '') }))
    .filter(({ what }) => CLAUSE.test(what));
}
