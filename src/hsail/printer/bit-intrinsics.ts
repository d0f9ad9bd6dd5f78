// Functions of integers.

import { joined } from './bit-parts.js';
import { truncated, zeroExtended } from './conversions.js';
import { compareIntegers } from './integers.js';
import type { IntrinsicRule } from './intrinsic-rule.js';
import type { KernelScope } from './kernel-scope.js';
import { constantPart, containerBits, I1, I32, type PartType, type ValuePart } from './parts.js';
import { selected } from './vectors.js';

type PartRule = (scope: KernelScope, sources: readonly ValuePart[]) => ValuePart;

/** A rule for each element. */
export const elementwise =
  (rule: PartRule): IntrinsicRule =>
  ({ scope, sources, types }) =>
    types.map((_, n) =>
      rule(
        scope,
        sources.map((parts) => parts[parts.length === 1 ? 0 : n]!),
      ),
    );

const word = (type: PartType, letter: string): string => `${letter}${containerBits(type)}`;

const extreme =
  (name: string, letter: 'u' | 's'): PartRule =>
  (scope, [a, b]) => {
    const type = word(a!.type, letter);
    const sources = letter === 's' ? [scope.signed(a!), scope.signed(b!)] : [a!, b!];
    return scope.narrowed(scope.operate(`${name}_${type}`, a!.type, sources, type));
  };

const absolute: PartRule = (scope, [a]) => {
  const type = word(a!.type, 's');
  return scope.narrowed(scope.operate(`abs_${type}`, a!.type, [scope.signed(a!)], type));
};

/** A count of 32 bits as a number of the type. */
const counted = (scope: KernelScope, count: ValuePart, type: PartType): ValuePart =>
  type.bits > 32 ? zeroExtended(scope, count, type) : { ...count, type };

const populationCount: PartRule = (scope, [a]) =>
  counted(scope, scope.operate(`popcount_u32_${word(a!.type, 'b')}`, I32, [a!], word(a!.type, 'b')), a!.type);

/** The search returns all ones for 0, which is the maximum. */
const firstBit: PartRule = (scope, [a, isPoison]) => {
  const { type } = a!;
  const container = containerBits(type);
  const position = scope.operate(`firstbit_u32_u${container}`, I32, [a!], `u${container}`);
  const limited =
    scope.constant(isPoison!) === 1n ? position : scope.operate('min_u32', I32, [position, `${container}`], 'u32');
  const spare = container - type.bits;
  const count = spare === 0 ? limited : scope.operate('sub_u32', I32, [limited, `${spare}`], 'u32');
  return counted(scope, count, type);
};

const lastBit: PartRule = (scope, [a, isPoison]) => {
  const { type } = a!;
  const position = scope.operate(`lastbit_u32_${word(type, 'u')}`, I32, [a!], word(type, 'u'));
  const count =
    scope.constant(isPoison!) === 1n ? position : scope.operate('min_u32', I32, [position, `${type.bits}`], 'u32');
  return counted(scope, count, type);
};

const bitReverse: PartRule = (scope, [a]) => {
  const { type } = a!;
  const whole = scope.operate(`bitrev_${word(type, 'b')}`, type, [a!], word(type, 'b'));
  const spare = containerBits(type) - type.bits;
  return spare === 0 ? whole : scope.operate(`shr_${word(type, 'u')}`, type, [whole, `${spare}`], word(type, 'u'));
};

function swappedWord(scope: KernelScope, a: ValuePart): ValuePart {
  const rotated = (count: number): ValuePart => scope.operate('bitalign_b32', I32, [a, a, `${count}`], 'b32');
  const outer = scope.operate('and_b32', I32, [rotated(8), '0xff00ff00'], 'b32');
  const inner = scope.operate('and_b32', I32, [rotated(24), '0xff00ff'], 'b32');
  return scope.operate('or_b32', I32, [outer, inner], 'b32');
}

