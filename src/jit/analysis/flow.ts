// Basic blocks of a kernel: code that is reachable from its entries, cut where control flow joins or leaves.
//
// A block belongs to one address and one floating-point mode: an instruction that changes MODE to a known value
// continues in blocks of the new mode.

import type { AddressSpace } from '../../emulator/address-space.js';
import { waitsForMemory } from '../../emulator/barrier-yield.js';
import { type CodeReader, isProblem } from '../../emulator/code.js';
import { modeKey } from '../../emulator/float-mode.js';
import { hasApertures } from '../../emulator/launch.js';
import { type SourceValue, specialise } from '../../emulator/specialise.js';
import { layout, type StateLayout } from '../../emulator/state-layout.js';
import { isVector } from '../../isa/evaluate.js';
import { indexedStatements, isIndexed } from '../../isa/indexed-registers.js';
import type { Instruction } from '../../isa/instruction.js';
import { bool, type Ex, type Stmt, u32 } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';
import { lowerTypedAccess } from '../image/typed-buffers.js';
import { isLarge, type Part, rangeOf } from './code-profile.js';
import { constantOf } from './constants.js';
import { PlacedInstruction } from './placed-instruction.js';
import { SharedStatements } from './shared-statements.js';
import { firstWaits } from './waits-after-barriers.js';

/**
 * End of a block: `next` falls through; `jump` and `branch` have a known address (`branch` is conditional); `leave`
 * hands the last instruction to the interpreter; `dynamic` jumps to a computed address; `end` and `barrier` return.
 */
type BlockEnd =
  | Ending<'next', undefined, BlockKey, undefined>
  | Ending<'leave', PlacedInstruction | undefined, BlockKey | undefined, undefined>
  | Ending<'end', PlacedInstruction, undefined, undefined>
  | Ending<'jump', PlacedInstruction, undefined, BlockKey>
  | Ending<'barrier' | 'dynamic', PlacedInstruction, BlockKey, undefined>
  | Ending<'branch', PlacedInstruction, BlockKey, BlockKey>;

/**
 * @property last the last instruction of endings other than `next`
 * @property next block that follows in memory
 */
interface Ending<Kind, Last, Next, Target> {
  readonly ending: Kind;
  readonly last: Last;
  readonly next: Next;
  readonly target: Target;
}

/** An instruction: the end of its block, or one that the next instruction follows. */
type Step =
  | Exclude<BlockEnd, { readonly ending: 'next' }>
  | { readonly ending: 'next'; readonly placed: PlacedInstruction; readonly next: BlockKey };

export type Block = BlockEnd & {
  readonly pc: number;
  readonly mode: number;
  /** In order; for `leave` without the instruction that the interpreter executes. */
  readonly body: readonly PlacedInstruction[];
};

export type { PlacedInstruction as Placed } from './placed-instruction.js';

export interface BlockKey {
  readonly pc: number;
  readonly mode: number;
}

export const keyOf = ({ pc, mode }: BlockKey): string => `${pc}:${mode}`;

type Source = Extract<Ex, { kind: 'src' }>;

/** Instructions that a compiled kernel may have, and blocks. */
const LIMITS = { instructions: 20_000, blocks: 4_000 } as const;

/**
 * Statements of an instruction in a block.
 *
 * @param mode the value of MODE, where it is known
 * @param apertures whether the launch has any (APERTURES)
 * @param source that of operands that are registers, where it is known
 */
export function statementsOf(
  instruction: Instruction,
  mode: number | undefined,
  apertures: boolean,
  source: SourceValue = () => undefined,
): readonly Stmt[] {
  const special = (name: string): Ex | undefined => {
    if (name === 'APERTURES') return bool(apertures);
    return name === 'MODE' && mode !== undefined ? u32(mode) : undefined;
  };
  const constants: SourceValue = (node) => constantOperand(instruction, node) ?? source(node);
  const indexed = mode !== undefined && isIndexed(instruction, mode);
  const semantics = indexed ? indexedStatements(instruction) : undefined;
  return lowerTypedAccess(
    instruction,
    specialise(instruction, () => true, special, constants, semantics),
  );
}

/** A word that the encoding of a vector instruction holds. */
function constantOperand({ def, operands }: Instruction, { slot, ty, dword, half }: Source): Ex | undefined {
  const operand = operands[slot];
  if (operand?.kind !== 'const' || ty !== 'u32' || dword !== 0 || half || !isVector(def)) return undefined;
  return { kind: 'const', ty, bits: operand.bits >>> 0 };
}

