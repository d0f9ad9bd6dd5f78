// clang's warnings about a source, without those that are wrong for this device: clang's list of its extensions is
// incomplete.
import { EXTENSIONS } from '../../../abi/extensions.js';
import { StepFailure } from '../../clang/job.js';

/** Warnings of this group are filtered before they become errors. */
const LOOKED_AT = 'ignored-pragmas';

export const WARNINGS_ARE_ERRORS: readonly string[] = ['-Werror', `-Wno-error=${LOOKED_AT}`];

const HEAD = /^(?:.+?:\d+:\d+: |clang(?:-\d+)?: )?(warning|error|fatal error|note|remark): (.*)$/;
const INCLUDED = /^In file included from |^\s+from /;
const SUMMARY = /^\d+ (?:warnings?|errors?)(?: and \d+ errors?)? generated\.$/;
const UNKNOWN_EXTENSION = /^(?:\w+ )?OpenCL extension '(\w+)'.* - ignoring/;

/** One diagnostic with its lines: include stack, excerpt, notes. */
interface Diagnostic {
  readonly kind: string;
  readonly text: string;
  readonly lines: string[];
}

/** Splits a log into diagnostics, without the text before the first one and the count at the end. */
function diagnosticsOf(log: string): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  let before: string[] = [];
  for (const line of log.split('\n')) {
    const [, kind, text = ''] = HEAD.exec(line) ?? [];
    if (SUMMARY.test(line)) continue;
    if (kind !== undefined && kind !== 'note') {
      diagnostics.push({ kind, text, lines: [...before, line] });
      before = [];
    } else if (INCLUDED.test(line)) before.push(line);
    else diagnostics.at(-1)?.lines.push(...before.splice(0), line);
  }
  return diagnostics;
}

const offered: ReadonlySet<string> = new Set(EXTENSIONS.map(({ name }) => name));

/** An extension that device and library support. */
function isUntrue({ text }: Diagnostic): boolean {
  const name = UNKNOWN_EXTENSION.exec(text)?.[1];
  return name !== undefined && offered.has(name);
}

const isLookedAt = ({ kind, text }: Diagnostic): boolean => kind === 'warning' && text.endsWith(`[-W${LOOKED_AT}]`);

const textOf = (diagnostics: readonly Diagnostic[]): string =>
  diagnostics.map(({ lines }) => `${lines.join('\n').trimEnd()}\n`).join('');

function count(diagnostics: readonly Diagnostic[]): string {
  const of = (kinds: readonly string[], word: string): string[] => {
    const number = diagnostics.filter(({ kind }) => kinds.includes(kind)).length;
    return number === 0 ? [] : [`${number} ${word}${number === 1 ? '' : 's'}`];
  };
  const counts = [...of(['warning'], 'warning'), ...of(['error', 'fatal error'], 'error')];
  return counts.length === 0 ? '' : `${counts.join(' and ')} generated.\n`;
}

/** clang's form of a warning that -Werror makes an error. */
const asError = (diagnostic: Diagnostic): Diagnostic => {
  const lines = diagnostic.lines.map((line) =>
    line.replace(/^(.+?:\d+:\d+: )warning: /, '$1error: ').replace(`[-W${LOOKED_AT}]`, `[-Werror,-W${LOOKED_AT}]`),
  );
  return { ...diagnostic, kind: 'error', lines };
};

/**
 * The filtered log of a compiled source, for its author.
 *
 * @throws StepFailure for a remaining warning with -Werror
 */
export function cleanWarnings(log: string, areErrors: boolean): string {
  if (!log.includes('warning: ')) return log;
  const relevant = diagnosticsOf(log).filter((diagnostic) => !isUntrue(diagnostic));
  if (!areErrors || !relevant.some(isLookedAt)) return textOf(relevant) + count(relevant);
  const errors = relevant.map((diagnostic) => (isLookedAt(diagnostic) ? asError(diagnostic) : diagnostic));
  throw new StepFailure('errors', textOf(errors) + count(errors));
}
