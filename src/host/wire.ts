// Reads and writes what native sessions and TypeScript say to each other in numbers (wire-schema.ts).

import { elementOf, tupleOf } from '../util/required.js';
import type { Abi, SyscallArguments } from './device.js';
import {
  type CallRole,
  type InterceptionChoice,
  isStopped,
  numberOf,
  type SyscallArgumentKind,
  systemCall,
  systemCalls,
} from './syscalls.js';
import {
  ARGUMENT_COUNT,
  abiNumbers,
  callColumns,
  issuedCalls,
  roleNumbers,
  eventNumbers as slot,
} from './wire-schema.js';

const abis = Object.keys(abiNumbers) as readonly Abi[];
/** Roles of the addon: TypeScript distinguishes the calls that are only reported. */
const roleOf = (role: CallRole): number =>
  role === 'realTime' || role === 'signalAction'
    ? roleNumbers.report
    : ((roleNumbers as Partial<Record<CallRole, number>>)[role] ?? -1);

/** The event that is being delivered; valid only during the callback. */
export class EventView {
  readonly numbers = new Float64Array(Object.keys(slot).length);
  readonly arguments = new BigUint64Array(ARGUMENT_COUNT);

  get kind(): number {
    return this.number('kind');
  }
  get serial(): number {
    return this.number('serial');
  }
  get tid(): number {
    return this.number('tid');
  }
  get pid(): number {
    return this.number('process');
  }
  get device(): number {
    return this.number('device');
  }
  get fd(): number {
    return this.number('fd');
  }
  get flags(): number {
    return this.number('flags');
  }
  get error(): number {
    return this.number('error');
  }
  get inode(): number {
    return this.number('inode');
  }
  get result(): number {
    return this.number('result');
  }
  /** The call of the table, and the ABI it was made by. */
  get call(): (typeof systemCalls)[number] {
    return elementOf(systemCalls, Math.trunc(this.number('row') / abis.length), 'system call');
  }
  get abi(): Abi {
    return elementOf(abis, this.number('row') % abis.length, 'ABI');
  }
  /** The arguments as a value that outlasts the event. */
  argumentValues(): SyscallArguments {
    return tupleOf([...this.arguments], ARGUMENT_COUNT, 'arguments');
  }

  private number(field: keyof typeof slot): number {
    return elementOf(this.numbers, slot[field], 'number of the event');
  }
}

const COLUMNS = Object.keys(callColumns) as readonly (keyof typeof callColumns)[];

/** Rows for the native call table. */
export function encodeCalls(choice: InterceptionChoice): Int32Array {
  const cells: number[] = [];
  systemCalls.forEach((call, index) => {
    if (!isStopped(call, choice)) return;
    const position = (kind: SyscallArgumentKind) => call.arguments.indexOf(kind);
    const indirect = position('openHow') >= 0;
    abis.forEach((abi, abiIndex) => {
      const number = numberOf(call, abi);
      if (number === undefined) return;
      const flags = indirect ? position('openHow') : position('openFlags');
      const row: Readonly<Record<keyof typeof callColumns, number>> = {
        id: index * abis.length + abiIndex,
        abi: abiIndex,
        number,
        role: roleOf(call.role),
        descriptor: position('fd'),
        directory: position('dirfd'),
        path: position('path'),
        flags,
        flagsIndirect: Number(indirect),
      };
      for (const column of COLUMNS) cells.push(row[column]);
    });
  });
  return Int32Array.from(cells);
}

/** Names of calls by ABI, where they are not the usual ones. */
const OTHER_NAMES: Readonly<Record<string, string>> = { mmap: 'mmap2' };

/** Numbers of the calls that the host issues in a guest's name, for each ABI. */
export function encodeIssued(): Int32Array {
  const numberIn = (abi: Abi, name: string): number | undefined => numberOf(systemCall(name), abi);
  const number = (abi: Abi, name: string): number =>
    numberIn(abi, name) ?? numberIn(abi, OTHER_NAMES[name] ?? name) ?? -1;
  return Int32Array.from(abis.flatMap((abi) => Object.keys(issuedCalls).map((name) => number(abi, name))));
}