/** Says whether the emitter can express an instruction. */
export type IsCompilable = (placed: PlacedInstruction, mode: number) => boolean;

/** Sets of addresses by mode. */
class AddressSets {
  private readonly sets = new Map<number, Set<number>>();

  of(mode: number): Set<number> {
    let set = this.sets.get(mode);
    if (!set) this.sets.set(mode, (set = new Set()));
    return set;
  }
}

export class FlowGraph {
  readonly blocks: Block[] = [];
  readonly index = new Map<string, number>();
  /** Keys of blocks that begin behind the first wait for memory after a barrier. */
  private readonly givingWay = new Set<string>();
  private readonly shared = new SharedStatements();
  private readonly placed = new Map<number, PlacedInstruction | undefined>();
  private readonly folded = new Map<string, PlacedInstruction>();

  private readonly ranges: ReadonlySet<number> | undefined;
  /**
   * Blocks of large kernels end where a range does: then any set of ranges is a set of blocks, and none is very long.
   */
  private readonly cutsRanges: boolean;

  /**
   * @param part what is wanted of the code; blocks elsewhere are left out, jumps there leave
   * @param replaced what stands in place of instructions, by `keyOf`
   */
  constructor(
    private readonly code: CodeReader,
    readonly entries: readonly BlockKey[],
    private readonly expressible: IsCompilable,
    part?: Part,
    private readonly replaced: ReadonlyMap<string, PlacedInstruction> = new Map(),
  ) {
    this.ranges = part && new Set(part);
    this.cutsRanges = isLarge(code.launch);
    this.build(entries);
  }

  private isSelected({ pc }: BlockKey): boolean {
    return this.ranges === undefined || this.ranges.has(rangeOf(pc, this.code.launch));
  }

  /** True if a block has to end between two consecutive addresses. */
  private isCut(pc: number, next: number): boolean {
    const { launch } = this.code;
    return this.cutsRanges && rangeOf(pc, launch) !== rangeOf(next, launch);
  }

  /** Entry of wavefronts. */
  get start(): BlockKey {
    return required(this.entries[0], 'entry of the kernel');
  }

  /** Address space of GPU memory. */
  get space(): AddressSpace {
    return this.code.space;
  }

  /** Generic addresses may name LDS or private memory. */
  get apertures(): boolean {
    return hasApertures(this.code.launch);
  }

  /** Register layout of the instruction set. */
  get layout(): StateLayout {
    return layout(this.code.isa);
  }

  /** VGPRs that the kernel has. */
  get vgprs(): number {
    return this.code.launch.vgprs;
  }

  /** The instruction at an address, or undefined where there is none. */
  at(pc: number): PlacedInstruction | undefined {
    if (this.placed.has(pc)) return this.placed.get(pc);
    const fetched = this.code.fetch(pc);
    const placed = isProblem(fetched) ? undefined : this.place(pc, fetched, undefined);
    this.placed.set(pc, placed);
    return placed;
  }

  private place(pc: number, instruction: Instruction, mode: number | undefined): PlacedInstruction {
    const make = (): readonly Stmt[] => statementsOf(instruction, mode, this.apertures);
    // Indexed trees differ by which operands are registers.
    const own = mode !== undefined && isIndexed(instruction, mode);
    const statements = own ? make() : this.shared.of(instruction, mode, make);
    return new PlacedInstruction(pc, instruction, statements);
  }

  /** The instruction as a block of some mode has it. */
  private atKey(key: BlockKey): PlacedInstruction | undefined {
    return (this.replaced.size > 0 && this.replaced.get(keyOf(key))) || this.at(key.pc);
  }

  /**
   * The instruction in a known mode: what its semantics make of MODE is decided. Scalar instructions read all of MODE.
   */
  private inMode(placed: PlacedInstruction, mode: number): PlacedInstruction {
    if (!isVector(placed.instruction.def)) return placed;
    const key = keyOf({ pc: placed.pc, mode });
    if (this.replaced.get(key) === placed) return placed;
    let statements = this.folded.get(key);
    if (!statements) {
      statements = this.place(placed.pc, placed.instruction, mode);
      this.folded.set(key, statements);
    }
    return statements;
  }

  private build(entries: readonly BlockKey[]): void {
    const leaders = this.findLeaders(entries);
    this.cutAt(leaders);
    const waits = firstWaits(
      this.blocks,
      (key) => this.index.get(keyOf(key)),
      (instruction) => waitsForMemory(this.code.isa, instruction),
    );
    if (waits.length === 0) return;
    for (const key of waits) {
      this.givingWay.add(keyOf(key));
      leaders.set(keyOf(key), key);
    }
    this.cutAt(leaders);
  }

