// Vector instructions against LLVM's constant folding of the intrinsics that stand for them.

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import test from 'ava';
import { evaluateLane } from './evaluate-lane.js';
import { BINARY32, BINARY64, isDenormal, isNan } from './exact-float.js';
import { EDGES_32, EDGES_64, patterns } from './random-patterns.js';
import { bitsOf, COUNT, DEFS, floatOf, KEEP } from './valu-run.js';

const OPT = '/usr/lib/llvm-16/bin/opt';

type IrType = 'i1' | 'i32' | 'i64' | 'float' | 'double' | '<2 x half>';

/** An intrinsic, its result type and its parameters' types; sources of the instruction in the same order. */
interface Intrinsic {
  readonly mnemonic: string;
  readonly name: string;
  readonly result: IrType;
  readonly parameters: readonly IrType[];
}

const BITS: Readonly<Record<IrType, string>> = {
  i1: 'i1',
  i32: 'i32',
  i64: 'i64',
  float: 'i32',
  double: 'i64',
  '<2 x half>': 'i32',
};

/** A function without arguments that returns the bits of a call with constant bits. */
function functionText({ name, result, parameters }: Intrinsic, args: readonly bigint[], index: number): string {
  const casts = parameters.map((type, i) => `  %a${i} = bitcast ${BITS[type]} ${args[i]} to ${type}`);
  const operands = parameters.map((type, i) => `${type} %a${i}`).join(', ');
  return [
    `define ${BITS[result]} @f${index}() {`,
    ...casts,
    `  %r = call ${result} @llvm.amdgcn.${name}(${operands})`,
    `  %b = bitcast ${result} %r to ${BITS[result]}`,
    `  ret ${BITS[result]} %b`,
    '}',
  ].join('\n');
}

