// Operations on addresses of variables, as expressions of LLVM.

import type { TypedConstant } from './constant-folding.js';
import { type ConstantValue, constantText, NULL, textValue } from './constant-values.js';
import { irType, memoryType, type PointerShape, type TypeShape } from './type-shapes.js';
import type { SpirvTypes } from './types.js';

interface AddressContext {
  readonly types: SpirvTypes;
  readonly offset: number;
}

const CHAINS: Readonly<Record<string, { readonly isInbounds: boolean; readonly hasElement: boolean }>> = {
  AccessChain: { isInbounds: false, hasElement: false },
  InBoundsAccessChain: { isInbounds: true, hasElement: false },
  PtrAccessChain: { isInbounds: false, hasElement: true },
  InBoundsPtrAccessChain: { isInbounds: true, hasElement: true },
};
const CASTS: readonly string[] = ['PtrCastToGeneric', 'GenericCastToPtr'];

const integerOf = ({ type, value }: TypedConstant): bigint | undefined => {
  if (type.kind !== 'int') return undefined;
  return value.kind === 'null' ? 0n : value.kind === 'bits' ? BigInt.asIntN(type.width, value.bits) : undefined;
};

function chain(
  name: string,
  operands: readonly TypedConstant[],
  { types, offset }: AddressContext,
): string | undefined {
  const rule = Object.hasOwn(CHAINS, name) ? CHAINS[name] : undefined;
  const [base, ...rest] = operands;
  if (!rule || base?.type.kind !== 'pointer') return undefined;
  const indices = rest.map(integerOf);
  if (indices.some((index) => index === undefined)) return undefined;
  const all = rule.hasElement ? indices : [0n, ...indices];
  const text = constantText(base.type, base.value);
  if (all.every((index) => index === 0n)) return text;
  const pointee = types.pointee(base.type, offset);
  if (!isPath(pointee, all.slice(1))) return undefined;
  const words = all.map((index, n) =>
    n === 0 ? `i64 ${index}` : `${isStructAt(pointee, all.slice(1, n)) ? 'i32' : 'i64'} ${index}`,
  );
  const inbounds = rule.isInbounds ? 'inbounds ' : '';
  return `getelementptr ${inbounds}(${memoryType(pointee)}, ${irType(base.type)} ${text}, ${words.join(', ')})`;
}

type Path = readonly (bigint | undefined)[];

function stepInto(type: TypeShape | undefined, index: bigint | undefined): TypeShape | undefined {
  if (type?.kind === 'struct') return type.members[Number(index)];
  return type?.kind === 'array' || type?.kind === 'vector' ? type.element : undefined;
}

const typeAt = (type: TypeShape, path: Path): TypeShape | undefined =>
  path.reduce<TypeShape | undefined>(stepInto, type);
const isPath = (type: TypeShape, path: Path): boolean => typeAt(type, path) !== undefined;
const isStructAt = (type: TypeShape, path: Path): boolean => typeAt(type, path)?.kind === 'struct';

function converted(name: string, type: PointerShape, [source]: readonly TypedConstant[]): string | undefined {
  if (!source) return undefined;
  const text = constantText(source.type, source.value);
  const cast = (operation: string): string => `${operation} (${irType(source.type)} ${text} to ${irType(type)})`;
  if (source.type.kind === 'pointer') {
    if (name === 'Bitcast' && source.type.space === type.space) return text;
    return CASTS.includes(name) ? cast('addrspacecast') : undefined;
  }
  return name === 'ConvertUToPtr' && source.type.kind === 'int' ? cast('inttoptr') : undefined;
}

/** Undefined for other operations. */
export function constantAddress(
  name: string,
  type: TypeShape,
  operands: readonly TypedConstant[],
  context: AddressContext,
): ConstantValue | undefined {
  const [source] = operands;
  if (name === 'ConvertPtrToU' && type.kind === 'int' && source?.type.kind === 'pointer')
    return textValue(`ptrtoint (${irType(source.type)} ${constantText(source.type, source.value)} to ${irType(type)})`);
  if (name === 'Bitcast' && type.kind !== 'pointer' && source?.value.kind === 'null') return NULL;
  if (type.kind !== 'pointer') return undefined;
  const text = chain(name, operands, context) ?? converted(name, type, operands);
  return text === undefined ? undefined : textValue(text);
}