  /** True if wavefronts yield at the beginning of a block. */
  givesWay(block: Block): boolean {
    return this.givingWay.has(keyOf(block));
  }

  private cutAt(leaders: ReadonlyMap<string, BlockKey>): void {
    this.blocks.length = 0;
    this.index.clear();
    const keys = [...leaders.values()].sort((a, b) => a.mode - b.mode || a.pc - b.pc);
    const starts = new AddressSets();
    for (const { mode, pc } of keys) starts.of(mode).add(pc);
    for (const key of keys) {
      this.index.set(keyOf(key), this.blocks.length);
      this.blocks.push(this.cut(key, starts.of(key.mode)));
    }
  }

  /** Every address at which a block begins, by walking all paths. */
  private findLeaders(entries: readonly BlockKey[]): Map<string, BlockKey> {
    const leaders = new Map<string, BlockKey>();
    const sets = new AddressSets();
    let instructions = 0;
    const work: BlockKey[] = [];
    const add = (key: BlockKey | undefined): void => {
      if (!key || !this.isSelected(key) || leaders.has(keyOf(key)) || leaders.size >= LIMITS.blocks) return;
      leaders.set(keyOf(key), key);
      work.push(key);
    };
    entries.forEach(add);
    for (let start = work.pop(); start; start = work.pop()) {
      const seen = sets.of(start.mode);
      for (let key = start; instructions < LIMITS.instructions && !seen.has(key.pc); ) {
        seen.add(key.pc);
        instructions++;
        const placed = this.atKey(key);
        const step = this.stepOf(placed, key.mode);
        if (step.ending !== 'next') {
          add(step.next);
          add(step.target);
          break;
        }
        const cut = this.isCut(key.pc, step.next.pc);
        key = step.next;
        if (key.mode !== start.mode || cut) {
          add(key);
          break;
        }
      }
    }
    return leaders;
  }

  /** One block from a leader to the next one. */
  private cut(start: BlockKey, leaders: ReadonlySet<number>): Block {
    const body: PlacedInstruction[] = [];
    for (let key = start; ; ) {
      const step = this.stepOf(this.atKey(key), key.mode);
      const whole = { pc: start.pc, mode: start.mode, body };
      if (step.ending !== 'next') return { ...whole, ...step };
      body.push(this.inMode(step.placed, key.mode));
      const cut = this.isCut(key.pc, step.next.pc);
      key = step.next;
      if (cut || key.mode !== start.mode || leaders.has(key.pc) || body.length >= LIMITS.instructions)
        return { ...whole, ending: 'next', last: undefined, next: key, target: undefined };
    }
  }

  /** Ending of an instruction, with its successors. */
  private stepOf(placed: PlacedInstruction | undefined, mode: number): Step {
    if (!placed) return { ending: 'leave', last: undefined, next: undefined, target: undefined };
    const { instruction, pc, statements } = placed;
    const nextPc = pc + instruction.size;
    const next = { pc: nextPc, mode };
    const behind = { last: placed, next, target: undefined };
    if (!this.expressible(placed, mode)) return { ending: 'leave', ...behind };
    const { space } = this;
    const step = { instruction, nextPc: space.addressOf(nextPc), memoryBase: space.base, mode };
    for (const stmt of statements) {
      if (stmt.kind === 'effect' && stmt.name === 'endpgm') return { ...behind, ending: 'end', next: undefined };
      if (stmt.kind === 'effect' && stmt.name === 'barrier') return { ending: 'barrier', ...behind };
      if (stmt.kind === 'special' && stmt.name === 'MODE') {
        const value = constantOf(stmt.value, step);
        if (value === undefined) return { ending: 'leave', ...behind };
        return { ending: 'next', placed, next: { pc: nextPc, mode: modeKey(Number(value)) } };
      }
      if (stmt.kind === 'branch') {
        const address = constantOf(stmt.target, step);
        const target = address === undefined ? undefined : space.translate(address);
        if (target === undefined) return { ending: 'dynamic', ...behind };
        const key = { pc: target, mode };
        return stmt.when
          ? { ending: 'branch', last: placed, next, target: key }
          : { ending: 'jump', last: placed, next: undefined, target: key };
      }
    }
    return { ending: 'next', placed, next };
  }
}