/** The folded results by case; undefined where LLVM leaves the call. */
function fold(intrinsic: Intrinsic, cases: readonly (readonly bigint[])[]): readonly (bigint | undefined)[] {
  const { name, result, parameters } = intrinsic;
  const source = [
    'target triple = "amdgcn--"',
    `declare ${result} @llvm.amdgcn.${name}(${parameters.join(', ')})`,
    ...cases.map((args, index) => functionText(intrinsic, args, index)),
  ].join('\n');
  const text = execFileSync(OPT, ['-passes=instcombine', '-S'], {
    input: source,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const results: (bigint | undefined)[] = cases.map(() => undefined);
  for (const [, index, value] of text.matchAll(/@f(\d+)\(\)[^{]*\{\n\s*ret i\d+ (\S+)\n\}/g))
    if (value !== 'poison' && !value!.startsWith('%'))
      results[Number(index)] = value === 'true' ? 1n : value === 'false' ? 0n : BigInt(value!);
  return results;
}

function draw(type: IrType, random: ReturnType<typeof patterns>): bigint {
  if (type === 'double' || type === 'i64') return random.u64();
  return random.u32();
}

const hex = (bits: readonly bigint[]): string => bits.map((x) => x.toString(16)).join(' ');
const width = (type: IrType): number => (BITS[type] === 'i64' ? 64 : 32);
/** NaNs (LLVM keeps payloads) and denormals of f32 (LLVM does not model the mode) count as equal among themselves. */
const unspecified = (type: IrType, bits: bigint): boolean =>
  type === 'float' ? isNan(BINARY32, bits) || isDenormal(BINARY32, bits) : type === 'double' && isNan(BINARY64, bits);

interface Options {
  /** Selects the arguments to compare: those for which LLVM states the chip's behaviour. */
  readonly choose?: (args: readonly bigint[]) => boolean;
  /** Largest difference of numbers. */
  readonly tolerance?: number;
}

/** Edge values and random ones for an intrinsic. */
function casesOf({ mnemonic, parameters }: Intrinsic, { choose }: Options): readonly (readonly bigint[])[] {
  const random = patterns(mnemonic.length * 977);
  const edges = parameters[0] === 'double' ? EDGES_64 : EDGES_32;
  const all = [
    ...edges.map((edge) => [edge, ...parameters.slice(1).map((type) => draw(type, random))]),
    ...Array.from({ length: COUNT }, () => parameters.map((type) => draw(type, random))),
  ];
  return choose ? all.filter(choose) : all;
}

function checkFolding(intrinsic: Intrinsic, options: Options = {}): void {
  const { mnemonic, name, result } = intrinsic;
  test(`${mnemonic} equals LLVM's folding of llvm.amdgcn.${name}`, (t) => {
    t.true(existsSync(OPT), 'opt is missing: apt-get install llvm-16');
    const cases = casesOf(intrinsic, options);
    let compared = 0;
    for (const [index, folded] of fold(intrinsic, cases).entries()) {
      if (folded === undefined) continue;
      compared++;
      const [S0, S1, S2] = cases[index]!;
      const expected = BigInt.asUintN(width(result), folded);
      const actual = evaluateLane(DEFS.get(mnemonic)!, { S0, S1, S2, MODE: KEEP })['D']!;
      if (actual === expected || (unspecified(result, expected) && unspecified(result, actual))) continue;
      if (Math.abs(floatOf(actual) - floatOf(expected)) <= (options.tolerance ?? -1)) continue;
      t.fail(`${mnemonic} ${hex(cases[index]!)}: ${hex([actual])}, LLVM folds to ${hex([expected])}`);
    }
    t.true(compared > cases.length / 2, `${compared} of ${cases.length} folded`);
  });
}

const normal = (x: bigint): boolean => !isNan(BINARY32, x) && !isDenormal(BINARY32, x);
const f1 = (mnemonic: string, name: string): Intrinsic => ({ mnemonic, name, result: 'float', parameters: ['float'] });
const f3 = (mnemonic: string, name: string): Intrinsic => ({
  mnemonic,
  name,
  result: 'float',
  parameters: ['float', 'float', 'float'],
});

checkFolding({ mnemonic: 'v_cmp_class_f32', name: 'class.f32', result: 'i1', parameters: ['float', 'i32'] });
checkFolding({ mnemonic: 'v_cmp_class_f64', name: 'class.f64', result: 'i1', parameters: ['double', 'i32'] });
checkFolding({ mnemonic: 'v_bfe_u32', name: 'ubfe.i32', result: 'i32', parameters: ['i32', 'i32', 'i32'] });
checkFolding({ mnemonic: 'v_bfe_i32', name: 'sbfe.i32', result: 'i32', parameters: ['i32', 'i32', 'i32'] });
checkFolding(f3('v_med3_f32', 'fmed3.f32'), { choose: (args) => args.every(normal) });
checkFolding(f3('v_cubeid_f32', 'cubeid'));
checkFolding(f3('v_cubema_f32', 'cubema'));
checkFolding(f3('v_cubesc_f32', 'cubesc'));
checkFolding(f3('v_cubetc_f32', 'cubetc'));
checkFolding(f1('v_fract_f32', 'fract.f32'), { choose: ([x]) => normal(x!) });
checkFolding({ mnemonic: 'v_mul_legacy_f32', name: 'fmul.legacy', result: 'float', parameters: ['float', 'float'] });
// LLVM keeps denormal reciprocals, which the chip flushes.
checkFolding(f1('v_rcp_f32', 'rcp.f32'), { choose: ([x]) => normal(x!) && Math.abs(floatOf(x!)) <= 2 ** 126 });
checkFolding({ mnemonic: 'v_rcp_f64', name: 'rcp.f64', result: 'double', parameters: ['double'] });
checkFolding(f1('v_frexp_mant_f32', 'frexp.mant.f32'), { choose: ([x]) => Math.abs(floatOf(x!)) < Infinity });
checkFolding(f1('v_sin_f32', 'sin.f32'), { choose: ([x]) => normal(x!), tolerance: 2 ** -24 });
checkFolding(f1('v_cos_f32', 'cos.f32'), { choose: ([x]) => normal(x!), tolerance: 2 ** -24 });
checkFolding(
  {
    mnemonic: 'v_frexp_exp_i32_f64',
    name: 'frexp.exp.i32.f64',
    result: 'i32',
    parameters: ['double'],
  },
  { choose: ([x]) => ((x! >> 52n) & 0x7ffn) !== 0x7ffn },
);
checkFolding(
  {
    mnemonic: 'v_cvt_pkrtz_f16_f32',
    name: 'cvt.pkrtz',
    result: '<2 x half>',
    parameters: ['float', 'float'],
  },
  { choose: (args) => args.every((x) => normal(x) && x !== bitsOf(-0)) },
);
