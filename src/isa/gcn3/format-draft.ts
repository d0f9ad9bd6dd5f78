// How formats are written down, and what their fields depend on.

import type { FieldSpec, FormatSpec, SlotKind, SlotSpec } from '../format.js';

export const at = (low: number, width: number, word: 0 | 1 = 0): FieldSpec => ({ word, low, width });
export const slot = (kind: SlotKind, field = ''): SlotSpec => ({ kind, field });

export type FormatDraft = Omit<FormatSpec, 'name' | 'literal'> & { readonly literal?: boolean };
export type FormatDrafts = Readonly<Record<string, FormatDraft>>;

/** What differs between the two generations. */
export interface Generation {
  readonly gfx9: boolean;
}
