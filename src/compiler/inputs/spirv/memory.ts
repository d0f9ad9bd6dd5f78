// Loads, stores, copies, addresses and casts of pointers.

import type { SpirvInstruction } from '../../../spirv/module.js';
import type { SpirvRule, SpirvScope, SpirvValue } from './function-scope.js';
import { irType, isSameType, memoryType, type PointerShape, type TypeShape } from './type-shapes.js';

const VOLATILE = 1;
const ALIGNED = 2;
const MAX_ALIGNMENT = 2 ** 31;

interface MemoryAccess {
  readonly isVolatile: boolean;
  /** Bytes; undefined for that of the type. */
  readonly alignment: number | undefined;
}

/** The mask of a memory access at an operand, and the alignment behind it. */
function accessAt(scope: SpirvScope, instruction: SpirvInstruction, index: number): MemoryAccess {
  const mask = instruction.operands[index];
  if (mask?.kind !== 'MemoryAccess') return { isVolatile: false, alignment: undefined };
  const alignment = (mask.value & ALIGNED) === 0 ? undefined : scope.literal(instruction, index + 1);
  if (alignment !== undefined && (alignment === 0 || alignment > MAX_ALIGNMENT || (alignment & (alignment - 1)) !== 0))
    throw scope.fail(instruction, `the alignment ${alignment} is no power of two`);
  return { isVolatile: (mask.value & VOLATILE) !== 0, alignment };
}

const alignText = ({ alignment }: MemoryAccess): string => (alignment === undefined ? '' : `, align ${alignment}`);
const volatileText = ({ isVolatile }: MemoryAccess): string => (isVolatile ? 'volatile ' : '');

function isStorable(type: TypeShape): boolean {
  return type.kind !== 'void' && type.kind !== 'function' && type.kind !== 'sampledImage';
}

function loadText(
  scope: SpirvScope,
  instruction: SpirvInstruction,
  from: SpirvValue & { type: PointerShape },
  access: MemoryAccess,
): SpirvValue {
  const type = scope.pointee(from.type, instruction);
  scope.need(isStorable(type), instruction, 'the pointer is to no value');
  const text = `load ${volatileText(access)}${memoryType(type)}, ${irType(from.type)} ${from.text}${alignText(access)}`;
  return { type, text: scope.fromMemory(type, scope.emit(text)) };
}

function storeValue(scope: SpirvScope, to: SpirvValue, value: SpirvValue, access: MemoryAccess): void {
  const own = `${memoryType(value.type)} ${scope.toMemory(value)}`;
  scope.effect(`store ${volatileText(access)}${own}, ${irType(to.type)} ${to.text}${alignText(access)}`);
}

const load: SpirvRule = (scope, instruction) => {
  const value = loadText(scope, instruction, scope.pointer(instruction, 0), accessAt(scope, instruction, 1));
  scope.set(instruction, value);
};

const store: SpirvRule = (scope, instruction) => {
  const to = scope.pointer(instruction, 0);
  const value = scope.operand(instruction, 1);
  const pointee = scope.pointee(to.type, instruction);
  scope.need(
    isSameType(value.type, pointee) && isStorable(pointee),
    instruction,
    'the value is of another type than the memory',
  );
  storeValue(scope, to, value, accessAt(scope, instruction, 2));
};

const copy: SpirvRule = (scope, instruction) => {
  const [to, from] = [scope.pointer(instruction, 0), scope.pointer(instruction, 1)];
  const access = accessAt(scope, instruction, 2);
  const value = loadText(scope, instruction, from, access);
  scope.need(isSameType(value.type, scope.pointee(to.type, instruction)), instruction, 'memory of two types');
  storeValue(scope, to, value, access);
};

const copySized: SpirvRule = (scope, instruction) => {
  const [to, from] = [scope.pointer(instruction, 0), scope.pointer(instruction, 1)];
  const size = scope.operand(instruction, 2);
  scope.need(size.type.kind === 'int', instruction, 'the size is no integer');
  const { isVolatile, alignment } = accessAt(scope, instruction, 3);
  const align = alignment === undefined ? '' : `align ${alignment} `;
  const name = `llvm.memcpy.p${to.type.space}.p${from.type.space}.${irType(size.type)}`;
  const types = [irType(to.type), irType(from.type), irType(size.type), 'i1 immarg'];
  const symbol = scope.module.declare('void', name, types);
  const pointer = (one: SpirvValue): string => `${irType(one.type)} ${align}${one.text}`;
  scope.need(['i32', 'i64'].includes(irType(size.type)), instruction, 'the size has another width than 32 or 64 bits');
  scope.effect(
    `call void ${symbol}(${pointer(to)}, ${pointer(from)}, ${irType(size.type)} ${size.text}, i1 ${isVolatile})`,
  );
};

