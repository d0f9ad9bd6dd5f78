// Calls: functions of LLVM are instructions of HSAIL, all others have been inlined.

import { typeLength } from '../../compiler/ir/type-text.js';
import { readType } from '../../compiler/ir/types.js';
import type { InstructionRule } from './integers.js';
import { intrinsicRule } from './intrinsics.js';

/** Words before the result's type. */
const WORDS = /^.*?\bcall (?:(?!i\d|ptr\b|float\b|double\b|half\b|void\b)[a-z_]+\d*(?:\([^()]*\))? )*/;
/** A copy that is opaque to LLVM. */
const OPAQUE_COPY = /\bcall (\S+) asm "", "=v,0"\((.*)\)(?: #\d+)?(?:, .*)?$/;

export const call: InstructionRule = (scope, instruction) => {
  const { line } = instruction;
  const copied = OPAQUE_COPY.exec(line);
  if (copied)
    return scope.set(
      instruction,
      scope.parts(copied[2]!).map((part) => scope.copy(part)),
    );
  const direct = instruction.call;
  if (!direct) return scope.refuse(instruction.isAssembly ? 'inline assembly' : 'a call of a function by its address');
  const name = direct.callee.slice(1);
  const rule = intrinsicRule(name);
  if (!rule) return scope.refuse(`the call of ${name}`);
  const rest = direct.head.replace(WORDS, '');
  const type = readType(rest.slice(0, typeLength(rest)));
  const types = type === undefined || rest.startsWith('void') ? [] : scope.typesOf(type);
  const sources = direct.arguments.filter((one) => !one.startsWith('metadata ')).map((one) => scope.parts(one));
  scope.set(instruction, rule({ scope, instruction, call: direct, sources, types }));
};
