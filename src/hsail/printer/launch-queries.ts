// The launch as HSAIL reads it: ids and sizes, in place of the words of Atoll's convention that the library loads.

import { IMPLICIT_ARGS } from '../../cal/convention.js';
import type { VirtualRegister } from './code.js';
import { isRegister } from './code.js';
import type { KernelScope } from './kernel-scope.js';
import { constantPart, I32, type ValuePart } from './parts.js';

/** Queries of the dimensions of a place in the launch. A packet of HSA has no offset. */
const QUERIES: Readonly<Record<'globalOffset' | 'numGroups' | 'globalSize' | 'localSize', string | undefined>> = {
  globalOffset: undefined,
  numGroups: 'gridgroups_u32',
  globalSize: 'gridsize_u32',
  localSize: 'workgroupsize_u32',
};
const WORD_BYTES = 4;
const DIMENSIONS = 3;

/** A word of the launch by its place. */
export function launchWord(scope: KernelScope, offset: bigint): ValuePart {
  const place = Number(offset);
  if (place === IMPLICIT_ARGS.workDim) return scope.operate('dim_u32', I32, [], 'u32');
  for (const [name, query] of Object.entries(QUERIES)) {
    const dimension = (place - IMPLICIT_ARGS[name as keyof typeof QUERIES]) / WORD_BYTES;
    if (![...Array(DIMENSIONS).keys()].includes(dimension)) continue;
    return query === undefined ? constantPart(I32, 0n) : scope.operate(query, I32, [`${dimension}`], 'u32');
  }
  return scope.refuse(`byte ${place} of what is known of the launch`);
}

const MAX_LEAVES = 6;

/** Summands of a sum of 32 bits. */
function leavesOf(scope: KernelScope, register: VirtualRegister, leaves: (VirtualRegister | string)[]): void {
  const definition = scope.code.definition(register);
  if (definition?.name !== 'add_u32' || leaves.length > MAX_LEAVES) return void leaves.push(register);
  for (const source of definition.operands.slice(1))
    if (typeof source === 'string') {
      if (source !== '0') leaves.push(source);
    } else if (isRegister(source)) leavesOf(scope, source, leaves);
}

function queryOf(scope: KernelScope, leaf: VirtualRegister | string, name: string): string | undefined {
  const definition = typeof leaf === 'string' ? undefined : scope.code.definition(leaf);
  return definition?.name === name ? (definition.operands[1] as string) : undefined;
}

/** The dimension of a product of the group's id and size. */
function groupStart(scope: KernelScope, leaf: VirtualRegister | string): string | undefined {
  const product = typeof leaf === 'string' ? undefined : scope.code.definition(leaf);
  if (product?.name !== 'mul_u32') return undefined;
  const [a, b] = product.operands.slice(1) as (VirtualRegister | string)[];
  const match = (id: VirtualRegister | string, size: VirtualRegister | string): string | undefined => {
    const dimension = queryOf(scope, id, 'workgroupid_u32');
    return dimension !== undefined && dimension === queryOf(scope, size, 'workgroupsize_u32') ? dimension : undefined;
  };
  return match(a!, b!) ?? match(b!, a!);
}

/** A sum that contains the absolute id of the work-item, as HSAIL has it in one instruction; other sums as they are. */
export function absoluteId(scope: KernelScope, sum: ValuePart): ValuePart {
  const leaves: (VirtualRegister | string)[] = [];
  leavesOf(scope, scope.register(sum), leaves);
  const start = leaves.find((leaf) => groupStart(scope, leaf) !== undefined);
  const dimension = start === undefined ? undefined : groupStart(scope, start);
  const id = leaves.find((leaf) => dimension !== undefined && queryOf(scope, leaf, 'workitemid_u32') === dimension);
  if (dimension === undefined || id === undefined) return sum;
  const rest = leaves.filter((leaf) => leaf !== start && leaf !== id);
  if (rest.length > 1) return sum;
  const absolute = scope.operate('workitemabsid_u32', I32, [dimension], 'u32');
  if (rest.length === 0) return absolute;
  return { ...absolute, value: scope.code.value('add_u32', 's', [absolute.value as VirtualRegister, rest[0]!]) };
}
