// The expressions of a division (division-chains.ts): what its instructions compute, one inside of the other, as one
// tree of the last instruction's operands, and the choice between that and the quotient.

import type { Instruction } from '../../isa/instruction.js';
import { call, type Ex, ops, rarely, select, u32, withArguments } from '../../isa/language/expr.js';
import { FLOAT_NAMES } from '../floats/floats.js';
import type { PlacedInstruction } from './placed-instruction.js';

/** Origins of the operands of one instruction. */
export interface DivisionSources {
  /** The lane's bit of VCC. */
  readonly flag: Ex<'b1'> | undefined;
  /** By slot: an operand of the last instruction, or a result of an earlier one; undefined for what is neither. */
  word(slot: string): 'S1' | 'S2' | { readonly tree: Ex<'f32'>; readonly negated: boolean } | undefined;
}

/** Exponents up to this far from that of 1: the rest of an approximate quotient is no denormal then. */
const NEAR = 47;
const [BIAS, FRACTION] = [127, 23] as const;

/** The f32 that an instruction writes. */
export function writtenBy({ statements }: PlacedInstruction): Ex<'f32'> | undefined {
  const write = statements.find((stmt) => stmt.kind === 'write' && stmt.slot === 'D');
  return write?.kind === 'write' && !write.when && write.value.ty === 'f32' ? (write.value as Ex<'f32'>) : undefined;
}

/** The truth values that it gives. */
export function maskOf({ statements }: PlacedInstruction): Ex<'b1'> | undefined {
  const mask = statements.find((stmt) => stmt.kind === 'mask');
  return mask?.kind === 'mask' ? mask.value : undefined;
}

/**
 * A tree with what its operands are made of in their place.
 *
 * @param keepsDenormals its arithmetic is in a mode that does, and will be in one that does not
 */
export function composed<T extends Ex>(
  root: T | undefined,
  sources: DivisionSources,
  keepsDenormals: boolean,
): T | undefined {
  const cache = new Map<Ex, Ex | undefined>();
  const walk = (node: Ex): Ex | undefined => {
    if (!cache.has(node)) cache.set(node, make(node));
    return cache.get(node);
  };
  const make = (node: Ex): Ex | undefined => {
    if (node.kind === 'const') return node;
    if (node.kind === 'special') return node.name === 'VCCLANE' ? sources.flag : undefined;
    if (node.kind === 'src') return leaf(node, sources);
    if (node.kind !== 'op' && node.kind !== 'call') return undefined;
    const args = node.args.map(walk);
    if (!args.every((arg) => arg !== undefined)) return undefined;
    const keeps = keepsDenormals && node.kind === 'op' && FLOAT_NAMES.has(node.op) && !node.denorm;
    const copy = withArguments(node, args);
    return keeps ? Object.freeze({ ...copy, denorm: 'keep' as const }) : copy;
  };
  return root && (walk(root) as T | undefined);
}

function leaf({ ty, slot, dword, half }: Extract<Ex, { kind: 'src' }>, sources: DivisionSources): Ex | undefined {
  const source = sources.word(slot);
  if (!source || dword !== 0 || half || (ty !== 'f32' && ty !== 'u32')) return undefined;
  if (typeof source === 'string') return { kind: 'src', ty, slot: source, dword };
  const { tree, negated } = source;
  if (ty === 'u32') return ops.asU32(tree);
  return negated ? ops.fneg(tree) : tree;
}

/** S2 / S1 of v_div_fixup_f32, and where that may not be what the division's instructions give, that. */
export function quotient({ operands }: Instruction, chain: Ex<'f32'>): Ex<'f32'> {
  const sourceIn = (slot: string): Ex<'f32'> => Object.freeze({ kind: 'src', ty: 'f32', slot, dword: 0 }) as Ex<'f32'>;
  const [denominator, numerator] = [sourceIn('S1'), sourceIn('S2')];
  const farIn = (slot: string, value: Ex<'f32'>): Ex<'b1'> | undefined => {
    const operand = operands[slot];
    const constant = operand?.kind === 'const' ? operand.bits : undefined;
    return constant !== undefined && isNear(constant) ? undefined : isFar(value);
  };
  const [farDenominator, farNumerator] = [farIn('S1', denominator), farIn('S2', numerator)];
  const unusual =
    farDenominator && farNumerator ? ops.orB(farDenominator, farNumerator) : (farDenominator ?? farNumerator);
  const divided = call('f32', 'divide_f32', numerator, denominator);
  return unusual ? rarely(select(unusual, chain, divided)) : divided;
}

const MIN_BITS = (BIAS - NEAR) << FRACTION;
const COUNT = (2 * NEAR + 1) << FRACTION;

const isFar = (x: Ex<'f32'>): Ex<'b1'> =>
  ops.leU(u32(COUNT), ops.sub(ops.and(ops.asU32(x), u32(0x7fff_ffff)), u32(MIN_BITS)));

const isNear = (bits: number): boolean => ((bits & 0x7fff_ffff) - MIN_BITS) >>> 0 < COUNT;
