// Calls of HPVM in LLVM IR: those of HPVM-C (`__hpvm__bindIn`), and HPVM's own intrinsics (`llvm.hpvm.bind.input`).

import type { IrInstruction } from '../compiler/ir/instruction.js';
import type { IrOperand } from '../compiler/ir/operand.js';

const ATOMICS = ['add', 'sub', 'xchg', 'min', 'max', 'and', 'or', 'xor'] as const;
export type AtomicOperation = (typeof ATOMICS)[number];

/** Calls without parts in their names: the name in HPVM-C, in HPVM's IR, and here. */
const NAMES = [
  ['hint', undefined, 'hint'],
  ['attributes', undefined, 'attributes'],
  ['edge', 'createEdge', 'edge'],
  ['fuse', undefined, 'fuse'],
  ['bindIn', 'bind.input', 'bind-in'],
  ['bindOut', 'bind.output', 'bind-out'],
  ['getNode', 'getNode', 'node'],
  ['getParentNode', 'getParentNode', 'parent'],
  ['barrier', 'barrier', 'barrier'],
  ['malloc', 'malloc', 'malloc'],
  ['getVectorLength', 'getVectorLength', 'vector-length'],
  ['return', undefined, 'return'],
  ['init', 'init', 'init'],
  ['cleanup', 'cleanup', 'cleanup'],
  ['wait', 'wait', 'wait'],
  ['push', 'push', 'push'],
  ['pop', 'pop', 'pop'],
] as const;

export type CallKind =
  | (typeof NAMES)[number][2]
  | 'create-node'
  | 'launch'
  | 'instance-id'
  | 'instance-count'
  | 'atomic'
  | 'memory';

export interface HpvmCall {
  readonly kind: CallKind;
  /** The function of HPVM-C. */
  readonly name: string;
  /** In HPVM-C's order: `create-node` begins with the number of dimensions, `launch` with the streaming flag. */
  readonly operands: readonly IrOperand[];
  /** Of a query: 0 for x. */
  readonly dimension: number;
  readonly atomic: AtomicOperation | undefined;
  readonly instruction: IrInstruction;
}

const SIMPLE: ReadonlyMap<string, readonly [name: string, kind: CallKind]> = new Map(
  NAMES.flatMap(([c, ir, kind]) => [
    [`@__hpvm__${c}`, [c, kind]] as const,
    ...(ir === undefined ? [] : [[`@llvm.hpvm.${ir}`, [c, kind]] as const]),
  ]),
);
const QUERY = /^@(?:__hpvm__|llvm\.hpvm\.)(getNodeInstanceID|getNumNodeInstances)[._]([xyz])$/;
const ATOMIC = /^@(?:__hpvm__atomic_|llvm\.hpvm\.atomic\.)([a-z]+)$/;
const CREATE = /^@llvm\.hpvm\.createNode(?:([123])D)?$/;
const MEMORY = /^@(llvm_hpvm_(?:track|untrack|request)_mem)$/;
const integer = (value: number): IrOperand => ({ type: 'i32', value: String(value) });

type CallParts = Pick<HpvmCall, 'kind' | 'name' | 'operands'> & Partial<HpvmCall>;

function partsOf(callee: string, operands: readonly IrOperand[]): CallParts | undefined {
  const simple = SIMPLE.get(callee);
  if (simple) return { kind: simple[1], name: `__hpvm__${simple[0]}`, operands };
  if (callee === '@__hpvm__createNodeND') return { kind: 'create-node', name: '__hpvm__createNodeND', operands };
  if (callee === '@__hpvm__launch') return { kind: 'launch', name: '__hpvm__launch', operands };
  if (callee === '@llvm.hpvm.launch') {
    const [root, values, streaming] = operands;
    return { kind: 'launch', name: '__hpvm__launch', operands: [streaming, root, values].flatMap((one) => one ?? []) };
  }
  const create = CREATE.exec(callee);
  if (create)
    return {
      kind: 'create-node',
      name: '__hpvm__createNodeND',
      operands: [integer(Number(create[1] ?? 0)), ...operands],
    };
  return queryParts(callee, operands);
}

function queryParts(callee: string, operands: readonly IrOperand[]): CallParts | undefined {
  const [, query, dimension = ''] = QUERY.exec(callee) ?? [];
  if (query !== undefined) {
    const kind = query === 'getNodeInstanceID' ? 'instance-id' : 'instance-count';
    return { kind, name: `__hpvm__${query}_${dimension}`, operands, dimension: 'xyz'.indexOf(dimension) };
  }
  const atomic = ATOMICS.find((one) => one === ATOMIC.exec(callee)?.[1]);
  if (atomic !== undefined) return { kind: 'atomic', name: `__hpvm__atomic_${atomic}`, operands, atomic };
  const memory = MEMORY.exec(callee)?.[1];
  return memory === undefined ? undefined : { kind: 'memory', name: memory, operands };
}

/** The call of HPVM that an instruction is; undefined for other ones. */
export function readHpvmCall(instruction: IrInstruction): HpvmCall | undefined {
  const { callee } = instruction;
  if (callee === undefined || !callee.includes('hpvm')) return undefined;
  const parts = partsOf(callee, instruction.typedOperands);
  return parts && { dimension: 0, atomic: undefined, ...parts, instruction };
}

/** True if a function is one of HPVM's that `readHpvmCall` does not know. */
export const isForeignHpvm = (callee: string): boolean =>
  /^@(?:__hpvm__|llvm\.hpvm\.|__visc__|llvm\.visc\.)/.test(callee);
