// The shape of addresses: the part that is equal in all lanes, the part that differs, and an added constant. It is
// derived from the expressions of src/isa/common/addressing; other expressions are computed unchanged.

import type { Ex, OperatorArguments } from '../../isa/language/expr.js';
import { required } from '../../util/required.js';

/** An address in GPU memory: ((common + own) & mask) + distance, in 64 bits. */
export interface GlobalPlace {
  /** The address without `distance`: accesses with the same node are adjacent. */
  readonly core: Ex;
  /** u64 nodes that are the same in all lanes. */
  readonly common: readonly Ex[];
  /** The u64 node that differs from lane to lane. */
  readonly own: Ex | undefined;
  readonly mask: bigint;
  readonly distance: number;
}

/**
 * An address in LDS, `base + offset`, by instruction set aligned to `bytes`: in range when base + offset + bytes reach
 * no further than the limit.
 */
export interface LdsAddress {
  readonly base: Ex;
  readonly offset: number;
  readonly bytes: number;
  /** Set if the low bits of the base are ignored. */
  readonly aligned: boolean;
  /** Set if a sum that does not fit 32 bits is out of range; otherwise it wraps. */
  readonly carries: boolean;
  /** The work-group's allocation, and M0 besides. */
  readonly limit: 'allocation' | 'M0';
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
    core = core.args[0];
    distance = Number(onTop);
  }
  const sum = unmasked(core);
  const { common, own } = terms(sum ?? core, uniform);
  const mask = sum && isOp(core, 'and64') ? required(constant(core.args[1]), 'constant of the mask') : ALL;
  return { core, common, own, mask, distance };
}

/** The operand of a mask that preserves consecutive addresses, if there is one. */
export function unmasked(address: Ex): Ex | undefined {
  const mask = isOp(address, 'and64') ? constant(address.args[1]) : undefined;
  return mask !== undefined && isAddressMask(mask) ? (address as OpNode).args[0] : undefined;
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
    const { 0: a, 1: b }: OperatorArguments = rest.args;
    if (uniform(a)) {
      common.push(a);
      rest = b;
    } else if (uniform(b)) {
      common.push(b);
      rest = a;
    } else break;
  }
  return { common, own: rest };
}

/**
 * The shape that all DS instructions with an offset have (`displaced` in src/isa/common/addressing/lds.ts). A
 * sum that wraps is in range or not by instruction set; this shape is valid for sums that do not wrap.
 * @param bits of the access
 */
export function ldsPlace(address: Ex, valid: Ex | undefined, bits: number): LdsAddress | undefined {
  const bytes = bits / 8;
  const masked = bytes === 1 ? undefined : alignedTo(address, bytes);
  const aligned = masked !== undefined;
  const sum = masked ?? address;
  if (!isOp(sum, 'add')) return undefined;
  const [base, displacement] = sum.args;
  const offset = constant(displacement);
  if (offset === undefined || (aligned && Number(offset) % bytes !== 0)) return undefined;
  const rest = withoutCarry(valid, sum);
  const limit = limitOf(rest, address, bytes);
  return limit && { base: base, offset: Number(offset), bytes, aligned, carries: rest !== valid, limit };
}

const alignedTo = (address: Ex, bytes: number): Ex | undefined =>
  isOp(address, 'and') && constant(address.args[1]) === 0x1_0000_0000n - BigInt(bytes) ? address.args[0] : undefined;

/** The rest of a condition, without the part that the sum must not wrap. */
function withoutCarry(valid: Ex | undefined, sum: OpNode): Ex | undefined {
  if (!isOp(valid, 'andB') || !isOp(valid.args[0], 'notB')) return valid;
  const carry = valid.args[0].args[0];
  return isOp(carry, 'ltU') && carry.args[0] === sum && carry.args[1] === sum.args[0] ? valid.args[1] : valid;
}

/** The upper bound of the bytes from the address on. */
function limitOf(condition: Ex | undefined, address: Ex, bytes: number): LdsAddress['limit'] | undefined {
  if (condition === undefined || constant(condition) === 1n) return 'allocation';
  if (!isOp(condition, 'andB')) return undefined;
  const [least, below] = condition.args;
  if (!isOp(least, 'leU') || !isOp(below, 'leU') || below.args[0] !== address) return undefined;
  const isM0 = (node: Ex | undefined): boolean => node?.kind === 'special' && node.name === 'M0';
  const rest = below.args[1];
  if (constant(least.args[0]) !== BigInt(bytes) || !isM0(least.args[1]) || !isOp(rest, 'sub')) return undefined;
  return isM0(rest.args[0]) && constant(rest.args[1]) === BigInt(bytes) ? 'M0' : undefined;
}
