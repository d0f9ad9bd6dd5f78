// What clang says after its front end, in the form and with the names that the program's author has.

/** How the back end names a limit that is exceeded: everything in the place of the limit's name, then empty fields. */
const EXCEEDED = /^(.*exceeds limit \(\d+\) in function '[^']*') \(\) exceeds limit \(\) in ''$/;
/** A message of the back end with its place, when there is one; the column is never known. */
const PLACED = /^(error|warning|note): (?:<unknown>|(.+?)):(\d+):(\d+): (.*)$/;

function backEndLine(line: string): string {
  const match = PLACED.exec(line);
  if (!match) return line;
  const [, kind, file, number, column, text] = match;
  const place = file === undefined ? '' : `${file}:${number}:${column === '0' ? '' : `${column}:`} `;
  return `${place}${kind}: ${EXCEEDED.exec(text!)?.[1] ?? text}`;
}

/** What the back end said, in the form of the front end's messages. */
export const backEndLog = (log: string): string => log.split('\n').map(backEndLine).join('\n');

const SOURCE_PLACE = /^(In file included from | {17,}from )?program\.cl(?=:\d)/gm;

/** A log that calls the source by the name that its author knows. */
export const nameSource = (log: string, name: string): string =>
  log.replace(SOURCE_PLACE, (_, before = '') => `${before}${name}`);
