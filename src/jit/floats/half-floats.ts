// Half precision in the low 16 bits of four lanes, to f32 and back: exact, denormals kept, by integer arithmetic where
// the host's floating-point unit would be slow or flush.

import type { OperatorArguments, OpName } from '../../isa/language/expr.js';
import type { VectorValues } from '../vector/vector-values.js';
import type { Local } from '../wasm/function-builder.js';
import { Lanes } from '../wasm/lanes.js';

const NAN32 = 0x7fc0_0000;
const INFINITY32 = 0x7f80_0000;
/** 2 ** -24: the smallest half. */
const UNIT = 0x3380_0000;
const SIGN32 = -0x8000_0000;
const EXPONENT_GAP = (127 - 15) << 23;

/** f32 of halves whose other bits are 0; NaN gives the canonical one. */
export function singleFromHalf(l: Lanes, bits: Local): Local {
  const size = l.with('v128.and', bits, 0x7fff);
  const normal = l.with('i32x4.add', l.shift('i32x4.shl', size, 13), EXPONENT_GAP);
  const tiny = l.with('f32x4.mul', l.op('f32x4.convert_i32x4_s', size), UNIT);
  const finite = l.choose(l.with('i32x4.lt_u', size, 0x400), tiny, normal);
  const large = l.choose(l.with('i32x4.gt_s', size, 0x7c00), l.words(NAN32), l.words(INFINITY32));
  const isLarge = l.with('i32x4.gt_s', size, 0x7bff);
  const sign = l.shift('i32x4.shl', l.with('v128.and', bits, 0x8000), 16);
  const magnitude = l.choose(isLarge, large, finite);
  const isNan = l.with('i32x4.gt_s', size, 0x7c00);
  return l.op('v128.or', magnitude, l.op('v128.andnot', sign, isNan));
}

/**
 * The halves nearest to f32, ties to even.
 *
 * @param signedNan whether a NaN keeps its sign (texels do, v_cvt_f16_f32 does not)
 */
export function halfFromSingle(l: Lanes, bits: Local, signedNan: boolean): Local {
  const size = l.with('v128.and', bits, ~SIGN32);
  const sign = l.shift('i32x4.shr_u', l.with('v128.and', bits, SIGN32), 16);
  // Normal halves: the exponent is moved, then half a unit less one is added, plus the last bit that stays.
  const odd = l.with('v128.and', l.shift('i32x4.shr_u', size, 13), 1);
  const moved = l.with('i32x4.sub', size, EXPONENT_GAP);
  const rounded = l.op('i32x4.add', l.with('i32x4.add', moved, 0xfff), odd);
  const normal = l.with('i32x4.min_s', l.shift('i32x4.shr_u', rounded, 13), 0x7c00);
  // Smaller ones are multiples of 2 ** -24: a product that is exact, rounded to an integer.
  const multiple = l.op('f32x4.nearest', l.with('f32x4.mul', size, 0x4b80_0000));
  const tiny = l.op('i32x4.trunc_sat_f32x4_s', multiple);
  const finite = l.choose(l.with('i32x4.lt_u', size, 0x3880_0000), tiny, normal);
  const isLarge = l.with('i32x4.gt_s', size, 0x477f_ffff);
  const isNan = l.with('i32x4.gt_s', size, INFINITY32);
  const large = l.choose(isNan, l.words(0x7e00), l.words(0x7c00));
  const magnitude = l.choose(isLarge, large, finite);
  const nanSign = signedNan ? sign : l.op('v128.andnot', sign, isNan);
  return l.op('v128.or', magnitude, nanSign);
}

/** The halves that f32 are cut to; NaN gives the canonical one. */
export function halfTruncated(l: Lanes, bits: Local): Local {
  const size = l.with('v128.and', bits, ~SIGN32);
  const sign = l.shift('i32x4.shr_u', l.with('v128.and', bits, SIGN32), 16);
  const moved = l.shift('i32x4.shr_u', l.with('i32x4.sub', size, EXPONENT_GAP), 13);
  const normal = l.with('i32x4.min_s', moved, 0x7bff);
  const tiny = l.op('i32x4.trunc_sat_f32x4_s', l.with('f32x4.mul', size, 0x4b80_0000));
  const finite = l.choose(l.with('i32x4.lt_u', size, 0x3880_0000), tiny, normal);
  const isNan = l.with('i32x4.gt_s', size, INFINITY32);
  const infinite = l.choose(l.with('i32x4.eq', size, INFINITY32), l.words(0x7c00), finite);
  const magnitude = l.choose(isNan, l.words(0x7e00), infinite);
  return l.op('v128.or', magnitude, l.op('v128.andnot', sign, isNan));
}

const conversion =
  (convert: (l: Lanes, bits: Local) => Local) =>
  (v: VectorValues, [x]: OperatorArguments): void => {
    v.b.get(convert(new Lanes(v.b), v.word(x)));
  };

/** The operators of half precision. A f32 denormal is 0 in half precision, flushed or not. */
export const HALF_OPERATORS: Readonly<Partial<Record<OpName, (v: VectorValues, args: OperatorArguments) => void>>> = {
  f32FromF16: conversion(singleFromHalf),
  f16FromF32: conversion((l, bits) => halfFromSingle(l, bits, false)),
  f16FromF32Z: conversion(halfTruncated),
};
