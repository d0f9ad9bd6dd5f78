// Emits the statements of one vector instruction into a run: everything is read before anything is written.

import type { Instruction } from '../../isa/instruction.js';
import type { Stmt } from '../../isa/language/expr.js';
import { recordedOf } from '../../isa/records.js';
import { required } from '../../util/required.js';
import type { Placed } from '../analysis/flow.js';
import { maskIndex } from '../analysis/vector-facts.js';
import type { EmittedRun } from '../kernel/run.js';
import { LinearRun } from '../linear/run.js';
import { LinearValues } from '../linear/values.js';
import type { AccessPlace } from '../records/accesses.js';
import type { LinearPlace } from '../records/run-records.js';
import { ScalarValues } from '../scalar/values.js';
import type { Local } from '../wasm/function-builder.js';
import { displacedWrite } from './movrel.js';
import { withOutputModifiers } from './output-modifiers.js';
import { rawWord } from './raw-words.js';
import type { VectorValues } from './vector-values.js';

type Write = Extract<Stmt, { kind: 'write' }>;
type Mask = Extract<Stmt, { kind: 'mask' }>;
type Atomic = Extract<Stmt, { kind: 'atomic' }>;

/** Context of one instruction of a linear run. */
interface Linear {
  readonly run: LinearRun;
  readonly values: LinearValues;
}

class VectorStatements {
  private readonly instruction: Instruction;
  private readonly linear: Linear | undefined;
  /** Writes, executed after all reads. */
  private readonly writes: (() => void)[] = [];

  constructor(
    private readonly run: EmittedRun,
    private readonly values: VectorValues,
    private readonly placed: Placed,
  ) {
    this.instruction = placed.instruction;
    this.linear = run instanceof LinearRun ? linearOf(run, placed) : undefined;
  }

  emit(): void {
    const { run, values, writes } = this;
    const statements = withOutputModifiers(this.instruction, this.placed.statements, values.mode);
    run.memory.prepare(values, statements);
    this.record(statements);
    const stores = statements.filter((stmt) => stmt.kind === 'store');
    for (const stmt of statements) {
      if (stmt.kind === 'write') this.write(stmt);
      else if (stmt.kind === 'writeRelative') writes.push(displacedWrite(values, stmt));
      else if (stmt.kind === 'mask') this.mask(stmt);
    }
    if (stores.length > 0) run.memory.store(values, stores);
    for (const stmt of statements) if (stmt.kind === 'atomic') this.atomic(stmt);
    for (const write of writes) write();
  }

  /** Before anything is changed. */
  private record(statements: readonly Stmt[]): void {
    const { run, values, linear } = this;
    const { access } = recordedOf(this.instruction);
    if (!run.records || !access) return;
    run.records.note(values, { statements, inLds: access === 'lds' }, (place) => linear && linearPlace(linear, place));
  }

  private mask(stmt: Mask): void {
    const { run, linear, writes } = this;
    const index = maskIndex(this.instruction, stmt.slot);
    const equal = linear?.values.of(stmt.value);
    if (linear && equal?.step === 0) {
      if (index !== undefined) writes.push(() => linear.run.setEqualMask(index, equal));
      return;
    }
    const value = this.values.word(stmt.value);
    if (index !== undefined) writes.push(() => run.setMask(index, value));
  }

  private atomic(stmt: Atomic): void {
    const { run, values } = this;
    const { operands, fields } = this.instruction;
    const old = run.memory.atomic(values, stmt);
    const operand = stmt.ret && operands[stmt.ret.slot];
    const returned = stmt.ret && (stmt.ret.whenField === undefined || fields[stmt.ret.whenField] === 1);
    if (!returned || operand?.kind !== 'vgpr') return;
    const first = operand.index + stmt.ret.dword;
    const [low, high] = old as [Local, Local?];
    if (high === undefined) return run.setVgpr(first, low);
    for (const half of [0, 1] as const) run.setVgpr(first + half, values.half([low, high], half));
  }

  private write(stmt: Write): void {
    const linear = this.linear && linearWrite(this.linear, this.instruction, stmt);
    if (linear) this.writes.push(linear);
    else this.vectorWrite(stmt);
  }

  private vectorWrite(stmt: Write): void {
    const { run, values, writes } = this;
    const operand = this.instruction.operands[stmt.slot];
    if (operand?.kind !== 'vgpr') return;
    const first = operand.index + stmt.dword;
    const { ty } = stmt.value;
    const words =
      ty === 'u64' || ty === 'f64'
        ? values.registerWords(stmt.value)
        : [stmt.when ? values.word(stmt.value) : rawWord(values, stmt.value)];
    const when = stmt.when ? values.word(stmt.when) : undefined;
    // Values that all lanes share are known before the loop.
    const scalars = when === undefined ? values.uniformWords(stmt.value) : undefined;
    words.forEach((word, index) => {
      const register = first + index;
      if (scalars) {
        writes.push(() => run.setUniform(register, word, required(scalars[index], 'scalar')));
        return;
      }
      const value =
        when === undefined
          ? word
          : values.keep(() => run.b.get(word).get(run.vgpr(register)).get(when).simd('v128.bitselect'));
      writes.push(() => run.setVgpr(register, value));
    });
  }
}

/** Linear place of an access, where the run already requires one; accesses of LDS are as in other runs. */
function linearPlace({ run, values }: Linear, { address, valid }: AccessPlace): LinearPlace | undefined {
  const value = address.ty === 'u64' ? values.of(address) : undefined;
  if (!value || (valid && !values.requireTruth(valid))) return undefined;
  run.require(value.conditions);
  return value;
}

function linearOf(run: LinearRun, { instruction, pc }: Placed): Linear {
  const first = new ScalarValues(run.machine, instruction, pc + instruction.size, 0, run.firstOf);
  const values = new LinearValues(run, instruction, first);
  run.linear.values = values;
  return { run, values };
}

/** A write of linear values; undefined where the values are not. */
function linearWrite({ run, values }: Linear, { operands }: Instruction, stmt: Write): (() => void) | undefined {
  const operand = operands[stmt.slot];
  const value = stmt.when || operand?.kind !== 'vgpr' ? undefined : values.of(stmt.value);
  if (!value || operand?.kind !== 'vgpr') return undefined;
  const first = operand.index + stmt.dword;
  if (stmt.value.ty === 'u64') {
    const words = values.halves(stmt.value, value);
    return () => {
      words.forEach((word, index) => {
        run.setLinear(first + index, word);
      });
      run.notePair(first, value);
    };
  }
  const signed = values.signedRegister(stmt.value);
  const source = signed === undefined ? undefined : run.linearOf(signed);
  return () => {
    run.setLinear(first, value);
    if (source && signed !== first) run.noteSign(first, source);
  };
}

/** @param values of the instruction, of which nothing has been computed */
export const emitVectorStatements = (run: EmittedRun, values: VectorValues, placed: Placed): void =>
  new VectorStatements(run, values, placed).emit();
