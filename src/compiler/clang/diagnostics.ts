// Messages of clang's back end, in the form of front end messages and with the program's file names.

import { CHIPS } from '../../chips/chips.js';

/** Message of the back end for an exceeded limit: everything in the place of the limit's name, then empty fields. */
const EXCEEDED = /^(.*exceeds limit \(\d+\) in function '[^']*') \(\) exceeds limit \(\) in ''$/;
/** A message of the back end with its place, if any; the column is never known. */
const PLACED = /^(error|warning|note): (?:<unknown>|(.+?)):(\d+):(\d+): (.*)$/;

const LOCAL_MEMORY = /local memory \((\d+)\) exceeds limit \(\d+\) in function/;

/** The next step for a kernel with too much local memory: a chip that has enough, if there is one. */
function localMemoryNote(text: string): string {
  const bytes = LOCAL_MEMORY.exec(text)?.[1];
  const chip = bytes && CHIPS.findLast(({ limits }) => limits.ldsPerWorkGroup >= Number(bytes));
  if (!chip) return '';
  return `\nnote: ${chip.id} has ${chip.limits.ldsPerWorkGroup} bytes for each work-group: --device ${chip.id}`;
}

function backEndLine(line: string): string {
  const match = PLACED.exec(line);
  if (!match) return line;
  const [, kind, file, number, column, text = ''] = match;
  const place = file === undefined ? '' : `${file}:${number}:${column === '0' ? '' : `${column}:`} `;
  const exceeded = EXCEEDED.exec(text)?.[1] ?? text;
  return `${place}${kind}: ${exceeded}${localMemoryNote(exceeded)}`;
}

/** The messages of the back end, in the form of front end messages. */
export const backEndLog = (log: string): string => log.split('\n').map(backEndLine).join('\n');

const SOURCE_PLACE = /^(In file included from | {17,}from )?program\.cl(?=:\d)/gm;

/** A log with the program's name of the source. */
export const nameSource = (log: string, name: string): string =>
  log.replace(SOURCE_PLACE, (_, before = '') => `${before}${name}`);
