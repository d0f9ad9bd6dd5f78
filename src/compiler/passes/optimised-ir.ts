// Small changes to LLVM IR text between the two clang processes.

import { concerns, VERSION_REPAIRS, type VersionRepair } from '../clang-versions.js';
import { valuesWithoutMemory } from './debug-values.js';
import { denyDotProducts } from './dot-products.js';
import { replaceRounding } from './f64-rounding.js';
import { separateExtremes } from './legacy-minmax.js';
import { keepCarries } from './merged-carries.js';
import { chooseBits, chooseZeros } from './minmax-selects.js';
import { keepQuotients } from './narrow-quotients.js';
import { writeNulls } from './null-casts.js';
import { keepOnes } from './or-all-ones.js';
import { separateOwnExtremes } from './own-extremes.js';
import { keepTurns } from './temporal-divergence.js';
import { divideUnsigned } from './unsigned-divisions.js';
import { negateElements } from './vector-negations.js';

/**
 * Inputs of kernels that our convention does not have; without these words some compilers reserve registers for them.
 */
const ABSENT_INPUTS: readonly string[] = [
  'amdgpu-no-dispatch-ptr',
  'amdgpu-no-queue-ptr',
  'amdgpu-no-dispatch-id',
  'amdgpu-no-flat-scratch-init',
  'amdgpu-no-lds-kernel-id',
];

/** clang 22 emits the body of every kernel a second time, as a function that other kernels may call. */
const KERNEL_COPY = /^define .*@(__clang_ocl_kern_imp_[\w.$]+)\(/;

/** Whether a name is used outside of its own definition. */
function isUsed(text: string, name: string): boolean {
  const first = text.indexOf(`@${name}(`);
  return text.indexOf(`@${name}(`, first + 1) >= 0;
}

/** Leaves out the copies of kernels that nobody calls: they would be compiled for nothing, with warnings. */
function dropKernelCopies(text: string): string {
  if (!text.includes('@__clang_ocl_kern_imp_')) return text;
  const kept: string[] = [];
  let dropping = false;
  for (const line of text.split('\n')) {
    const name = KERNEL_COPY.exec(line)?.[1];
    if (name && !isUsed(text, name)) dropping = true;
    if (!dropping) kept.push(line);
    else if (line === '}') dropping = false;
  }
  return kept.join('\n');
}

/** Tells the back end which inputs no function has. */
function denyInputs(text: string): string {
  return text.replace(/^(attributes #\d+ = \{)(.* "target-cpu"=.*)\}$/gm, (_, head: string, words: string) => {
    const missing = ABSENT_INPUTS.filter((name) => !words.includes(`"${name}"`));
    return `${head}${words}${missing.map((name) => `"${name}" `).join('')}}`;
  });
}

/** `joins` is repaired later (code-halves.ts), `vectors` by a flag (private-index-ir.ts). */
const unchanged = (text: string): string => text;

const REPAIRS: Readonly<Record<VersionRepair['name'], (text: string) => string>> = {
  extremes: separateExtremes,
  choices: chooseBits,
  zeros: chooseZeros,
  divisions: divideUnsigned,
  quotients: keepQuotients,
  negations: negateElements,
  unions: keepOnes,
  turns: keepTurns,
  nulls: writeNulls,
  carries: keepCarries,
  clamps: separateOwnExtremes,
  dots: denyDotProducts,
  joins: unchanged,
  vectors: unchanged,
};

/**
 * The text that goes into the second process.
 * @param table what versions need besides
 */
export function patchIr(text: string, version: number, table: readonly VersionRepair[] = VERSION_REPAIRS): string {
  const patched = replaceRounding(denyInputs(dropKernelCopies(valuesWithoutMemory(text))));
  return table.filter((repair) => concerns(repair, version)).reduce((ir, { name }) => REPAIRS[name](ir), patched);
}
