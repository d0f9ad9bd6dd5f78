// A call of a function of LLVM, and what prints it.

import type { IrCall } from '../../compiler/ir/call.js';
import type { IrInstruction } from '../../compiler/ir/instruction.js';
import type { KernelScope } from './kernel-scope.js';
import type { PartType, ValuePart } from './parts.js';

export interface IntrinsicCall {
  readonly scope: KernelScope;
  readonly instruction: IrInstruction;
  readonly call: IrCall;
  /** The parts of each argument. */
  readonly sources: readonly (readonly ValuePart[])[];
  /** The types of the result's parts. */
  readonly types: readonly PartType[];
}

export type IntrinsicRule = (call: IntrinsicCall) => readonly ValuePart[];
