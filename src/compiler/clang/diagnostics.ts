// Messages of clang's back end, in the form of front end messages and with the program's file names.

/** How the back end names a limit that is exceeded: everything in the place of the limit's name, then empty fields. */
const EXCEEDED = /^(.*exceeds limit \(\d+\) in function '[^']*') \(\) exceeds limit \(\) in ''$/;
/** A message of the back end with its place, if any; the column is never known. */
const PLACED = /^(error|warning|note): (?:<unknown>|(.+?)):(\d+):(\d+): (.*)$/;

function backEndLine(line: string): string {
  const match = PLACED.exec(line);
  if (!match) return line;
  const [, kind, file, number, column, text] = match;
  const place = file === undefined ? '' : `${file}:${number}:${column === '0' ? '' : `${column}:`} `;
  return `${place}${kind}: ${EXCEEDED.exec(text!)?.[1] ?? text}`;
}

/** The messages of the back end, in the form of front end messages. */
export const backEndLog = (log: string): string => log.split('\n').map(backEndLine).join('\n');

const SOURCE_PLACE = /^(In file included from | {17,}from )?program\.cl(?=:\d)/gm;

/** A log with the program's name of the source. */
export const nameSource = (log: string, name: string): string =>
  log.replace(SOURCE_PLACE, (_, before = '') => `${before}${name}`);
