// The linear values of one instruction of a linear run: what lane 0 has, computed before the loop, and the conditions
// under which the other lanes follow from it.

import type { Instruction } from '../../isa/instruction.js';
import type { Ex } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';
import { unmasked } from '../memory/places.js';
import { SCALAR_OPERATORS } from '../scalar/operators.js';
import type { ScalarValues } from '../scalar/values.js';
import type { Local } from '../wasm/function-builder.js';
import { type Check, Forms } from './forms.js';
import type { LinearCondition, LinearRun, LinearValue } from './run.js';

const isWide = (node: Ex): boolean => node.ty === 'u64';

export class LinearValues {
  private readonly forms: Forms;
  private readonly conditions = new Map<Check, readonly LinearCondition[]>();

  constructor(
    private readonly run: LinearRun,
    instruction: Instruction,
    /** Values of lane 0. */
    private readonly first: ScalarValues,
  ) {
    this.forms = new Forms(instruction, run);
  }

  of(node: Ex): LinearValue | undefined {
    const form = this.forms.of(node);
    if (!form) return undefined;
    const checks = [...form.checks];
    // Leaves that scalar code does not know come first.
    for (const check of checks) this.provide(check);
    const first = this.local(node);
    return { first, step: form.step, conditions: checks.flatMap((check) => this.conditionsOf(check)) };
  }

  /**
   * The same of an address at which all lanes access memory. The bits that a mask leaves then need no test that they
   * grow evenly: where the first and the last place lie in memory, which is checked, nothing is carried to where the
   * mask ends.
   */
  ofAddress(node: Ex): LinearValue | undefined {
    const value = this.of(node);
    const sum = value && unmasked(node);
    return sum ? { ...value, conditions: required(this.of(sum), 'form of the sum').conditions } : value;
  }

  /** The VGPR of which a node has the sign in all bits. */
  signedRegister(node: Ex): number | undefined {
    return this.forms.signedRegister(node);
  }

  /** The words of a linear value of 64 bits. */
  halves(node: Ex, { first, step, conditions }: LinearValue): readonly [LinearValue, LinearValue] {
    const { b } = this.run;
    const [low, high] = [b.local('i32'), b.local('i32')];
    b.into(this.run.before, () => {
      b.get(first).op('i32.wrap_i64').set(low);
      b.get(first).i64(32n).op('i64.shr_u').op('i32.wrap_i64').set(high);
    });
    const upper = step === 0 ? [] : this.conditionsOf({ kind: 'upper', node, step });
    return [
      { first: low, step, conditions },
      { first: high, step: 0, conditions: [...conditions, ...upper] },
    ];
  }

  private local(node: Ex): Local {
    let local!: Local;
    this.run.b.into(this.run.before, () => {
      local = this.first.local(node);
    });
    return local;
  }

  private provide(check: Check): void {
    if (check.kind === 'lanes') this.first.provide(check.node, this.run.maskValue(check.mask).first);
    else if (check.kind === 'only') this.first.provide(check.node, this.local(check.chosen));
    else if (check.kind === 'load') {
      const address = required(this.of(check.node.address), 'form of the address');
      this.run.require(address.conditions);
      if (check.node.valid) this.requireTruth(check.node.valid);
      this.first.provide(check.node, this.run.linear.loadOne(check.node, address));
    }
  }

  /** The run relies on a truth value that all lanes share. @returns whether that is possible */
  requireTruth(node: Ex): boolean {
    const value = this.of(node);
    if (value?.step !== 0) return false;
    this.run.require(value.conditions);
    this.run.require(this.conditionsOf({ kind: 'truth', node, value: true }));
    return true;
  }

  private conditionsOf(check: Check): readonly LinearCondition[] {
    let conditions = this.conditions.get(check);
    if (!conditions) this.conditions.set(check, (conditions = this.make(check)));
    return conditions;
  }

  private make(check: Check): readonly LinearCondition[] {
    if (check.kind === 'register')
      return required(this.run.linearOf(check.register), 'form of the register').conditions;
    if (check.kind === 'lanes') return this.run.maskValue(check.mask).conditions;
    if (check.kind === 'pair') return required(this.run.pairOf(check.register), 'form of the pair').conditions;
    if (check.kind === 'load' || check.kind === 'only') return [];
    return [{ push: this.pusher(check) }];
  }

  /** Its locals are set now, its code is emitted when something relies on it. */
  private pusher(check: Exclude<Check, { kind: 'register' | 'pair' | 'lanes' | 'load' | 'only' }>): () => void {
    const { b } = this.run;
    const local = this.local(check.node);
    const wide = isWide(check.node);
    switch (check.kind) {
      case 'range': {
        const [from, to] = check.step > 0 ? [false, true] : [true, false];
        const order = check.signed ? (wide ? 'i64.le_s' : 'i32.le_s') : wide ? 'i64.le_u' : 'i32.le_u';
        return () => {
          this.push(local, wide, check.step, from);
          this.push(local, wide, check.step, to);
          b.op(order);
        };
      }
      case 'upper':
        return () => {
          for (const last of [false, true]) this.push(local, true, check.step, last).i64(32n).op('i64.shr_u');
          b.op('i64.eq');
        };
      case 'disjoint':
        return this.disjoint(check, local, wide);
      case 'ones':
        return () => {
          b.get(local).get(local);
          if (wide) b.i64(1n).op('i64.add').op('i64.and').op('i64.eqz');
          else b.i32(1).op('i32.add').op('i32.and').op('i32.eqz');
        };
      case 'truth':
        return () => {
          b.get(local);
          if (!check.value) b.op('i32.eqz');
        };
      case 'ends':
        return this.ends(check, local);
    }
  }

  /**
   * All lanes have the bits of the first one above the highest bit in which the last one differs, and below the step's
   * lowest one.
   */
  private disjoint({ step, other }: Extract<Check, { kind: 'disjoint' }>, local: Local, wide: boolean): () => void {
    const { b } = this.run;
    const rest = this.local(other);
    return () => {
      const type = wide ? 'i64' : 'i32';
      const number = (value: number): void => void (wide ? b.i64(BigInt(value)) : b.i32(value));
      number(-1);
      this.push(local, wide, step, true).get(local).op(`${type}.xor`).op(`${type}.clz`).op(`${type}.shr_u`);
      number(-(step & -step));
      b.op(`${type}.and`).get(local).op(`${type}.or`).get(rest).op(`${type}.and`).op(`${type}.eqz`);
    };
  }

  private ends({ node, step, steps }: Extract<Check, { kind: 'ends' }>, local: Local): () => void {
    const { b } = this.run;
    const locals = node.args.map((arg) => this.local(arg));
    const operand = (arg: Ex) => {
      const index = node.args.indexOf(arg);
      return this.push(
        required(locals[index], 'local of the operand'),
        isWide(arg),
        required(steps[index], 'step of the operand'),
        true,
      );
    };
    return () => {
      required(SCALAR_OPERATORS[node.op], 'operator')({ b, word: operand, wide: operand }, node.args);
      this.push(local, isWide(node), step, true).op(isWide(node) ? 'i64.eq' : 'i32.eq');
    };
  }

  /** Pushes what the first or the last lane has. */
  private push(first: Local, wide: boolean, step: number, last: boolean) {
    const { b } = this.run;
    b.get(first);
    if (!last || step === 0) return b;
    const distance = (this.run.lanes - 1) * step;
    return wide ? b.i64(BigInt(distance)).op('i64.add') : b.i32(distance).op('i32.add');
  }
}
