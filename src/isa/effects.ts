// What one instruction touches: registers read and written, the special state, memory, and the unit that executes it.
// Derived from the semantics; for liveness, race checks, schedulers and listings.

import { type Flow, flowOf } from './control.js';
import { isVector } from './evaluate.js';
import type { Unit } from './format.js';
import { HELPERS } from './helpers.js';
import { EXEC_LO, type Instruction, M0_INDEX, VCC_LO } from './instruction.js';
import type { Special, Stmt } from './language/expr.js';
import { OPS } from './language/expr.js';
import { expressionsOf, visitExpressions } from './language/trees.js';

/** Consecutive registers. Scalar registers count by operand code: VCC, EXEC and M0 are among them. */
export interface RegisterRange {
  readonly bank: 'scalar' | 'vgpr';
  readonly index: number;
  readonly count: number;
}

export interface RegisterWrite extends RegisterRange {
  /** Not every bit of the registers changes: inactive lanes, or a condition. */
  readonly partial: boolean;
}

export interface Effects {
  readonly reads: readonly RegisterRange[];
  readonly writes: readonly RegisterWrite[];
  readonly readsScc: boolean;
  readonly writesScc: boolean;
  /** The result depends on MODE (rounding, denormals, clamp). */
  readonly readsMode: boolean;
  readonly writesMode: boolean;
  /** Which registers are touched depends on a value: v_movrels_b32, s_movreld_b32, forks and joins. */
  readonly computedRegisters: boolean;
  readonly memory: 'none' | 'read' | 'write' | 'readWrite';
  readonly flow: Flow;
  readonly unit: Unit;
  /** The counter that s_waitcnt waits on for the instruction to be done. */
  readonly wait: 'none' | 'vmcnt' | 'lgkmcnt' | 'expcnt';
}

const WAITS: Readonly<Partial<Record<Unit, Effects['wait']>>> = {
  scalarMemory: 'lgkmcnt',
  lds: 'lgkmcnt',
  vectorMemory: 'vmcnt',
  export: 'expcnt',
};

/** The effects of an instruction. */
export function effectsOf(instruction: Instruction): Effects {
  const { semantics, encoding } = instruction.def;
  const collector = new Collector(instruction);
  for (const statement of semantics) collector.statement(statement);
  const { unit } = encoding;
  return {
    ...collector.result(),
    memory: memoryOf(semantics),
    flow: flowOf(semantics),
    unit,
    wait: semantics.some((s) => s.do === 'effect' && s.name === 'message') ? 'lgkmcnt' : (WAITS[unit] ?? 'none'),
  };
}

function memoryOf(semantics: readonly Stmt[]): Effects['memory'] {
  let reads = false;
  let writes = false;
  visitExpressions(semantics, (ex) => {
    reads ||= ex.kind === 'load';
  });
  for (const statement of semantics) {
    if (statement.do === 'store' || statement.do === 'atomic') writes = true;
    if (statement.do === 'atomic') reads = true;
    if (statement.do !== 'helper') continue;
    const memory = HELPERS.get(statement.name)?.memory ?? 'none';
    reads ||= memory === 'read' || memory === 'readWrite';
    writes ||= memory === 'write' || memory === 'readWrite';
  }
  if (reads) return writes ? 'readWrite' : 'read';
  return writes ? 'write' : 'none';
}

const SPECIAL_REGISTERS: Readonly<Partial<Record<Special, RegisterRange>>> = {
  VCC: { bank: 'scalar', index: VCC_LO, count: 2 },
  VCCLANE: { bank: 'scalar', index: VCC_LO, count: 2 },
  EXEC: { bank: 'scalar', index: EXEC_LO, count: 2 },
  EXECLANE: { bank: 'scalar', index: EXEC_LO, count: 2 },
  M0: { bank: 'scalar', index: M0_INDEX, count: 1 },
};
const EXEC = SPECIAL_REGISTERS.EXEC!;
const FLOAT_TYPES: ReadonlySet<string> = new Set(['f32', 'f64']);

/** Gathers ranges without duplicates. */
class Collector {
  readonly #instruction: Instruction;
  readonly #reads = new Map<string, RegisterRange>();
  readonly #writes = new Map<string, RegisterWrite>();
  #readsScc = false;
  #writesScc = false;
  #readsMode = false;
  #writesMode = false;
  #computed = false;

