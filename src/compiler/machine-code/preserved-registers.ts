// Whether the machine code of functions preserves the registers of their callers: each is saved before it is written,
// and restored before the function returns.
import type { RegisterRange } from '../../isa/accesses.js';
import { flowOf, isCall } from '../../isa/control.js';
import { decode } from '../../isa/decode.js';
import { effectsOf } from '../../isa/effects.js';
import type { Instruction } from '../../isa/instruction.js';
import type { Isa } from '../../isa/isa.js';
import { isPreserved, RETURN_ADDRESS } from './calling-convention.js';

export interface OverwrittenRegister {
  /** The name in assembly: s48, v40. */
  readonly register: string;
  /** Offset in the function, in bytes: the first write, or the return. */
  readonly offset: number;
  readonly problem: 'notSaved' | 'notRestored';
}

type Access = 'read' | 'write';
const nameOf = (bank: RegisterRange['bank'], index: number): string => `${bank === 'vgpr' ? 'v' : 's'}${index}`;

/** Whether an instruction returns: a jump through the pair of the return address that is no call. */
function isReturn(instruction: Instruction): boolean {
  const { def, operands } = instruction;
  if (flowOf(def.semantics) !== 'branch' || isCall(def)) return false;
  return Object.values(operands).some(
    (one) => one?.kind === 'scalar' && one.index === RETURN_ADDRESS && one.count === 2,
  );
}

/** State of one pass over a function's code in the order of addresses; the first block is the entry. */
class Accesses {
  /** The last event of each written register. */
  private readonly last = new Map<string, Access>();
  private readonly seen = new Set<string>();
  found: OverwrittenRegister | undefined;

  constructor(private readonly version: number) {}

  private forEach(ranges: readonly RegisterRange[], visit: (name: string) => void): void {
    for (const { bank, index, count } of ranges)
      for (let i = index; i < index + count; i++) if (isPreserved(bank, i, this.version)) visit(nameOf(bank, i));
  }

  /** Whether an operand is a preserved register: effects of other instructions are not needed. */
  private concerns({ operands }: Instruction): boolean {
    for (const one of Object.values(operands)) {
      if (one.kind !== 'scalar' && one.kind !== 'vgpr') continue;
      for (let i = one.index; i < one.index + one.count; i++) if (isPreserved(one.kind, i, this.version)) return true;
    }
    return false;
  }

  instruction(instruction: Instruction, offset: number): void {
    if (!this.concerns(instruction)) return;
    if (isReturn(instruction)) return this.leave(offset);
    const { reads, writes } = effectsOf(instruction);
    this.forEach(reads, (name) => {
      this.seen.add(name);
      if (this.last.has(name)) this.last.set(name, 'read');
    });
    this.forEach(writes, (name) => {
      if (!this.seen.has(name)) this.found ??= { register: name, offset, problem: 'notSaved' };
      this.last.set(name, 'write');
    });
  }

  private leave(offset: number): void {
    for (const [register, access] of this.last)
      if (access === 'read') this.found ??= { register, offset, problem: 'notRestored' };
  }
}

/**
 * The first register that a function does not preserve; undefined if it preserves all.
 * @param words its code
 * @param version of LLVM
 */
export function overwrittenRegister(
  isa: Isa,
  words: ArrayLike<number>,
  version: number,
): OverwrittenRegister | undefined {
  const accesses = new Accesses(version);
  for (let at = 0; at < words.length && !accesses.found; ) {
    const decoded = decode(isa, words, at);
    if (decoded.ok) accesses.instruction(decoded.instruction, at * 4);
    at += decoded.ok ? decoded.instruction.words.length : decoded.error.size / 4;
  }
  return accesses.found;
}
