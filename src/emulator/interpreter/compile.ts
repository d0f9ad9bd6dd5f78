// From a decoded instruction to a JavaScript closure. The text is generated once for each shape (definition, kinds of
// operands, modifiers, mode) and shared; registers, constants and addresses are parameters of the shared factory.

import { isVector } from '../../isa/evaluate.js';
import { indexedStatements, isIndexed } from '../../isa/indexed-registers.js';
import type { Instruction, Operand } from '../../isa/instruction.js';
import { type Ex, type Stmt, u32 } from '../../isa/language/expr.js';
import { visitExpressions } from '../../isa/language/trees.js';
import { recordsExceptions } from '../../isa/raised-exceptions.js';
import { unsupportedReason } from '../../isa/support.js';
import { type FloatMode, floatMode } from '../float-mode.js';
import { specialise } from '../specialise.js';
import { VGPR_WORDS, WORD } from '../state.js';
import type { StateLayout } from '../state-layout.js';
import type { Wavefront } from '../wavefront.js';
import { ENVIRONMENT_NAMES, type Environment } from './environment.js';
import { Pairs } from './pairs.js';
import { isParameterField, ParameterList } from './parameters.js';
import { emitStatement, emptyWrites, RESULT, type Writes } from './statements.js';
import { ValueEmitter } from './values.js';

/** Executes one instruction and says how to continue (RESULT). */
export type Execute = (wavefront: Wavefront) => number;

type Factory = (environment: Environment, parameters: readonly number[], instruction: Instruction) => Execute;

interface CompiledInstruction {
  readonly factory: Factory;
  readonly parameters: ParameterList;
}

const cache = new Map<string, CompiledInstruction>();

/**
 * @param mode the MODE register under which the closure will run
 * @param observed whether memory accesses are shown to a probe
 */
export function compileInstruction(
  instruction: Instruction,
  pc: number,
  mode: number,
  environment: Environment,
  observed: boolean,
): Execute {
  const key = shapeKey(instruction, mode, observed);
  let compiled = cache.get(key);
  if (!compiled) cache.set(key, (compiled = generate(instruction, floatMode(mode), observed)));
  const values = compiled.parameters.readers.map((read) => read(instruction, pc));
  return compiled.factory(environment, values, instruction);
}

/** Everything on which the text depends. */
function shapeKey(instruction: Instruction, mode: number, observed: boolean): string {
  const { def, operands, fields } = instruction;
  const kind = `${observed ? 'o' : ''}${recordsExceptions(def) ? 'x' : ''}`;
  const parts = [def.isa.name, `${def.format}.${def.opcode}`, kind, isVector(def) ? mode : ''];
  for (const [slot, operand] of Object.entries(operands)) parts.push(`${slot}${operandKey(operand)}`);
  for (const [field, value] of Object.entries(fields)) if (!isParameterField(field)) parts.push(`${field}=${value}`);
  return parts.join(' ');
}

function operandKey(operand: Operand): string {
  const modifiers = 'abs' in operand || 'neg' in operand ? `${operand.abs ? 'a' : ''}${operand.neg ? 'n' : ''}` : '';
  if (operand.kind === 'condition') return `:${operand.name}${modifiers}`;
  return `:${operand.kind}${operand.kind === 'scalar' || operand.kind === 'vgpr' ? operand.count : ''}${modifiers}`;
}

/**
 * The statements to compile: fields folded, and in vector instructions the bits of MODE that the closure is made for.
 */
function statementsOf(instruction: Instruction, mode: FloatMode): readonly Stmt[] {
  const reason = unsupportedReason(instruction);
  if (reason !== undefined) return [{ kind: 'unsupported', reason }];
  const vector = isVector(instruction.def);
  const special = vector ? (name: string): Ex | undefined => (name === 'MODE' ? u32(mode.bits) : undefined) : undefined;
  const semantics = isIndexed(instruction, mode.bits) ? indexedStatements(instruction) : undefined;
  return specialise(instruction, (field) => !isParameterField(field), special, undefined, semantics);
}

