// Emits the statements of one instruction: what is evaluated before anything is written, and what is written then.

import { HELPERS } from '../../isa/helpers.js';
import type { Ex, Stmt } from '../../isa/language/expr.js';
import { VGPR_WORDS, WORD } from '../state.js';
import type { StateLayout } from '../state-layout.js';
import { producesNumber } from './numbers.js';
import { emitOutputModifiers } from './output-modifiers.js';
import { type Four, fourStoresText, type StoreStmt, storesText } from './pairs.js';
import { runtimeSpace, type ValueEmitter } from './values.js';

type StatementOf<K extends Stmt['kind']> = Extract<Stmt, { kind: K }>;

/** Results that a compiled instruction returns to the interpreter's loop. */
export const RESULT = { next: 0, branch: 1, barrier: 2, end: 3, mode: 4, branchMode: 5, yield: 6 } as const;

/** Emitted text of the write phase. */
export interface Writes {
  /** For each lane, after its values are known. */
  readonly lane: string[];
  /** Once, before the lanes' loop (accumulators of masks). */
  readonly declare: string[];
  /** Once, after all lanes. */
  readonly after: string[];
  /** Return value of the instruction; a statement may return earlier. */
  result: number;
}

export const emptyWrites = (): Writes => ({ lane: [], declare: [], after: [], result: RESULT.next });

/** Emits the evaluation of a statement's expressions and appends its effect to `writes`. */
export function emitStatement(v: ValueEmitter, stmt: Stmt, writes: Writes): void {
  if ('slot' in stmt && stmt.kind !== 'mask' && !v.isRegister(stmt.slot)) return; // absent registers are not written
  switch (stmt.kind) {
    case 'write':
      return emitWrite(v, stmt, writes);
    case 'mask':
      return emitMask(v, stmt, writes);
    case 'special':
      return emitSpecial(v, stmt, writes);
    case 'exceptions':
      return emitExceptions(v, stmt, writes);
    case 'writelane': {
      const base = v.parameters.register(stmt.slot);
      writes.after.push(`i[${base} + (${v.u32(stmt.index)} & ${v.layout.lanes - 1})] = ${v.word(stmt.value)};`);
      return;
    }
    case 'writeRelative':
      return emitWriteRelative(v, stmt, writes);
    case 'writeSgpr':
      return emitWriteSgpr(v, stmt, writes);
    case 'store':
      return emitStore(v, stmt, writes);
    case 'atomic':
      return emitAtomic(v, stmt, writes);
    case 'branch':
      return emitBranch(v, stmt, writes);
    case 'effect':
      return emitEffect(v, stmt, writes);
    case 'helper':
      return emitHelper(v, stmt, writes);
    case 'unsupported':
      writes.declare.push(`m.unsupported(${JSON.stringify(stmt.reason)});`);
      return;
  }
}

/** List for the effect of a write to `slot`: each lane for VGPRs, once for scalar registers. */
function place(v: ValueEmitter, slot: string, writes: Writes): { list: string[]; at: (dword: number) => string } {
  const base = v.parameters.register(slot);
  if (v.vector && v.operand(slot).kind === 'vgpr') {
    return { list: writes.lane, at: (dword) => `${base} + ${VGPR_WORDS * dword} + l` };
  }
  return { list: writes.after, at: (dword) => `${base} + ${dword}` };
}

const guarded = (condition: string | undefined, text: string): string =>
  condition === undefined ? text : `if (${condition}) { ${text} }`;

