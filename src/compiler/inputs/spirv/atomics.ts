// Atomics, fences and barriers with their scopes and orders.

import type { SpirvInstruction } from '../../../spirv/module.js';
import type { SpirvRule, SpirvScope, SpirvValue } from './function-scope.js';
import { BOOL, integer, irType, isSameType, type PointerShape, type TypeShape } from './type-shapes.js';

/** LLVM's scopes on AMD GPUs by SPIR-V's numbers. Source: LLVM's User Guide for AMDGPU, memory scopes. */
const SCOPES: readonly string[] = ['', 'agent', 'workgroup', 'wavefront', 'singlethread'];
const ORDERS: readonly (readonly [bit: number, order: string])[] = [
  [16, 'seq_cst'],
  [8, 'acq_rel'],
  [4, 'release'],
  [2, 'acquire'],
];
const WORKGROUP_SCOPE = 2n;
const SUBGROUP_SCOPE = 3n;
const LOCAL_MEMORY = 0x100n;
const GLOBAL_MEMORY = 0x200n | 0x800n;

/** Scopes that only the kernel's caller knows are the widest. */
function scopeText(scope: SpirvScope, instruction: SpirvInstruction, index: number): string {
  const value = scope.constant(instruction, index);
  const name = value === undefined ? '' : SCOPES[Number(value)];
  if (name === undefined) throw scope.refuse(instruction, `the scope ${value}`);
  return name === '' ? '' : ` syncscope("${name}")`;
}

function orderText(scope: SpirvScope, instruction: SpirvInstruction, index: number): string {
  const value = scope.constant(instruction, index);
  if (value === undefined) return 'seq_cst';
  return ORDERS.find(([bit]) => (value & BigInt(bit)) !== 0n)?.[1] ?? 'monotonic';
}

const isNumber = (type: TypeShape, kind: 'int' | 'float'): boolean =>
  type.kind === kind && (type.width === 32 || type.width === 64);

type AtomicPlace = SpirvValue & { readonly type: PointerShape };

/** The memory of an atomic, whose type is checked. */
function place(
  scope: SpirvScope,
  instruction: SpirvInstruction,
  ...kinds: readonly ('int' | 'float')[]
): { to: AtomicPlace; type: TypeShape } {
  const to = scope.pointer(instruction, 0);
  const type = scope.pointee(to.type, instruction);
  scope.need(
    kinds.some((kind) => isNumber(type, kind)),
    instruction,
    'the memory has no type of atomics',
  );
  return { to, type };
}

const alignText = (type: TypeShape): string =>
  `align ${type.kind === 'int' || type.kind === 'float' ? type.width / 8 : 4}`;

function modify(
  operation: string,
  kind: 'int' | 'float',
  operand: 'value' | 'one',
  ...more: readonly 'float'[]
): SpirvRule {
  return (scope, instruction) => {
    const { to, type } = place(scope, instruction, kind, ...more);
    const value = operand === 'one' ? { type, text: '1' } : scope.operand(instruction, 3);
    scope.need(isSameType(value.type, type), instruction, 'the value is of another type than the memory');
    const target = `${irType(to.type)} ${to.text}`;
    const how = `${scopeText(scope, instruction, 1)} ${orderText(scope, instruction, 2)}`;
    scope.define(
      instruction,
      `atomicrmw ${operation} ${target}, ${irType(type)} ${value.text}${how}, ${alignText(type)}`,
    );
  };
}

const LOAD_ORDERS: Readonly<Record<string, string>> = { release: 'monotonic', acq_rel: 'acquire' };
const STORE_ORDERS: Readonly<Record<string, string>> = { acquire: 'monotonic', acq_rel: 'release' };

const load: SpirvRule = (scope, instruction) => {
  const { to, type } = place(scope, instruction, 'int', 'float');
  const order = orderText(scope, instruction, 2);
  const how = `${scopeText(scope, instruction, 1)} ${LOAD_ORDERS[order] ?? order}, ${alignText(type)}`;
  scope.define(instruction, `load atomic ${irType(type)}, ${irType(to.type)} ${to.text}${how}`);
};

const store: SpirvRule = (scope, instruction) => {
  const { to, type } = place(scope, instruction, 'int', 'float');
  const value = scope.operand(instruction, 3);
  scope.need(isSameType(value.type, type), instruction, 'the value is of another type than the memory');
  const order = orderText(scope, instruction, 2);
  const how = `${scopeText(scope, instruction, 1)} ${STORE_ORDERS[order] ?? order}, ${alignText(type)}`;
  scope.effect(`store atomic ${irType(type)} ${value.text}, ${irType(to.type)} ${to.text}${how}`);
};

