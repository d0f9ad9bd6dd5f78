// Liveness of registers: a dead one is not written to memory at the end of a run.
//
// A write of a VGPR under EXEC replaces only the active lanes. Inside one epoch (no write of EXEC in between) a later
// write still makes an earlier one dead, because both touch the same lanes. So two sets are kept: registers that are
// live for values written in the present epoch, and for values written before it. Where EXEC only shrinks from here on,
// and no instruction reads other lanes, the inactive lanes of a write are never read again: it makes earlier values
// dead in both sets.

import { isVector } from '../../isa/evaluate.js';
import type { Instruction } from '../../isa/instruction.js';
import type { Ex, Stmt } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';
import { type Block, type BlockKey, type FlowGraph, keyOf, type Placed } from './flow.js';
import { nodesOf } from './nodes.js';
import type { Effect } from './placed-instruction.js';
import { execNumbers, REGISTER_COUNT, SCALAR, usesIn, usesOf } from './registers.js';

/** A set of registers as bits. */
type Bits = bigint;

interface LiveSet {
  readonly epoch: Bits;
  readonly full: Bits;
  /** True if lanes that are inactive now may be read later. */
  readonly returns: boolean;
}

const ALL: Bits = (1n << BigInt(REGISTER_COUNT)) - 1n;
const NOTHING: LiveSet = { epoch: 0n, full: 0n, returns: false };
const EVERYTHING: LiveSet = { epoch: ALL, full: ALL, returns: true };

const isSame = (a: LiveSet, b: LiveSet | undefined): boolean =>
  a.epoch === b?.epoch && a.full === b.full && a.returns === b.returns;

const bitsOf = (registers: Iterable<number>): Bits => {
  let bits = 0n;
  for (const register of registers) bits |= 1n << BigInt(register);
  return bits;
};

export class Liveness {
  private readonly entry: LiveSet[];

  /** @param exact nothing is dead: every register is as the interpreter has it (for comparisons) */
  constructor(
    private readonly graph: FlowGraph,
    private readonly exact: boolean,
  ) {
    this.entry = graph.blocks.map(() => NOTHING);
    if (!exact) this.solve();
  }

  private solve(): void {
    const { blocks } = this.graph;
    const ends: (LiveSet | undefined)[] = blocks.map(() => undefined);
    for (let changed = true; changed; ) {
      changed = false;
      for (let index = blocks.length - 1; index >= 0; index--) {
        const block = required(blocks[index], 'block');
        let live = this.atEnd(block);
        if (isSame(live, ends[index])) continue;
        ends[index] = live;
        for (let position = block.body.length - 1; position >= 0; position--) {
          live = this.before(required(block.body[position], 'instruction'), live);
        }
        if (isSame(live, this.entry[index])) continue;
        this.entry[index] = live;
        changed = true;
      }
    }
  }

  private entryOf(key: BlockKey | undefined): LiveSet {
    const index = key && this.graph.index.get(keyOf(key));
    return index === undefined ? EVERYTHING : required(this.entry[index], 'live set of the block');
  }

  /**
   * The registers of which a wavefront that starts at a block reads the value that it starts with: of lanes that are
   * active at the start, and of any lane.
   */
  atStart(key: BlockKey): {
    readonly active: (register: number) => boolean;
    readonly any: (register: number) => boolean;
  } {
    const { epoch, full } = this.exact ? EVERYTHING : this.entryOf(key);
    const within = (bits: Bits) => (register: number) => ((bits >> BigInt(register)) & 1n) !== 0n;
    return { active: within(epoch), any: within(full) };
  }

  /** Live registers behind the last instruction of the body (before the ending's own instruction). */
  private atEnd(block: Block): LiveSet {
    switch (block.ending) {
      case 'end':
        return NOTHING;
      case 'leave':
      case 'dynamic':
        return EVERYTHING;
      default: {
        const next = block.ending === 'jump' ? NOTHING : this.entryOf(block.next);
        const target = block.target ? this.entryOf(block.target) : NOTHING;
        const after = {
          epoch: next.epoch | target.epoch,
          full: next.full | target.full,
          returns: next.returns || target.returns,
        };
        return block.last ? this.before(block.last, after) : after;
      }
    }
  }

