// Messages of an adapter and the thread that runs kernels: requests and events of the Debug Adapter Protocol without
// their frame. https://microsoft.github.io/debug-adapter-protocol/specification

import type { DebugProtocol } from '@vscode/debugprotocol';

/** A request of the protocol. */
export interface DapRequest {
  readonly seq: number;
  readonly command: string;
  readonly arguments?: unknown;
}

export type DapAnswer =
  | { readonly reply: number; readonly body: unknown }
  | { readonly reply: number; readonly error: string }
  | { readonly event: string; readonly body: unknown };

/** The request by which an adapter names files that programs may have built from: `{files: string[]}`. */
export const SOURCES_REQUEST = 'atoll/sources';

/** Stops that need no place. */
export const FILTERS: readonly DebugProtocol.ExceptionBreakpointsFilter[] = [
  { filter: 'fault', label: 'GPU faults', default: true },
  {
    filter: 'launch',
    label: 'Launches of kernels',
    default: false,
    supportsCondition: true,
    conditionDescription: 'a kernel; all without it',
  },
  {
    filter: 'error',
    label: 'Failed calls of OpenCL',
    default: false,
    supportsCondition: true,
    conditionDescription: 'a call (clBuildProgram) or an error (CL_INVALID_VALUE); all without it',
  },
];
