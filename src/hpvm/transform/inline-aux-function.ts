// InlineAuxFunction: functions that leaves call are marked, so that clang inlines them. Kernels are single functions.

import { attributeGroups } from '../../compiler/ir/attributes.js';
import { groupOf, headLine, readHead } from '../../compiler/ir/function-head.js';
import { instructionsOf, mapFunctions } from '../../compiler/ir/module.js';
import { writeModule } from '../../compiler/ir/write.js';
import type { HpvmFunction, HpvmModule } from '../module.js';
import type { MergeRefusal } from './refusal.js';

const calleesOf = (module: HpvmModule, { ir }: HpvmFunction): readonly HpvmFunction[] =>
  [...instructionsOf(ir)].flatMap(({ callee }) => module.functions.get(callee ?? '') ?? []);

/** Functions that code of nodes reaches by calls, without recursive ones. */
function helpersOf(module: HpvmModule): ReadonlySet<string> {
  const helpers = new Set<string>();
  const recursive = new Set<string>();
  const visit = (code: HpvmFunction, open: readonly string[]): void => {
    for (const callee of calleesOf(module, code)) {
      if (open.includes(callee.symbol)) recursive.add(callee.symbol);
      if (open.includes(callee.symbol) || helpers.has(callee.symbol)) continue;
      helpers.add(callee.symbol);
      visit(callee, [...open, callee.symbol]);
    }
  };
  for (const code of module.functions.values())
    if (code.calls.some(({ kind }) => kind === 'hint')) visit(code, [code.symbol]);
  return new Set([...helpers].filter((symbol) => !recursive.has(symbol)));
}

/** Groups of attributes that decide about inlining themselves. */
const decidedGroups = ({ ir }: HpvmModule): ReadonlySet<number> =>
  new Set(
    attributeGroups(ir).flatMap(({ number, attributes }) =>
      attributes.some((one) => one === 'noinline' || one === 'optnone' || one === 'alwaysinline') ? [number] : [],
    ),
  );

/** Reason for which the function of a node cannot be inlined into that of a merged one. */
export function inliningRefusal(module: HpvmModule, { ir, name, place }: HpvmFunction): MergeRefusal | undefined {
  const head = readHead(ir.define);
  const group = head && groupOf(head);
  if (group === undefined || !decidedGroups(module).has(group)) return undefined;
  return { reason: `${name} has an attribute about inlining (noinline, optnone, always_inline)`, place };
}

/** The module's text with marked functions; undefined if none is to be inlined. */
export function withInlinedHelpers(module: HpvmModule): string | undefined {
  const helpers = helpersOf(module);
  const kept = decidedGroups(module);
  const marked = mapFunctions(module.ir, (one) => {
    const head = readHead(one.define);
    const group = head && groupOf(head);
    if (!head || group === undefined || !helpers.has(head.name) || kept.has(group)) return one;
    const tail = head.tail.replace(` #${group}`, ` alwaysinline #${group}`);
    return { ...one, define: headLine({ ...head, tail }) };
  });
  return marked === module.ir ? undefined : writeModule(marked);
}
