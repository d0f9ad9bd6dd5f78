// Semantics as readable pseudo-code, for the documentation and for `atoll isa`.

import { valueAt } from '../util/required.js';
import type { InstructionDef } from './define.js';
import { HELPERS } from './helpers.js';
import type { ElementStep, Ex, OpName, Stmt, Ty } from './language/expr.js';
import { childrenOf, expressionsOf } from './language/trees.js';

/** Binary operators with a sign of their own, and their binding strength. The types follow from the operands. */
const INFIX: Readonly<Partial<Record<OpName, readonly [sign: string, strength: number]>>> = {
  ...{ orB: ['or', 1], andB: ['and', 2], xorB: ['xor', 1] },
  ...{ eq: ['==', 3], eq64: ['==', 3], feq: ['==', 3], deq: ['==', 3] },
  ...{ ne: ['!=', 3], ne64: ['!=', 3], fne: ['!=', 3], dne: ['!=', 3] },
  ...{ ltU: ['<', 3], ltU64: ['<', 3], leU: ['<=', 3], leU64: ['<=', 3] },
  ...{ ltS: ['<s', 3], ltS64: ['<s', 3], leS: ['<=s', 3], leS64: ['<=s', 3] },
  ...{ flt: ['<', 3], dlt: ['<', 3], fle: ['<=', 3], dle: ['<=', 3] },
  ...{ or: ['|', 4], or64: ['|', 4], xor: ['^', 5], xor64: ['^', 5], and: ['&', 6], and64: ['&', 6] },
  ...{ shl: ['<<', 7], shl64: ['<<', 7], shrU: ['>>', 7], shrU64: ['>>', 7], shrS: ['>>s', 7], shrS64: ['>>s', 7] },
  ...{ add: ['+', 8], add64: ['+', 8], fadd: ['+', 8], dadd: ['+', 8] },
  ...{ sub: ['-', 8], sub64: ['-', 8], fsub: ['-', 8], dsub: ['-', 8] },
  ...{ mul: ['*', 9], mul64: ['*', 9], fmul: ['*', 9], dmul: ['*', 9], mulWideU: ['*', 9], mulWideS: ['*s', 9] },
};
const PREFIX: Readonly<Partial<Record<OpName, string>>> = { not: '~', not64: '~', notB: 'not ', fneg: '-', dneg: '-' };
const PREFIX_STRENGTH = 10;
const WEAKEST_BITWISE = 4;
const STRONGEST_BITWISE = 7;
const SELECTS: ReadonlySet<OpName> = new Set<OpName>(['selU32', 'selU64', 'selB', 'selF32', 'selF64']);
const SELECT_STRENGTH = 0;
/** Casts change no bits: the operand's own text is enough. */
const CASTS: ReadonlySet<OpName> = new Set<OpName>(['asF32', 'asU32', 'asF64', 'asU64', 'fromBool', 'zext64']);

/** Lines of pseudo-code: first the values that are used more than once, then the statements. */
export function pseudocode(def: InstructionDef): readonly string[] {
  return new Writer(def.semantics).lines();
}

interface PlaceOfAccess {
  readonly space: string;
  readonly bits: number;
  readonly address: Ex;
  readonly elementStep?: ElementStep;
}

class Writer {
  private readonly statements: readonly Stmt[];
  /** Names of nodes that occur more than once. */
  private readonly names = new Map<Ex, string>();
  private readonly written: string[] = [];

  constructor(statements: readonly Stmt[]) {
    this.statements = statements;
  }

  lines(): readonly string[] {
    this.nameShared();
    for (const statement of this.statements) this.written.push(this.statement(statement));
    return this.written.length > 0 ? this.written : ['no effect'];
  }

  private nameShared(): void {
    const uses = new Map<Ex, number>();
    const order: Ex[] = [];
    const walk = (ex: Ex): void => {
      const count = (uses.get(ex) ?? 0) + 1;
      uses.set(ex, count);
      if (count > 1) return;
      for (const child of childrenOf(ex)) walk(child);
      order.push(ex);
    };
    for (const statement of this.statements) for (const ex of expressionsOf(statement)) walk(ex);
    for (const ex of order) {
      if (valueAt(uses, ex, 'expression') < 2 || childrenOf(ex).length === 0) continue;
      const text = this.text(ex, SELECT_STRENGTH);
      const name = `t${this.names.size}`;
      this.written.push(`${name} = ${text}`);
      this.names.set(ex, name);
    }
  }

  private statement(statement: Stmt): string {
    const value = (ex: Ex): string => this.expression(ex, SELECT_STRENGTH);
    const guard = (when: Ex | undefined, text: string): string => (when ? `if (${value(when)}) ${text}` : text);
    switch (statement.kind) {
      case 'write':
        return guard(statement.when, `${slotText(statement.slot, statement.dword)} = ${value(statement.value)}`);
      case 'mask':
        return `${statement.slot}[lane] = ${value(statement.value)}`;
      case 'special':
        return guard(statement.when, `${statement.name} = ${value(statement.value)}`);
      case 'exceptions':
        return `TRAPSTS |= ${value(statement.value)}`;
      case 'writelane':
        return `${statement.slot}[lane ${value(statement.index)}] = ${value(statement.value)}`;
      case 'writeRelative':
        return `register(${statement.slot} + ${value(statement.index)}) = ${value(statement.value)}`;
      case 'writeSgpr':
        return guard(statement.when, `SGPR[${value(statement.index)}] = ${value(statement.value)}`);
      case 'store':
        return guard(statement.valid, `${this.place(statement)} = ${value(statement.value)}`);
      case 'atomic':
        return guard(statement.valid, this.atomic(statement));
      case 'branch':
        return guard(statement.when, `PC = ${value(statement.target)}`);
      case 'effect':
      case 'helper': {
        const refusal = statement.kind === 'helper' ? HELPERS.get(statement.name)?.refusal : undefined;
        if (refusal) return `if (${refusal.field}) unsupported: ${refusal.reason}`;
        const args = statement.kind === 'effect' ? statement.args : statement.reads;
        const results =
          statement.kind === 'helper' && statement.writes.length > 0 ? `${statement.writes.join(', ')} = ` : '';
        return `${results}${statement.name}(${args.map(value).join(', ')})`;
      }
      case 'unsupported':
        return `unsupported: ${statement.reason}`;
    }
  }

