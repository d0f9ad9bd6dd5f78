// Offsets and sizes of entries, computed from their fields.

import type { BrigEnum } from './enums.js';
import { KINDS } from './enums.js';
import { type BrigFieldType, STRUCTURES } from './structures.js';

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly offset: number;
  readonly bytes: number;
  /** The values that the field may have, where it is an enumeration. */
  readonly values?: BrigEnum;
}

export interface Layout {
  readonly name: string;
  readonly kind: number;
  readonly bytes: number;
  readonly fields: readonly Field[];
}

const SIZES: Readonly<Record<string, number>> = { u8: 1, u16: 2, u32: 4, u64: 8, r1: 1, r2: 2, r3: 3 };
/** Of size and kind, with which every entry begins. */
export const BASE_BYTES = 4;

function layoutOf(name: string, list: Readonly<Record<string, BrigFieldType>>): Layout {
  let offset = BASE_BYTES;
  const fields = Object.entries(list).map(([field, spec]) => {
    const [type, values] = typeof spec === 'string' ? [spec, undefined] : spec;
    const bytes = SIZES[type] ?? 4;
    const place = { name: field, type, offset, bytes, ...(values && { values }) };
    offset += bytes;
    return place;
  });
  return { name, kind: KINDS[name as keyof typeof KINDS], bytes: offset, fields };
}

/** Layouts by the name of the kind. */
export const LAYOUTS: Readonly<Record<string, Layout>> = Object.fromEntries(
  Object.entries(STRUCTURES).map(([name, list]) => [name, layoutOf(name, list)]),
);
export const LAYOUT_BY_KIND: ReadonlyMap<number, Layout> = new Map(
  Object.values(LAYOUTS).map((layout) => [layout.kind, layout]),
);
export const EXECUTABLE_KINDS: readonly string[] = [
  'directive_function',
  'directive_indirect_function',
  'directive_kernel',
  'directive_signature',
];
