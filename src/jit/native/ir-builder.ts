// Text of LLVM's intermediate representation. Source: LLVM Language Reference Manual.

import { required } from '../../util/required.js';

/** Instructions of one function. */
export class IrBuilder {
  private readonly lines: string[] = [];
  private readonly places: string[] = [];
  private temporaries = 0;
  private labels = 0;

  /** @param declarations of intrinsics that the module needs, which this adds to */
  constructor(private readonly declarations: Set<string>) {}

  /** An instruction with a result. @returns the result's name */
  value(instruction: string): string {
    const name = `%t${this.temporaries++}`;
    this.lines.push(`  ${name} = ${instruction}`);
    return name;
  }
  /** An instruction without one. */
  effect(instruction: string): void {
    this.lines.push(`  ${instruction}`);
  }
  /** A place on the stack, for the whole function. @returns its address */
  place(type: string, name = `%s${this.places.length}`): string {
    this.places.push(`  ${name} = alloca ${type}`);
    return name;
  }
  label(): string {
    return `b${this.labels++}`;
  }
  get body(): string {
    return [...this.places, ...this.lines].join('\n');
  }
  /** Begins a basic block. */
  begin(label: string): void {
    this.lines.push(`${label}:`);
  }

  /** Calls an intrinsic. @param args types and values */
  intrinsic(name: string, result: string, args: readonly (readonly [string, string])[]): string {
    this.declarations.add(`declare ${result} @${name}(${args.map(([type]) => type).join(', ')})`);
    const call = `call ${result} @${name}(${args.map((arg) => arg.join(' ')).join(', ')})`;
    if (result !== 'void') return this.value(call);
    this.effect(call);
    return '';
  }
}

/**
 * Vectors of 128 bits as the module has them, or of several such vectors side by side. They are `<n x i32>` between
 * operations.
 */
export class Vectors {
  readonly type: string;

  /** @param count 128-bit vectors in each */
  constructor(
    readonly ir: IrBuilder,
    readonly count: number,
  ) {
    this.type = this.of('i32');
  }

  /** Elements of a type in a vector. */
  elements(element: Element): number {
    return (128 / BITS[element]) * this.count;
  }
  of(element: Element): string {
    return `<${this.elements(element)} x ${element}>`;
  }
  as(element: Element, value: string): string {
    return element === 'i32' ? value : this.ir.value(`bitcast ${this.type} ${value} to ${this.of(element)}`);
  }
  back(element: Element, value: string): string {
    return element === 'i32' ? value : this.ir.value(`bitcast ${this.of(element)} ${value} to ${this.type}`);
  }
  /** The same element everywhere. */
  constant(element: Element, value: number): string {
    return `<${Array.from({ length: this.elements(element) }, () => `${element} ${value}`).join(', ')}>`;
  }

  /** A scalar in all elements. */
  same(element: Element, scalar: string): string {
    const type = this.of(element);
    const one = this.ir.value(`insertelement ${type} undef, ${element} ${scalar}, i32 0`);
    return this.ir.value(
      `shufflevector ${type} ${one}, ${type} undef, <${this.elements(element)} x i32> zeroinitializer`,
    );
  }

  binary(op: string, element: Element, a: string, b: string): string {
    const [left, right] = [this.as(element, a), this.as(element, b)];
    return this.back(element, this.ir.value(`${op} ${this.of(element)} ${left}, ${right}`));
  }
  /** 0 or -1 in each element. */
  compare(op: string, element: Element, a: string, b: string): string {
    const [left, right] = [this.as(element, a), this.as(element, b)];
    return this.truth(element, this.ir.value(`${op} ${this.of(element)} ${left}, ${right}`));
  }
  private truth(element: Element, bits: string): string {
    const integers = INTEGERS[element];
    const count = this.elements(element);
    return this.back(integers, this.ir.value(`sext <${count} x i1> ${bits} to ${this.of(integers)}`));
  }
  /** Calls an intrinsic whose operands and result have one type. */
  intrinsic(name: string, element: Element, ...operands: readonly string[]): string {
    const type = this.of(element);
    const args = operands.map((operand) => [type, this.as(element, operand)] as const);
    const suffix = `v${this.elements(element)}${SUFFIX[element]}`;
    return this.back(element, this.ir.intrinsic(`llvm.${name}.${suffix}`, type, args));
  }

