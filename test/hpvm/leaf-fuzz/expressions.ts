// Random expressions of C without undefined behaviour.

import type { Random } from '../../emulator/random.js';

export type CType = 'int' | 'unsigned' | 'long' | 'unsigned long' | 'short' | 'unsigned char' | 'float' | 'double';
export const INTEGERS: readonly CType[] = ['int', 'unsigned', 'long', 'unsigned long', 'short', 'unsigned char'];
export const TYPES: readonly CType[] = [...INTEGERS, 'float', 'double'];
const isReal = (type: CType): boolean => type === 'float' || type === 'double';

/** Names that an expression can use. */
export interface Scope {
  readonly random: Random;
  readonly variables: readonly { readonly name: string; readonly type: CType }[];
  /** Arrays of 8 integers. */
  readonly arrays: readonly string[];
  readonly helpers: readonly string[];
}

const CONSTANTS: readonly string[] = '0 1 2 3 7 8 15 31 100 255 256 1000 32767 65535 65536 1000003 2147483647'.split(
  ' ',
);
const REALS: readonly string[] = '0.5 1.0 1.5 -2.0 0.1 3.25 -0.75 1000.5 0.001'.split(' ');
const COMPARISONS: readonly string[] = '< <= > >= == !='.split(' ');

export function condition(scope: Scope, depth: number): string {
  const { random } = scope;
  if (depth > 0 && random.chance(0.2))
    return `(${condition(scope, depth - 1)} ${random.pick(['&&', '||'])} ${condition(scope, depth - 1)})`;
  if (random.chance(0.1)) return `!(${condition(scope, depth - 1)})`;
  const type = random.pick(TYPES);
  return `(${expression(scope, type, depth - 1)} ${random.pick(COMPARISONS)} ${expression(scope, type, depth - 1)})`;
}

function simple({ random, variables, arrays }: Scope, type: CType): string {
  const own = variables.filter((one) => isReal(one.type) === isReal(type));
  const text = (): string => {
    const choice = random.below(10);
    if (choice < 6 && own.length > 0) return random.pick(own).name;
    if (isReal(type))
      return choice < 9 ? `((${type})in[(x + ${random.below(20)}) % COUNT] / 1024)` : random.pick(REALS);
    if (choice < 7) return `in[(x * ${random.below(5)} + ${random.below(20)}) % COUNT]`;
    if (choice < 8) return `${random.pick(arrays)}[${random.below(8)}]`;
    return random.chance(0.2) ? '(int)0x80000000' : `${random.pick(CONSTANTS)}${random.chance(0.3) ? 'u' : ''}`;
  };
  return `(${type})${text()}`;
}

const REAL_FUNCTIONS: readonly string[] = 'fabs floor ceil trunc'.split(' ');

function real(scope: Scope, type: CType, depth: number): string {
  const { random } = scope;
  const value = (): string => expression(scope, type, depth - 1);
  const suffix = type === 'float' ? 'f' : '';
  switch (random.below(9)) {
    case 0:
      return `sqrt${suffix}(fabs${suffix}(${value()}))`;
    case 1:
      return `${random.pick(REAL_FUNCTIONS)}${suffix}(${value()})`;
    case 2:
      return `(${condition(scope, depth - 1)} ? ${value()} : ${value()})`;
    case 3:
      return `(${type})${expression(scope, random.pick(INTEGERS), depth - 1)}`;
    case 4:
      return `(${value()} / ${value()})`;
    case 5:
      return `f${random.pick(['min', 'max'])}${suffix}(bounded(${value()}), bounded(${value()}))`;
    case 6:
      return `(${type})(${type === 'float' ? 'double' : 'float'})${value()}`;
    default:
      return `(${value()} ${random.pick(['+', '-', '*'])} ${value()})`;
  }
}

/** Operands of signed operations are small where C has no overflow. */
function integerForms(scope: Scope, type: CType, depth: number): readonly (() => string)[] {
  const { random, arrays, helpers } = scope;
  const value = (own: CType = type): string => expression(scope, own, depth - 1);
  const unsigned = type === 'long' || type === 'unsigned long' ? 'unsigned long' : 'unsigned';
  const bits = unsigned === 'unsigned' ? 31 : 63;
  const small = (): string => `(int)(${value()} & ${random.pick([15, 255, 1023])})`;
  return [
    () => `(${unsigned})${value()} ${random.pick(['+', '-', '*'])} (${unsigned})${value()}`,
    () => `${value()} ${random.pick(['&', '|', '^'])} ${value()}`,
    () => `${small()} ${random.pick(['+', '-', '*'])} ${small()} ${random.pick(['+', '-'])} ${small()}`,
    () => `(${unsigned})${value()} << (${value('unsigned')} & ${bits})`,
    () => `${value()} >> (${value('unsigned')} & ${type === 'short' || type === 'unsigned char' ? 7 : bits})`,
    () => `(${value()} >> 1) ${random.pick(['/', '%'])} (${value()} | 1)`,
    () => `(${unsigned})${value()} ${random.pick(['/', '%'])} ((${unsigned})${value()} | 1)`,
    () => `${condition(scope, depth - 1)} ? ${value()} : ${value()}`,
    () => `${condition(scope, depth - 1)}`,
    () =>
      `(${random.pick(['signed char', 'short', 'unsigned char', 'unsigned short'])})${value(random.pick(INTEGERS))}`,
    () => `(int)bounded(${value(random.pick(['float', 'double']))})`,
    () => `${random.pick(arrays)}[${value()} & 7]`,
    () => `${random.pick(helpers)}(${value('int')}, ${value('int')})`,
    () => `${random.pick(['__builtin_popcount', '__builtin_bswap32', '__builtin_bitreverse32'])}(${value('unsigned')})`,
    () => `${random.pick(['__builtin_clz', '__builtin_ctz'])}(${value('unsigned')} | 4096u)`,
    () => `${random.pick(['__builtin_clzl', '__builtin_ctzl'])}(${value('unsigned long')} | 65536ul)`,
    () => `rotate(${value('unsigned')}, ${value('unsigned')} & 31)`,
    () => `funnel(${value('unsigned')}, ${value('unsigned')}, ${1 + random.below(31)})`,
    () => `saturated(${value('unsigned')}, ${value('unsigned')})`,
    () => `abs(${value('int')} >> 1)`,
    () => `larger(${value('int')}, ${value('int')})`,
    () => `~${value()}`,
  ];
}

export function expression(scope: Scope, type: CType, depth: number): string {
  if (depth <= 0) return simple(scope, type);
  if (isReal(type)) return `(${real(scope, type, depth)})`;
  return `((${type})(${scope.random.pick(integerForms(scope, type, depth))()}))`;
}
