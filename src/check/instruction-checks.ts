// Properties of an instruction for the checks, derived once from its definition.

import { effectsOf } from '../isa/effects.js';
import type { Instruction } from '../isa/instruction.js';
import { followsMark, isAtomicLoadMark } from './atomic-load-marks.js';
import { isBarrier } from './barriers.js';
import { type CopyMark, copyMark } from './copy-marks.js';
import { type GlobalAtomic, globalAtomic, isAtomicLoad } from './global-places.js';
import { namesTexels } from './images.js';
import { comparisonOf, type LoadComparison } from './load-value-cache.js';
import { type LocalAccess, localAccess } from './local-places.js';

export interface InstructionChecks {
  /** It touches no memory and is no barrier: of interest only where registers hold something undefined. */
  readonly quiet: boolean;
  readonly barrier: boolean;
  readonly texels: boolean;
  /** It accesses a buffer, which may be private memory. */
  readonly buffer: boolean;
  readonly copies: CopyMark | undefined;
  readonly local: LocalAccess | undefined;
  readonly atomic: GlobalAtomic | undefined;
  readonly atomicLoad: boolean;
  readonly atomicLoadMark: boolean;
  readonly followsMark: boolean;
  readonly comparison: LoadComparison | undefined;
  /** An atomic gives back the old value. */
  readonly looks: boolean;
  /** An atomic that does not look at what was there before. */
  readonly swaps: boolean;
  /** Its accesses are those of an atomic. */
  readonly synchronises: boolean;
  /** It stands beside the instructions of HSAIL. */
  readonly auxiliary: boolean;
}

const isTrap = ({ def }: Instruction): boolean =>
  def.semantics.some((statement) => statement.kind === 'effect' && statement.name === 'trap');

export function instructionChecks(instruction: Instruction): InstructionChecks {
  const { def, fields } = instruction;
  const atomic = def.semantics.find((statement) => statement.kind === 'atomic');
  const { whenField } = atomic?.ret ?? {};
  const barrier = isBarrier(instruction);
  const looks = atomic?.ret !== undefined && (whenField === undefined || fields[whenField] === 1);
  return {
    quiet: !barrier && !isTrap(instruction) && effectsOf(instruction).memory === 'none',
    barrier,
    texels: namesTexels(instruction),
    buffer: instruction.operands['SOFFSET'] !== undefined,
    copies: copyMark(instruction),
    local: localAccess(instruction),
    atomic: globalAtomic(instruction),
    atomicLoad: isAtomicLoad(instruction),
    atomicLoadMark: isAtomicLoadMark(instruction),
    followsMark: followsMark(instruction),
    comparison: comparisonOf(instruction),
    looks: looks || def.traits.atomic !== undefined,
    synchronises: def.traits.synchronises === true,
    auxiliary: def.isa.rules.isAuxiliary?.(instruction) ?? false,
    swaps: (atomic?.fn ?? def.traits.atomic) === 'swap',
  };
}
