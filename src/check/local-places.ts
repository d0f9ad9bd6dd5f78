// Addresses in local memory as the instruction has them, before the hardware rounds them down to the size of the access
// and drops those that lie beyond everything: what is left of them an access no longer shows.

import type { AccessKind } from '../emulator/access-kind.js';
import { VGPR_WORDS } from '../emulator/state.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { Instruction } from '../isa/instruction.js';
import type { Stmt } from '../isa/language/expr.js';
import { visitExpressions } from '../isa/language/trees.js';

/** Addressing of local memory by an instruction. */
export interface LocalAccess {
  readonly kind: AccessKind;
  readonly bytes: number;
  /** The VGPR of the address. */
  readonly register: number;
  /**
   * Offset of the access; undefined for two places: their offsets are in elements, and the address without them is
   * sufficient.
   */
  readonly offset: number | undefined;
  /** Set if the sum is truncated to 32 bits. */
  readonly wraps: boolean;
}

/** Undefined for instructions that do not address local memory by a register. */
export function localAccess({ def, operands, fields }: Instruction): LocalAccess | undefined {
  const address = operands['ADDR'];
  if (def.encoding.unit !== 'lds' || address?.kind !== 'vgpr') return undefined;
  const access = accessOf(def.semantics);
  if (!access) return undefined;
  const wraps = def.isa.rules.wrapsLocalAddresses === true;
  const offset = twoPlaces(def.semantics) ? undefined : (fields['offset'] ?? 0);
  return { ...access, register: address.index, offset, wraps };
}

const twoPlaces = (semantics: readonly Stmt[]): boolean => {
  let isFound = false;
  visitExpressions(semantics, (ex) => {
    isFound ||= ex.kind === 'field' && ex.field === 'offset0';
  });
  return isFound;
};

function accessOf(semantics: readonly Stmt[]): Pick<LocalAccess, 'kind' | 'bytes'> | undefined {
  for (const statement of semantics) {
    if (statement.kind !== 'store' && statement.kind !== 'atomic') continue;
    if (statement.space === 'lds') return { kind: statement.kind, bytes: statement.bits / 8 };
  }
  let bytes = 0;
  visitExpressions(semantics, (ex) => {
    if (ex.kind === 'load' && ex.space === 'lds') bytes = ex.bits / 8;
  });
  return bytes === 0 ? undefined : { kind: 'load', bytes };
}

/** Calls `visit` with the address of each active lane. */
export function eachLocalPlace(
  w: Wavefront,
  { register, offset, wraps }: LocalAccess,
  visit: (lane: number, address: number) => void,
): void {
  const { u, layout } = w;
  for (let half = 0; half < layout.execWords; half++) {
    const active = u[layout.exec + half]!;
    for (let bit = 0; bit < 32; bit++) {
      if (((active >>> bit) & 1) === 0) continue;
      const lane = 32 * half + bit;
      const base = u[VGPR_WORDS * register + lane]!;
      // Without its offset, a negative address says nothing.
      if (wraps && offset === undefined && base > 0x7fff_ffff) continue;
      const sum = base + (offset ?? 0);
      visit(lane, wraps ? sum >>> 0 : sum);
    }
  }
}