const CHAINS: Readonly<Record<string, { readonly isInbounds: boolean; readonly hasElement: boolean }>> = {
  AccessChain: { isInbounds: false, hasElement: false },
  InBoundsAccessChain: { isInbounds: true, hasElement: false },
  PtrAccessChain: { isInbounds: false, hasElement: true },
  InBoundsPtrAccessChain: { isInbounds: true, hasElement: true },
};

/** The type behind an index, and the index as LLVM takes it. */
function step(
  scope: SpirvScope,
  instruction: SpirvInstruction,
  type: TypeShape,
  at: number,
): { type: TypeShape; text: string } {
  const index = scope.operand(instruction, at);
  scope.need(index.type.kind === 'int', instruction, `index ${at} is no integer`);
  if (type.kind === 'struct') {
    const number = Number(scope.constant(instruction, at) ?? -1n);
    const member = type.members[number];
    if (member === undefined) throw scope.fail(instruction, `index ${at} is no member of the structure`);
    return { type: member, text: `i32 ${number}` };
  }
  if (type.kind !== 'array' && type.kind !== 'vector')
    throw scope.fail(instruction, `index ${at} is into no aggregate`);
  return { type: type.element, text: `${irType(index.type)} ${index.text}` };
}

const chain: SpirvRule = (scope, instruction) => {
  const rule = CHAINS[instruction.name];
  const base = scope.pointer(instruction, 0);
  const result = scope.resultType(instruction);
  const pointee = scope.pointee(base.type, instruction);
  scope.need(isStorable(pointee), instruction, 'the pointer is to no value');
  const words: string[] = rule?.hasElement ? [] : ['i64 0'];
  let type = pointee;
  const count = instruction.operands.length;
  for (let at = 1; at < count; at++) {
    if (rule?.hasElement && at === 1) {
      const element = scope.operand(instruction, 1);
      scope.need(element.type.kind === 'int', instruction, 'the element is no integer');
      words.push(`${irType(element.type)} ${element.text}`);
      continue;
    }
    const next = step(scope, instruction, type, at);
    words.push(next.text);
    type = next.type;
  }
  const fits = result.kind === 'pointer' && result.space === base.type.space;
  if (!fits || !isSameType(scope.pointee(result, instruction), type))
    throw scope.fail(instruction, 'the result is a pointer to another type');
  // The address of a literal string stays recognisable.
  const isBase = words.every((word) => /^i\d+ 0$/.test(word));
  if (isBase) scope.set(instruction, { type: result, text: base.text });
  else
    scope.define(
      instruction,
      `getelementptr ${rule?.isInbounds ? 'inbounds ' : ''}${memoryType(pointee)}, ${irType(base.type)} ${base.text}, ${words.join(', ')}`,
    );
};

const pointerDifference: SpirvRule = (scope, instruction) => {
  const [a, b] = [scope.pointer(instruction, 0), scope.pointer(instruction, 1)];
  const type = scope.resultType(instruction);
  const pointee = scope.pointee(a.type, instruction);
  scope.need(
    isSameType(a.type, b.type) && type.kind === 'int' && isStorable(pointee),
    instruction,
    'operands of other types',
  );
  const address = ({ type: own, text }: SpirvValue): string => scope.emit(`ptrtoint ${irType(own)} ${text} to i64`);
  const bytes = scope.emit(`sub i64 ${address(a)}, ${address(b)}`);
  const size = `ptrtoint (ptr getelementptr (${memoryType(pointee)}, ptr null, i32 1) to i64)`;
  const count = scope.emit(`sdiv exact i64 ${bytes}, ${size}`);
  const own = irType(type);
  if (own === 'i64') scope.set(instruction, { type, text: count });
  else scope.define(instruction, `trunc i64 ${count} to ${own}`);
};

