// Prints intercepted calls the way strace does, from the table of calls.
import { constants } from 'node:os';
import { getSystemErrorMap } from 'node:util';
import type { Abi, SyscallArguments } from './device.js';
import type { SyscallArgumentKind, SystemCall } from './syscalls.js';

export interface SyscallEvent {
  readonly pid: number;
  readonly tid: number;
  readonly abi: Abi;
  readonly call: SystemCall;
  readonly arguments: SyscallArguments;
  /** The path argument, when the call has one that could be read. */
  readonly path: string | undefined;
  /** Undefined when the kernel executed the call and its result is not known to us. */
  readonly result: number | undefined;
  /** An ioctl that its device knows: name, and argument before and after. */
  readonly request?:
    | { readonly name: string; readonly input: string | undefined; readonly output: string | undefined }
    | undefined;
  /** The bytes of struct open_how, where they could be read. */
  readonly openHow?: Uint8Array | undefined;
}

const accessModes = ['O_RDONLY', 'O_WRONLY', 'O_RDWR', 'O_ACCMODE'];
const currentDirectory = -100;

/** open(2) flags of x86 (asm-generic/fcntl.h). A flag that contains another stands before it. */
const openFlags: readonly (readonly [number, string])[] = [
  [0o20200000, 'O_TMPFILE'],
  [0o4010000, 'O_SYNC'],
  [0o100, 'O_CREAT'],
  [0o200, 'O_EXCL'],
  [0o400, 'O_NOCTTY'],
  [0o1000, 'O_TRUNC'],
  [0o2000, 'O_APPEND'],
  [0o4000, 'O_NONBLOCK'],
  [0o10000, 'O_DSYNC'],
  [0o20000, 'O_ASYNC'],
  [0o40000, 'O_DIRECT'],
  [0o100000, 'O_LARGEFILE'],
  [0o200000, 'O_DIRECTORY'],
  [0o400000, 'O_NOFOLLOW'],
  [0o1000000, 'O_NOATIME'],
  [0o2000000, 'O_CLOEXEC'],
  [0o10000000, 'O_PATH'],
];
const atFlags: readonly (readonly [number, string])[] = [
  [0x100, 'AT_SYMLINK_NOFOLLOW'],
  [0x200, 'AT_EACCESS'],
  [0x800, 'AT_NO_AUTOMOUNT'],
  [0x1000, 'AT_EMPTY_PATH'],
];
const accessBits: readonly (readonly [number, string])[] = [
  [4, 'R_OK'],
  [2, 'W_OK'],
  [1, 'X_OK'],
];
const memfdFlags: readonly (readonly [number, string])[] = [
  [1, 'MFD_CLOEXEC'],
  [2, 'MFD_ALLOW_SEALING'],
];
const filterFlags: readonly (readonly [number, string])[] = [
  [1, 'SECCOMP_FILTER_FLAG_TSYNC'],
  [2, 'SECCOMP_FILTER_FLAG_LOG'],
  [4, 'SECCOMP_FILTER_FLAG_SPEC_ALLOW'],
  [8, 'SECCOMP_FILTER_FLAG_NEW_LISTENER'],
  [16, 'SECCOMP_FILTER_FLAG_TSYNC_ESRCH'],
  [32, 'SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV'],
];
/** PTRACE_* requests that a tracee or a debugger starts with. */
const ptraceRequests: Record<number, string> = { 0: 'PTRACE_TRACEME', 16: 'PTRACE_ATTACH', 16902: 'PTRACE_SEIZE' };

/** SCHED_* (sched(7)). */
const schedulingPolicies: Record<number, string> = {
  0: 'SCHED_OTHER',
  1: 'SCHED_FIFO',
  2: 'SCHED_RR',
  3: 'SCHED_BATCH',
};

function bits(value: number, table: readonly (readonly [number, string])[], none: string): string {
  const names: string[] = [];
  let rest = value;
  for (const [mask, name] of table) {
    if ((rest & mask) !== mask) continue;
    names.push(name);
    rest &= ~mask;
  }
  if (rest !== 0) names.push(`0x${(rest >>> 0).toString(16)}`);
  return names.length > 0 ? names.join('|') : none;
}

function hex(value: bigint): string {
  return value === 0n ? '0' : `0x${value.toString(16)}`;
}

