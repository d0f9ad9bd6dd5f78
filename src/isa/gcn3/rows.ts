// The rows of a generation: own ones and common ones, each with the columns of opcodes of those chips
// that have it.

import { noLimit, wrappingLimitInM0 } from '../common/addressing/lds.js';
import { ldsRows } from '../common/families/ds.js';
import { familyRows } from '../common/families/index.js';
import { type InstructionRow, restated } from '../define.js';
import { columnsIn } from './columns.js';
import { bufferRows } from './families/buffers.js';
import { ownLdsRows } from './families/ds.js';
import { EXTREMES, THREE_HALVES } from './families/extremes.js';
import { flatRows } from './families/flat.js';
import { SOP1, SOP2, SOPC, SOPK, SOPK_GFX9, SOPP } from './families/scalar.js';
import { SMEM } from './families/smem.js';
import { VOP1 } from './families/vop1.js';
import { VOP2 } from './families/vop2.js';
import { VOP3 } from './families/vop3.js';
import { VOP3P } from './families/vop3p.js';
import { VOPC } from './families/vopc.js';
import type { Generation } from './generation.js';

/** Rows that were written for the one format in which Southern Islands has them, and are stated in another one here. */
const MOVED: Readonly<Record<string, readonly string[]>> = { VOP3: ['VOP2'] };

const OWN: readonly InstructionRow[] = [
  ...SOP1,
  ...SOP2,
  ...SOPK,
  ...SOPC,
  ...SOPP,
  ...SMEM,
  ...VOP1,
  ...VOP2,
  ...VOP3,
  ...THREE_HALVES,
  ...VOP3P,
  ...VOPC,
];

/** Rows that depend on the generation, by the formats that they are of. */
function ownOf({ gfx9 }: Generation, format: string): readonly InstructionRow[] {
  if (format === 'DS') {
    const limit = gfx9 ? noLimit : wrappingLimitInM0;
    return [...ldsRows(limit), ...ownLdsRows(limit)];
  }
  if (['FLAT', 'GLOBAL', 'SCRATCH'].includes(format)) return flatRows(gfx9);
  if (['MUBUF', 'MTBUF', 'MIMG'].includes(format)) return bufferRows(gfx9);
  if (!gfx9) return [];
  return format === 'SOPK' ? SOPK_GFX9 : (EXTREMES[format] ?? []);
}

let grouped: ReadonlyMap<string, readonly InstructionRow[]> | undefined;
/** Rows that do not depend on the generation, by format. */
function sharedRows(): ReadonlyMap<string, readonly InstructionRow[]> {
  if (grouped) return grouped;
  const groups = new Map<string, InstructionRow[]>();
  for (const row of [...familyRows(), ...OWN]) {
    const group = groups.get(row.format);
    if (group) group.push(row);
    else groups.set(row.format, [row]);
  }
  grouped = groups;
  return grouped;
}

/** Rows of a format, by name. Later rows take the place of earlier ones. */
function statedFor(generation: Generation, format: string): ReadonlyMap<string, InstructionRow> {
  const shared = [...(MOVED[format] ?? []), format].flatMap((from) => sharedRows().get(from) ?? []);
  return new Map([...shared, ...ownOf(generation, format)].map((row) => [row.name, row]));
}

/**
 * The rows of a format with the opcodes that they have on the chips of all generations; a chip takes those of its own.
 */
export const rowsOf =
  (generation: Generation) =>
  (format: string): readonly InstructionRow[] => {
    const stated = statedFor(generation, format);
    return columnsIn(format).map(({ name, row: meaning, opcodes }) => {
      const row = stated.get(meaning);
      if (!row) throw new TypeError(`no row states what ${meaning} of format ${format} means`);
      return restated(row, { name, format, opcodes });
    });
  };
