// Kernels whose code accesses the TRAPSTS register, of whose instructions the exceptions are recorded. Code that cannot
// access it is executed without.

import { flowOf } from '../isa/control.js';
import { decode } from '../isa/decode.js';
import type { Instruction } from '../isa/instruction.js';
import type { Isa } from '../isa/isa.js';
import { isBranch } from '../isa/syntax.js';

const TRAPSTS = 3;
const REGISTER_MASK = 63;
/** SOPK, which all instructions that name a hardware register have in common. */
const [FORMAT_MASK, FORMAT_BITS] = [0xf000_0000, 0xb000_0000];

const accesses = ({ def, fields }: Instruction): boolean =>
  def.traits.hardwareRegister === true && ((fields['simm16'] ?? 0) & REGISTER_MASK) === TRAPSTS;

function instructionAt(isa: Isa, words: Uint32Array, word: number): Instruction | undefined {
  const decoded = decode(isa, words, word);
  return decoded.ok ? decoded.instruction : undefined;
}

/** True if some word may be such an instruction: all others need not be looked at. */
export function mayAccessTrapStatus(isa: Isa, words: Uint32Array): boolean {
  for (let word = 0; word < words.length; word++) {
    const bits = words[word] ?? 0;
    if ((bits & REGISTER_MASK) !== TRAPSTS || (bits & FORMAT_MASK) >>> 0 !== FORMAT_BITS) continue;
    const instruction = instructionAt(isa, words, word);
    if (instruction && accesses(instruction)) return true;
  }
  return false;
}

/** The words at which execution may continue; undefined where that is computed. */
function successorsOf({ def, fields, size }: Instruction, word: number): readonly number[] | undefined {
  const flow = flowOf(def.semantics);
  const next = word + size / 4;
  if (flow === 'end') return [];
  if (flow !== 'branch' && flow !== 'conditionalBranch') return [next];
  if (!isBranch(def)) return undefined;
  const target = next + (((fields['simm16'] ?? 0) << 16) >> 16);
  return flow === 'branch' ? [target] : [next, target];
}

/** True if execution from a word on may come to such an instruction, or continues at a computed place. */
export function reachesTrapStatus(isa: Isa, words: Uint32Array, entry: number): boolean {
  const pending = [entry];
  const seen = new Set<number>();
  for (let word = pending.pop(); word !== undefined; word = pending.pop()) {
    if (seen.has(word) || word < 0 || word >= words.length) continue;
    seen.add(word);
    const instruction = instructionAt(isa, words, word);
    if (!instruction) continue;
    const successors = accesses(instruction) ? undefined : successorsOf(instruction, word);
    if (!successors) return true;
    pending.push(...successors);
  }
  return false;
}