/** An ioctl request by the fields of _IOC (asm-generic/ioctl.h), or plain when it has none. */
function decodeRequest(value: number): string {
  const type = (value >>> 8) & 0xff;
  if (type === 0) return String(value >>> 0);
  const direction = ['_IOC_NONE', '_IOC_WRITE', '_IOC_READ', '_IOC_READ|_IOC_WRITE'][value >>> 30];
  const size = (value >>> 16) & 0x3fff;
  return `_IOC(${direction}, 0x${type.toString(16)}, 0x${(value & 0xff).toString(16)}, 0x${size.toString(16)})`;
}

function describeOpenFlags(value: number): string {
  const rest = value & ~3;
  return accessModes[value & 3] + (rest ? `|${bits(rest, openFlags, '')}` : '');
}

function describeOpenHow(bytes: Uint8Array): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const word = (offset: number): bigint => view.getBigUint64(offset, true);
  return `{flags=${describeOpenFlags(int(word(0)))}, mode=0${word(8).toString(8)}, resolve=${hex(word(16))}}`;
}

/** An ioctl's argument: `{in} => {out}` when the device knows it, otherwise the pointer. */
function describeArgument(value: bigint, { request }: SyscallEvent): string {
  const pointer = value === 0n ? 'NULL' : hex(value);
  if (!request) return pointer;
  const { input = pointer, output = pointer } = request;
  if (input === '{}') return output || input;
  return output === '' || output === '{}' ? input : `${input} => ${output}`;
}

const int = (value: bigint) => Number(BigInt.asIntN(32, value));

const decoders: Record<SyscallArgumentKind, (value: bigint, event: SyscallEvent) => string> = {
  fd: (value) => String(int(value)),
  dirfd: (value) => (int(value) === currentDirectory ? 'AT_FDCWD' : String(int(value))),
  path: (value, event) => (event.path === undefined ? hex(value) : JSON.stringify(event.path)),
  openFlags: (value) => describeOpenFlags(int(value)),
  openHow: (value, { openHow }) => (openHow ? describeOpenHow(openHow) : hex(value)),
  fileMode: (value) => `0${int(value).toString(8)}`,
  accessMode: (value) => bits(int(value), accessBits, 'F_OK'),
  atFlags: (value) => bits(int(value), atFlags, '0'),
  request: (value, event) => event.request?.name ?? decodeRequest(int(value)),
  pointer: describeArgument,
  size: (value) => String(BigInt.asUintN(32, value)),
  number: (value) => hex(value),
  memfdFlags: (value) => bits(int(value), memfdFlags, '0'),
  filterFlags: (value) => bits(int(value), filterFlags, '0'),
  waitOptions: (value) => hex(BigInt.asUintN(32, value)),
  cloneFlags: (value) => hex(value),
  ptraceRequest: (value) => ptraceRequests[int(value)] ?? String(int(value)),
  signal: (value) => (int(value) === constants.signals.SIGBUS ? 'SIGBUS' : String(int(value))),
  futexOperation: (value) => hex(BigInt.asUintN(32, value)),
  schedulingPolicy: (value) => schedulingPolicies[int(value)] ?? hex(BigInt.asUintN(32, value)),
};

function describeResult(result: number | undefined): string {
  if (result === undefined) return '? (left to the kernel)';
  if (result >= 0) return String(result);
  const entry = getSystemErrorMap().get(result);
  return entry ? `-1 ${entry[0]} (${entry[1]})` : String(result);
}

/** One line without its newline, such as `[pid 7] ioctl(3, _IOC(...), 0x7ffe...) = 0`. */
export function formatSyscall(event: SyscallEvent): string {
  const { call } = event;
  // The mode of an open counts only when a file may be created.
  const flags = event.arguments[call.arguments.indexOf('openFlags')];
  const hasMode = flags === undefined || (int(flags) & 0o100) !== 0;
  const shown = call.arguments.filter((kind) => kind !== 'fileMode' || hasMode);
  const text = shown.map((kind, index) => decoders[kind](event.arguments[index] ?? 0n, event)).join(', ');
  const abi = event.abi === 'x86-64' ? '' : ` [${event.abi}]`;
  return `[pid ${event.pid}]${abi} ${call.name}(${text}) = ${describeResult(event.result)}`;
}