function emitWrite(v: ValueEmitter, stmt: StatementOf<'write'>, writes: Writes): void {
  const when = stmt.when && v.b1(stmt.when);
  const { list, at } = place(v, stmt.slot, writes);
  const { value } = stmt;
  const low = at(stmt.dword);
  const high = at(stmt.dword + 1);
  const modified = emitOutputModifiers(v, stmt.slot, value);
  if (modified !== undefined || producesNumber(value)) {
    const x = modified?.number ?? (value.ty === 'f32' ? v.f32(value) : v.f64(value));
    list.push(guarded(when, writeNumber(v, value, x, modified?.scaled ?? false, low, high)));
  } else if (value.ty === 'u64' || value.ty === 'f64') {
    const [a, b] = v.wide(value);
    list.push(guarded(when, `i[${low}] = ${a}; i[${high}] = ${b};`));
  } else {
    list.push(guarded(when, `i[${low}] = ${v.word(value)};`));
  }
}

/** Stores a float number; a NaN is the canonical one, or keeps its bits where nothing was computed. */
function writeNumber(v: ValueEmitter, value: Ex, x: string, scaled: boolean, low: string, high: string): string {
  const computed = scaled || producesNumber(value);
  if (value.ty === 'f32') {
    const nan = computed ? '0x7fc00000' : v.bits32(value);
    return `f[${low}] = ${x}; if (${x} !== ${x}) i[${low}] = ${nan};`;
  }
  const store = `i[${low}] = lowOf64(${x}); i[${high}] = si[1];`;
  if (computed) return store;
  const [a, b] = v.bits64(value);
  return `if (${x} === ${x}) { ${store} } else { i[${low}] = ${a}; i[${high}] = ${b}; }`;
}

function emitMask(v: ValueEmitter, stmt: StatementOf<'mask'>, writes: Writes): void {
  const word =
    stmt.slot === 'VCC'
      ? String(v.layout.vcc)
      : stmt.slot === 'EXEC'
        ? String(v.layout.exec)
        : v.parameters.register(stmt.slot);
  const [low, high] = [`mask${writes.declare.length}`, `mask${writes.declare.length}h`];
  writes.declare.push(`let ${low} = 0, ${high} = 0;`);
  writes.lane.push(`if (${v.b1(stmt.value)}) { if (l < 32) ${low} |= 1 << l; else ${high} |= 1 << l; }`);
  writes.after.push(`i[${word}] = ${low};${v.layout.execWords === 2 ? ` i[${word} + 1] = ${high};` : ''}`);
}

function emitExceptions(v: ValueEmitter, { value }: StatementOf<'exceptions'>, writes: Writes): void {
  writes.declare.push('let exceptions = 0;');
  writes.lane.push(`exceptions |= ${v.word(value)};`);
  writes.after.push(`i[${WORD.trapStatus}] |= exceptions;`);
}

function emitSpecial(v: ValueEmitter, stmt: StatementOf<'special'>, writes: Writes): void {
  const { value } = stmt;
  switch (stmt.name) {
    case 'SCC':
      writes.after.push(`i[${WORD.scc}] = ${v.b1(value)} ? 1 : 0;`);
      return;
    case 'M0':
      writes.after.push(`i[${v.layout.m0}] = ${v.word(value)};`);
      return;
    case 'TRAPSTS':
      writes.after.push(guarded(stmt.when && v.b1(stmt.when), `i[${WORD.trapStatus}] = ${v.word(value)};`));
      return;
    case 'MODE':
      writes.after.push(`i[${WORD.mode}] = ${v.word(value)};`);
      writes.result = RESULT.mode;
      return;
    default: {
      const word = stmt.name === 'VCC' ? v.layout.vcc : v.layout.exec;
      const [low, high] = v.wide(value);
      writes.after.push(`i[${word}] = ${low};${v.layout.execWords === 2 ? ` i[${word + 1}] = ${high};` : ''}`);
    }
  }
}