function cast(fits: (from: PointerShape, to: PointerShape) => boolean): SpirvRule {
  return (scope, instruction) => {
    const from = scope.pointer(instruction, 0);
    const to = scope.resultType(instruction);
    if (to.kind !== 'pointer' || !fits(from.type, to)) throw scope.fail(instruction, 'such a cast does not exist');
    if (from.type.space === to.space) scope.set(instruction, { type: to, text: from.text });
    else scope.define(instruction, `addrspacecast ${irType(from.type)} ${from.text} to ${irType(to)}`);
  };
}

const SPACE_TESTS: Readonly<Record<number, string>> = { 3: 'llvm.amdgcn.is.shared', 5: 'llvm.amdgcn.is.private' };

/** A generic pointer as one of a memory, or null where it points to another memory. */
const explicitCast: SpirvRule = (scope, instruction) => {
  const from = scope.pointer(instruction, 0);
  const to = scope.resultType(instruction);
  if (to.kind !== 'pointer' || from.type.space !== 0) throw scope.fail(instruction, 'such a cast does not exist');
  const type = irType(to);
  const test = (space: number): string => scope.emit(scope.callText('i1', SPACE_TESTS[space] ?? '', [from]));
  const own = scope.emit(`addrspacecast ptr ${from.text} to ${type}`);
  if (to.space === 1 || to.space === 4) {
    const isOther = scope.emit(`or i1 ${test(3)}, ${test(5)}`);
    scope.define(instruction, `select i1 ${isOther}, ${type} null, ${type} ${own}`);
  } else {
    const none = `addrspacecast (ptr null to ${type})`;
    scope.define(instruction, `select i1 ${test(to.space)}, ${type} ${own}, ${type} ${none}`);
  }
};

const fromPointer: SpirvRule = (scope, instruction) => {
  const value = scope.pointer(instruction, 0);
  const type = scope.resultType(instruction);
  scope.need(type.kind === 'int', instruction, 'the result is no integer');
  scope.define(instruction, `ptrtoint ${irType(value.type)} ${value.text} to ${irType(type)}`);
};

const toPointer: SpirvRule = (scope, instruction) => {
  const value = scope.operand(instruction, 0);
  const type = scope.resultType(instruction);
  scope.need(type.kind === 'pointer' && value.type.kind === 'int', instruction, 'operands of other types');
  scope.define(instruction, `inttoptr ${irType(value.type)} ${value.text} to ${irType(type)}`);
};

/** Variables of functions: memory that exists as long as the call. */
const variable: SpirvRule = (scope, instruction) => {
  const type = scope.resultType(instruction);
  if (type.kind !== 'pointer' || type.storage !== 'Function')
    throw scope.fail(instruction, 'a variable of another memory');
  const pointee = scope.pointee(type, instruction);
  scope.need(isStorable(pointee), instruction, 'the variable has no value');
  const alignment = scope.module.alignmentOf(instruction.result);
  const place = scope.atEntry(`alloca ${memoryType(pointee)}${alignment}, addrspace(5)`);
  scope.set(instruction, { type, text: place });
  if (instruction.operands.length < 2) return;
  const value = scope.operand(instruction, 1);
  scope.need(isSameType(value.type, pointee), instruction, 'the initial value is of another type');
  storeValue(scope, { type, text: place }, value, { isVolatile: false, alignment: undefined });
};

const ignored: SpirvRule = () => undefined;

export const MEMORY_RULES: Readonly<Record<string, SpirvRule>> = {
  Load: load,
  Store: store,
  CopyMemory: copy,
  CopyMemorySized: copySized,
  AccessChain: chain,
  InBoundsAccessChain: chain,
  PtrAccessChain: chain,
  InBoundsPtrAccessChain: chain,
  PtrDiff: pointerDifference,
  PtrCastToGeneric: cast((from, to) => to.space === 0 && [1, 3, 4, 5].includes(from.space)),
  GenericCastToPtr: cast((from, to) => from.space === 0 && [1, 3, 4, 5].includes(to.space)),
  PtrCastToCrossWorkgroupINTEL: cast((_, to) => to.space === 1),
  CrossWorkgroupCastToPtrINTEL: cast((_, to) => to.space === 1),
  GenericCastToPtrExplicit: explicitCast,
  ConvertPtrToU: fromPointer,
  ConvertUToPtr: toPointer,
  Variable: variable,
  // Hints of the life of variables, which LLVM derives itself.
  LifetimeStart: ignored,
  LifetimeStop: ignored,
};
