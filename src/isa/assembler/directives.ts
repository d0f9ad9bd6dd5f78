// Directives that are no data: sections, alignment, and what only a linker or a debugger reads.

import { groupsOf } from '../../util/required.js';
import { padding } from './data.js';
import { type AssemblyLine, splitList } from './source.js';
import type { AssemblyWriter } from './writer.js';

/** `name = value`, `.set name, value`; undefined when a statement is none, the reason when it is half of one. */
export function assignmentOf(text: string): { readonly name: string; readonly value: string } | string | undefined {
  const plain = /^([A-Za-z_.$][\w.$]*)\s*=(?!=)\s*(.+)$/.exec(text);
  const set = /^\.(?:set|equ|equiv)\b\s*/i.exec(text);
  if (!plain && !set) return undefined;
  const parts = plain ?? /^([A-Za-z_.$][\w.$]*)\s*,\s*(.+)$/.exec(text.slice(set?.[0].length));
  if (!parts) return '.set takes a name and a value';
  const [name, value] = groupsOf(parts, 2);
  return { name, value };
}

type Action = (writer: AssemblyWriter, text: string, line: AssemblyLine) => void;

const enter =
  (name: string): Action =>
  ({ sections }) =>
    sections.enter(name, '');

const section: Action = ({ sections }, text, line) => {
  const [name = '', flags = ''] = splitList(text);
  if (line.text.startsWith('.pushsection')) sections.push();
  sections.enter(name.replaceAll('"', ''), flags);
};

/** @param powers whether the first number is a power of two rather than bytes */
const align =
  (powers: boolean): Action =>
  (writer, text, line) => {
    const [first = '', fill = '', most = ''] = splitList(text);
    const numbers = [first, fill, most].map((part) => (part === '' ? undefined : writer.number(part)));
    const wrong = numbers.find((number) => typeof number === 'string');
    if (wrong !== undefined) return writer.problem(line, wrong as string);
    const [size, value, limit] = numbers as (bigint | undefined)[];
    const alignment = powers ? 2 ** Number(size ?? 0n) : Number(size ?? 1n) || 1;
    if (!Number.isInteger(alignment) || alignment < 1 || alignment > 1 << 16 || (alignment & (alignment - 1)) !== 0)
      return writer.problem(line, `${text} is no alignment`);
    const { current } = writer.sections;
    const bytes = padding(current.size, alignment, value === undefined ? undefined : Number(value), current.code);
    if (limit !== undefined && limit !== 0n && BigInt(bytes.length) > limit) return;
    current.alignment = Math.max(current.alignment, alignment);
    writer.append(line, { bytes });
  };

/** Continues at a place of the section, which lies ahead. */
const origin: Action = (writer, text, line) => {
  const [to = '', fill = '0'] = splitList(text);
  const [target, value] = [writer.number(to), writer.number(fill)];
  if (typeof target === 'string' || typeof value === 'string')
    return writer.problem(line, typeof target === 'string' ? target : String(value));
  const gap = target - BigInt(writer.sections.current.size);
  if (gap < 0n || gap > 1n << 24n) return writer.problem(line, `'${to}' does not lie ahead`);
  writer.append(line, { bytes: new Uint8Array(Number(gap)).fill(Number(value)) });
};

const complain: Action = (writer, text, line) =>
  writer.problem(line, /^"(.*)"$/.exec(text)?.[1] ?? 'the source says that it cannot be assembled');

const ACTIONS: Readonly<Record<string, Action>> = {
  '.text': enter('.text'),
  '.data': enter('.data'),
  '.bss': enter('.bss'),
  '.section': section,
  '.pushsection': section,
  '.popsection': (writer, _text, line) => {
    if (!writer.sections.pop()) writer.problem(line, 'there is no .pushsection for this');
  },
  '.previous': ({ sections }) => sections.previous(),
  '.p2align': align(true),
  '.align': align(false),
  '.balign': align(false),
  '.org': origin,
  '.error': complain,
  '.err': complain,
};

/** Directives that only linkers, debuggers and loaders of other systems read. */
const IGNORED: ReadonlySet<string> = new Set(
  [
    'globl global local weak hidden protected internal type size ident file loc addrsig addrsig_sym comm lcomm',
    'amdgcn_target amd_amdgpu_isa amdgpu_lds warning print cfi_sections cfi_startproc cfi_endproc cfi_escape cfi_undefined',
    'cfi_def_cfa cfi_def_cfa_offset cfi_offset subsection symver',
  ].flatMap((names) => names.split(' ').map((name) => `.${name}`)),
);

export function applyDirective(writer: AssemblyWriter, directive: string, text: string, line: AssemblyLine): void {
  const action = ACTIONS[directive];
  if (action) action(writer, text, line);
  else if (!IGNORED.has(directive)) writer.problem(line, `there is no directive '${directive}'`);
}
