// The places that an instruction accesses in each lane, read off its semantics: places side by side are one.

import type { AccessKind } from '../../emulator/access-kind.js';
import type { Ex, Stmt } from '../../isa/language/expr.js';
import { nodesOf } from '../analysis/nodes.js';
import { globalPlace } from '../memory/places.js';

export interface AccessPlace {
  readonly address: Ex;
  readonly valid: Ex | undefined;
  readonly bytes: number;
}

/** In the order in which a lane touches them. */
export function placesOf(statements: readonly Stmt[], isUniform: (node: Ex) => boolean): readonly AccessPlace[] {
  const places: AccessPlace[] = [];
  for (const { address, valid, bits } of accessesIn(statements)) {
    const before = places.at(-1);
    const place = { address, valid, bytes: bits / 8 };
    if (before && follows(before, place, isUniform))
      places[places.length - 1] = { ...before, bytes: before.bytes + place.bytes };
    else places.push(place);
  }
  return places;
}

/** Access of an instruction to memory, as a number of KINDS: an atomic both loads and stores. */
export function kindOf(statements: readonly Stmt[]): number {
  const kinds = statements.map((stmt) =>
    stmt.kind === 'atomic' || stmt.kind === 'store' ? KINDS.indexOf(stmt.kind) : 0,
  );
  return Math.max(0, ...kinds);
}
export const KINDS: readonly AccessKind[] = ['load', 'store', 'atomic'];

interface Access {
  readonly address: Ex;
  readonly valid?: Ex | undefined;
  readonly bits: number;
}

/** Loads, and then what changes memory. */
function accessesIn(statements: readonly Stmt[]): readonly Access[] {
  const loads = nodesOf(statements).filter((node) => node.kind === 'load');
  return [...loads, ...statements.filter((stmt) => stmt.kind === 'store' || stmt.kind === 'atomic')];
}

function follows(before: AccessPlace, place: AccessPlace, isUniform: (node: Ex) => boolean): boolean {
  if (before.valid || place.valid || before.address.ty !== 'u64' || place.address.ty !== 'u64') return false;
  const [one, other] = [globalPlace(before.address, isUniform), globalPlace(place.address, isUniform)];
  return one.core === other.core && other.distance === one.distance + before.bytes;
}
