// The generated page docs/isa.md: every instruction with syntax, meaning, semantics and support.

import type { FormatSpec } from './format.js';
import type { Isa } from './isa.js';
import { readerOf } from './readers.js';
import { type InstructionReport, instructionReports } from './report.js';

/** Longer semantics (addressing of buffers) are left to `atoll isa NAME`. */
const MAX_LINES = 12;

/** The page. */
export function isaMarkdown(isa: Isa): string {
  const rows = instructionReports(isa);
  const own = rows.filter((row) => row.formOf === undefined);
  const counts = (['full', 'partial', 'none'] as const).map(
    (level) => rows.filter((row) => row.support === level).length,
  );
  const wide = rows.find((row) => row.formOf !== undefined)?.format;
  return [
    '# The instruction set',
    '',
    '<!-- Generated from src/isa by `npm run build`; do not edit. -->',
    '',
    `${isa.title}: ${rows.length} instructions, ${own.length} of them definitions, the others their 64-bit (${wide}) ` +
      `forms. ${counts[0]} execute fully, ${counts[1]} with a restriction, ${counts[2]} exist only for graphics and fault ` +
      'with the reason. Operands are 32 bits wide unless their width follows the colon. `lane` is the lane that executes; ' +
      'inactive lanes write nothing and count as 0 in a mask. `<s`, `>>s` and `*s` are signed.',
    ...isa.formats.flatMap((format) =>
      formatSection(
        isa,
        format,
        rows.filter((row) => row.format === format.name),
      ),
    ),
    '',
  ].join('\n');
}

function formatSection(isa: Isa, format: FormatSpec, rows: readonly InstructionReport[]): string[] {
  const own = rows.filter((row) => row.formOf === undefined);
  const forms = rows.filter((row) => row.formOf !== undefined);
  const { name, title, words, fields, opcode } = format;
  const places = Object.entries({ ...(opcode.width > 0 ? { op: opcode } : {}), ...fields })
    .sort(([, a], [, b]) => a.word - b.word || a.low - b.low)
    .map(([name, { word, low, width }]) => `${name}[${word * 32 + low + width - 1}:${word * 32 + low}]`);
  return [
    '',
    `## ${name}: ${title}`,
    '',
    `${words * 4} bytes: ${places.join(' ')}.`,
    ...own.flatMap(instructionSection),
    ...(forms.length > 0 ? formsSection(isa, name, forms) : []),
  ];
}

function instructionSection(row: InstructionReport): string[] {
  const code = row.semantics.length <= MAX_LINES ? ['', '```', ...row.semantics, '```'] : [];
  const note =
    row.support === 'full' ? [] : ['', `${row.support === 'none' ? 'Not supported' : 'Restriction'}: ${row.note}.`];
  return ['', `### ${row.name}`, '', `\`${row.syntax}\` (opcode ${row.opcode}): ${row.meaning}.`, ...code, ...note];
}

function formsSection(isa: Isa, format: string, forms: readonly InstructionReport[]): string[] {
  const of = isa.formats.map(({ name }) => name).filter((name) => forms.some(({ formOf }) => formOf === name));
  return [
    '',
    `### Forms of ${of.slice(0, -1).join(', ')} and ${of.at(-1)}`,
    '',
    readerOf(isa).forms[format]?.derived ?? '',
    '',
    '| opcode | syntax | form of |',
    '| --- | --- | --- |',
    ...forms.map(({ opcode, syntax, formOf }) => `| ${opcode} | \`${syntax}\` | ${formOf} |`),
  ];
}
