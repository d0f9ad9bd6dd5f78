// Traits of an instruction for engines and helpers, beside its semantics: defined by its row, never derived from its
// name.

import type { AtomicFn } from './language/expr.js';

/**
 * A form of sampling. VADDR holds, in this order: offsets, bias, compare value, derivatives, coordinates, then clamp or
 * level.
 */
export interface SampleForm {
  readonly gather: boolean;
  /** Packed texel offsets. */
  readonly offset: boolean;
  /** Depth compare with a reference value. */
  readonly compare: boolean;
  /**
   * Source of the level of detail: derivatives between neighbouring pixels (`implicit`), the same plus a bias,
   * derivatives in VADDR, a number in VADDR (`explicit`), or 0.
   */
  readonly lod: 'implicit' | 'derivatives' | 'explicit' | 'zero';
  /** A bias is added to the computed level. */
  readonly bias: boolean;
  /** A lower bound of the level follows the coordinates. */
  readonly clamp: boolean;
}

export interface Traits {
  /** The instruction selects the halves of registers that are read and written (op_sel). */
  readonly halves?: boolean;
  /** The instruction selects single or half precision of its sources. */
  readonly mixed?: boolean;
  /** Reads a vertex parameter that the instruction names. */
  readonly attribute?: boolean;
  /** The encoding of 64 bits of an instruction that has another one in a format of its own. */
  readonly wide?: boolean;
  /** Works on whole registers of its own lane only: parts and other lanes cannot be named. */
  readonly whole?: boolean;
  /** Has no encoding of 64 bits beside the one of 32. */
  readonly onlyShort?: boolean;
  /** The last address of an image access is a mip level. */
  readonly mip?: boolean;
  /** An image access moves dwords as they are. */
  readonly raw?: boolean;
  /** Raw dwords are sign-extended from the size of a component. */
  readonly signed?: boolean;
  /** The operation of an image atomic. */
  readonly atomic?: AtomicFn;
  /** Work-items synchronise by it: what it loads and stores is accessed at once. */
  readonly synchronises?: boolean;
  readonly sample?: SampleForm;
  /** The reciprocal that compilers begin the division of integers with, and use for nothing else. */
  readonly integerReciprocal?: boolean;
  /** Accesses the hardware register that `simm16` names. */
  readonly hardwareRegister?: boolean;
  /** Compares so that any NaN is an invalid operation. */
  readonly signalsNan?: boolean;
  /** Its part in a correctly rounded division of f32. */
  readonly division?: 'scale' | 'last step' | 'fixup';
  /** A store of a buffer whose data are in LDS: no vector register is named, and `lds` is always set. */
  readonly fromLds?: boolean;
  /** A buffer access that converts components by the format of its resource. */
  readonly resourceFormat?: { readonly access: 'load' | 'store'; readonly components: number };
}

/** True if an atomic has two data: the new value and the comparand. */
export const comparesData = (fn: AtomicFn | undefined): boolean => fn === 'cmpswap' || fn === 'fcmpswap';
