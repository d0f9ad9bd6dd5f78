// Accesses after the end of private memory that the device does not make: loads give 0, stores and atomics do nothing.

import type { AccessKind } from '../emulator/access-kind.js';
import { ReadOnlyMachine } from '../emulator/read-only-machine.js';
import { VGPR_WORDS, WORD } from '../emulator/state.js';
import type { Wavefront } from '../emulator/wavefront.js';
import { scratchAddressOf } from '../emulator/wavefronts.js';
import type { BufferCodec } from '../isa/descriptors/views.js';
import type { Instruction } from '../isa/instruction.js';
import type { Ex } from '../isa/language/expr.js';
import { visitExpressions } from '../isa/language/trees.js';
import { OracleValues } from '../isa/oracle-values.js';

/** A place in private memory. */
export interface PrivatePlace {
  readonly lane: number;
  /** From the start of the work-item's. */
  readonly offset: number;
  readonly bytes: number;
}

export interface RefusedPlace extends PrivatePlace {
  readonly kind: AccessKind;
}

interface Access {
  readonly kind: AccessKind;
  readonly address: Ex;
  readonly valid: Ex;
  readonly bytes: number;
}

/** Bytes of private memory in which no access is refused: far fewer than the device has at least. */
const SAFE = 2 ** 12;
function accessesOf({ def: { semantics } }: Instruction): readonly Access[] {
  const accesses: Access[] = [];
  const add = (
    kind: AccessKind,
    { address, valid, bits }: { address: Ex; valid?: Ex | undefined; bits: number },
  ): void => {
    if (valid) accesses.push({ kind, address, valid, bytes: bits / 8 });
  };
  visitExpressions(semantics, (ex) => {
    if (ex.kind === 'load' && ex.space === 'global') add('load', ex);
  });
  for (const statement of semantics)
    if ((statement.kind === 'store' || statement.kind === 'atomic') && statement.space === 'global')
      add(statement.kind, statement);
  return accesses;
}

/** True if a descriptor is that of private memory, as compilers and drivers build it. */
function isPrivate(words: ArrayLike<number>, codec: BufferCodec): boolean {
  const { swizzled, addsLane } = codec.decode(words);
  return swizzled && addsLane;
}

/** Lanes whose offset in a register, which may be negative, is not small. */
function farLanes({ u, exec, layout }: Wavefront, { operands, fields }: Instruction): readonly number[] {
  const { VADDR } = operands;
  if (VADDR?.kind !== 'vgpr' || !fields['offen']) return [];
  const first = VGPR_WORDS * (VADDR.index + (fields['idxen'] ?? 0));
  return Array.from({ length: layout.lanes }, (_, lane) => lane).filter(
    (lane) => ((exec >> BigInt(lane)) & 1n) === 1n && u[first + lane]! >= SAFE,
  );
}

/** The accesses of an instruction on a buffer that are refused, if the buffer is private memory. */
export function refusedPlaces(w: Wavefront, instruction: Instruction): readonly RefusedPlace[] {
  const { SRSRC } = instruction.operands;
  if (SRSRC?.kind !== 'scalar') return [];
  const resource = WORD.scalars + SRSRC.index;
  const codec = instruction.def.isa.descriptors.buffer;
  if (!isPrivate(w.u.subarray(resource, resource + codec.dwords), codec)) return [];
  const lanes = farLanes(w, instruction);
  if (lanes.length === 0) return [];
  const start = BigInt(scratchAddressOf(w.workGroup.launch, w.unit, w.slot));
  const values = new OracleValues(instruction, new ReadOnlyMachine(w));
  const accesses = accessesOf(instruction);
  const row = 4 * w.layout.lanes;
  return lanes.flatMap((lane) => {
    values.enterLane();
    return accesses
      .filter(({ valid }) => values.value(valid, lane) === 0n)
      .map(({ kind, bytes, address }): RefusedPlace => {
        const at = Number(BigInt.asIntN(32, values.value(address, lane) - start));
        return { kind, lane, bytes, offset: Math.floor(at / row) * 4 + (at & 3) };
      });
  });
}
