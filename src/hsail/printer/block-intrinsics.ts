// Functions of whole vectors, and of blocks of memory.

import { BIT_INTRINSICS } from './bit-intrinsics.js';
import { floatOperation } from './floats.js';
import type { IntrinsicRule } from './intrinsic-rule.js';
import type { KernelScope } from './kernel-scope.js';
import { loadParts, storeParts } from './memory.js';
import { constantPart, containerBits, intType, type PlacedPart, type ValuePart } from './parts.js';

const MAX_ACCESSES = 256;
const MAX_BYTES = 8;

/** The alignment in an argument's attributes. */
const alignmentIn = (argument: string): number => Number(/ align (\d+)/.exec(argument)?.[1] ?? 1);

/** Accesses of a block of bytes, each as wide as the alignment permits. */
function blockParts(scope: KernelScope, size: bigint | undefined, alignment: number): readonly PlacedPart[] {
  if (size === undefined) return scope.refuse('a copy whose size is known only when it runs');
  const parts: PlacedPart[] = [];
  for (let offset = 0; offset < Number(size); ) {
    let bytes = Math.min(MAX_BYTES, alignment);
    while (offset + bytes > Number(size)) bytes /= 2;
    parts.push({ type: intType(8 * bytes), offset, size: bytes });
    offset += bytes;
    if (parts.length > MAX_ACCESSES) return scope.refuse(`a copy of ${size} bytes`);
  }
  return parts;
}

const copyBlock: IntrinsicRule = ({ scope, sources, call }) => {
  const [target, source, size] = sources.map(([part]) => part!);
  const alignment = Math.min(alignmentIn(call.arguments[0]!), alignmentIn(call.arguments[1]!));
  const parts = blockParts(scope, scope.constant(size!), alignment);
  const values = loadParts(scope, { pointer: source!, parts, alignment, isVolatile: false });
  storeParts(scope, { pointer: target!, parts, alignment, isVolatile: false }, values);
  return [];
};

const fillBlock: IntrinsicRule = ({ scope, sources, call }) => {
  const [target, byte, size] = sources.map(([part]) => part!);
  const value = scope.constant(byte!);
  if (value === undefined) return scope.refuse('a block filled with what is known only when it runs');
  const alignment = alignmentIn(call.arguments[0]!);
  const parts = blockParts(scope, scope.constant(size!), alignment);
  const values = parts.map(({ type }) => constantPart(type, value * 0x0101010101010101n));
  storeParts(scope, { pointer: target!, parts, alignment, isVolatile: false }, values);
  return [];
};

type Fold = (scope: KernelScope, a: ValuePart, b: ValuePart) => ValuePart;

const reduced =
  (fold: Fold): IntrinsicRule =>
  ({ scope, sources }) => {
    const parts = sources.flat();
    return [parts.slice(1).reduce((sum, part) => fold(scope, sum, part), parts[0]!)];
  };

const integers =
  (name: string, letter: 'u' | 'b'): Fold =>
  (scope, a, b) => {
    if (a.type.bits === 1) return scope.operate(`${name}_b1`, a.type, [a, b], 'b1');
    const own = `${letter}${containerBits(a.type)}`;
    return scope.narrowed(scope.operate(`${name}_${own}`, a.type, [a, b], own));
  };
const extremes =
  (name: string): Fold =>
  (scope, a, b) =>
    BIT_INTRINSICS[name]!({ scope, sources: [[a], [b]], types: [a.type] } as never)[0]!;
const floats =
  (name: string): Fold =>
  (scope, a, b) =>
    floatOperation(scope, name, [a, b]);

export const BLOCK_INTRINSICS: Readonly<Record<string, IntrinsicRule>> = {
  'llvm.memcpy': copyBlock,
  'llvm.memmove': copyBlock,
  'llvm.memset': fillBlock,
  'llvm.vector.reduce.add': reduced(integers('add', 'u')),
  'llvm.vector.reduce.mul': reduced(integers('mul', 'u')),
  'llvm.vector.reduce.and': reduced(integers('and', 'b')),
  'llvm.vector.reduce.or': reduced(integers('or', 'b')),
  'llvm.vector.reduce.xor': reduced(integers('xor', 'b')),
  'llvm.vector.reduce.umin': reduced(extremes('llvm.umin')),
  'llvm.vector.reduce.umax': reduced(extremes('llvm.umax')),
  'llvm.vector.reduce.smin': reduced(extremes('llvm.smin')),
  'llvm.vector.reduce.smax': reduced(extremes('llvm.smax')),
  'llvm.vector.reduce.fadd': reduced(floats('add')),
  'llvm.vector.reduce.fmul': reduced(floats('mul')),
  'llvm.vector.reduce.fmin': reduced(floats('min')),
  'llvm.vector.reduce.fmax': reduced(floats('max')),
};
