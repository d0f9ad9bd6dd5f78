// Effects of one instruction: registers read and written, the special state, memory, and the unit that executes it.
// Derived from the semantics; for liveness, race checks, schedulers and listings.

import { required } from '../util/required.js';
import {
  type AccessedRegister,
  operandPlace,
  type RegisterRange,
  readsOf,
  specialRegisters,
  writesOf,
} from './accesses.js';
import { type Flow, flowOf } from './control.js';
import { isVector } from './evaluate.js';
import type { FormatUnit } from './format.js';
import { HELPERS } from './helpers.js';
import type { Instruction } from './instruction.js';
import type { Special, Stmt } from './language/expr.js';
import { OPS } from './language/expr.js';
import { expressionsOf, visitExpressions } from './language/trees.js';

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
  /** Set if the registers depend on a value: v_movrels_b32, s_movreld_b32, forks and joins. */
  readonly computedRegisters: boolean;
  readonly memory: 'none' | 'read' | 'write' | 'readWrite';
  readonly flow: Flow;
  readonly unit: FormatUnit;
  /** The counter that s_waitcnt waits on for the instruction to be done. */
  readonly wait: 'none' | 'vmcnt' | 'lgkmcnt' | 'expcnt';
}

const WAITS: Readonly<Partial<Record<FormatUnit, Effects['wait']>>> = {
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
    wait: semantics.some((s) => s.kind === 'effect' && s.name === 'message') ? 'lgkmcnt' : (WAITS[unit] ?? 'none'),
  };
}

function memoryOf(semantics: readonly Stmt[]): Effects['memory'] {
  let reads = false;
  let writes = false;
  visitExpressions(semantics, (ex) => {
    reads ||= ex.kind === 'load';
  });
  for (const statement of semantics) {
    if (statement.kind === 'store' || statement.kind === 'atomic') writes = true;
    if (statement.kind === 'atomic') reads = true;
    if (statement.kind !== 'helper') continue;
    const memory = HELPERS.get(statement.name)?.memory ?? 'none';
    reads ||= memory === 'read' || memory === 'readWrite';
    writes ||= memory === 'write' || memory === 'readWrite';
  }
  if (reads) return writes ? 'readWrite' : 'read';
  return writes ? 'write' : 'none';
}

const FLOAT_TYPES: ReadonlySet<string> = new Set(['f32', 'f64']);

/** Gathers ranges without duplicates. */
class Collector {
  private readonly instruction: Instruction;
  private readonly reads = new Map<string, RegisterRange>();
  private readonly writes = new Map<string, RegisterWrite>();
  private readsScc = false;
  private writesScc = false;
  private readsMode = false;
  private writesMode = false;
  private computed = false;

  constructor(instruction: Instruction) {
    this.instruction = instruction;
  }

  result() {
    return {
      reads: [...this.reads.values()],
      writes: [...this.writes.values()],
      readsScc: this.readsScc,
      writesScc: this.writesScc,
      readsMode: this.readsMode,
      writesMode: this.writesMode,
      computedRegisters: this.computed,
    };
  }

  statement(statement: Stmt): void {
    if (statement.kind === 'mask' || this.perLane(statement)) this.readPlace({ kind: 'special', name: 'EXEC' });
    for (const place of readsOf(this.instruction.def.isa, [statement], this.instruction.fields)) this.readPlace(place);
    visitExpressions([statement], (ex) => {
      if (ex.kind === 'call') this.readsMode ||= ex.args.some(({ ty }) => FLOAT_TYPES.has(ty));
      else if (ex.kind === 'op') this.readsMode ||= OPS[ex.op].some((ty) => FLOAT_TYPES.has(ty));
    });
    for (const { place, certain, whenField } of writesOf(this.instruction.def.isa, statement))
      if (whenField === undefined || this.instruction.fields[whenField]) this.writePlace(place, !certain);
  }

  /** Happens in active lanes only; v_readlane_b32 and v_writelane_b32 happen whatever EXEC says. */
  private perLane(statement: Stmt): boolean {
    if (!isVector(this.instruction.def)) return false;
    if (statement.kind === 'write' || statement.kind === 'writeRelative')
      return this.instruction.operands[statement.slot]?.kind === 'vgpr';
    return statement.kind !== 'writelane' && expressionsOf(statement).length > 0;
  }

  /** Of an operand all registers count. */
  private readPlace(place: AccessedRegister): void {
    if (place.kind === 'displaced' || place.kind === 'sgpr') this.computed = true;
    else this.readRegisters(place.kind === 'special' ? place.name : operandPlace(this.instruction, place.slot));
  }

  private readRegisters(place: RegisterRange | Special | undefined): void {
    if (place === 'SCC') this.readsScc = true;
    else if (place === 'MODE') this.readsMode = true;
    const range = typeof place === 'string' ? specialRegisters(this.instruction.def.isa, place) : place;
    if (range) this.read(range);
  }

  private writePlace(place: AccessedRegister, partial: boolean): void {
    if (place.kind === 'displaced' || place.kind === 'sgpr') this.computed = true;
    else if (place.kind === 'special') this.writeSpecial(place.name);
    else {
      const range = operandPlace(this.instruction, place.slot);
      if (typeof range === 'object') this.put(range, partial || range.bank === 'vgpr');
    }
  }

  private writeSpecial(name: Special): void {
    if (name === 'SCC') this.writesScc = true;
    else if (name === 'MODE') this.writesMode = true;
    else if (name !== 'TRAPSTS')
      this.put(required(specialRegisters(this.instruction.def.isa, name), `register ${name}`), false);
  }

  private read(range: RegisterRange): void {
    this.reads.set(`${range.bank}${range.index}+${range.count}`, range);
  }

  private put(range: RegisterRange, partial: boolean): void {
    this.writes.set(`${range.bank}${range.index}+${range.count}`, { ...range, partial });
  }
}
