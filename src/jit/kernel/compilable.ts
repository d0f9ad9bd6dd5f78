// Instructions that the emitter can express; others are left to the interpreter.

import { floatMode } from '../../emulator/float-mode.js';
import { isVector } from '../../isa/evaluate.js';
import { HELPERS } from '../../isa/helpers.js';
import type { Instruction } from '../../isa/instruction.js';
import type { Ex, Stmt } from '../../isa/language/expr.js';
import { ROUND } from '../../isa/language/softfloat.js';
import { unsupportedReason } from '../../isa/support.js';
import type { Placed } from '../analysis/flow.js';
import { nodesOf } from '../analysis/nodes.js';
import type { InstructionKind } from '../analysis/placed-instruction.js';
import { DOUBLE_ROUNDING } from '../floats/doubles.js';
import { FLOAT_NAMES, ROUNDING } from '../floats/floats.js';
import { isAtomicExpressible } from '../memory/atomic-functions.js';
import { isScalarExpressible, UniformNodes } from '../scalar/values.js';
import { isVectorFunction } from '../vector/functions.js';
import { VECTOR_OPERATORS, WIDE_VECTOR_OPERATORS } from '../vector/operators.js';
import { withOutputModifiers } from '../vector/output-modifiers.js';

/** Effects that have no meaning for compiled code. */
const SILENT: ReadonlySet<string> = new Set(['wait', 'nop', 'sleep', 'cache', 'priority', 'icache', 'clearExceptions']);

/** Statements that the host may execute for compiled code: they change only registers and memory. */
const OUTSIDE: ReadonlySet<Stmt['kind']> = new Set([
  'write',
  'mask',
  'store',
  'atomic',
  'helper',
  'writelane',
  'writeRelative',
  'exceptions',
]);

/** The way in which an instruction is emitted, or undefined when compiled code ends before it. */
export function kindOf(placed: Placed, modeBits: number): InstructionKind | undefined {
  if (placed.kindMode !== modeBits) {
    placed.kind = findKind(placed, modeBits);
    placed.kindMode = modeBits;
  }
  return placed.kind;
}

function findKind({ instruction, statements }: Placed, modeBits: number): InstructionKind | undefined {
  if (unsupportedReason(instruction) !== undefined) return undefined;
  const mode = floatMode(modeBits);
  const vector = isVector(instruction.def);
  if (vector && mode.skipVector) return 'nothing';
  const effective = those(statements, (stmt) => !(stmt.kind === 'effect' && SILENT.has(stmt.name)));
  if (effective.some((stmt) => stmt.kind === 'effect' && !['endpgm', 'barrier'].includes(stmt.name))) return undefined;
  if (!vector) return effective.length === 0 ? 'nothing' : scalarKind(effective, instruction);
  const work = those(effective, (stmt) => stmt.kind !== 'helper');
  const helpers = effective.filter((stmt) => stmt.kind === 'helper' && !isGranted(stmt));
  if (work.length === 0 && helpers.length === 0) return 'nothing';
  const outside = effective.every((stmt) => OUTSIDE.has(stmt.kind)) ? 'outside' : undefined;
  if (helpers.length > 0) return outside;
  const uniform = new UniformNodes(instruction);
  if (work.every((stmt) => isCross(stmt, instruction, uniform))) return 'cross';
  return isVectorExpressible(work, instruction, { modeBits, uniform }) ? 'vector' : outside;
}

/** The same list, of which more is known (nodes.ts), where nothing is left out. */
const those = (statements: readonly Stmt[], predicate: (stmt: Stmt) => boolean): readonly Stmt[] =>
  statements.every(predicate) ? statements : statements.filter(predicate);

/** A refusal whose field is 0: it does nothing. */
const isGranted = (stmt: Extract<Stmt, { kind: 'helper' }>): boolean =>
  stmt.reads.every((read) => read.kind === 'const') && HELPERS.get(stmt.name)?.refusal !== undefined;

const scalarKind = (statements: readonly Stmt[], instruction: Instruction): InstructionKind | undefined =>
  isScalarExpressible(statements, instruction) ? 'scalar' : undefined;

