// Statements of all kinds, by weight.

import { copyStruct, declareArray, declareStruct, writeElement } from './aggregates.js';
import { callKernel } from './called-kernels.js';
import type { Context } from './context.js';
import { branch, choice, leave, loop, mayLoop, mayNest, tailLoop } from './control-flow.js';
import { fillArray } from './filled-arrays.js';
import { globalAtomic } from './global-atomics.js';
import { readImage } from './images.js';
import { copyInput, exchange, histogram, reduce } from './local-memory.js';
import { machine } from './machines.js';
import { callPassing } from './passing.js';
import { pointTo } from './pointers.js';
import { search } from './searches.js';
import { assign, declare, exponentOf, splitNumber } from './simple-statements.js';
import { declareUnion, storeHalf } from './storage.js';
import type { Statement } from './tree.js';

interface Kind {
  readonly weight: number;
  readonly allowed: (c: Context) => boolean;
  /** Undefined when there is nothing to make it of. */
  readonly make: (c: Context) => Statement | undefined;
}

const always = (): boolean => true;
const inKernel = (c: Context): boolean => c.kernel !== undefined;
const meeting = (c: Context): boolean => c.kernel !== undefined && c.scope.uniform;

const KINDS: readonly Kind[] = [
  { weight: 6, allowed: always, make: declare },
  { weight: 9, allowed: always, make: assign },
  { weight: 3, allowed: mayNest, make: branch },
  { weight: 3, allowed: mayLoop, make: loop },
  { weight: 1, allowed: mayLoop, make: tailLoop },
  { weight: 1.5, allowed: mayLoop, make: search },
  { weight: 1, allowed: mayNest, make: choice },
  { weight: 1, allowed: mayLoop, make: machine },
  { weight: 3, allowed: ({ scope }) => scope.inLoop, make: leave },
  { weight: 1.5, allowed: always, make: declareArray },
  { weight: 1.5, allowed: always, make: writeElement },
  { weight: 1.5, allowed: mayLoop, make: fillArray },
  { weight: 1, allowed: always, make: declareStruct },
  { weight: 0.4, allowed: always, make: copyStruct },
  { weight: 0.6, allowed: always, make: splitNumber },
  { weight: 0.3, allowed: always, make: exponentOf },
  { weight: 0.6, allowed: always, make: storeHalf },
  { weight: 0.7, allowed: always, make: declareUnion },
  { weight: 1, allowed: always, make: pointTo },
  { weight: 2, allowed: always, make: callPassing },
  { weight: 1, allowed: inKernel, make: callKernel },
  { weight: 4, allowed: (c) => c.kernel?.image !== undefined, make: readImage },
  { weight: 1.5, allowed: inKernel, make: globalAtomic },
  { weight: 2, allowed: meeting, make: copyInput },
  { weight: 4, allowed: meeting, make: (c) => exchange(c, c.random.pick(c.kernel!.locals)) },
  { weight: 1, allowed: meeting, make: (c) => reduce(c, c.random.pick(c.kernel!.sums)) },
  { weight: 2, allowed: meeting, make: (c) => histogram(c, c.random.pick(c.kernel!.bins)) },
];

export function statement(c: Context): Statement {
  const kinds = KINDS.filter(({ allowed }) => allowed(c));
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0);
  let place = (c.random.word() / 0x1_0000_0000) * total;
  const kind = kinds.find(({ weight }) => (place -= weight) < 0) ?? kinds[0]!;
  return kind.make(c) ?? assign(c);
}
