// Registers that an instruction reads and writes: the basis of liveness and of moving scalar instructions.

import {
  type AccessedRegister,
  operandPlace,
  readsOf,
  specialRegisters,
  type WrittenPlace,
  writesOf,
} from '../../isa/accesses.js';
import { isVector } from '../../isa/evaluate.js';
import { type Instruction, SGPR_COUNT } from '../../isa/instruction.js';
import type { Isa } from '../../isa/isa.js';
import type { Special, Stmt } from '../../isa/language/expr.js';
import type { PlacedInstruction, Uses } from './placed-instruction.js';

/** Numbers of registers in one space: VGPRs 0-255, scalar registers at 256 + operand code, SCC behind them. */
export const SCALAR = 256;
export const SCC_REGISTER = SCALAR + 128;
export const REGISTER_COUNT = SCC_REGISTER + 1;

const numbers = (first: number, count: number): readonly number[] => Array.from({ length: count }, (_, i) => first + i);

/** EXEC's, of as many words as masks have. */
export const execNumbers = (isa: Isa): readonly number[] => specialNumbers(isa, 'EXEC');

function specialNumbers(isa: Isa, name: Special): readonly number[] {
  if (name === 'SCC') return [SCC_REGISTER];
  const range = specialRegisters(isa, name);
  return range ? numbers(SCALAR + range.index, range.count) : [];
}

/** The numbers of a place's registers. SGPRs of computed numbers belong to instructions that are not compiled. */
function numbersOf(instruction: Instruction, place: AccessedRegister): readonly number[] {
  if (place.kind === 'special') return specialNumbers(instruction.def.isa, place.name);
  if (place.kind === 'sgpr') return [];
  const operand = operandPlace(instruction, place.slot);
  // An operand with an indirect index may be any register of its file.
  if (place.kind === 'displaced')
    return typeof operand === 'object' && operand.bank === 'vgpr' ? numbers(0, SCALAR) : numbers(SCALAR, SGPR_COUNT);
  if (typeof operand === 'string') return place.kind === 'slot' ? specialNumbers(instruction.def.isa, operand) : [];
  if (!operand) return [];
  const base = (operand.bank === 'vgpr' ? 0 : SCALAR) + operand.index;
  return place.kind === 'whole' ? numbers(base, operand.count) : numbers(base + place.dword, place.count);
}

interface Places {
  /** The same statements mean other registers where masks have another width. */
  readonly isa: Isa;
  readonly reads: readonly AccessedRegister[];
  readonly writes: readonly WrittenPlace[];
}
const knownPlaces = new WeakMap<readonly Stmt[], Places>();

function placesOf(isa: Isa, statements: readonly Stmt[]): Places {
  let places = knownPlaces.get(statements);
  if (places?.isa !== isa) {
    places = { isa, reads: readsOf(isa, statements), writes: statements.flatMap((each) => writesOf(isa, each)) };
    knownPlaces.set(statements, places);
  }
  return places;
}

/** @param statements the semantics after folding: what they do not mention is not used */
export function usesOf(instruction: Instruction, statements: readonly Stmt[], vector: boolean): Uses {
  const reads = new Set<number>();
  const writes = new Set<number>();
  const kills = new Set<number>();
  const addAll = (set: Set<number>, list: readonly number[]): void => {
    for (const register of list) set.add(register);
  };
  const { isa } = instruction.def;
  const places = placesOf(isa, statements);
  for (const place of places.reads) addAll(reads, numbersOf(instruction, place));
  if (vector) addAll(reads, execNumbers(isa));
  for (const { place, certain } of places.writes) {
    const registers = numbersOf(instruction, place);
    addAll(writes, registers);
    for (const register of registers) if (certain && register >= SCALAR) kills.add(register);
  }
  return { reads, writes, kills };
}

/** The same of an instruction in a block, found once. */
export function usesIn(placed: PlacedInstruction): Uses {
  const { instruction, statements } = placed;
  placed.uses ??= usesOf(instruction, statements, isVector(instruction.def));
  return placed.uses;
}