/** Lane reads into scalar registers, and writes of one lane. */
function isCross(stmt: Stmt, instruction: Instruction, uniform: UniformNodes): boolean {
  if (stmt.kind === 'writelane') return uniform.has(stmt.index) && uniform.has(stmt.value);
  return stmt.kind === 'write' && instruction.operands[stmt.slot]?.kind === 'scalar' && uniform.has(stmt.value);
}

interface VectorContext {
  readonly modeBits: number;
  readonly uniform: UniformNodes;
}

function isVectorExpressible(plain: readonly Stmt[], instruction: Instruction, context: VectorContext): boolean {
  const { modeBits, uniform } = context;
  const { operands } = instruction;
  const statements = withOutputModifiers(instruction, plain, floatMode(modeBits));
  for (const stmt of statements) {
    if (stmt.kind === 'write') {
      const kind = operands[stmt.slot]?.kind;
      if (kind === 'scalar') return false;
    } else if (stmt.kind === 'atomic') {
      if (statements.length > 1 || !isAtomicExpressible(stmt.fn, !floatMode(modeBits).f32.flushInputs)) return false;
    } else if (stmt.kind === 'writeRelative') {
      if (stmt.value.ty !== 'u32' || !isDisplaced(stmt, instruction, uniform)) return false;
    } else if (stmt.kind !== 'mask' && stmt.kind !== 'store') return false;
  }
  if (readsAndWritesOneMemory(statements)) return false;
  return nodesOf(statements).every((ex) => isVectorNode(ex, instruction, context));
}

/** Loads of all lanes come before stores: an instruction that does both in one memory cannot be cut into chunks. */
function readsAndWritesOneMemory(statements: readonly Stmt[]): boolean {
  const stored = new Set(
    statements.flatMap((stmt) => (stmt.kind === 'store' || stmt.kind === 'atomic' ? [stmt.space] : [])),
  );
  return stored.size > 0 && nodesOf(statements).some((ex) => ex.kind === 'load' && stored.has(ex.space));
}

/** A VGPR whose number is the same in all lanes. */
const isDisplaced = (
  { slot, index }: { readonly slot: string; readonly index: Ex },
  instruction: Instruction,
  uniform: UniformNodes,
): boolean => instruction.operands[slot]?.kind === 'vgpr' && uniform.has(index);

const SPECIALS: ReadonlySet<string> = new Set(['LANE', 'VCCLANE', 'EXECLANE']);

function isVectorNode(ex: Ex, instruction: Instruction, { modeBits, uniform }: VectorContext): boolean {
  if (uniform.has(ex)) return true;
  const { operands } = instruction;
  const operand = ex.kind === 'src' ? operands[ex.slot] : undefined;
  switch (ex.kind) {
    case 'const':
      return true;
    case 'src':
      if (ex.ty === 'b1') return operand?.kind === 'scalar' || operand?.kind === 'const';
      return operand?.kind === 'vgpr' || operand?.kind === 'scalar' || operand?.kind === 'const';
    case 'special':
      return SPECIALS.has(ex.name);
    case 'relative':
      return ex.ty === 'u32' && isDisplaced(ex, instruction, uniform);
    case 'lane':
      return operands[ex.slot]?.kind === 'vgpr';
    case 'load':
      return ex.space !== 'smem' && (ex.bits !== 64 || ex.space === 'lds');
    case 'call':
      return isVectorFunction(ex, floatMode(modeBits));
    case 'op':
      return isVectorOperator(ex, modeBits);
    default:
      return false;
  }
}

function isVectorOperator(ex: Extract<Ex, { kind: 'op' }>, modeBits: number): boolean {
  const mode = floatMode(modeBits);
  if (ROUNDING.has(ex.op) && mode.f32.round !== ROUND.nearestEven) return false;
  if (DOUBLE_ROUNDING.has(ex.op)) {
    const { round, flushInputs, flushResults } = mode.f64;
    if (round !== ROUND.nearestEven || flushInputs || flushResults) return false;
  }
  return ex.op in VECTOR_OPERATORS || ex.op in WIDE_VECTOR_OPERATORS || FLOAT_NAMES.has(ex.op);
}