const byteSwap: PartRule = (scope, [a]) => {
  const { type } = a!;
  if (type.bits === 64) {
    const words = scope.code.pure('expand_v2_b32_b64', ['s', 's'], [scope.register(a!)]);
    const [low, high] = words.map((value) => swappedWord(scope, { type: I32, value }));
    return joined(scope, high!, low!, type);
  }
  const swapped = swappedWord(scope, { ...a!, type: I32 });
  return scope.operate('shr_u32', type, [swapped, `${32 - type.bits}`], 'u32');
};

/** Two values as one of twice the bits, shifted; counts are modulo the bits. */
const funnel =
  (side: 'l' | 'r'): PartRule =>
  (scope, [a, b, count]) => {
    const { type } = a!;
    const own = word(type, 'u');
    const { bits } = type;
    if (![8, 16, 32, 64].includes(bits)) return scope.refuse(`a funnel shift of ${bits} bits`);
    const constant = scope.constant(count!);
    const places = constant === undefined ? undefined : Number(constant % BigInt(bits));
    if (places === 0) return side === 'l' ? a! : b!;
    if (bits === 32 && (side === 'r' || places !== undefined)) {
      const shift = places === undefined ? count! : `${side === 'r' ? places : 32 - places}`;
      return scope.operate('bitalign_b32', type, [b!, a!, shift], 'b32');
    }
    const narrow = truncated(scope, { ...count!, type: count!.type }, I32);
    const taken = scope.operate('and_b32', I32, [narrow, `${bits - 1}`], 'b32');
    const rest = scope.operate('xor_b32', I32, [taken, `${bits - 1}`], 'b32');
    const [near, far] = side === 'l' ? [a!, b!] : [b!, a!];
    const [toward, back] = side === 'l' ? ['shl', 'shr'] : ['shr', 'shl'];
    const main = scope.operate(`${toward}_${own}`, type, [near, taken], own);
    const once = scope.operate(`${back}_${own}`, type, [far, '1'], own);
    const other = scope.operate(`${back}_${own}`, type, [once, rest], own);
    return scope.narrowed(scope.operate(`or_${word(type, 'b')}`, type, [main, other], word(type, 'b')));
  };

const sum = (scope: KernelScope, name: string, a: ValuePart, b: ValuePart): ValuePart =>
  scope.operate(`${name}_${word(a.type, 'u')}`, a.type, [a, b], word(a.type, 'u'));

const saturatedSum: PartRule = (scope, [a, b]) => {
  const total = scope.narrowed(sum(scope, 'add', a!, b!));
  const isOver = compareIntegers(scope, 'ult', total, a!);
  return selected(scope, isOver, constantPart(a!.type, -1n), total);
};
const saturatedDifference: PartRule = (scope, [a, b]) => sum(scope, 'sub', extreme('max', 'u')(scope, [a!, b!]), b!);

/** Saturated by sign: a difference of signs shows an overflow. */
const saturatedSigned =
  (name: 'add' | 'sub'): PartRule =>
  (scope, [a, b]) => {
    const { type } = a!;
    const total = scope.narrowed(sum(scope, name, a!, b!));
    const isOver = signedOverflow(scope, name, a!, b!, total);
    const largest = (1n << BigInt(type.bits - 1)) - 1n;
    const isNegative = compareIntegers(scope, 'slt', a!, constantPart(type, 0n));
    const limit = selected(scope, isNegative, constantPart(type, largest + 1n), constantPart(type, largest));
    return selected(scope, isOver, limit, total);
  };

function signedOverflow(scope: KernelScope, name: string, a: ValuePart, b: ValuePart, total: ValuePart): ValuePart {
  const own = `b${containerBits(a.type)}`;
  const differs = (x: ValuePart, y: ValuePart): ValuePart => scope.operate(`xor_${own}`, a.type, [x, y], own);
  // The result's sign differs from both summands', or from the minuend's where that differs from the other's.
  const second = name === 'add' ? differs(b, total) : differs(a, b);
  const both = scope.operate(`and_${own}`, a.type, [differs(a, total), second], own);
  return compareIntegers(scope, 'slt', both, constantPart(a.type, 0n));
}

