// Functions that must be inlined: those with pointers to the generic address space, which Southern Islands cannot
// access, or all after a failure of the register allocator (all versions of LLVM).

import { attributeGroupLine, attributeGroups } from '../ir/attributes.js';
import { type FunctionHead, groupOf, headLine, isKernel, readHead, withGroup, wordsOf } from '../ir/function-head.js';
import { type IrTextModule, mapFunctions, withLines } from '../ir/module.js';
import { readType } from '../ir/types.js';
import type { IrPass } from './pass.js';

/** Types unknown to the parser are those of functions. */
function isGenericPointer(parameter: string): boolean {
  if (parameter === '...') return false;
  const type = readType(parameter);
  return type === undefined || (type.kind === 'pointer' && type.addressSpace === 0);
}

/**
 * True if a function has a parameter or result that is a pointer to the generic address space: the GPU cannot access
 * it, so the function must be inlined.
 */
function isGeneric(head: FunctionHead): boolean {
  const result = wordsOf(head).at(-1) ?? '';
  return result === 'ptr' || result.endsWith('*') || head.parameters.some(isGenericPointer);
}

const ALWAYS = 'alwaysinline';
const INLINING: readonly string[] = ['noinline', 'optnone', 'inlinehint', ALWAYS];

/** Attribute groups by number, and variants of them that demand inlining. */
class InlineGroups {
  private readonly groups: ReadonlyMap<number, readonly string[]>;
  private readonly variants = new Map<string, number>();
  private next: number;

  constructor(module: IrTextModule) {
    this.groups = new Map(attributeGroups(module).map(({ number, attributes }) => [number, attributes]));
    this.next = 1 + Math.max(-1, ...this.groups.keys());
  }

  /** The number of the variant of a group. */
  variant(number: number): number {
    const others = (this.groups.get(number) ?? []).filter((text) => !INLINING.includes(text));
    const text = [ALWAYS, ...others].join(' ');
    const variant = this.variants.get(text) ?? this.next++;
    this.variants.set(text, variant);
    return variant;
  }

  definitions(): string[] {
    return [...this.variants].map(([text, number]) => attributeGroupLine({ number, attributes: [text] }));
  }
}

/** The head of a function that is inlined if it has generic pointers, or if all are; unchanged for kernels. */
function inlinedHead(define: string, groups: InlineGroups, all: boolean): string {
  const head = readHead(define);
  if (!head || isKernel(head) || !(all || isGeneric(head))) return define;
  const group = groupOf(head);
  return group === undefined ? define : headLine(withGroup(head, groups.variant(group)));
}

/** Forces inlining of functions: those with generic pointers, or all. */
function demandInlining(module: IrTextModule, all: boolean): IrTextModule {
  const groups = new InlineGroups(module);
  const inlined = mapFunctions(module, (one) => {
    const define = inlinedHead(one.define, groups, all);
    return define === one.define ? one : { ...one, define };
  });
  const definitions = groups.definitions();
  return definitions.length === 0 ? inlined : withLines(inlined, definitions);
}

export const genericPointers: IrPass = {
  name: 'generic-pointers',
  affects: 'all',
  bug: 'the target has no flat address space',
  run: (module) => demandInlining(module, false),
};

export const allCalls: IrPass = {
  name: 'all-calls',
  affects: 'all',
  bug: 'the register allocator runs out of registers where arguments of calls fill them',
  run: (module) => demandInlining(module, true),
};
