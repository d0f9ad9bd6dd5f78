// Whole programs by seed.

import { Random } from '../../emulator/random.js';
import { declareCalledKernel } from './called-kernels.js';
import { declareConstants } from './constants.js';
import type { ProgramNames } from './context.js';
import { expression } from './expressions.js';
import { cleanFunction, declareFunction, declareStruct, declareTable } from './functions.js';
import { type Kernel, makeKernel } from './kernel.js';
import { declareLarge, LARGE } from './large-functions.js';
import { declarePassing } from './passing.js';
import { cleanExponent } from './reals.js';
import { specialFunctions } from './specials.js';
import { statement } from './statements.js';
import { type Edits, NO_EDITS, printStatements, type Statement } from './tree.js';
import type { Type } from './types.js';

/**
 * Options that all implementations are given. Division and square root of float are exact only when requested.
 * Contraction is off by a pragma, which compilers have to follow, so that no multiplication and addition become one; no
 * option that relaxes arithmetic is used.
 */
export const BUILD_OPTIONS = '-cl-fp32-correctly-rounded-divide-sqrt';

const PREFACE = [
  '#pragma OPENCL FP_CONTRACT OFF',
  ...['cl_khr_fp64', 'cl_khr_int64_base_atomics', 'cl_khr_int64_extended_atomics'].map(
    (name) => `#pragma OPENCL EXTENSION ${name} : enable`,
  ),
];

export interface Program {
  readonly seed: number;
  /** Structures, tables and functions. */
  readonly declarations: readonly Statement[];
  readonly kernels: readonly Kernel[];
  readonly cleaned: readonly Type[];
}

const MAKERS = { expression, statement };

/** The same seed gives the same program, everywhere. */
export function makeProgram(seed: number, kernelCount: number): Program {
  const random = new Random(seed);
  const names: ProgramNames = { functions: [], passing: [], tables: [], structs: [], kernels: [], cleaned: new Map() };
  const declarations: Statement[] = [];
  for (let n = random.below(3); n > 0; n--) declarations.push(declareStruct(random, names));
  for (let n = random.below(3); n > 0; n--) declarations.push(declareTable(random, names));
  const constants = random.chance(0.5) ? declareConstants(random, names, MAKERS) : undefined;
  if (constants) declarations.push(constants);
  for (let n = random.below(4); n > 0; n--) declarations.push(declareFunction(random, names, MAKERS));
  for (let n = random.below(4); n > 0; n--) declarations.push(declarePassing(random, names, MAKERS));
  if (random.chance(LARGE)) declarations.push(declareLarge(random, names));
  if (random.chance(0.35)) declarations.push(declareCalledKernel(random, names, MAKERS));
  const kernels = Array.from({ length: kernelCount }, (_, n) => makeKernel(random, names, MAKERS, `k${n}`));
  return { seed, declarations, kernels, cleaned: [...names.cleaned.values()] };
}

/** Its text. Functions that put values right are printed where they are used. */
export function printProgram({ seed, declarations, kernels, cleaned }: Program, edits: Edits = NO_EDITS): string {
  const body = printStatements([...declarations, ...kernels.map(({ statement: one }) => one)], edits).join('\n');
  const all = cleaned.flatMap((type) => [cleanFunction(type, cleanExponent(type)), ...specialFunctions(type)]);
  const needed = all.filter((text) => body.includes(/(?:clean|norm|bits)_\w+\(/.exec(text)![0]));
  return `${[`// seed ${seed}`, ...PREFACE, ...needed, body].join('\n')}\n`;
}
