// The compilations of `atoll verify --compilers`.

import { findToolchain, findVersion } from '../../../compiler/clang/toolchain.js';
import { type Compilation, LEVELS, type OptimisationLevel } from '../../../compiler/request/compilation.js';
import { AtollError } from '../../../util/errors.js';
import { elementOf } from '../../../util/required.js';

const HINT =
  'one or more of [VERSION or PATH of clang][:O0|O1|O2|O3][:-PASS], separated by commas, as 22:O2,22:O0 or 16,19,22';
const LEVEL = /^O([0-3])$/;

const refuse = (word: string, reason: string): never => {
  throw new AtollError('BAD_OPTION', `--compilers: '${word}' ${reason}`, HINT);
};

/** One word: a version or the path of clang, a level, an omitted pass; the defaults are those of the run. */
function compilationOf(word: string, usual: string | undefined): Compilation {
  let [clang, level, leftOut]: [string | undefined, OptimisationLevel | undefined, string | undefined] = [
    usual,
    undefined,
    undefined,
  ];
  const parts = word.split(':');
  for (const [n, part] of parts.entries()) {
    const number = LEVEL.exec(part)?.[1] as OptimisationLevel | undefined;
    if (number && LEVELS.includes(number) && level === undefined) level = number;
    else if (/^-[\w -]+$/.test(part) && leftOut === undefined) leftOut = part.slice(1);
    else if (/^\d+$/.test(part) && n === 0) clang = findVersion(Number(part)).clang;
    else if (part.startsWith('/') && n === 0) clang = part;
    else refuse(word, `is invalid: unknown part '${part}'`);
  }
  return {
    name: word,
    ...(clang !== undefined && { clang }),
    ...(level !== undefined && { level }),
    ...(leftOut !== undefined && { leftOut }),
  };
}

/**
 * The compilations of a run, its own first. A single one is compared with the default compilation.
 * @param clang of the run
 * @throws AtollError BAD_OPTION for an invalid word, TOOLCHAIN for a version that is not installed
 */
export function parseCompilations(text: string, clang: string | undefined): readonly [Compilation, ...Compilation[]] {
  const words = text.split(',').map((word) => word.trim());
  const named = words.map((word) => compilationOf(word, clang));
  const twice = words.find((word, n) => words.indexOf(word) !== n);
  if (twice !== undefined) refuse(twice, 'is named twice');
  const first = elementOf(named, 0, 'compilation');
  if (named.length > 1) return [first, ...named.slice(1)];
  const { toolchain } = findToolchain(clang);
  const usual = { name: toolchain ? `clang ${toolchain.version}` : 'clang', ...(clang !== undefined && { clang }) };
  return [usual, first];
}
