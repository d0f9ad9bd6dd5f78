// Semantics of an instruction, as a list of statements over expressions (expr.ts).

import type { ElementStep, Ex, Space } from './expr.js';

export type AtomicFn =
  | 'swap'
  | 'cmpswap'
  | 'add'
  | 'sub'
  | 'rsub'
  | 'smin'
  | 'umin'
  | 'smax'
  | 'umax'
  | 'and'
  | 'or'
  | 'xor'
  | 'inc'
  | 'dec'
  | 'fcmpswap'
  | 'fmin'
  | 'fmax'
  | 'fadd'
  | 'mskor'
  | 'wrap';

/** Effect of an instruction. Slots are operand names of its format (`D`, `VDATA`...). */
export type Stmt =
  /** Register write: lane-wise for VGPRs, once for SGPRs. */
  | {
      readonly kind: 'write';
      readonly slot: string;
      readonly dword: number;
      readonly value: Ex /** written only where true */;
      readonly when?: Ex<'b1'> | undefined;
    }
  /**
   * The lanes' truth values become a 64-bit mask in a scalar destination; inactive lanes give 0. Slot 'VCC' is VCC
   * itself.
   */
  | { readonly kind: 'mask'; readonly slot: string; readonly value: Ex<'b1'> }
  | {
      readonly kind: 'special';
      readonly name: 'SCC' | 'VCC' | 'EXEC' | 'M0' | 'MODE' | 'TRAPSTS';
      readonly value: Ex /** TRAPSTS only: written where true */;
      readonly when?: Ex<'b1'> | undefined;
    }
  /** Bits of the value in active lanes are set in TRAPSTS. */
  | { readonly kind: 'exceptions'; readonly value: Ex<'u32'> }
  /** One lane of a VGPR (v_writelane), whatever EXEC says. */
  | { readonly kind: 'writelane'; readonly slot: string; readonly index: Ex<'u32'>; readonly value: Ex<'u32'> }
  /** Register displaced by an index (v_movreld, s_movreld); beyond the allocation nothing is written. */
  | { readonly kind: 'writeRelative'; readonly slot: string; readonly index: Ex<'u32'>; readonly value: Ex }
  /** The SGPR (u32) or SGPR pair (u64) of a computed number, written where `when` is true. */
  | { readonly kind: 'writeSgpr'; readonly index: Ex<'u32'>; readonly value: Ex; readonly when?: Ex<'b1'> | undefined }
  | {
      readonly kind: 'store';
      readonly space: Space;
      readonly bits: 8 | 16 | 32 | 64;
      readonly address: Ex;
      readonly value: Ex;
      readonly valid?: Ex<'b1'> | undefined;
      readonly elementStep?: ElementStep | undefined;
    }
  /**
   * Atomic read-modify-write, lanes in ascending order; the old value goes to `ret`. mskor: (old & ~data) | compare;
   * wrap: old >= data ? old - data : old + compare.
   */
  | {
      readonly kind: 'atomic';
      readonly space: Space;
      readonly fn: AtomicFn;
      readonly bits: 32 | 64;
      readonly address: Ex;
      readonly data: Ex;
      readonly compare?: Ex | undefined;
      readonly valid?: Ex<'b1'> | undefined;
      readonly ret?: {
        readonly slot: string;
        readonly dword: number /** only when this field is 1 (glc) */;
        readonly whenField?: string;
        /** Set if the register keeps its value where `valid` is false; otherwise it gets 0. */
        readonly kept?: true;
      };
    }
  /** Continue at a byte address; without `when` always. */
  | { readonly kind: 'branch'; readonly when?: Ex<'b1'> | undefined; readonly target: Ex<'u64'> }
  /**
   * Things that the wavefront's surroundings must do. wait, nop, sleep, prio and cache control have no functional
   * effect, nor has clearExceptions where none are recorded.
   */
  | { readonly kind: 'effect'; readonly name: EffectName; readonly args: readonly Ex[] }
  /** A helper of the emulator with declared effects (images, typed buffers): see src/isa/helpers.ts. */
  | {
      readonly kind: 'helper';
      readonly name: string;
      readonly reads: readonly Ex[];
      readonly writes: readonly string[];
    }
  | { readonly kind: 'unsupported'; readonly reason: string };

export type EffectName =
  | 'barrier'
  | 'endpgm'
  | 'wait'
  | 'nop'
  | 'sleep'
  | 'cache'
  | 'priority'
  | 'halt'
  /** A fault. Its number; of some the address, low and high, and the lane. */
  | 'trap'
  /** Other wavefronts of the work-group get their turn. */
  | 'yield'
  | 'message'
  | 'gridBarrierInit'
  | 'gridBarrier'
  | 'icache'
  | 'clearExceptions';
