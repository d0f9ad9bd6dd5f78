// Functions that must be inlined: those with pointers to the generic address space, which Southern Islands cannot
// access, or all after a failure of the register allocator.

import { AtollError } from '../../util/errors.js';
import { closingParenthesis, splitOperands } from '../ir/kernels.js';
import { type IrTextModule, mapFunctions, outerLines, withLines } from '../ir/module.js';
import { TypeParser } from '../ir/types.js';
import type { IrPass } from './pass.js';

const NAME = '@(?:"(?:[^"\\\\]|\\\\.)*"|[\\w.$-]+)';
const FUNCTION = new RegExp(`^define (?!.*\\bamdgpu_kernel\\b).*?(${NAME})\\(`);

/**
 * Whether a function has a parameter or result that is a pointer to the generic address space: the GPU cannot access
 * it, so the function must be inlined.
 */
function isGeneric(line: string, open: number, close: number): boolean {
  const result = /\b(?:ptr|\S+\*) $/.test(line.slice(0, line.lastIndexOf('@', open)));
  return result || splitOperands(line.slice(open + 1, close)).some(isGenericPointer);
}

/** Types unknown to the parser are those of functions. */
function isGenericPointer(parameter: string): boolean {
  if (parameter === '...') return false;
  try {
    const type = new TypeParser(parameter).parse();
    return type.kind === 'pointer' && type.addressSpace === 0;
  } catch (error) {
    if (error instanceof AtollError) return true;
    throw error;
  }
}

/** Attribute groups by number, and variants of them that demand inlining. */
class InlineGroups {
  private readonly groups: ReadonlyMap<string, string>;
  private readonly variants = new Map<string, string>();
  private next: number;

  constructor(module: IrTextModule) {
    const rows = [...outerLines(module)].flatMap((line) => {
      const match = /^attributes #(\d+) = \{(.*)\}$/.exec(line);
      return match ? [[match[1]!, match[2]!] as const] : [];
    });
    this.groups = new Map(rows);
    this.next = 1 + Math.max(-1, ...rows.map(([number]) => Number(number)));
  }

  /** The number of the variant of a group. */
  variant(number: string): number {
    const words = (this.groups.get(number) ?? '').replace(/\b(?:noinline|optnone|inlinehint|alwaysinline)\b/g, '');
    const known = this.variants.get(words);
    if (known !== undefined) return Number(known);
    this.variants.set(words, String(this.next));
    return this.next++;
  }

  definitions(): string[] {
    return [...this.variants].map(([words, number]) => `attributes #${number} = { alwaysinline ${words.trim()} }`);
  }
}

/** The head of a function that is inlined if it has generic pointers, or if all are; unchanged for kernels. */
function inlinedHead(define: string, groups: InlineGroups, all: boolean): string {
  const match = FUNCTION.exec(define);
  if (!match) return define;
  const open = match[0].length - 1;
  const close = closingParenthesis(define, open);
  if (!all && !isGeneric(define, open, close)) return define;
  const tail = define.slice(close).replace(/ #(\d+)/, (_, number: string) => ` #${groups.variant(number)}`);
  return define.slice(0, close) + tail;
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