function emitWriteRelative(v: ValueEmitter, stmt: StatementOf<'writeRelative'>, writes: Writes): void {
  const vgpr = v.operand(stmt.slot).kind === 'vgpr';
  const base = v.parameters.register(stmt.slot);
  const find = vgpr ? 'relativeVgprTarget' : 'relativeSgprTarget';
  const step = vgpr ? VGPR_WORDS : 1;
  const lane = vgpr ? ' + l' : '';
  const wide = stmt.value.ty === 'u64' || stmt.value.ty === 'f64';
  const words = wide ? v.wide(stmt.value) : [v.word(stmt.value)];
  const index = v.u32(stmt.index);
  const stores = words.map((word, dword) => `i[at + ${dword * step}${lane}] = ${word};`).join(' ');
  const list = vgpr ? writes.lane : writes.after;
  list.push(`{ const at = m.${find}(w, ${base}, ${index}, ${words.length}); if (at >= 0) { ${stores} } }`);
}

function emitWriteSgpr(v: ValueEmitter, stmt: StatementOf<'writeSgpr'>, writes: Writes): void {
  const wide = stmt.value.ty === 'u64' || stmt.value.ty === 'f64';
  const words = wide ? v.wide(stmt.value) : [v.word(stmt.value)];
  const index = v.u32(stmt.index);
  const text = words.map((word, dword) => `m.writeSgpr(i, ${index} + ${dword}, ${word});`).join(' ');
  writes.after.push(guarded(stmt.when && v.b1(stmt.when), text));
}

const laneName = (v: ValueEmitter): string => (v.vector ? 'l' : '-1');
const effects = (v: ValueEmitter, writes: Writes): string[] => (v.vector ? writes.lane : writes.after);

function emitStore(v: ValueEmitter, stmt: StatementOf<'store'>, writes: Writes): void {
  const pair = v.vector ? v.pairs.ofStore(stmt) : undefined;
  if (!pair) {
    effects(v, writes).push(storeText(v, stmt));
    return;
  }
  const four = v.pairs.fourStores;
  if (stmt !== (four ?? pair)[0]) return; // stored with the first
  if (!four) {
    effects(v, writes).push(pairText(v, pair));
    return;
  }
  const words = four.map(({ value }) => v.word(value)) as unknown as Four<string>;
  const pairs = `${pairText(v, [four[0], four[1]])} ${pairText(v, [four[2], four[3]])}`;
  effects(v, writes).push(fourStoresText(v, four, words, pairs));
}

function pairText(v: ValueEmitter, pair: readonly [StoreStmt, StoreStmt]): string {
  const words = [v.word(pair[0].value), v.word(pair[1].value)] as const;
  return storesText(v, pair, words, [storeText(v, pair[0]), storeText(v, pair[1])]);
}

function storeText(v: ValueEmitter, stmt: StatementOf<'store'>): string {
  const [low, high] = v.address(stmt.address);
  const words = stmt.bits === 64 ? v.wide(stmt.value) : [v.word(stmt.value)];
  const access = `${laneName(v)}, ${low}, ${high}, ${words.join(', ')}`;
  const slow = stmt.elementStep
    ? `m.globalElementStore(w, ${stmt.bits}, ${access}, ${v.u32(stmt.elementStep)});`
    : `m.${runtimeSpace(stmt.space)}Store${stmt.bits}(w, ${access});`;
  let text = slow;
  if (stmt.bits === 32 && !v.observed) {
    const fast =
      stmt.space === 'lds'
        ? `if ((${low} & 3) === 0 && (${low} >>> 0) <= LL) mi[LB + (${low} >>> 2)] = ${words[0]}; else`
        : `if ((${low} & 3) === 0 && ${high} === HW && (pages[${low} >>> 12] & 2) !== 0) mi[${low} >>> 2] = ${words[0]}; else`;
    text = `${fast} ${slow}`;
  }
  return guarded(stmt.valid && v.b1(stmt.valid), text);
}