const compareExchange: SpirvRule = (scope, instruction) => {
  const { to, type } = place(scope, instruction, 'int');
  const [value, expected] = [scope.operand(instruction, 4), scope.operand(instruction, 5)];
  const fits = isSameType(value.type, type) && isSameType(expected.type, type);
  scope.need(fits, instruction, 'the values are of another type than the memory');
  const own = irType(type);
  const failure = orderText(scope, instruction, 3);
  const orders = `${orderText(scope, instruction, 2)} ${LOAD_ORDERS[failure] ?? failure}, ${alignText(type)}`;
  const values = `${own} ${expected.text}, ${own} ${value.text}`;
  const pair = scope.emit(
    `cmpxchg ${irType(to.type)} ${to.text}, ${values}${scopeText(scope, instruction, 1)} ${orders}`,
  );
  scope.define(instruction, `extractvalue { ${own}, i1 } ${pair}, 0`);
};

/** Flags are integers that are set to -1. */
const testAndSet: SpirvRule = (scope, instruction) => {
  const { to } = place(scope, instruction, 'int');
  scope.need(scope.resultType(instruction).kind === BOOL.kind, instruction, 'the result is no boolean');
  const how = `${scopeText(scope, instruction, 1)} ${orderText(scope, instruction, 2)}`;
  const old = scope.emit(`atomicrmw xchg ${irType(to.type)} ${to.text}, i32 -1${how}, align 4`);
  scope.define(instruction, `icmp ne i32 ${old}, 0`);
};

const clearFlag: SpirvRule = (scope, instruction) => {
  const { to } = place(scope, instruction, 'int');
  const order = orderText(scope, instruction, 2);
  const how = `${scopeText(scope, instruction, 1)} ${STORE_ORDERS[order] ?? order}, align 4`;
  scope.effect(`store atomic i32 0, ${irType(to.type)} ${to.text}${how}`);
};

const fence: SpirvRule = (scope, instruction) => {
  const order = orderText(scope, instruction, 1);
  if (order !== 'monotonic') scope.effect(`fence${scopeText(scope, instruction, 0)} ${order}`);
};

/** The barrier of OpenCL C, with its flags. Wavefronts need none. */
const barrier: SpirvRule = (scope, instruction) => {
  const execution = scope.constant(instruction, 0);
  if (execution !== WORKGROUP_SCOPE && execution !== SUBGROUP_SCOPE)
    throw scope.refuse(instruction, `a barrier of the scope ${execution ?? 'that is not constant'}`);
  if (execution === SUBGROUP_SCOPE) {
    scope.effect('fence syncscope("wavefront") acq_rel');
    return;
  }
  const semantics = scope.constant(instruction, 2) ?? LOCAL_MEMORY | GLOBAL_MEMORY;
  const flags = ((semantics & LOCAL_MEMORY) === 0n ? 0 : 1) | ((semantics & GLOBAL_MEMORY) === 0n ? 0 : 2);
  const value = { type: integer(32), text: String(flags) };
  scope.effect(scope.builtinText('void', 'barrier', ['j'], [value]));
};

export const ATOMIC_RULES: Readonly<Record<string, SpirvRule>> = {
  AtomicLoad: load,
  AtomicStore: store,
  AtomicExchange: modify('xchg', 'int', 'value', 'float'),
  AtomicCompareExchange: compareExchange,
  AtomicCompareExchangeWeak: compareExchange,
  AtomicIIncrement: modify('add', 'int', 'one'),
  AtomicIDecrement: modify('sub', 'int', 'one'),
  AtomicIAdd: modify('add', 'int', 'value'),
  AtomicISub: modify('sub', 'int', 'value'),
  AtomicSMin: modify('min', 'int', 'value'),
  AtomicUMin: modify('umin', 'int', 'value'),
  AtomicSMax: modify('max', 'int', 'value'),
  AtomicUMax: modify('umax', 'int', 'value'),
  AtomicAnd: modify('and', 'int', 'value'),
  AtomicOr: modify('or', 'int', 'value'),
  AtomicXor: modify('xor', 'int', 'value'),
  AtomicFAddEXT: modify('fadd', 'float', 'value'),
  AtomicFMinEXT: modify('fmin', 'float', 'value'),
  AtomicFMaxEXT: modify('fmax', 'float', 'value'),
  AtomicFlagTestAndSet: testAndSet,
  AtomicFlagClear: clearFlag,
  MemoryBarrier: fence,
  ControlBarrier: barrier,
};
