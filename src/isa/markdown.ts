// The generated page docs/isa.md: every instruction with syntax, meaning, semantics and support.

import { FORMAT_NAMES, type FormatName } from './define.js';
import { type InstructionReport, instructionReports } from './report.js';
import { FORMATS } from './southern-islands/formats.js';

/** Longer semantics (addressing of buffers) are left to `atoll isa NAME`. */
const MAX_LINES = 12;

const TITLES: Readonly<Record<FormatName, string>> = {
  SOP1: 'scalar, one source',
  SOP2: 'scalar, two sources',
  SOPK: 'scalar, 16-bit constant',
  SOPC: 'scalar comparison',
  SOPP: 'program control',
  SMRD: 'scalar memory read',
  VOP1: 'vector, one source',
  VOP2: 'vector, two sources',
  VOP3: 'vector, three sources',
  VOPC: 'vector comparison',
  VINTRP: 'parameter interpolation',
  DS: 'local data share',
  MUBUF: 'untyped buffer access',
  MTBUF: 'typed buffer access',
  MIMG: 'images',
  EXP: 'export',
};

/** The page. */
export function isaMarkdown(): string {
  const rows = instructionReports();
  const own = rows.filter((row) => row.formOf === undefined);
  const counts = (['full', 'partial', 'none'] as const).map(
    (level) => rows.filter((row) => row.support === level).length,
  );
  return [
    '# The instruction set',
    '',
    '<!-- Generated from src/isa by `npm run build`; do not edit. -->',
    '',
    `Southern Islands (gfx600): ${rows.length} instructions, ${own.length} of them definitions, the others their 64-bit (VOP3) ` +
      `forms. ${counts[0]} execute fully, ${counts[1]} with a restriction, ${counts[2]} exist only for graphics and fault ` +
      'with the reason. Operands are 32 bits wide unless their width follows the colon. `lane` is the lane that executes; ' +
      'inactive lanes write nothing and count as 0 in a mask. `<s`, `>>s` and `*s` are signed.',
    ...FORMAT_NAMES.flatMap((format) =>
      formatSection(
        format,
        rows.filter((row) => row.format === format),
      ),
    ),
    '',
  ].join('\n');
}

function formatSection(format: FormatName, rows: readonly InstructionReport[]): string[] {
  const own = rows.filter((row) => row.formOf === undefined);
  const forms = rows.filter((row) => row.formOf !== undefined);
  const { words, fields, opcode } = FORMATS[format];
  const places = Object.entries({ ...(opcode.width > 0 ? { op: opcode } : {}), ...fields })
    .sort(([, a], [, b]) => a.word - b.word || a.low - b.low)
    .map(([name, { word, low, width }]) => `${name}[${word * 32 + low + width - 1}:${word * 32 + low}]`);
  return [
    '',
    `## ${format}: ${TITLES[format]}`,
    '',
    `${words * 4} bytes: ${places.join(' ')}.`,
    ...own.flatMap(instructionSection),
    ...(forms.length > 0 ? formsSection(forms) : []),
  ];
}

function instructionSection(row: InstructionReport): string[] {
  const code = row.semantics.length <= MAX_LINES ? ['', '```', ...row.semantics, '```'] : [];
  const note =
    row.support === 'full' ? [] : ['', `${row.support === 'none' ? 'Not supported' : 'Restriction'}: ${row.note}.`];
  return ['', `### ${row.name}`, '', `\`${row.syntax}\` (opcode ${row.opcode}): ${row.meaning}.`, ...code, ...note];
}

function formsSection(forms: readonly InstructionReport[]): string[] {
  return [
    '',
    '### Forms of VOP1, VOP2 and VOPC',
    '',
    'The same semantics with any source anywhere, source modifiers and, for VOP1 and VOP2, clamp and output modifiers.',
    '',
    '| opcode | syntax | form of |',
    '| --- | --- | --- |',
    ...forms.map(({ opcode, syntax, formOf }) => `| ${opcode} | \`${syntax}\` | ${formOf} |`),
  ];
}
