// Accesses in a module whose memory has 64-bit addresses: operations have addresses of 32 bits, which are extended, and
// where they say so a base of 64 bits below.

import type { ByteWriter } from './byte-writer.js';
import { OP, type WasmType } from './opcodes.js';
import { KIND, KIND_OF, NAME_OF, NUMBER } from './operation-table.js';

/** Locals that hold the operands above an address, behind all others of a function. */
export const SPARE_LOCALS = [
  { type: 'i32', count: 2 },
  { type: 'i64', count: 2 },
  { type: 'v128', count: 1 },
] as const satisfies readonly { readonly type: WasmType; readonly count: number }[];

/** Types of the operands above the address of an access, from below. */
function operandsAbove(number: number): readonly WasmType[] {
  const name = NAME_OF[number]!;
  const type = name.startsWith('i64') ? 'i64' : 'i32';
  switch (KIND_OF[number]) {
    case KIND.laneMemory:
      return ['v128'];
    case KIND.atomic:
      return name.endsWith('cmpxchg') ? [type, type] : [type];
    case KIND.fill:
      return ['i32', 'i32'];
  }
  if (number === NUMBER.vectorStore || number === NUMBER.storeRegister) return ['v128'];
  return name.includes('store') ? [type] : [];
}

export class LongAddresses {
  private hasBase = false;

  /** @param first number of the first of SPARE_LOCALS */
  constructor(
    private readonly out: ByteWriter,
    private readonly first: number,
  ) {}

  /** The next access has a base. */
  mark(): void {
    this.hasBase = true;
  }

  /** In front of an access: makes its address. */
  extend(number: number): void {
    const { out, hasBase } = this;
    this.hasBase = false;
    const spare = this.spareOf(operandsAbove(number));
    for (const local of spare.toReversed()) out.local(NUMBER.set, local);
    out.byte(OP['i64.extend_i32_u']);
    if (hasBase) out.byte(OP['i64.add']);
    for (const local of spare) out.local(NUMBER.get, local);
    // The number of bytes has the type of an address.
    if (KIND_OF[number] === KIND.fill) out.byte(OP['i64.extend_i32_u']);
  }

  /** A local for each operand. */
  private spareOf(types: readonly WasmType[]): readonly number[] {
    return types.map((type, index) => {
      const before = SPARE_LOCALS.slice(
        0,
        SPARE_LOCALS.findIndex((each) => each.type === type),
      );
      return before.reduce((sum, { count }) => sum + count, this.first) + index;
    });
  }
}
