// Texts for what goes wrong after the front end of clang: undefined functions, recursion, a compiler that crashed.
import type { LineTable } from '../../dwarf/line-table.js';
import type { LinkFailure } from '../image/linker.js';

/** Type letters of the Itanium C++ ABI that OpenCL C's builtins use. */
const MANGLED_TYPES: Readonly<Record<string, string>> = {
  c: 'char',
  h: 'uchar',
  s: 'short',
  t: 'ushort',
  i: 'int',
  j: 'uint',
  l: 'long',
  m: 'ulong',
  f: 'float',
  d: 'double',
  Dh: 'half',
  v: '',
};

/** The name before mangling: `_Z3fooii` is `foo`. Names that are not mangled stay as they are. */
export function sourceName(symbol: string): string {
  const match = /^_Z(\d+)/.exec(symbol);
  if (!match) return symbol;
  const start = match[0].length;
  const name = symbol.slice(start, start + Number(match[1]));
  const parameters = simpleParameters(symbol.slice(start + Number(match[1])));
  return parameters === undefined ? name : `${name}(${parameters})`;
}

/** The parameters of a mangled name when all are scalars or vectors; undefined otherwise. */
function simpleParameters(mangled: string): string | undefined {
  const names: string[] = [];
  for (let rest = mangled; rest.length > 0; ) {
    const match = /^(?:Dv(\d+)_)?(Dh|[chstijlmfdv])/.exec(rest);
    if (!match) return undefined;
    names.push(`${MANGLED_TYPES[match[2]!]}${match[1] ?? ''}`);
    rest = rest.slice(match[0].length);
  }
  return names.join(', ');
}

/** One sentence for each thing that keeps a kernel from being linked. */
export function describeLinkFailure(kernel: string, failure: LinkFailure, table: LineTable): string[] {
  const undefinedFunctions = [...failure.missing].map(([symbol, { user, section, offset }]) => {
    const where = user === kernel ? `kernel '${kernel}'` : `'${sourceName(user)}', called by kernel '${kernel}'`;
    const at = table.lineAt(section, offset);
    const place = at ? `${at.file}:${at.line}:${at.column}: ` : '';
    return `${place}error: undefined function or variable '${sourceName(symbol)}', needed by ${where}`;
  });
  if (failure.recursion.length === 0) return undefinedFunctions;
  const chain = failure.recursion.map(sourceName).join(' -> ');
  return [...undefinedFunctions, `error: recursion is not allowed in OpenCL C: ${chain} (kernel '${kernel}')`];
}

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
