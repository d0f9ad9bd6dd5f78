// Zero-cost values of a phi from a block with several predecessors, in LLVM IR text: v.x = 1 under `a || b && c`, or in
// a case with fall-through. StructurizeCFG of LLVM 22 hoists such a value before the branches, and then uses it for the
// first of the predecessors alone (hoistZeroCostElseBlockPhiValues): the others keep the old one. No flag disables
// that. An opaque copy has a cost for LLVM, and usually no instruction. Elements of private arrays, parameters of
// kernels and parts of wide loads become such values in passes of the back end, so this pass processes the text right
// before StructurizeCFG (code-halves.ts).
import type { IrIncoming, IrInstruction } from '../ir/instruction.js';
import { type IrFunction, type IrTextModule, instructionsOf, mapFunctions } from '../ir/module.js';
import { copyOf } from '../ir/opaque-copy.js';
import { rewriteFunction, versionPass } from './pass.js';

/** Instructions that may be free on the GPU: parts of registers, bit casts, source modifiers. */
const FREE: ReadonlySet<string> = new Set([
  ...['insertelement', 'insertvalue', 'extractelement', 'extractvalue', 'shufflevector', 'getelementptr'],
  ...['bitcast', 'freeze', 'addrspacecast', 'inttoptr', 'ptrtoint', 'trunc', 'zext', 'sext', 'fneg'],
]);
const BRANCHES: readonly string[] = ['br', 'switch'];
const BLOCK_ENDS: readonly string[] = [...BRANCHES, 'indirectbr'];

const mayBeFree = (instruction: IrInstruction): boolean =>
  FREE.has(instruction.opcode) || instruction.calls('@llvm.fabs');

/** A function's values and blocks. */
interface Flow {
  /** Values that may be free, with their blocks. */
  readonly free: ReadonlyMap<string, string>;
  /** Blocks by their last instructions. */
  readonly blocks: ReadonlyMap<IrInstruction, string>;
  /** Number of branches to a block. */
  readonly entries: ReadonlyMap<string, number>;
  /** Blocks with a single successor. */
  readonly straight: ReadonlySet<string>;
}

/** Branches to each block: the default of a switch is reached from several of its comparisons. */
function entriesOf(branches: Iterable<IrInstruction>): Map<string, number> {
  const entries = new Map<string, number>();
  for (const { opcode, targets } of branches)
    for (const [n, target] of targets.entries()) {
      const ways = opcode === 'switch' && n === 0 ? 2 : 1;
      entries.set(target, (entries.get(target) ?? 0) + ways);
    }
  return entries;
}

function flowOf({ body }: IrFunction): Flow {
  const free = new Map<string, string>();
  const blocks = new Map<IrInstruction, string>();
  const straight = new Set<string>();
  let block = '';
  for (const part of body) {
    if (part.kind === 'label') block = part.name;
    if (part.kind !== 'instruction') continue;
    const { instruction } = part;
    const { result, opcode } = instruction;
    if (result !== undefined && mayBeFree(instruction)) free.set(result, block);
    if (BLOCK_ENDS.includes(opcode)) blocks.set(instruction, block);
    if (opcode === 'br' && instruction.targets.length === 1) straight.add(block);
  }
  const branches = [...blocks.keys()].filter(({ opcode }) => BRANCHES.includes(opcode));
  return { free, blocks, entries: entriesOf(branches), straight };
}

/** True if a block has several predecessors and one successor: only values of such blocks are hoisted. */
const isJoin = ({ entries, straight }: Flow, block: string): boolean =>
  straight.has(block) && (entries.get(block) ?? 0) >= 2;

/** True if a value may be hoisted before the branches to the block from which the phi receives it. */
const isHoisted = (flow: Flow, { value, block }: IrIncoming): boolean =>
  flow.free.get(value) === block && isJoin(flow, block);

/** Copies of values at the ends of blocks. */
class Copies {
  private readonly names = new Map<string, string>();
  private readonly lines = new Map<string, string[]>();

  /** The name of a block's copy for the phi; undefined if no copy is possible. */
  of(value: string, type: string, block: string): string | undefined {
    const key = `${value} ${block}`;
    const copyName = this.names.get(key);
    if (copyName !== undefined) return copyName;
    const name = `%atoll.join.${this.names.size}`;
    const copy = copyOf(name, type, value);
    if (!copy) return undefined;
    this.names.set(key, name);
    this.lines.set(block, [...(this.lines.get(block) ?? []), ...copy]);
    return name;
  }

  /** Lines of copies at the end of a block. */
  at(block: string | undefined): readonly string[] {
    return this.lines.get(block ?? '') ?? [];
  }
}

/** The line of a phi that reads copies; undefined if it is unchanged. */
function phiOfCopies(phi: IrInstruction, flow: Flow, copies: Copies): string | undefined {
  const incoming = phi.incoming.map((one) => {
    const name = isHoisted(flow, one) ? copies.of(one.value, phi.type, one.block) : undefined;
    return name === undefined ? one : { ...one, value: name };
  });
  return incoming.some((one, n) => one !== phi.incoming[n]) ? phi.withIncoming(incoming) : undefined;
}

function repairFunction(one: IrFunction): IrFunction {
  if (![...instructionsOf(one)].some(({ opcode }) => opcode === 'phi')) return one;
  const flow = flowOf(one);
  const copies = new Copies();
  const phis = new Map<IrInstruction, string>();
  for (const instruction of instructionsOf(one)) {
    const line = instruction.opcode === 'phi' ? phiOfCopies(instruction, flow, copies) : undefined;
    if (line !== undefined) phis.set(instruction, line);
  }
  if (phis.size === 0) return one;
  return rewriteFunction(one, (instruction) => {
    const phi = phis.get(instruction);
    if (phi !== undefined) return [phi];
    const own = copies.at(flow.blocks.get(instruction));
    return flow.blocks.has(instruction) && own.length > 0 ? [...own, ...instruction.lines] : undefined;
  });
}

/** True if a module has blocks with values that may be hoisted, after its memory and parameters have become values. */
export const mayHoist = (module: IrTextModule): boolean =>
  module.parts.some((part) => {
    if (part.kind !== 'function') return false;
    const flow = flowOf(part);
    return [...flow.straight].some((block) => isJoin(flow, block));
  });

/** Prevents hoisting of values of phis, in a module right before control flow is structured. */
export const structurizerPhi = versionPass(
  'joins',
  'StructurizeCFG, hoistZeroCostElseBlockPhiValues',
  (module) => mapFunctions(module, repairFunction),
  [183792],
);
