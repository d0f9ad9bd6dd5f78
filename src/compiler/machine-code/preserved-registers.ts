// Check whether the machine code of functions preserves the registers of their callers: each is saved before it is
// written, and restored before the function returns.
import type { RegisterRange } from '../../isa/accesses.js';
import { flowOf, isCall, storesNextAddress } from '../../isa/control.js';
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
const RETURN_PAIR = [nameOf('scalar', RETURN_ADDRESS), nameOf('scalar', RETURN_ADDRESS + 1)];

/** The SGPR pair that an instruction jumps through; undefined for calls and all else. */
function jumpPair({ def, operands }: Instruction): number | undefined {
  const { S0 } = operands;
  if (S0?.kind !== 'scalar' || S0.count !== 2 || flowOf(def.semantics) !== 'branch' || isCall(def)) return undefined;
  return S0.index;
}

/** True if a word is changed in place, as by the additions of a long branch's distance. */
const isUpdate = ({ operands: { D, S0 } }: Instruction): boolean =>
  D?.kind === 'scalar' && S0?.kind === 'scalar' && D.count === 1 && D.index === S0.index;

/** Finds long branches: jumps through a pair of SGPRs with an address relative to that of the code. */
class LongBranches {
  /** The pair that holds such an address. */
  private pair: number | undefined;

  instruction(instruction: Instruction): void {
    const { D } = instruction.operands;
    if (D?.kind !== 'scalar') return;
    if (storesNextAddress(instruction.def)) this.pair = D.index;
    else if (this.pair !== undefined && !isUpdate(instruction)) {
      if (D.index <= this.pair + 1 && D.index + D.count > this.pair) this.pair = undefined;
    }
  }

  has(pair: number): boolean {
    return this.pair === pair;
  }
}

/** State of one pass over a function's code in the order of addresses; the first block is the entry. */
class Accesses {
  /** The last event of each written register. */
  private readonly last = new Map<string, Access>();
  private readonly seen = new Set<string>();
  private readonly longBranches = new LongBranches();
  overwritten: OverwrittenRegister | undefined;

  constructor(private readonly version: number) {}

  private forEach(ranges: readonly RegisterRange[], visit: (name: string) => void): void {
    for (const { bank, index, count } of ranges)
      for (let i = index; i < index + count; i++) if (isPreserved(bank, i, this.version)) visit(nameOf(bank, i));
  }

  /** True if an operand is a preserved register: effects of other instructions are not needed. */
  private concerns({ operands }: Instruction): boolean {
    for (const one of Object.values(operands)) {
      if (one.kind !== 'scalar' && one.kind !== 'vgpr') continue;
      for (let i = one.index; i < one.index + one.count; i++) if (isPreserved(one.kind, i, this.version)) return true;
    }
    return false;
  }

  instruction(instruction: Instruction, offset: number): void {
    this.longBranches.instruction(instruction);
    const pair = jumpPair(instruction);
    if (pair !== undefined && !this.longBranches.has(pair)) return this.leave(offset, pair);
    if (!this.concerns(instruction)) return;
    const { reads, writes } = effectsOf(instruction);
    this.forEach(reads, (name) => {
      this.seen.add(name);
      if (this.last.has(name)) this.last.set(name, 'read');
    });
    this.forEach(writes, (name) => {
      if (!this.seen.has(name)) this.overwritten ??= { register: name, offset, problem: 'notSaved' };
      this.last.set(name, 'write');
    });
  }

  /** @param pair of the address where execution continues: a copy of the return address leaves its own pair free */
  private leave(offset: number, pair: number): void {
    const free = pair === RETURN_ADDRESS ? [] : RETURN_PAIR;
    for (const [register, access] of this.last)
      if (access === 'read' && !free.includes(register))
        this.overwritten ??= { register, offset, problem: 'notRestored' };
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
  for (let at = 0; at < words.length && !accesses.overwritten; ) {
    const decoded = decode(isa, words, at);
    if (decoded.ok) accesses.instruction(decoded.instruction, at * 4);
    at += decoded.ok ? decoded.instruction.words.length : decoded.error.size / 4;
  }
  return accesses.overwritten;
}
