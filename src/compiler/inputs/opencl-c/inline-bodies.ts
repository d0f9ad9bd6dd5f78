// C99's `inline` functions that must not be inlined: since about version 17 clang emits no body, which another unit has
// to define. In OpenCL no other unit does. By the rules before C99 clang emits a body as for an ordinary function.

import { type FunctionHead, headLine, readHead, wordsOf } from '../../ir/function-head.js';
import { type IrTextModule, mapFunctions, outerLines } from '../../ir/module.js';

const [AVAILABLE, ANY] = ['available_externally', 'linkonce_odr'];
const LOCAL: readonly string[] = ['internal', 'private'];

interface Functions {
  /** By name of each function with a body: whether other units have it, too. */
  readonly bodies: ReadonlyMap<string, boolean>;
  readonly declared: ReadonlySet<string>;
}

/** The head of a function that other units see. */
function visibleHead(define: string): FunctionHead | undefined {
  const head = readHead(define);
  return head && !wordsOf(head).some((word) => LOCAL.includes(word)) ? head : undefined;
}

function functionsOf(module: IrTextModule): Functions {
  const heads = module.parts.flatMap((part) => (part.kind === 'function' ? (visibleHead(part.define) ?? []) : []));
  return {
    bodies: new Map(heads.map((head) => [head.name, wordsOf(head).includes(AVAILABLE)])),
    declared: new Set([...outerLines(module)].flatMap((line) => readHead(line)?.name ?? [])),
  };
}

const withoutLinkage = (head: FunctionHead): FunctionHead => ({
  ...head,
  head: head.head.replace(`${AVAILABLE} `, ''),
});

const withLinkage = (head: FunctionHead): FunctionHead => ({
  ...head,
  head: head.head.replace('define ', `define ${ANY} `),
});

/**
 * A unit with bodies for all of its functions, of which linking selects any one.
 * @param module by the rules of C99
 * @param older the same by the older rules
 * @returns undefined if none is missing
 */
export function withInlineBodies(module: IrTextModule, older: IrTextModule): IrTextModule | undefined {
  const { bodies, declared } = functionsOf(module);
  const olderBodies = functionsOf(older).bodies;
  if (![...declared].some((name) => olderBodies.has(name))) return undefined;
  const isOrdinary = (name: string): boolean => bodies.get(name) === false;
  if ([...bodies.keys()].some((name) => isOrdinary(name) && !olderBodies.has(name))) return undefined;
  return mapFunctions(older, (one) => {
    const head = visibleHead(one.define);
    if (!head) return one;
    if (isOrdinary(head.name)) return { ...one, define: headLine(withoutLinkage(head)) };
    return olderBodies.get(head.name) ? one : { ...one, define: headLine(withLinkage(head)) };
  });
}
