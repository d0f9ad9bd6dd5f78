// The shape of addresses: what of an address all lanes have in common, what differs, and which constant comes on top. Found
// in the expressions of src/isa/southern-islands/addressing; what has another shape is computed as it stands.

import type { Ex } from '../../isa/language/expr.js';

/** An address in GPU memory: ((common + own) & mask) + distance, in 64 bits. */
export interface GlobalPlace {
  /** The address without `distance`: accesses with the same node lie side by side. */
  readonly core: Ex;
  /** u64 nodes that are the same in all lanes. */
  readonly common: readonly Ex[];
  /** The u64 node that differs from lane to lane. */
  readonly own: Ex | undefined;
  readonly mask: bigint;
  readonly distance: number;
}

/** An address in LDS, `base + offset` aligned to `bytes`: in range when base + offset + bytes <= M0. */
export interface LdsPlace {
  readonly base: Ex;
  readonly offset: number;
  readonly bytes: number;
}

const ALL = 0xffff_ffff_ffff_ffffn;

type Uniform = (node: Ex) => boolean;
type OpNode = Extract<Ex, { kind: 'op' }>;

const isOp = (node: Ex | undefined, op: string): node is OpNode => node?.kind === 'op' && node.op === op;
const constant = (node: Ex | undefined): bigint | undefined => (node?.kind === 'const' ? BigInt(node.bits) : undefined);

/** Distances that the immediate of a WebAssembly access takes. */
const DISTANCE_LIMIT = 0x1_0000n;

/** @param uniform whether a node is the same in all lanes */
export function globalPlace(address: Ex, uniform: Uniform): GlobalPlace {
  let core = address;
  let distance = 0;
  const onTop = isOp(core, 'add64') ? constant(core.args[1]) : undefined;
  if (isOp(core, 'add64') && onTop !== undefined && onTop < DISTANCE_LIMIT) {
    core = core.args[0]!;
    distance = Number(onTop);
  }
  const kept = isOp(core, 'and64') ? constant(core.args[1]) : undefined;
  const sum = isOp(core, 'and64') && kept !== undefined && isAddressMask(kept) ? core.args[0]! : core;
  const { common, own } = terms(sum, uniform);
  return { core, common, own, mask: sum === core ? ALL : kept!, distance };
}

/** Masks that leave a run of bits from a low one to one above 32: consecutive addresses stay consecutive under them. */
const isAddressMask = (mask: bigint): boolean => {
  const low = mask & -mask;
  return low <= 16n && (mask & 0xffff_ffffn) === 0x1_0000_0000n - low;
};

function terms(sum: Ex, uniform: Uniform): { common: readonly Ex[]; own: Ex | undefined } {
  const common: Ex[] = [];
  let rest: Ex | undefined = sum;
  while (rest) {
    if (uniform(rest)) {
      common.push(rest);
      rest = undefined;
      break;
    }
    if (!isOp(rest, 'add64')) break;
    const [a, b]: readonly Ex[] = rest.args;
    if (uniform(a!)) {
      common.push(a!);
      rest = b!;
    } else if (uniform(b!)) {
      common.push(b!);
      rest = a!;
    } else break;
  }
  return { common, own: rest };
}

/** The shape that all DS instructions with an offset have (`displaced` in src/isa/southern-islands/addressing/lds.ts). */
export function ldsPlace(address: Ex, valid: Ex | undefined): LdsPlace | undefined {
  if (!isOp(valid, 'andB') || !isOp(valid.args[0], 'notB')) return undefined;
  const carry = valid.args[0].args[0];
  if (!isOp(carry, 'ltU')) return undefined;
  const [sum, base] = carry.args;
  if (!isOp(sum, 'add') || sum.args[0] !== base) return undefined;
  const offset = constant(sum.args[1]);
  const bytes = limitOf(valid.args[1], address);
  const aligned = isOp(address, 'and') && address.args[0] === sum ? constant(address.args[1]) : undefined;
  if (offset === undefined || bytes === undefined || Number(offset) % bytes !== 0) return undefined;
  const exact = bytes === 1 ? address === sum : aligned === 0x1_0000_0000n - BigInt(bytes);
  return exact ? { base: base!, offset: Number(offset), bytes } : undefined;
}

/** The number of bytes that must lie below M0 from the address on. */
function limitOf(condition: Ex | undefined, address: Ex): number | undefined {
  if (!isOp(condition, 'andB')) return undefined;
  const [least, below] = condition.args;
  if (!isOp(least, 'leU') || !isOp(below, 'leU') || below.args[0] !== address) return undefined;
  const bytes = constant(least.args[0]);
  const isM0 = (node: Ex | undefined): boolean => node?.kind === 'special' && node.name === 'M0';
  const rest = below.args[1];
  if (bytes === undefined || !isM0(least.args[1]) || !isOp(rest, 'sub')) return undefined;
  return isM0(rest.args[0]) && constant(rest.args[1]) === bytes ? Number(bytes) : undefined;
}
