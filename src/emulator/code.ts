// The code of a launch: decoded instruction by instruction where it is reached, checked against the launch's
// allocation.

import { decode } from '../isa/decode.js';
import type { Instruction, Operand } from '../isa/instruction.js';
import type { Isa } from '../isa/isa.js';
import { isaNamed } from '../isa/isas.js';
import { layoutOf } from '../isa/layout.js';
import { printInstruction } from '../isa/print.js';
import { withExceptions } from '../isa/raised-exceptions.js';
import { AtollError } from '../util/errors.js';
import { type AddressSpace, codeBlock } from './address-space.js';
import { codeIn, sameWords } from './code-words.js';
import { branchOutside, type FaultReason } from './faults.js';
import { hasApertures, type LaunchDescriptor } from './launch.js';
import type { GpuMemory } from './memory.js';
import { mayAccessTrapStatus, reachesTrapStatus } from './trap-status.js';

/** Why there is nothing to execute at an address. */
export interface CodeProblem {
  readonly reason: FaultReason;
  readonly detail: string;
  readonly words: readonly number[];
  readonly text: string;
}

export type FetchResult = Instruction | CodeProblem;

export const isProblem = (fetched: FetchResult): fetched is CodeProblem => 'reason' in fetched;

/** Reads a launch's code. Keeps a copy of the words: what a kernel writes over its own code does not take effect. */
export class CodeReader {
  readonly words: Uint32Array;
  readonly isa: Isa;
  /** Of the memory that the code is in. */
  readonly space: AddressSpace;
  private readonly readable: boolean;
  /** Some kernel of the code may access TRAPSTS. */
  private readonly mayTrack: boolean;
  /** The kernel accesses TRAPSTS: exceptions of its instructions are recorded. */
  readonly recordsExceptions: boolean;

  constructor(
    memory: GpuMemory,
    readonly launch: LaunchDescriptor,
  ) {
    this.isa = isaNamed(launch.isa);
    this.space = memory.space;
    const words = launch.code ?? codeIn(memory, launch)?.slice();
    this.readable = words !== undefined;
    this.words = words ?? new Uint32Array(0);
    this.mayTrack = mayAccessTrapStatus(this.isa, this.words);
    this.recordsExceptions = this.records(launch);
  }

  private records({ entry }: LaunchDescriptor): boolean {
    return this.mayTrack && reachesTrapStatus(this.isa, this.words, this.wordOf(entry));
  }

  /** True if a launch has the same words of the same instruction set. */
  matches(memory: GpuMemory, launch: LaunchDescriptor): boolean {
    const { codeAddress, codeBytes, vgprs, sgprs } = launch;
    const own = this.launch;
    if (launch.isa !== own.isa || hasApertures(launch) !== hasApertures(own)) return false;
    if (codeAddress !== own.codeAddress || codeBytes !== own.codeBytes) return false;
    if (vgprs !== own.vgprs || sgprs !== own.sgprs || !this.readable) return false;
    const words = launch.code ?? codeIn(memory, launch);
    if (words === undefined || !sameWords(words, this.words)) return false;
    return !this.mayTrack || this.records(launch) === this.recordsExceptions;
  }

  /** Number of the word at a byte address, from the start of the code. */
  wordOf(pc: number): number {
    return (pc - this.launch.codeAddress) / 4;
  }

  /**
   * The byte address to which a branch goes.
   * @throws FaultSignal where program counters do not reach it
   */
  target(low: number, high: number): number {
    const pc = this.space.offsetOf(low, high);
    if (codeBlock(pc) === codeBlock(this.launch.codeAddress)) return pc;
    throw branchOutside((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0));
  }

  /** The instruction at a byte address. */
  fetch(pc: number): FetchResult {
    const { codeAddress, codeBytes } = this.launch;
    const offset = pc - codeAddress;
    if (!this.readable) return problem('bad-branch', `code at ${hex(codeAddress)} is not readable`);
    if (offset < 0 || offset >= codeBytes) return problem('bad-branch', 'execution has left the code of the kernel');
    if (offset % 4 !== 0) return problem('bad-branch', 'execution continues at an address that is not a multiple of 4');
    const decoded = decode(this.isa, this.words, offset / 4);
    if (!decoded.ok) {
      const { error } = decoded;
      const text = error.instruction ? printInstruction(error.instruction) : '';
      const reason = error.problem === 'registers' ? 'bad-register' : 'bad-instruction';
      return { reason, detail: error.reason, words: error.words, text };
    }
    const { instruction } = decoded;
    return this.allocated(instruction) ?? (this.recordsExceptions ? withExceptions(instruction) : instruction);
  }

  /** The same; undefined where there is none. */
  instructionAt(pc: number): Instruction | undefined {
    const fetched = this.fetch(pc);
    return isProblem(fetched) ? undefined : fetched;
  }

  /** The instruction at an address that is known to have one. */
  knownInstruction(pc: number): Instruction {
    const instruction = this.instructionAt(pc);
    if (!instruction) throw new AtollError('INTERNAL', `internal error: no instruction at 0x${pc.toString(16)}`);
    return instruction;
  }

  /** Disassembly of the instruction at an address, or what is wrong with it. */
  describe(pc: number): string {
    const fetched = this.fetch(pc);
    return isProblem(fetched) ? fetched.detail : printInstruction(fetched);
  }

  private allocated(instruction: Instruction): CodeProblem | undefined {
    const { vgprs, sgprs } = this.launch;
    const { sgprCount } = this.isa.operands;
    for (const [slot, operand] of Object.entries(instruction.operands)) {
      // The syntax names the maximum where the number of registers is known only at execution (image addresses).
      const named = isClipped(instruction, slot) ? firstRegister(operand) : operand;
      const beyond = beyondAllocation(named, vgprs, sgprs, sgprCount);
      if (!beyond) continue;
      const text = printInstruction(instruction);
      return { reason: 'bad-register', detail: `${slot} names ${beyond}`, words: instruction.words, text };
    }
    return undefined;
  }
}

const isClipped = ({ def }: Instruction, name: string): boolean =>
  layoutOf(def).slots.some((slot) => slot.name === name && slot.clipped);
const firstRegister = (operand: Operand): Operand => ('count' in operand ? { ...operand, count: 1 } : operand);

function beyondAllocation(operand: Operand, vgprs: number, sgprs: number, sgprCount: number): string | undefined {
  if (operand.kind === 'vgpr' && operand.index + operand.count > vgprs) {
    return `v${operand.index + operand.count - 1}, the kernel has ${vgprs} VGPRs`;
  }
  if (operand.kind === 'scalar' && operand.index < sgprCount && operand.index + operand.count > sgprs) {
    return `s${operand.index + operand.count - 1}, the kernel has ${sgprs} SGPRs`;
  }
  return undefined;
}

const hex = (value: number): string => `0x${value.toString(16).padStart(8, '0')}`;

const problem = (reason: FaultReason, detail: string): CodeProblem => ({ reason, detail, words: [], text: '' });
