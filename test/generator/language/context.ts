// State that generators of expressions and statements share: the random numbers, the names in scope, how much may still
// be made.

import type { Random } from '../../emulator/random.js';
import type { Expression, Magnitude, Statement } from './tree.js';
import { componentBytes, isReal, type Scalar, sameType, type Type, type Width } from './types.js';

export interface Variable {
  readonly name: string;
  readonly type: Type;
  readonly writable: boolean;
}

/** Elements that expressions read by a computed index: an array, a table, a part of memory that is not written. */
export interface Indexed {
  readonly name: string;
  readonly type: Type;
  /** A power of two. */
  readonly length: number;
  /** Text behind the index: a member of a structure. */
  readonly member?: string;
  /** True if statements may write elements, each work-item its own. */
  readonly writable: boolean;
  /** Rows of a two-dimensional array, a power of two. */
  readonly rows?: number;
}

/** A function that expressions may call. */
export interface Callable {
  readonly name: string;
  readonly result: Type;
  readonly parameters: readonly Type[];
  /** It may request work-groups: see `Context.mayCall`. */
  readonly queriesGroups: boolean;
}

/** Names that are visible at a place. */
export interface Scope {
  readonly variables: Variable[];
  readonly arrays: Indexed[];
  /** All work-items of a work-group are here together, and as often: barriers are allowed. */
  readonly uniform: boolean;
  /** Loops around this place, in this function. */
  readonly loops: number;
  /** `break` and `continue` are allowed. */
  readonly inLoop: boolean;
  readonly depth: number;
}

/** Contents of real variables: float, double. Other values are replaced before they are stored. */
const VARIABLE: Readonly<Record<'float' | 'double', Magnitude>> = {
  float: { low: -64, high: 40 },
  double: { low: -360, high: 300 },
};
/** No value within it overflows or is denormal: the device flushes denormals of float, others do not. */
const ALLOWED: Readonly<Record<'float' | 'double', Magnitude>> = {
  float: { low: -120, high: 120 },
  double: { low: -1000, high: 1000 },
};
export const variableMagnitude = ({ scalar }: Type): Magnitude => VARIABLE[scalar as 'float'];
export const withinMagnitude = (inner: Magnitude, outer: Magnitude): boolean =>
  inner.low >= outer.low && inner.high <= outer.high;
export const isAllowed = ({ scalar }: Type, magnitude: Magnitude): boolean =>
  withinMagnitude(magnitude, ALLOWED[scalar as 'float']);

/** A function that statements call: it gets a pointer, or structures, and one value more. */
export interface PassingFunction {
  readonly name: string;
  readonly kind: 'variable' | 'array' | 'global' | 'local' | 'struct';
  /** Target of the pointer. */
  readonly type: Type;
  readonly other: Type;
  readonly result: Type;
  readonly struct?: StructType;
  readonly resultStruct?: StructType;
  readonly queriesGroups: boolean;
}

/** Names that a program declares before its kernels. */
export interface ProgramNames {
  readonly functions: Callable[];
  readonly passing: PassingFunction[];
  readonly tables: Indexed[];
  readonly structs: StructType[];
  readonly kernels: CalledKernel[];
  /** Real types whose values are put right. */
  readonly cleaned: Map<string, Type>;
}

/** A kernel that others may call: values of these types, and where its result goes. */
export interface CalledKernel {
  readonly name: string;
  readonly parameters: readonly [Type, Type];
}

export interface StructType {
  readonly name: string;
  readonly members: readonly { readonly name: string; readonly type: Type; readonly length?: number }[];
}

/** An image that a kernel reads: four channels of this type. */
export interface ImageNames {
  readonly name: string;
  readonly channel: Scalar;
  readonly width: number;
  readonly height: number;
}

/** Names that statements of a kernel may use, and those of a function may not. */
export interface KernelNames {
  /** A place in LDS for elements of the input `bits`. */
  readonly copied: { readonly name: string; readonly type: Type };
  /** The elements of the input of special values. */
  readonly wild: Type;
  readonly image?: ImageNames | undefined;
  readonly locals: readonly { readonly name: string; readonly type: Type }[];
  readonly sums: readonly { readonly name: string; readonly type: Type }[];
  readonly bins: readonly { readonly name: string; readonly type: Type }[];
}

export interface Makers {
  expression(context: Context, type: Type, depth: number): Expression;
  statement(context: Context): Statement;
}

export class Context {
  scope: Scope;
  private names = 0;

  /** In a kernel: data that its work-items share. */
  kernel: KernelNames | undefined;

  /** @param effort budget of operations: about the number of wave-instructions they become */
  constructor(
    readonly random: Random,
    readonly program: ProgramNames,
    private readonly makers: Makers,
    public effort: number,
    uniform: boolean,
    /** Expressions may request work-groups and places in them. */
    readonly queriesGroups = true,
  ) {
    this.scope = { variables: [], arrays: [...program.tables], uniform, loops: 0, inLoop: false, depth: 0 };
  }

  name(prefix: string): string {
    return `${prefix}${this.names++}`;
  }

  expression(type: Type, depth = 2): Expression {
    return this.makers.expression(this, type, depth);
  }

  statement(): Statement {
    return this.makers.statement(this);
  }

  /** Makes statements in a scope inside of this one. */
  nested(change: Partial<Scope>, make: () => Statement[]): Statement[] {
    const outer = this.scope;
    const copy = { variables: [...outer.variables], arrays: [...outer.arrays], depth: outer.depth + 1 };
    this.scope = { ...outer, ...copy, ...change };
    const statements = make();
    this.scope = outer;
    return statements;
  }

  statements(count: number): Statement[] {
    return Array.from({ length: count }, () => this.statement());
  }

  /** True if an operation over so many components may be made; takes it from the effort. */
  afford(type: Type, factor = 1): boolean {
    const cost = type.width * (componentBytes(type) === 8 ? 2 : 1) * factor;
    if (cost > this.effort / 4) return false;
    this.effort -= cost;
    return true;
  }

  /** Without a defined work-group size no function may query it either. */
  mayCall({ queriesGroups }: { readonly queriesGroups: boolean }): boolean {
    return this.queriesGroups || !queriesGroups;
  }

  variablesOf(type: Type, writable = false): readonly Variable[] {
    return this.scope.variables.filter((one) => sameType(one.type, type) && (one.writable || !writable));
  }

  declare(name: string, type: Type, writable = true): void {
    this.scope.variables.push({ name, type, writable });
  }
}

/** Components of a part of a vector. */
export const NARROWER: readonly Width[] = [1, 2, 3, 4, 8];
export const magnitudeOf = (expression: Expression): Magnitude =>
  expression.magnitude ?? (isReal(expression.type) ? variableMagnitude(expression.type) : { low: 0, high: 64 });