  private before(placed: Placed, after: LiveSet): LiveSet {
    const { reads, scalarKills, vectorKills, writesExec, returns } = effectIn(placed);
    const epoch = writesExec ? after.full : after.epoch;
    return {
      epoch: (epoch & ~(scalarKills | vectorKills)) | reads,
      full: (after.full & ~(after.returns ? scalarKills : scalarKills | vectorKills)) | reads,
      returns: after.returns || returns,
    };
  }

  /** For each instruction of a block's body, the registers that are read after it. */
  afterEach(block: Block): ((register: number) => boolean)[] {
    const result: ((register: number) => boolean)[] = [];
    let live = this.exact ? EVERYTHING : this.atEnd(block);
    for (let position = block.body.length - 1; position >= 0; position--) {
      // Writes of a run before its last instruction changed EXEC belong to the epoch before.
      const epoch = effectIn(required(block.body[position], 'instruction')).writesExec ? live.full : live.epoch;
      result[position] = this.exact ? () => true : (register) => ((epoch >> BigInt(register)) & 1n) !== 0n;
      if (!this.exact) live = this.before(required(block.body[position], 'instruction'), live);
    }
    return result;
  }
}

/** Effect of an instruction; computed once. */
function effectIn(placed: Placed): Effect {
  placed.effect ??= effectOf(placed);
  return placed.effect;
}

function effectOf(placed: Placed): Effect {
  const { instruction, statements } = placed;
  const vector = isVector(instruction.def);
  const uses = usesIn(placed);
  const scalarKills = bitsOf(uses.kills);
  const overwritten = vector ? statements.filter((stmt) => stmt.kind === 'write' && stmt.when === undefined) : [];
  const vectorKills = bitsOf(
    [...usesOf(instruction, overwritten, vector).writes].filter((register) => register < SCALAR),
  );
  const writesExec = execNumbers(instruction.def.isa).some((register) => uses.writes.has(register));
  return {
    reads: bitsOf(uses.reads),
    scalarKills,
    vectorKills,
    writesExec,
    returns: growsExec(placed) || readsOtherLanes(statements),
  };
}

/** True if an instruction may make lanes active. */
export function growsExec(placed: Placed): boolean {
  const { writes } = usesIn(placed);
  if (!execNumbers(placed.instruction.def.isa).some((register) => writes.has(register))) return false;
  return !placed.statements.every((stmt) => shrinksOrKeepsExec(placed.instruction, stmt));
}

/** True if a statement keeps EXEC or sets it to a subset of its lanes. */
function shrinksOrKeepsExec(instruction: Instruction, stmt: Stmt): boolean {
  // Comparisons answer for active lanes only.
  if (stmt.kind === 'mask') return true;
  if (stmt.kind === 'special') return stmt.name !== 'EXEC' || isPartOfExec(instruction, stmt.value);
  if (stmt.kind !== 'write') return false;
  const operand = instruction.operands[stmt.slot];
  if (operand?.kind !== 'scalar') return true;
  const words = stmt.value.ty === 'u64' ? 2 : 1;
  const first = operand.index + stmt.dword;
  const { wave, operands } = instruction.def.isa;
  const { exec } = operands.special;
  const apart = first >= exec + wave.execWords || first + words <= exec;
  return apart || (first === exec && isPartOfExec(instruction, stmt.value));
}

/** EXEC & anything, all lanes. */
const isPartOfExec = (instruction: Instruction, value: Ex): boolean =>
  value.kind === 'op' && value.op === 'and64' && value.args.some((arg) => isExec(instruction, arg));

function isExec({ def, operands }: Instruction, ex: Ex): boolean {
  if (ex.ty !== 'u64') return false;
  if (ex.kind === 'special') return ex.name === 'EXEC';
  const operand = ex.kind === 'src' && ex.dword === 0 ? operands[ex.slot] : undefined;
  return operand?.kind === 'scalar' && operand.index === def.isa.operands.special.exec;
}

/** Lane reads; and helpers see whole registers of the operands that they read. */
function readsOtherLanes(statements: readonly Stmt[]): boolean {
  const helped = statements.some((stmt) => stmt.kind === 'helper' && stmt.reads.some(({ kind }) => kind === 'src'));
  return helped || nodesOf(statements).some(({ kind }) => kind === 'lane');
}
