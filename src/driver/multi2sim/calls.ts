// Multi2Sim's driver ABI for Southern Islands: 24 requests, plain small integers, the argument a pointer to an array of
// u32. Source: Multi2Sim 5.0, src/arch/southern-islands/driver/Driver.def and DriverCall.cc, and its runtime library.

/** Every request by number: name and how many words of arguments it has. MemFree's argument is the pointer itself. */
export const MULTI2SIM_CALLS = {
  Init: [1, 0],
  MemAlloc: [2, 1],
  MemRead: [3, 3],
  MemWrite: [4, 3],
  MemCopy: [5, 3],
  MemFree: [6, 0],
  ProgramCreate: [7, 0],
  ProgramSetBinary: [8, 3],
  KernelCreate: [9, 2],
  KernelSetArgValue: [10, 4],
  KernelSetArgPointer: [11, 4],
  KernelSetArgImage: [12, 0],
  KernelSetArgSampler: [13, 0],
  NDRangeCreate: [14, 5],
  NDRangeGetNumBufferEntries: [15, 1],
  NDRangeSendWorkGroups: [16, 3],
  NDRangeFinish: [17, 1],
  NDRangePassMemObjs: [18, 4],
  NDRangeSetFused: [19, 0],
  NDRangeFlush: [20, 1],
  NDRangeFree: [21, 1],
  NDRangeStart: [22, 0],
  NDRangeEnd: [23, 0],
  RuntimeDebug: [24, 0],
} as const satisfies Record<string, readonly [number: number, words: number]>;

export type Multi2SimCall = keyof typeof MULTI2SIM_CALLS;

const NUMBERS = Object.values(MULTI2SIM_CALLS).map(([number]) => number);
export const FIRST_REQUEST = Math.min(...NUMBERS);
export const LAST_REQUEST = Math.max(...NUMBERS);

const NAMES = new Map<number, Multi2SimCall>(
  Object.entries(MULTI2SIM_CALLS).map(([name, [number]]) => [number, name as Multi2SimCall]),
);
export const callOf = (request: number): Multi2SimCall | undefined => NAMES.get(request);
