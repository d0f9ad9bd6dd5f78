// A decoded instruction: its definition, its fields and its operands. Decoder and assembler make it; printer, encoder
// and engines read it.

import type { InstructionDef } from './define.js';

/**
 * Number of 32-bit words of a wavefront's scalar register file as instructions address it. The index of a scalar
 * register is its operand code: 0-103 SGPRs, 106-107 VCC, 108-111 TBA and TMA, 112-123 trap temporaries, 124 M0,
 * 126-127 EXEC.
 */
export const SCALAR_FILE_SIZE = 128;
export const SGPR_COUNT = 104;
/** FLAT_SCRATCH, where an instruction set has it. */
export const FLAT_SCRATCH_LO = 102;
export const VCC_LO = 106;
export const TTMP0 = 112;
export const M0_INDEX = 124;
export const EXEC_LO = 126;

export type Operand =
  /** First of `count` scalar registers, by operand code. */
  | {
      readonly kind: 'scalar';
      readonly index: number;
      readonly count: number;
      readonly abs?: boolean;
      readonly neg?: boolean;
    }
  /** First of `count` VGPRs. */
  | {
      readonly kind: 'vgpr';
      readonly index: number;
      readonly count: number;
      readonly abs?: boolean;
      readonly neg?: boolean;
    }
  /**
   * Inline constant or literal. `bits` is what a 32-bit read gives; `bits64` what a 64-bit read gives (f64 inline
   * constants are doubles, integers sign-extend, a literal is the high half of an f64 and zero- or sign-extends for
   * integers as the format says).
   */
  | {
      readonly kind: 'const';
      readonly bits: number;
      readonly bits64: bigint;
      readonly literal: boolean;
      readonly code: number;
      readonly abs?: boolean;
      readonly neg?: boolean;
    }
  /** The lane-independent sources VCCZ (251), EXECZ (252), SCC (253). */
  | {
      readonly kind: 'condition';
      readonly name: 'VCCZ' | 'EXECZ' | 'SCC';
      readonly abs?: boolean;
      readonly neg?: boolean;
    }
  /** Constant of the chip without a value here: the number of an exiting wavefront of pixel shaders. */
  | { readonly kind: 'aperture'; readonly code: number; readonly abs?: boolean; readonly neg?: boolean }
  /** LDS direct read (254): unsupported outside graphics, kept so that it decodes and prints. */
  | { readonly kind: 'ldsDirect'; readonly abs?: boolean; readonly neg?: boolean }
  /** Not encoded: `off`, or an absent optional operand. */
  | { readonly kind: 'none' };

export interface Instruction {
  readonly def: InstructionDef;
  /** Encoding words in order, literal last. */
  readonly words: readonly number[];
  /** Size in bytes: 4 or 8 (12 never occurs: VOP3 and memory formats take no literal). */
  readonly size: number;
  readonly operands: Readonly<Record<string, Operand>>;
  /** Encoding fields that are not operands, unsigned: offset, glc, offen, simm16, clamp, omod, dmask... */
  readonly fields: Readonly<Record<string, number>>;
}
