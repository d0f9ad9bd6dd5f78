// Emits the scalar statements of one instruction: everything is read before anything is written.

import { VGPR_BYTES } from '../../emulator/state.js';
import type { Ex, Stmt } from '../../isa/language/expr.js';
import type { Placed } from '../analysis/flow.js';
import { hasLoad } from '../analysis/vector-facts.js';
import { type MachineLocals, PARAM, type WordLocals } from '../kernel/machine.js';
import type { ScalarValues } from './values.js';

class ScalarStatements {
  constructor(
    private readonly machine: MachineLocals,
    private readonly values: ScalarValues,
    private readonly placed: Placed,
    private readonly checkFault: (depth?: number) => void,
    private readonly leaveUnless?: () => void,
  ) {}

  emit(): void {
    const statements = this.placed.statements.filter((stmt) => stmt.kind !== 'effect' && stmt.kind !== 'helper');
    if (hasLoad(statements)) this.loads(statements);
    for (const stmt of statements) this.prepare(stmt);
    for (const stmt of statements) this.statement(stmt);
  }

  /** Instructions that load do nothing else. */
  private loads(statements: readonly Stmt[]): void {
    const loads = statements.flatMap((stmt) =>
      stmt.kind === 'write' && stmt.value.kind === 'load' ? [stmt.value] : [],
    );
    if (loads.length !== statements.length) throw new TypeError('a scalar load that does something else');
    this.values.loadAll(loads, this.checkFault, this.leaveUnless);
  }

  /** Computes everything a statement reads. */
  private prepare(stmt: Stmt): void {
    const { values } = this;
    if (stmt.kind === 'write') {
      values.local(stmt.value);
      if (stmt.when) values.local(stmt.when);
    } else if (stmt.kind === 'special') values.local(stmt.value);
    else if (stmt.kind === 'writelane') {
      values.local(stmt.index);
      values.local(stmt.value);
    } else if (stmt.kind === 'branch') {
      if (stmt.when) values.local(stmt.when);
      values.local(stmt.target);
    }
  }

  private statement(stmt: Stmt): void {
    const { machine, values } = this;
    switch (stmt.kind) {
      case 'write': {
        const operand = this.placed.instruction.operands[stmt.slot];
        if (operand?.kind !== 'scalar') return;
        if (stmt.when) values.word(stmt.when).if();
        this.set(operand.index + stmt.dword, stmt.value);
        if (stmt.when) machine.builder.end();
        return;
      }
      case 'special':
        if (stmt.name === 'SCC') values.word(stmt.value).set(machine.scc);
        else if (stmt.name === 'MODE') values.word(stmt.value).set(machine.mode);
        else if (stmt.name === 'M0') values.word(stmt.value).set(machine.m0);
        else this.setWords(stmt.name === 'VCC' ? machine.vcc : machine.exec, stmt.value);
        return;
      case 'writelane': {
        const operand = this.placed.instruction.operands[stmt.slot];
        if (operand?.kind !== 'vgpr') return;
        values
          .word(stmt.index)
          .i32(machine.options.layout.lanes - 1)
          .op('i32.and')
          .i32(2)
          .op('i32.shl')
          .get(PARAM.slot)
          .op('i32.add');
        values.word(stmt.value).memory('i32.store', operand.index * VGPR_BYTES);
        machine.noteWritten([operand.index]);
        return;
      }
      default:
    }
  }

  private set(index: number, value: Ex): void {
    const { machine, values } = this;
    if (value.ty !== 'u64') {
      values.word(value).set(machine.scalar(index));
      return;
    }
    this.setWords([machine.scalar(index), machine.scalar(index + 1)], value);
  }

  /** Sets as many words as there are. */
  private setWords([low, high]: WordLocals, value: Ex): void {
    const { values } = this;
    values.wide(value).op('i32.wrap_i64').set(low);
    if (high !== undefined) values.wide(value).i64(32n).op('i64.shr_u').op('i32.wrap_i64').set(high);
  }
}

/**
 * Those of scalar instructions, and those of vector instructions that write scalar registers.
 *
 * @param leaveUnless takes from the stack whether this version of the code may continue, where there is another one
 */
export const emitScalarStatements = (
  machine: MachineLocals,
  values: ScalarValues,
  placed: Placed,
  checkFault: (depth?: number) => void,
  leaveUnless?: () => void,
): void => new ScalarStatements(machine, values, placed, checkFault, leaveUnless).emit();
