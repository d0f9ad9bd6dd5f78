// The rows of a generation: own ones and those of Southern Islands, each with the columns of opcodes of those chips that have it.

import { type InstructionRow, restated } from '../define.js';
import { noLimit, wrappingLimitInM0 } from '../southern-islands/addressing/lds.js';
import { ldsRows } from '../southern-islands/families/ds.js';
import { familyRows } from '../southern-islands/families/index.js';
import { columns } from './columns.js';
import { bufferRows } from './families/buffers.js';
import { ownLdsRows } from './families/ds.js';
import { flatRows } from './families/flat.js';
import { SOP1, SOP2, SOPC, SOPK, SOPK_GFX9, SOPP } from './families/scalar.js';
import { SMEM } from './families/smem.js';
import { VOP1 } from './families/vop1.js';
import { VOP2 } from './families/vop2.js';
import { VOP3 } from './families/vop3.js';
import { VOP3P } from './families/vop3p.js';
import { VOPC } from './families/vopc.js';
import type { Generation } from './format-draft.js';

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
  ...VOP3P,
  ...VOPC,
];

/** Later ones take the place of earlier ones of the same format and name. */
const byName = (rows: readonly InstructionRow[]): ReadonlyMap<string, InstructionRow> =>
  new Map(rows.map((row) => [`${row.format} ${row.name}`, row]));

/** Every row with the opcodes that it has on the chips of all generations; a chip takes those of its own. */
export function rowsOf({ gfx9 }: Generation): readonly InstructionRow[] {
  const limit = gfx9 ? noLimit : wrappingLimitInM0;
  const stated = byName([
    ...familyRows(),
    ...ldsRows(limit),
    ...OWN,
    ...(gfx9 ? SOPK_GFX9 : []),
    ...ownLdsRows(limit),
    ...flatRows(gfx9),
    ...bufferRows(gfx9),
  ]);
  const find = (format: string, name: string): InstructionRow => {
    const row = [format, ...(MOVED[format] ?? [])].map((each) => stated.get(`${each} ${name}`)).find((each) => each);
    if (!row) throw new TypeError(`no row states what ${name} of format ${format} means`);
    return row;
  };
  return columns().map(({ format, name, row, opcodes }) => restated(find(format, row), { name, format, opcodes }));
}
