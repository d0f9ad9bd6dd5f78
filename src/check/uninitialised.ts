// Unwritten memory, from the load to where it decides something. Loads, moves, arithmetic and stores into local and
// private memory only propagate it. Reported is its use in an address, a branch (or EXEC), an atomic, or in all that
// one work-item stores into a memory object with one instruction. So padding of structures may be copied.

import type { Wavefront } from '../emulator/wavefront.js';
import { type Effects, effectsOf } from '../isa/effects.js';
import type { Instruction } from '../isa/instruction.js';
import type { Ex } from '../isa/language/expr.js';
import { childrenOf } from '../isa/language/trees.js';
import { type FlowEvents, UndefinedFlow } from './undefined-flow.js';
import { type UndefinedOrigin, UndefinedRegisters } from './undefined-registers.js';

interface PendingLoad {
  readonly lane: number;
  readonly dword: number;
  readonly mask: number;
  /** Bytes. */
  readonly size: number;
}

const shiftsSign = (ex: Ex): boolean =>
  (ex.kind === 'op' && (ex.op === 'shrS' || ex.op === 'sext64')) || childrenOf(ex).some(shiftsSign);

/** True if an instruction sign-extends the loaded value. */
const extendsSign = ({ def }: Instruction): boolean =>
  def.semantics.some((statement) => statement.kind === 'write' && shiftsSign(statement.value));

/** Bits that are undefined when those of a load of less than a dword are, and its sign fills the rest. */
function withSign(mask: number, size: number): number {
  const width = 8 * size;
  return width < 32 && (mask >>> (width - 1)) & 1 ? (mask | (-1 << width)) >>> 0 : mask;
}

export class UninitialisedCheck {
  /** By the slots of wavefronts. */
  private readonly registers: UndefinedRegisters[] = [];
  private readonly effects = new WeakMap<Instruction, Effects>();
  private flow: UndefinedFlow | undefined;
  private readonly loads: PendingLoad[] = [];
  private lane = -2;
  private dword = 0;
  /** Set if the instruction has to be evaluated after its execution. */
  pending = false;

  constructor(private readonly events: FlowEvents) {}

  private of({ slot }: Wavefront): UndefinedRegisters {
    return (this.registers[slot] ??= new UndefinedRegisters());
  }

  /** True if a wavefront has undefined bits in its registers. */
  follows({ slot }: Wavefront): boolean {
    return this.registers[slot]?.live === true;
  }

  start(w: Wavefront): void {
    this.of(w).restart();
    this.pending = false;
  }

  /** Gives what puts back the registers of a work-group's wavefronts. */
  park(wavefronts: readonly Wavefront[]): () => void {
    const states = wavefronts.map(({ slot }) => [slot, this.registers[slot]] as const);
    for (const [slot] of states) delete this.registers[slot];
    return () => {
      for (const [slot, registers] of states) if (registers) this.registers[slot] = registers;
    };
  }

  private effectsOf(instruction: Instruction): Effects {
    let effects = this.effects.get(instruction);
    if (!effects) this.effects.set(instruction, (effects = effectsOf(instruction)));
    return effects;
  }

  /** Before an instruction. */
  before(w: Wavefront, instruction: Instruction): void {
    this.lane = -2;
    this.dword = 0;
    // An instruction with a fault leaves its loads here.
    this.loads.length = 0;
    const registers = this.of(w);
    this.pending = registers.live;
    this.flow = undefined;
    if (!registers.live) return;
    this.flow = new UndefinedFlow(w, instruction, this.effectsOf(instruction), registers, this.events).run();
  }

  /**
   * Part of a load by the running instruction, at most a dword.
   * @param mask its unwritten bits
   * @param origin the load, if there are such bits
   */
  load(w: Wavefront, lane: number, size: number, mask: number, origin: UndefinedOrigin | undefined): void {
    if (lane !== this.lane) {
      this.lane = lane;
      this.dword = 0;
    }
    if (mask !== 0) {
      this.of(w).origin = origin;
      this.loads.push({ lane, dword: this.dword, mask, size });
      this.pending = true;
    }
    this.dword++;
  }

  /** When the instruction has run. */
  after(w: Wavefront, instruction: Instruction): void {
    if (!this.pending) return;
    for (const write of this.flow?.writes ?? []) write();
    if (this.loads.length > 0) this.applyLoads(this.of(w), instruction);
    this.loads.length = 0;
    this.pending = false;
  }

  private applyLoads(registers: UndefinedRegisters, instruction: Instruction): void {
    const { writes } = this.effectsOf(instruction);
    // Others write nothing: they only refuse what a form cannot do.
    const helper = instruction.def.semantics.some(
      (statement) => statement.kind === 'helper' && statement.writes.length > 0,
    );
    const signed = extendsSign(instruction);
    for (const { lane, dword, mask: loaded, size } of this.loads) {
      const mask = signed ? withSign(loaded, size) : loaded;
      const range = writes.find(({ bank }) => (bank === 'vgpr') === lane >= 0);
      if (!range) continue;
      // The result of a texel conversion is undefined as a whole.
      const first = helper ? 0 : dword;
      const count = helper ? range.count : 1;
      for (let i = first; i < Math.min(first + count, range.count); i++) {
        if (lane < 0) registers.setScalar(range.index + i, mask);
        else registers.setVgpr(range.index + i, lane, helper ? 0xffff_ffff : mask);
      }
    }
  }
}