  constructor(instruction: Instruction) {
    this.#instruction = instruction;
  }

  result() {
    return {
      reads: [...this.#reads.values()],
      writes: [...this.#writes.values()],
      readsScc: this.#readsScc,
      writesScc: this.#writesScc,
      readsMode: this.#readsMode,
      writesMode: this.#writesMode,
      computedRegisters: this.#computed,
    };
  }

  statement(statement: Stmt): void {
    this.#expressions(statement);
    switch (statement.do) {
      case 'write':
        return this.#write(statement.slot, statement.when !== undefined);
      case 'mask':
        this.#read(EXEC);
        if (statement.slot === 'VCC' || statement.slot === 'EXEC') this.#put(SPECIAL_REGISTERS[statement.slot]!, false);
        else this.#write(statement.slot, false);
        return;
      case 'special':
        return this.#special(statement.name);
      case 'writelane':
        return this.#write(statement.slot, true);
      case 'writeRelative':
      case 'writeSgpr':
        this.#computed = true;
        return;
      case 'atomic':
        if (statement.ret && (!statement.ret.whenField || this.#instruction.fields[statement.ret.whenField]))
          this.#write(statement.ret.slot, false);
        return;
      case 'helper':
        for (const slot of statement.writes) this.#write(slot, true);
        return;
      default:
        return;
    }
  }

  #expressions(statement: Stmt): void {
    if (this.#perLane(statement)) this.#read(EXEC);
    visitExpressions([statement], (ex) => {
      if (ex.kind === 'src' || ex.kind === 'lane') this.#readSlot(ex.slot);
      else if (ex.kind === 'relative' || ex.kind === 'sgpr') this.#computed = true;
      else if (ex.kind === 'special') this.#readSpecial(ex.name);
      else if (ex.kind === 'call' && ex.args.some(({ ty }) => FLOAT_TYPES.has(ty))) this.#readsMode = true;
      else if (ex.kind === 'op' && OPS[ex.op].some((ty) => FLOAT_TYPES.has(ty))) this.#readsMode = true;
    });
  }

  /** Happens in active lanes only; v_readlane_b32 and v_writelane_b32 happen whatever EXEC says. */
  #perLane(statement: Stmt): boolean {
    if (!isVector(this.#instruction.def)) return false;
    if (statement.do === 'write' || statement.do === 'writeRelative')
      return this.#instruction.operands[statement.slot]?.kind === 'vgpr';
    return statement.do !== 'writelane' && expressionsOf(statement).length > 0;
  }

  #readSpecial(name: Special): void {
    const register = SPECIAL_REGISTERS[name];
    if (register) this.#read(register);
    if (name === 'SCC') this.#readsScc = true;
    if (name === 'MODE') this.#readsMode = true;
  }

  #readSlot(slot: string): void {
    const operand = this.#instruction.operands[slot];
    if (operand?.kind === 'scalar' || operand?.kind === 'vgpr')
      this.#read({ bank: operand.kind, index: operand.index, count: operand.count });
    if (operand?.kind !== 'condition') return;
    if (operand.name === 'SCC') this.#readsScc = true;
    else this.#read(SPECIAL_REGISTERS[operand.name === 'VCCZ' ? 'VCC' : 'EXEC']!);
  }

  #write(slot: string, partial: boolean): void {
    const operand = this.#instruction.operands[slot];
    if (operand?.kind !== 'scalar' && operand?.kind !== 'vgpr') return;
    const { kind: bank, index, count } = operand;
    this.#put({ bank, index, count }, partial || bank === 'vgpr');
  }

  #special(name: 'SCC' | 'VCC' | 'EXEC' | 'M0' | 'MODE'): void {
    if (name === 'SCC') this.#writesScc = true;
    else if (name === 'MODE') this.#writesMode = true;
    else this.#put(SPECIAL_REGISTERS[name]!, false);
  }

  #read(range: RegisterRange): void {
    this.#reads.set(`${range.bank}${range.index}+${range.count}`, range);
  }

  #put(range: RegisterRange, partial: boolean): void {
    this.#writes.set(`${range.bank}${range.index}+${range.count}`, { ...range, partial });
  }
}