/** A result and a truth that says whether it overflowed. */
const withOverflow =
  (name: 'add' | 'sub' | 'mul', sign: 'u' | 's'): IntrinsicRule =>
  ({ scope, sources }) => {
    const [a, b] = sources.map(([part]) => part!);
    const { type } = a!;
    const total = scope.narrowed(sum(scope, name, a!, b!));
    if (name === 'mul') return [total, productOverflow(scope, sign, a!, b!)];
    if (sign === 's') return [total, signedOverflow(scope, name, a!, b!, total)];
    const isOver = name === 'add' ? compareIntegers(scope, 'ult', total, a!) : compareIntegers(scope, 'ult', a!, b!);
    return [
      { ...total, type },
      { ...isOver, type: I1 },
    ];
  };

function productOverflow(scope: KernelScope, sign: 'u' | 's', a: ValuePart, b: ValuePart): ValuePart {
  const { bits } = a.type;
  if (bits !== containerBits(a.type)) return scope.refuse(`a product of ${bits} bits with a check for overflow`);
  const high = scope.operate(`mulhi_${sign}${bits}`, a.type, [a, b], `${sign}${bits}`);
  if (sign === 'u') return compareIntegers(scope, 'ne', high, constantPart(a.type, 0n));
  const low = sum(scope, 'mul', a, b);
  const signs = scope.operate(`shr_s${bits}`, a.type, [low, `${bits - 1}`], `s${bits}`);
  return compareIntegers(scope, 'ne', high, signs);
}

const direct =
  (name: string, type: string): PartRule =>
  (scope, sources) =>
    scope.operate(`${name}_${type}`, I32, sources, type);

export const BIT_INTRINSICS: Readonly<Record<string, IntrinsicRule>> = {
  'llvm.umin': elementwise(extreme('min', 'u')),
  'llvm.umax': elementwise(extreme('max', 'u')),
  'llvm.smin': elementwise(extreme('min', 's')),
  'llvm.smax': elementwise(extreme('max', 's')),
  'llvm.abs': elementwise(absolute),
  'llvm.ctpop': elementwise(populationCount),
  'llvm.ctlz': elementwise(firstBit),
  'llvm.cttz': elementwise(lastBit),
  'llvm.bitreverse': elementwise(bitReverse),
  'llvm.bswap': elementwise(byteSwap),
  'llvm.fshl': elementwise(funnel('l')),
  'llvm.fshr': elementwise(funnel('r')),
  'llvm.uadd.sat': elementwise(saturatedSum),
  'llvm.usub.sat': elementwise(saturatedDifference),
  'llvm.sadd.sat': elementwise(saturatedSigned('add')),
  'llvm.ssub.sat': elementwise(saturatedSigned('sub')),
  'llvm.uadd.with.overflow': withOverflow('add', 'u'),
  'llvm.sadd.with.overflow': withOverflow('add', 's'),
  'llvm.usub.with.overflow': withOverflow('sub', 'u'),
  'llvm.ssub.with.overflow': withOverflow('sub', 's'),
  'llvm.umul.with.overflow': withOverflow('mul', 'u'),
  'llvm.smul.with.overflow': withOverflow('mul', 's'),
  'llvm.amdgcn.mul.u24': elementwise(direct('mul24', 'u32')),
  'llvm.amdgcn.mul.i24': elementwise(direct('mul24', 's32')),
  'llvm.amdgcn.ubfe': elementwise(direct('bitextract', 'u32')),
  'llvm.amdgcn.sbfe': elementwise(direct('bitextract', 's32')),
  'llvm.amdgcn.alignbyte': elementwise((scope, [a, b, c]) => direct('bytealign', 'b32')(scope, [b!, a!, c!])),
};
