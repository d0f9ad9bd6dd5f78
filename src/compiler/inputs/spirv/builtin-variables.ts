// Variables of the execution environment: memory that a function fills with what the work-item functions return.

import { enumerantName } from '../../../spirv/grammar/tables.js';
import type { SpirvInstruction } from '../../../spirv/module.js';
import type { SpirvScope } from './function-scope.js';
import { countOf, elementOf, integer, irType, memoryType, type TypeShape } from './type-shapes.js';

/** Functions of a dimension, by variable. */
const VECTORS: Readonly<Record<string, string>> = {
  GlobalInvocationId: 'get_global_id',
  LocalInvocationId: 'get_local_id',
  WorkgroupId: 'get_group_id',
  NumWorkgroups: 'get_num_groups',
  WorkgroupSize: 'get_local_size',
  EnqueuedWorkgroupSize: 'get_local_size',
  GlobalSize: 'get_global_size',
  GlobalOffset: 'get_global_offset',
};

class BuiltinReader {
  constructor(private readonly scope: SpirvScope) {}

  emit(text: string): string {
    return this.scope.atEntry(text);
  }

  of(name: string, dimension: number): string {
    const { module } = this.scope;
    const symbol = module.declare('i64', `_Z${name.length}${name}j`, ['i32']);
    return this.emit(`call i64 ${symbol}(i32 ${dimension})`);
  }

  /** Ids in one number: the first dimension varies fastest. @param base subtracted from each */
  linear(id: string, size: string, base?: string): string {
    let sum = '0';
    for (const dimension of [2, 1, 0]) {
      const scaled = this.emit(`mul i64 ${sum}, ${this.of(size, dimension)}`);
      const own = this.of(id, dimension);
      const part = base === undefined ? own : this.emit(`sub i64 ${own}, ${this.of(base, dimension)}`);
      sum = this.emit(`add i64 ${scaled}, ${part}`);
    }
    return sum;
  }

  workDim(): string {
    return this.emit(`call i32 ${this.scope.module.declare('i32', '_Z12get_work_dimv', [])}()`);
  }

  /** A number of 64 or 32 bits as another integer. */
  sized(text: string, from: number, type: TypeShape): string {
    const to = type.kind === 'int' ? type.width : from;
    return to === from ? text : this.emit(`${to < from ? 'trunc' : 'zext'} i${from} ${text} to i${to}`);
  }

  scalar(name: string, type: TypeShape): string | undefined {
    if (name === 'WorkDim') return this.sized(this.workDim(), 32, type);
    if (name === 'GlobalLinearId')
      return this.sized(this.linear('get_global_id', 'get_global_size', 'get_global_offset'), 64, type);
    if (name === 'LocalInvocationIndex') return this.sized(this.linear('get_local_id', 'get_local_size'), 64, type);
    return undefined;
  }

  vector(name: string, type: TypeShape): string | undefined {
    const query = Object.hasOwn(VECTORS, name) ? VECTORS[name] : undefined;
    if (query === undefined || countOf(type) !== 3) return undefined;
    let value = 'poison';
    const element = elementOf(type);
    for (const dimension of [0, 1, 2]) {
      const part = this.sized(this.of(query, dimension), 64, element);
      value = this.emit(`insertelement ${irType(type)} ${value}, ${irType(element)} ${part}, i32 ${dimension}`);
    }
    return value;
  }
}

/** True if a variable is one of the environment. */
export const builtinName = (scope: SpirvScope, id: number): string | undefined => {
  const decoration = scope.module.decorations.find(id, 'BuiltIn');
  return decoration && enumerantName('BuiltIn', decoration.operands[0]?.value ?? 0);
};

/** Makes a variable of the environment usable in a function. */
export function bindBuiltin(scope: SpirvScope, variable: SpirvInstruction): void {
  const type = scope.resultType(variable);
  if (type.kind !== 'pointer') throw scope.fail(variable, 'the variable is no pointer');
  const pointee = scope.pointee(type, variable);
  const name = builtinName(scope, variable.result) ?? '';
  const fits = elementOf(pointee).kind === 'int' && irType(elementOf(pointee)) !== irType(integer(8));
  const reader = new BuiltinReader(scope);
  const value = fits ? (reader.vector(name, pointee) ?? reader.scalar(name, pointee)) : undefined;
  if (value === undefined) throw scope.refuse(variable, `the variable ${name} of this type`);
  const place = scope.atEntry(`alloca ${memoryType(pointee)}, addrspace(5)`);
  scope.entryEffect(`store ${memoryType(pointee)} ${value}, ptr addrspace(5) ${place}`);
  scope.bind(variable.result, { type, text: place });
}
