// The protocol of the finalizer's device: programs of HSA send BRIG modules and get a code object.
// runtime/generated/hsa_abi.h is generated from this file.

import { Struct, text } from './layout.js';

export const FINALIZER_PATH = '/dev/atoll-finalizer';
/** The type byte of its requests. */
export const FINALIZER_TYPE = 0xa8;

/** Results of requests. */
export const FinalizerStatus = {
  /** The request was executed. */ DONE: 0,
  /** A module is damaged, or of another version. */ INVALID_MODULE: 1,
  /** Machine model or profile of a module are not those of the program. */ INCOMPATIBLE_MODULE: 2,
  /** The program cannot be finalized. */ FAILED: 3,
  /** Directives of the host contradict those of a kernel. */ DIRECTIVE_MISMATCH: 4,
} as const;

/** Bytes of all modules of a request. */
export const MAX_MODULE_BYTES = 64 << 20;
export const MAX_MODULES = 1024;
/** Bytes of hsa_ext_control_directives_t. */
export const CONTROL_DIRECTIVES_BYTES = 144;

export const BrigModuleRange = new Struct('BrigModuleRange', 'A BRIG module in memory.', {
  address: ['u64', 'Where it begins.'],
  bytes: ['u64', 'Its size.'],
});

export const CheckModule = new Struct('CheckModule', 'Check a module before it becomes part of a program.', {
  address: ['u64', 'In: the module.'],
  bytes: ['u64', 'In: its size.'],
  ordinal: ['u32', 'In: its number in the program, from 1, for messages.'],
  machine_model: ['u32', 'In: hsa_machine_model_t of the program.'],
  profile: ['u32', 'In: hsa_profile_t of the program.'],
  status: ['u32', 'Out: FinalizerStatus.'],
  result_bytes: ['u64', 'Out: bytes of the message, for FETCH.'],
});

export const Finalize = new Struct('Finalize', 'Finalize the modules of one program.', {
  modules: ['u64', 'In: a table of BrigModuleRange.'],
  module_count: ['u32', 'In: entries of the table.'],
  status: ['u32', 'Out: FinalizerStatus.'],
  result_bytes: ['u64', 'Out: bytes of the code object, or of the message, for FETCH.'],
  directives: ['u64', 'In: hsa_ext_control_directives_t.'],
  isa: [text(128), 'In: name of the instruction set, of hsa_isa_get_info.'],
});

export const FetchResult = new Struct('FetchResult', 'Copy what the last request of this file has given.', {
  address: ['u64', 'In: where to.'],
  bytes: ['u64', 'In: its size.'],
});

export const FINALIZER_REQUESTS = {
  CHECK: [1, CheckModule],
  FINALIZE: [2, Finalize],
  FETCH: [3, FetchResult],
} as const;

export type FinalizerRequestName = keyof typeof FINALIZER_REQUESTS;

/** _IOWR of asm-generic/ioctl.h. */
export function finalizerRequest(name: FinalizerRequestName): number {
  const [number, struct] = FINALIZER_REQUESTS[name];
  return ((3 << 30) | (struct.size << 16) | (FINALIZER_TYPE << 8) | number) >>> 0;
}