function generate(instruction: Instruction, mode: FloatMode, observed: boolean): CompiledInstruction {
  const vector = isVector(instruction.def);
  const parameters = new ParameterList();
  const v = new ValueEmitter(instruction, mode, vector, observed, parameters);
  // An operation that a vector instruction does once takes the values of lane 0.
  const single = new ValueEmitter(instruction, mode, false, observed, parameters, v.once, 's');
  const writes = emptyWrites();
  const statements = statementsOf(instruction, mode);
  v.pairs = new Pairs(statements);
  const skipped = vector && mode.skipVector;
  if (!skipped) {
    const emit = (stmt: Stmt): void =>
      emitStatement(vector && happensOnce(instruction, stmt) ? single : v, stmt, writes);
    // A branch returns from the function: it comes last.
    for (const stmt of statements) if (stmt.kind !== 'branch') emit(stmt);
    for (const stmt of statements) if (stmt.kind === 'branch') emit(stmt);
  }
  const body = skipped ? [`return ${RESULT.next};`] : functionBody(v, writes, needsTwoPasses(statements));
  const text = [
    `const {${ENVIRONMENT_NAMES.join(', ')}} = environment;`,
    ...parameters.names.map((name, index) => `const ${name} = parameters[${index}];`),
    `return function ${instruction.def.name}(w) {`,
    'const i = w.i, f = w.f;',
    ...body,
    '};',
  ].join('\n');
  return { factory: new Function('environment', 'parameters', 'instruction', text) as Factory, parameters };
}

/** Statements of vector instructions that do not happen in each lane. */
function happensOnce(instruction: Instruction, stmt: Stmt): boolean {
  if (stmt.kind === 'write' || stmt.kind === 'writeRelative') return instruction.operands[stmt.slot]?.kind === 'scalar';
  return stmt.kind === 'special' || stmt.kind === 'writelane' || stmt.kind === 'writeSgpr' || stmt.kind === 'effect';
}

/** Loads come before stores for all lanes: an instruction that does both in one memory needs two loops. */
function needsTwoPasses(statements: readonly Stmt[]): boolean {
  const memory = (space: string): string => (space === 'lds' ? 'lds' : 'global');
  const loaded = new Set<string>();
  visitExpressions(statements, (ex) => {
    if (ex.kind === 'load') loaded.add(memory(ex.space));
  });
  return statements.some((stmt) => (stmt.kind === 'store' || stmt.kind === 'atomic') && loaded.has(memory(stmt.space)));
}

/** Pattern of LDS addresses, which need base and limit. */
const LDS_TEXT = /\bL[BL]\b/;

function functionBody(v: ValueEmitter, writes: Writes, twoPasses: boolean): string[] {
  const lanes = v.vector ? laneLoops(v.layout, v.each, writes.lane, twoPasses) : [];
  const done = [...v.once, ...writes.declare, ...lanes, ...writes.after];
  const settled = done.some((line) => MEMORY_TEXT.test(line)) ? ['m.settle();'] : [];
  const body = ['const l = 0;', ...done, ...settled, `return ${writes.result};`];
  if (!body.some((line) => LDS_TEXT.test(line))) return body;
  return [`const LB = i[${WORD.ldsBase}] >>> 2, LL = i[${WORD.ldsLimit}] - 4;`, ...body];
}

/** Pattern of accesses to GPU memory that may be refused. */
const MEMORY_TEXT = /\bm\.(?:global\w+|callHelper)\(/;

/** Longer bodies are not written out twice. */
const LINES_FOR_TWO_LOOPS = 60;

function laneLoops(
  layout: StateLayout,
  values: readonly string[],
  effects: readonly string[],
  twoPasses: boolean,
): string[] {
  if (effects.length === 0) return [];
  if (!twoPasses) return overLanes(layout, [...values, ...effects]);
  const used = new Set(effects.join('\n').match(/\bt\d+\b/g));
  const own = values.map((line) => /^const (t\d+) =/.exec(line)?.[1]).filter((name) => name && used.has(name));
  return [
    ...overLanes(layout, [...values, ...own.map((name, index) => `kept[${index * VGPR_WORDS} + l] = ${name};`)]),
    ...overLanes(layout, [...own.map((name, index) => `const ${name} = kept[${index * VGPR_WORDS} + l];`), ...effects]),
  ];
}

/** A loop over the active lanes; with a plain counting loop for the case that all are. */
function overLanes({ lanes, execWords, exec }: StateLayout, body: readonly string[]): string[] {
  const some = [
    `for (let h = 0; h < ${lanes}; h += 32) {`,
    `for (let x = i[${exec} + (h >> 5)]; x !== 0; x &= x - 1) {`,
    'const l = h + 31 - Math.clz32(x & -x);',
    ...body,
    '}}',
  ];
  if (body.length > LINES_FOR_TWO_LOOPS) return some;
  return [
    execWords === 2 ? `if ((i[${exec}] & i[${exec + 1}]) === -1) {` : `if (i[${exec}] === -1) {`,
    `for (let l = 0; l < ${lanes}; l++) {`,
    ...body,
    '}',
    '} else {',
    ...some,
    '}',
  ];
}
