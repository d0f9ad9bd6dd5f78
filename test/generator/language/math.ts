// Kernels of functions that implementations approximate: compared within a tolerance, and bit for bit among Atoll's
// engines.

import type { Context } from './context.js';
import { value } from './simple-statements.js';
import { line, type Part, type Statement } from './tree.js';
import { nameOf, type Type } from './types.js';

/** Calls of functions, by text; `x` and `y` lie between -3 and 3. No result is larger than e**9 or so. */
const CALLS: readonly string[] = [
  ...['exp(x)', 'exp2(x)', 'exp10(x)', 'expm1(x)', 'log(fabs(x) + C(0.5))', 'log2(fabs(x) + C(0.5))', 'log1p(fabs(x))'],
  ...['log10(fabs(y) + C(0.25))', 'sin(x)', 'cos(x)', 'tan(x * C(0.25))', 'sinpi(x)', 'cospi(y)', 'sin(x * C(1000.0))'],
  ...[
    'asin(x * C(0.25))',
    'acos(y * C(0.25))',
    'atan(x)',
    'atan2(x, y)',
    'atan2pi(y, x)',
    'sinh(x)',
    'cosh(y)',
    'tanh(x)',
  ],
  ...[
    'asinh(x)',
    'acosh(fabs(x) + C(1.5))',
    'atanh(x * C(0.25))',
    'cbrt(x)',
    'hypot(x, y)',
    'rsqrt(fabs(x) + C(0.125))',
  ],
  ...[
    'pow(fabs(x) + C(0.5), y)',
    'powr(fabs(y) + C(0.5), x)',
    'pown(fabs(x) + C(0.5), I(3))',
    'rootn(fabs(x) + C(0.5), I(3))',
  ],
  ...[
    'erf(x)',
    'erfc(x)',
    'tgamma(fabs(x) + C(0.5))',
    'lgamma(fabs(y) + C(0.5))',
    'mix(x, y, C(0.25))',
    'mad(x, y, x)',
  ],
  ...['smoothstep(C(-1.0), C(1.0), x)', 'degrees(x)', 'radians(y)', 'sqrt(fabs(x))', 'x / (fabs(y) + C(0.5))'],
];

/** `C(..)` are constants of the type, `I(..)` of as many ints. */
function spelt(type: Type, text: string): string {
  const suffix = type.scalar === 'float' ? 'f' : '';
  const integers = type.width === 1 ? 'int' : `int${type.width}`;
  return text
    .replace(/\bC\((-?[\d.]+)\)/g, (_, number) => `(${nameOf(type)})(${number}${suffix})`)
    .replace(/\bI\((\d+)\)/g, (_, number) => `(${integers})(${number})`);
}

function term(c: Context, type: Type): string {
  if (c.random.chance(0.15)) return `(s = sincos(${c.random.pick(['x', 'y'])}, &z), s * z)`;
  return spelt(type, c.random.pick(CALLS));
}

/**
 * A sum of such terms of exact arguments, some of them in a loop or only in some lanes; no condition depends on their
 * results.
 */
export function approximations(c: Context, type: Type): { statements: Statement[]; result: string } {
  const name = nameOf(type);
  const bound = `(${name})(3${type.scalar === 'float' ? '.0f' : '.0'})`;
  const argument = (variable: string): Statement => {
    const parts: Part[] = [`${name} ${variable} = clamp(`, value(c, type, 2), `, -${bound}, ${bound});`];
    return { parts, fixed: true };
  };
  const add = (): Statement => line(`sum += fabs(${term(c, type)});`);
  const statements = [
    argument('x'),
    argument('y'),
    { parts: [`${name} sum = (${name})(0), s = sum, z = sum;`], fixed: true },
    ...Array.from({ length: 1 + c.random.below(3) }, add),
  ];
  if (c.random.chance(0.4))
    statements.push({ parts: ['if ((at & 3u) == 1u) {'], body: [add(), add()], end: '}', opens: true });
  if (c.random.chance(0.4))
    statements.push({
      parts: ['for (int i = 0; i < 3; i++) {'],
      body: [add(), line(`x = y * (${name})(0.5) + (${name})(0.25); y = -x;`)],
      end: '}',
      opens: true,
    });
  return { statements, result: 'sum' };
}