function emitAtomic(v: ValueEmitter, stmt: StatementOf<'atomic'>, writes: Writes): void {
  const [low, high] = v.address(stmt.address);
  const operand = (node: Ex | undefined): string => {
    if (!node) return stmt.bits === 64 ? '0n' : '0';
    if (stmt.bits === 32) return v.word(node);
    const [a, b] = v.wide(node);
    return `big(${a}, ${b})`;
  };
  const values = `${operand(stmt.data)}, ${operand(stmt.compare)}`;
  const call =
    stmt.space === 'lds'
      ? `m.ldsAtomic${stmt.bits}(w, '${stmt.fn}', ${laneName(v)}, ${low}, ${values})`
      : `m.globalAtomic${stmt.bits}('${stmt.fn}', ${laneName(v)}, ${low}, ${high}, ${values})`;
  const list = effects(v, writes);
  const returned =
    stmt.ret &&
    v.isRegister(stmt.ret.slot) &&
    (!stmt.ret.whenField || (v.instruction.fields[stmt.ret.whenField] ?? 0) !== 0);
  const zero = stmt.bits === 64 ? '0n' : '0';
  const valid = stmt.ret?.kept ? stmt.valid && v.b1(stmt.valid) : undefined;
  const old = stmt.valid && !stmt.ret?.kept ? `${v.b1(stmt.valid)} ? ${call} : ${zero}` : call;
  if (!stmt.ret || !returned) {
    list.push(guarded(stmt.valid && v.b1(stmt.valid), `${call};`));
    return;
  }
  const { at } = place(v, stmt.ret.slot, writes);
  const [first, second] = [at(stmt.ret.dword), at(stmt.ret.dword + 1)];
  if (stmt.bits === 32) list.push(guarded(valid, `i[${first}] = ${old};`));
  else {
    const words = `i[${first}] = Number(old & 0xffffffffn); i[${second}] = Number(old >> 32n);`;
    list.push(guarded(valid, `{ const old = ${old}; ${words} }`));
  }
}

function emitBranch(v: ValueEmitter, stmt: StatementOf<'branch'>, writes: Writes): void {
  const [low, high] = v.u64(stmt.target);
  const text = `m.target = ${low} >>> 0; m.targetHigh = ${high}; return ${writes.result === RESULT.mode ? RESULT.branchMode : RESULT.branch};`;
  writes.after.push(guarded(stmt.when && v.b1(stmt.when), text));
}

function emitEffect(v: ValueEmitter, stmt: StatementOf<'effect'>, writes: Writes): void {
  const args = stmt.args.map((arg) => v.word(arg));
  switch (stmt.name) {
    case 'barrier':
      writes.result = RESULT.barrier;
      return;
    case 'endpgm':
      writes.result = RESULT.end;
      return;
    case 'yield':
      writes.result = RESULT.yield;
      return;
    case 'halt':
    case 'trap':
    case 'message':
      writes.after.push(`m.${stmt.name}(${args.join(', ')});`);
      return;
    case 'gridBarrierInit':
      writes.after.push(`m.gridBarrierInit(w, ${args.join(', ')});`);
      return;
    case 'gridBarrier':
      writes.after.push(`w.awaits = m.gridBarrier(w, ${args.join(', ')});`);
      writes.result = RESULT.barrier;
      return;
    default:
  }
}

/** True if a lane is active. */
const anyLane = ({ exec, execWords }: StateLayout): string =>
  execWords === 2 ? `(i[${exec}] | i[${exec + 1}]) !== 0` : `i[${exec}] !== 0`;

/** Helpers see values of all lanes: they are gathered in the loop, the helper is called once after it. */
function emitHelper(v: ValueEmitter, stmt: StatementOf<'helper'>, writes: Writes): void {
  if (HELPERS.get(stmt.name)?.refusal) return;
  const gathered = stmt.reads.map((read, index) => `args[${index * VGPR_WORDS} + l] = ${v.word(read)};`);
  writes.declare.push('const args = m.helperArguments();');
  writes.lane.push(...gathered);
  writes.after.push(`if (${anyLane(v.layout)}) m.callHelper(w, instruction, ${JSON.stringify(stmt.name)});`);
}
