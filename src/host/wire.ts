// The encodings between the native sessions and TypeScript; the other side is in native/interceptor.h (events),
// native/decisions.h (actions), native/call_table.h (roles, rows) and native/session.cc (the event arrays).
import type { Abi } from './device.js';
import {
  type ArgumentKind,
  type CallRole,
  type InterceptionChoice,
  isStopped,
  numberOf,
  systemCall,
  systemCalls,
} from './syscalls.js';

export const eventKinds = {
  call: 0,
  opened: 1,
  released: 2,
  passed: 3,
  started: 4,
  mainExited: 5,
  ended: 6,
  stalled: 7,
  mainStopped: 8,
} as const;
/** What was done about processes that outlive the main one and are all stopped. */
export const stallActions = { none: 0, hungUp: 1, killed: 2 } as const;
export const actions = { resume: 0, finish: 1, accept: 2, reject: 3 } as const;
const roles: Partial<Record<CallRole, number>> = { ioctl: 0, open: 1, path: 2, descriptor: 3, report: 4, realTime: 4 };
const abis: readonly Abi[] = ['x86-64', 'i386', 'x32'];

/** What `startSession` reports when the guest could not be started (native/spawn.h). */
export const startStages = {
  none: 0,
  fork: 1,
  seize: 2,
  filter: 3,
  listener: 4,
  directory: 5,
  exec: 6,
  feature: 7,
  thread: 8,
} as const;
/** With the stage `feature`: what the kernel lacks. */
export const startFeatures = { syscallInfo: 1, pidfdGetfd: 2, addDescriptor: 3, killableNotification: 4 } as const;

/** Positions in the array of numbers of an event. */
const slot = {
  kind: 0,
  serial: 1,
  row: 2,
  tid: 3,
  process: 4,
  device: 5,
  fd: 6,
  flags: 7,
  error: 8,
  inode: 9,
  result: 10,
};

/** The event that is being delivered; valid only during the callback. */
export class EventView {
  readonly numbers = new Float64Array(Object.keys(slot).length);
  readonly arguments = new BigUint64Array(6);

  get kind(): number {
    return this.numbers[slot.kind]!;
  }
  get serial(): number {
    return this.numbers[slot.serial]!;
  }
  get tid(): number {
    return this.numbers[slot.tid]!;
  }
  get pid(): number {
    return this.numbers[slot.process]!;
  }
  get device(): number {
    return this.numbers[slot.device]!;
  }
  get fd(): number {
    return this.numbers[slot.fd]!;
  }
  get flags(): number {
    return this.numbers[slot.flags]!;
  }
  get error(): number {
    return this.numbers[slot.error]!;
  }
  get inode(): number {
    return this.numbers[slot.inode]!;
  }
  get result(): number {
    return this.numbers[slot.result]!;
  }
  /** The call of the table, and the ABI it was made by. */
  get call(): (typeof systemCalls)[number] {
    return systemCalls[Math.trunc(this.numbers[slot.row]! / abis.length)]!;
  }
  get abi(): Abi {
    return abis[this.numbers[slot.row]! % abis.length]!;
  }
}

/** Rows for the native call table; the id of a row is (index of the call) * (number of ABIs) + (index of the ABI). */
export function encodeCalls(choice: InterceptionChoice): Int32Array {
  const cells: number[] = [];
  systemCalls.forEach((call, index) => {
    if (!isStopped(call, choice)) return;
    const position = (kind: ArgumentKind) => call.arguments.indexOf(kind);
    const indirect = position('openHow') >= 0;
    abis.forEach((abi, abiIndex) => {
      const number = numberOf(call, abi);
      if (number === undefined) return;
      const flags = indirect ? position('openHow') : position('openFlags');
      const positions = [position('fd'), position('dirfd'), position('path'), flags, Number(indirect)];
      cells.push(index * abis.length + abiIndex, abiIndex, number, roles[call.role] ?? -1, ...positions);
    });
  });
  return Int32Array.from(cells);
}

/** Numbers of the calls that the host issues in a guest's name, for each ABI: memfd_create, close. */
export function encodeIssued(): Int32Array {
  const issued = [systemCall('memfd_create'), systemCall('close')];
  return Int32Array.from(abis.flatMap((abi) => issued.map((call) => numberOf(call, abi) ?? -1)));
}
