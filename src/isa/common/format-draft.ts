// Definition of formats without their names, which a table adds.

import type { FieldSpec, FormatSpec, SlotKind, SlotSpec } from '../format.js';

export const at = (low: number, width: number, word: 0 | 1 = 0): FieldSpec => ({ word, low, width });
export const slot = (kind: SlotKind, field = ''): SlotSpec => ({ kind, field });

export type FormatDraft = Omit<FormatSpec, 'name' | 'literal'> & { readonly literal?: boolean };
export type FormatDrafts = Readonly<Record<string, FormatDraft>>;

/** The formats of a table, in an order. Names that the table does not have are left out. */
export const formatsIn = (drafts: FormatDrafts, order: readonly string[]): readonly FormatSpec[] =>
  order.flatMap((name) => {
    const draft = drafts[name];
    if (!draft) return [];
    return [Object.freeze({ name, literal: false, ...draft, mask: draft.mask >>> 0, bits: draft.bits >>> 0 })];
  });
