// The entries of a module with the places where they stand.

import { EXECUTABLE_KINDS } from './layout.js';
import type { BrigEntry, BrigModule } from './module.js';

export interface PlacedEntry {
  readonly entry: BrigEntry;
  /** The kernel, function or signature that it belongs to. */
  readonly owner: BrigEntry | undefined;
  readonly place: 'module' | 'formal' | 'body' | 'block';
  /** One for each body and each arg block in it. */
  readonly scope: string;
}

function placeOf(entry: BrigEntry, owner: BrigEntry | undefined, block: number): PlacedEntry['place'] {
  if (owner === undefined) return 'module';
  if (entry.offset < owner.values['firstCodeBlockEntry']!) return 'formal';
  return block > 0 ? 'block' : 'body';
}

/** All entries of code in their order. The structure of the module has been checked. */
export function placedEntries(module: BrigModule): PlacedEntry[] {
  const entries: PlacedEntry[] = [];
  let owner: BrigEntry | undefined;
  let block = 0;
  for (const entry of module.code.values()) {
    if (owner !== undefined && entry.offset >= owner.values['nextModuleEntry']!) [owner, block] = [undefined, 0];
    if (EXECUTABLE_KINDS.includes(entry.kind)) {
      entries.push({ entry, owner: undefined, place: 'module', scope: '' });
      owner = entry;
      continue;
    }
    if (entry.kind === 'directive_arg_block_start') block = entry.offset;
    const scope = owner === undefined ? '' : `${owner.offset}:${block}`;
    entries.push({ entry, owner, place: placeOf(entry, owner, block), scope });
    if (entry.kind === 'directive_arg_block_end') block = 0;
  }
  return entries;
}
