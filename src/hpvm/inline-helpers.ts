// Marks functions that leaves call, so that clang inlines them: kernels are single functions.

import { attributeGroups } from '../compiler/ir/attributes.js';
import { groupOf, headLine, readHead } from '../compiler/ir/function-head.js';
import { instructionsOf, mapFunctions } from '../compiler/ir/module.js';
import { writeModule } from '../compiler/ir/write.js';
import type { HpvmFunction, HpvmModule } from './module.js';

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

/** The module's text with marked functions; undefined if none is to be inlined. */
export function withInlinedHelpers(module: HpvmModule): string | undefined {
  const helpers = helpersOf(module);
  const kept = new Set(
    attributeGroups(module.ir).flatMap(({ number, attributes }) =>
      attributes.some((one) => one === 'noinline' || one === 'optnone' || one === 'alwaysinline') ? [number] : [],
    ),
  );
  const marked = mapFunctions(module.ir, (one) => {
    const head = readHead(one.define);
    const group = head && groupOf(head);
    if (!head || group === undefined || !helpers.has(head.name) || kept.has(group)) return one;
    const tail = head.tail.replace(` #${group}`, ` alwaysinline #${group}`);
    return { ...one, define: headLine({ ...head, tail }) };
  });
  return marked === module.ir ? undefined : writeModule(marked);
}