  private place({ space, bits, address, elementStep }: PlaceOfAccess): string {
    const step = elementStep ? ` step ${this.expression(elementStep, 0)}` : '';
    return `${spaceText(space)}${bits}[${this.expression(address, SELECT_STRENGTH)}${step}]`;
  }

  private atomic(statement: Extract<Stmt, { kind: 'atomic' }>): string {
    const args = [statement.data, ...(statement.compare ? [statement.compare] : [])].map((ex) =>
      this.expression(ex, 0),
    );
    const call = `atomic_${statement.fn}(${[this.place(statement), ...args].join(', ')})`;
    if (!statement.ret) return call;
    const condition = statement.ret.whenField ? `if ${statement.ret.whenField}: ` : '';
    return `${condition}${slotText(statement.ret.slot, statement.ret.dword)} = ${call}`;
  }

  private expression(ex: Ex, strength: number): string {
    return this.names.get(ex) ?? this.text(ex, strength);
  }

  private text(ex: Ex, strength: number): string {
    switch (ex.kind) {
      case 'const':
        return constantText(ex.ty, ex.bits);
      case 'src':
        return ex.ty === 'b1'
          ? `${ex.slot}[lane]`
          : `${slotText(ex.slot, ex.dword)}${ex.half ? '.f16' : ex.ty === 'u32' ? '' : `.${ex.ty}`}`;
      case 'field':
        return ex.signed ? `signed(${ex.field})` : ex.field;
      case 'special':
        return SPECIAL_TEXT[ex.name] ?? ex.name;
      case 'lane':
        return `${ex.slot}[lane ${this.expression(ex.index, 0)}]`;
      case 'relative':
        return `register(${ex.slot} + ${this.expression(ex.index, 0)})`;
      case 'sgpr':
        return `SGPR[${this.expression(ex.index, 0)}]`;
      case 'load': {
        const text = this.place(ex);
        return ex.valid
          ? parenthesised(`${this.expression(ex.valid, 1)} ? ${text} : 0`, SELECT_STRENGTH, strength)
          : text;
      }
      case 'call':
        return `${ex.name}(${ex.args.map((arg) => this.expression(arg, 0)).join(', ')})`;
      case 'op':
        return this.operator(ex, strength);
    }
  }

  /** Bit operations inside of other operators are put in parentheses: languages disagree on what binds tighter. */
  private infixArgument(ex: Ex, sign: string, strength: number): string {
    const inner = ex.kind === 'op' ? INFIX[ex.op] : undefined;
    const bitwise = inner !== undefined && inner[1] >= WEAKEST_BITWISE && inner[1] <= STRONGEST_BITWISE;
    return this.expression(ex, bitwise && inner[0] !== sign ? PREFIX_STRENGTH : strength);
  }

  private operator(ex: Extract<Ex, { kind: 'op' }>, strength: number): string {
    const [a, b, c] = ex.args;
    const infix = INFIX[ex.op];
    if (infix) {
      const [sign, own] = infix;
      const text = `${this.infixArgument(a, sign, own)} ${sign} ${this.infixArgument(b, sign, own + 1)}`;
      return parenthesised(text, own, strength);
    }
    const prefix = PREFIX[ex.op];
    if (prefix) return parenthesised(`${prefix}${this.expression(a, PREFIX_STRENGTH)}`, PREFIX_STRENGTH, strength);
    if (CASTS.has(ex.op)) return this.expression(a, strength);
    if (SELECTS.has(ex.op)) {
      const text = `${this.expression(a, 1)} ? ${this.expression(b, 1)} : ${this.expression(c, 0)}`;
      return parenthesised(text, SELECT_STRENGTH, strength);
    }
    return `${ex.op}(${ex.args.map((arg) => this.expression(arg, 0)).join(', ')})`;
  }
}

/** Spaces of memory go by their names, but that of the lanes' addresses. */
const spaceText = (space: string): string => (space === 'global' ? 'MEM' : space.toUpperCase());
const SPECIAL_TEXT: Readonly<Record<string, string>> = { VCCLANE: 'VCC[lane]', EXECLANE: 'EXEC[lane]', LANE: 'lane' };

const slotText = (slot: string, dword: number): string => (dword === 0 ? slot : `${slot}[${dword}]`);

const parenthesised = (text: string, own: number, outer: number): string => (own < outer ? `(${text})` : text);

const view = new DataView(new ArrayBuffer(8));

function constantText(ty: Ty, bits: number | bigint): string {
  if (ty === 'b1') return bits ? 'true' : 'false';
  if (ty === 'f32') {
    view.setUint32(0, Number(bits));
    return floatText(view.getFloat32(0));
  }
  if (ty === 'f64') {
    view.setBigUint64(0, BigInt(bits));
    return floatText(view.getFloat64(0));
  }
  const value = BigInt(bits);
  return value < 256n ? String(value) : `0x${value.toString(16)}`;
}

const floatText = (value: number): string => (Number.isInteger(value) ? `${value}.0` : String(value));
