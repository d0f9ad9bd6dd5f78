// Types of a SPIR-V module as values.

export interface IntegerShape {
  readonly kind: 'int';
  readonly width: number;
}
export interface FloatShape {
  readonly kind: 'float';
  readonly width: number;
}
export interface VectorTypeShape {
  readonly kind: 'vector';
  readonly element: ScalarShape;
  readonly count: number;
}
export interface ArrayShape {
  readonly kind: 'array';
  readonly element: TypeShape;
  readonly count: number;
}
export interface StructShape {
  readonly kind: 'struct';
  readonly id: number;
  readonly name: string;
  readonly isPacked: boolean;
  readonly members: readonly TypeShape[];
}
export interface PointerShape {
  readonly kind: 'pointer';
  /** LLVM's address space. */
  readonly space: number;
  readonly storage: string;
  /** The id of the type behind it: such types may contain themselves. */
  readonly pointee: number;
}
export interface ImageTypeShape {
  readonly kind: 'image';
  /** `image2d_array`. */
  readonly name: string;
  readonly access: 'ro' | 'wo' | 'rw';
}
export interface FunctionShape {
  readonly kind: 'function';
  readonly result: TypeShape;
  readonly parameters: readonly TypeShape[];
}
interface BoolShape {
  readonly kind: 'bool';
}
interface PlainShape {
  readonly kind: 'void' | 'sampler' | 'event' | 'opaque';
}
interface SampledImageShape {
  readonly kind: 'sampledImage';
  readonly image: ImageTypeShape;
}

export type ScalarShape = IntegerShape | FloatShape | BoolShape;
export type TypeShape =
  | IntegerShape
  | FloatShape
  | VectorTypeShape
  | ArrayShape
  | StructShape
  | PointerShape
  | ImageTypeShape
  | FunctionShape
  | SampledImageShape
  | BoolShape
  | PlainShape;

export const BOOL: ScalarShape = { kind: 'bool' };
export const integer = (width: number): IntegerShape => ({ kind: 'int', width });

export const elementOf = (type: TypeShape): TypeShape => (type.kind === 'vector' ? type.element : type);
/** Elements of a vector; 1 of other types. */
export const countOf = (type: TypeShape): number => (type.kind === 'vector' ? type.count : 1);

export const isScalar = (type: TypeShape): type is ScalarShape =>
  type.kind === 'int' || type.kind === 'float' || type.kind === 'bool';
export const isAggregate = (type: TypeShape): type is ArrayShape | StructShape =>
  type.kind === 'array' || type.kind === 'struct';

/** A type with another element, of as many elements. */
export const withElement = (type: TypeShape, element: ScalarShape): TypeShape =>
  type.kind === 'vector' ? { kind: 'vector', element, count: type.count } : element;

const FLOATS: Readonly<Record<number, string>> = { 16: 'half', 32: 'float', 64: 'double' };
export const POINTER_BITS = 64;
const NARROW_SPACES: readonly number[] = [3, 5];

/** The type of a value in a register. */
export function irType(type: TypeShape): string {
  switch (type.kind) {
    case 'void':
      return 'void';
    case 'bool':
      return 'i1';
    case 'int':
      return `i${type.width}`;
    case 'float':
      return FLOATS[type.width] ?? 'float';
    case 'vector':
      return `<${type.count} x ${irType(type.element)}>`;
    case 'array':
      return `[${type.count} x ${memoryType(type.element)}]`;
    case 'struct':
      return type.name;
    case 'pointer':
      return type.space === 0 ? 'ptr' : `ptr addrspace(${type.space})`;
    case 'event':
      return 'ptr addrspace(5)';
    default:
      return 'ptr addrspace(4)';
  }
}

/** Pointers of 32 bits have in memory the 64 bits of SPIR-V's physical addressing: offsets in modules rely on it. */
export const isWidened = (type: TypeShape): boolean => type.kind === 'pointer' && NARROW_SPACES.includes(type.space);

/** The type of a value in memory and in aggregates. */
export const memoryType = (type: TypeShape): string => (isWidened(type) ? `i${POINTER_BITS}` : irType(type));

export const isSameType = (one: TypeShape, other: TypeShape): boolean =>
  one === other || (one.kind === other.kind && irType(one) === irType(other));