  /** In each 128-bit vector, the elements at these positions, as a vector of them alone. */
  pick(
    element: Element,
    value: string,
    positions: readonly number[],
  ): { readonly type: string; readonly value: string } {
    const each = 128 / BITS[element];
    const mask = Array.from({ length: this.count }, (_, part) =>
      positions.map((at) => `i32 ${at + part * each}`),
    ).flat();
    const type = `<${mask.length} x ${element}>`;
    const operand = this.as(element, value);
    const picked = this.ir.value(
      `shufflevector ${this.of(element)} ${operand}, ${this.of(element)} undef, <${mask.length} x i32> <${mask.join(', ')}>`,
    );
    return { type, value: picked };
  }
  /** Elements of the low half of each 128-bit vector, or of the high one, converted to twice their size. */
  widen(op: string, from: Element, to: Element, value: string, half: 0 | 1): string {
    const positions = Array.from({ length: 64 / BITS[from] }, (_, n) => n + (half * 64) / BITS[from]);
    const picked = this.pick(from, value, positions);
    return this.back(to, this.ir.value(`${op} ${picked.type} ${picked.value} to ${this.of(to)}`));
  }
  /**
   * A vector of half as many elements, converted already, becomes the low half of each 128-bit vector; the rest is 0.
   */
  narrowed(element: Element, type: string, value: string): string {
    const half = 64 / BITS[element];
    const all = half * this.count;
    const mask = Array.from({ length: this.count }, (_, part) => [
      ...Array.from({ length: half }, (__, n) => `i32 ${part * half + n}`),
      ...Array.from({ length: half }, () => `i32 ${all}`),
    ]).flat();
    return this.back(
      element,
      this.ir.value(
        `shufflevector ${type} ${value}, ${type} zeroinitializer, <${mask.length} x i32> <${mask.join(', ')}>`,
      ),
    );
  }

  /** Bytes picked from two vectors, 128 bits at a time. */
  shuffle(a: string, b: string, bytes: readonly number[]): string {
    const dwords = bytes.every(
      (byte, at) => byte % 4 === at % 4 && byte - (at % 4) === required(bytes[at - (at % 4)], 'byte of the shuffle'),
    );
    const [element, positions]: [Element, readonly number[]] = dwords
      ? ['i32', [0, 4, 8, 12].map((at) => required(bytes[at], 'byte of the shuffle') / 4)]
      : ['i8', bytes];
    const each = positions.length;
    const all = each * this.count;
    const mask = Array.from({ length: this.count }, (_, part) =>
      positions.map((at) => `i32 ${at < each ? at + part * each : at - each + part * each + all}`),
    ).flat();
    const [left, right] = [this.as(element, a), this.as(element, b)];
    const type = this.of(element);
    return this.back(
      element,
      this.ir.value(`shufflevector ${type} ${left}, ${type} ${right}, <${all} x i32> <${mask.join(', ')}>`),
    );
  }

  /** The 128-bit vectors one by one. */
  split(value: string): readonly string[] {
    if (this.count === 1) return [value];
    return Array.from({ length: this.count }, (_, part) => {
      const mask = [0, 1, 2, 3].map((n) => `i32 ${part * 4 + n}`).join(', ');
      return this.ir.value(`shufflevector ${this.type} ${value}, ${this.type} undef, <4 x i32> <${mask}>`);
    });
  }
  join(parts: readonly string[]): string {
    let [joined, count] = [[...parts], 4];
    while (joined.length > 1) {
      const mask = Array.from({ length: 2 * count }, (_, n) => `i32 ${n}`).join(', ');
      const type = `<${count} x i32>`;
      const pairs: string[] = [];
      for (let n = 0; n < joined.length; n += 2) {
        pairs.push(
          this.ir.value(`shufflevector ${type} ${joined[n]}, ${type} ${joined[n + 1]}, <${2 * count} x i32> <${mask}>`),
        );
      }
      [joined, count] = [pairs, 2 * count];
    }
    return required(joined[0], 'value');
  }
}

export type Element = 'i8' | 'i16' | 'i32' | 'i64' | 'float' | 'double';
const BITS: Readonly<Record<Element, number>> = { i8: 8, i16: 16, i32: 32, i64: 64, float: 32, double: 64 };
const INTEGERS: Readonly<Record<Element, Element>> = {
  i8: 'i8',
  i16: 'i16',
  i32: 'i32',
  i64: 'i64',
  float: 'i32',
  double: 'i64',
};
const SUFFIX: Readonly<Record<Element, string>> = {
  i8: 'i8',
  i16: 'i16',
  i32: 'i32',
  i64: 'i64',
  float: 'f32',
  double: 'f64',
};
