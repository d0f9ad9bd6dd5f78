// Fault that stops a kernel: the one value that all engines report, and its text.

/** Why a wavefront stopped. */
export type FaultReason =
  | 'read'
  | 'write'
  | 'misaligned'
  | 'bad-instruction'
  | 'unsupported'
  | 'bad-branch'
  | 'bad-register'
  | 'trap'
  | 'deadlock';

/** The position of a fault in the program and in the NDRange. */
export interface FaultPlace {
  readonly kernel: string;
  /** Byte address of the instruction, and its offset in the kernel's code. */
  readonly pc: number;
  readonly offset: number;
  /** Disassembly, empty when the words do not decode. */
  readonly text: string;
  readonly words: readonly number[];
  readonly workGroup: readonly [x: number, y: number, z: number];
  /** Number of the wavefront in its work-group. */
  readonly wavefront: number;
}

/** A precise GPU fault. */
export interface GpuFault extends FaultPlace {
  readonly reason: FaultReason;
  /** Description of the fault, without the place. */
  readonly detail: string;
  /** Lane and GPU address of a memory access; absent for other reasons. */
  readonly lane?: number;
  readonly address?: bigint;
}

/** Raised inside an engine and turned into a GpuFault at its boundary; never leaves `Engine.run`. */
export class FaultSignal extends Error {
  constructor(
    readonly reason: FaultReason,
    readonly detail: string,
    readonly lane?: number,
    readonly address?: bigint,
  ) {
    super(detail);
    this.name = 'FaultSignal';
  }
}

/** A branch to an address that GPU memory does not have. */
export const branchOutside = (address: bigint): FaultSignal =>
  new FaultSignal('bad-branch', 'branch outside of GPU memory', undefined, address);

const hex = (value: number | bigint, digits = 8): string => `0x${value.toString(16).padStart(digits, '0')}`;

/** One sentence that names kernel, pc, instruction, wavefront, lane and address. */
export function describeFault(fault: GpuFault): string {
  const words = fault.words.map((word) => hex(word >>> 0)).join(' ');
  const instruction = fault.text ? `'${fault.text}' (${words})` : words || 'no instruction';
  const lane = fault.lane === undefined ? '' : ` lane ${fault.lane}`;
  const address = fault.address === undefined ? '' : ` at address ${hex(fault.address)}`;
  return (
    `GPU fault in kernel ${fault.kernel} at pc ${hex(fault.pc)} (+${hex(fault.offset, 1)}): ${fault.detail}${address}; ` +
    `instruction ${instruction}, work-group (${fault.workGroup.join(', ')}) wavefront ${fault.wavefront}${lane}`
  );
}
