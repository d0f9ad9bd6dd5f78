// Every system call that the host knows, once: numbers for each ABI, arguments, what the host does with it, and how
// complete that is. The seccomp filter, the native call table, `--trace-syscalls` and docs/syscalls.md derive from it.
import type { Backend } from './backend.js';
import type { Abi } from './device.js';

/** Kind of an argument; decides how it is decoded, and where the host finds paths and descriptors. */
export type SyscallArgumentKind =
  | 'fd'
  | 'dirfd'
  | 'path'
  | 'openFlags'
  | 'openHow'
  | 'fileMode'
  | 'accessMode'
  | 'atFlags'
  | 'request'
  | 'pointer'
  | 'size'
  | 'number'
  | 'memfdFlags'
  | 'ptraceRequest'
  | 'waitOptions'
  | 'cloneFlags'
  | 'schedulingPolicy'
  | 'signal'
  | 'filterFlags'
  | 'futexOperation';

/**
 * Role of a call in the host. `ioctl`, `open`, `path`, `descriptor`: answered when the call concerns a virtual device,
 * otherwise the kernel's. `poll`, `select`, `futex`: as `descriptor`, for one of the descriptors or a shared word in
 * memory. `report`: only observed. `ptrace`, `wait`: answered by the addon for a process that inspects threads with its
 * own memory, otherwise observed. `clone`: the child is traced, whatever it requests. `realTime`: refused to programs
 * of devices that require it. `signalAction`: as `report`, of processes whose doorbells may be taken away
 * (src/host/tripwire.ts). `faultHandler`: from then on memory of guests is read and written with a time limit.
 * `issued`: made by the host in a guest's name. `untouched`: listed for a documented limitation.
 */
export type CallRole =
  | 'ioctl'
  | 'open'
  | 'path'
  | 'descriptor'
  | 'poll'
  | 'select'
  | 'futex'
  | 'report'
  | 'ptrace'
  | 'wait'
  | 'clone'
  | 'realTime'
  | 'signalAction'
  | 'faultHandler'
  | 'issued'
  | 'untouched';

/**
 * When the filter stops the call: `always`, with `visible` devices only (or virtual trees, which need all of it), with
 * the back end `notify` or `trace` only, with devices that answer every call of their files (`files`), with devices
 * that are `rung` by a store, where real devices are `watched`, or `never`.
 */
export type CallScope = 'always' | 'visible' | 'notify' | 'trace' | 'files' | 'rung' | 'watched' | 'never';

/** Kind of a device's answer; names a function of virtual-device-calls.ts. */
export type AnswerKind = 'access' | 'stat' | 'stat64' | 'statx' | 'readlink' | 'getdents64';

export interface SystemCall {
  readonly name: string;
  /** Without `x32`: the x86-64 number with the x32 bit. */
  readonly numbers: Partial<Record<Abi, number>>;
  readonly arguments: readonly SyscallArgumentKind[];
  readonly role: CallRole;
  readonly scope: CallScope;
  readonly answer?: AnswerKind;
  /** The call looks at a symbolic link itself (others do with AT_SYMLINK_NOFOLLOW). */
  readonly noFollow?: true;
  /** Questions for R_OK alone are left to the kernel, unless devices are visible. */
  readonly readablePasses?: true;
  readonly support: 'full' | 'partial' | 'none';
  readonly note: string;
}

/** The bit that marks a call of the x32 ABI (arch/x86/include/uapi/asm/unistd.h). */
export const x32Bit = 0x40000000;

const bothAbis = (x64: number, i386: number) => ({ 'x86-64': x64, i386 }) as const;

const opened =
  'Becomes memfd_create in the guest itself: no guest memory is written, the kernel keeps the descriptors.';
const rdwr =
  'Stopped only with O_RDWR and without O_EXCL, so that other opens cost nothing; with visible devices every open is checked.';
const whole =
  'For devices that answer every call: those of atoll replay-device and forward-device; observed by atoll record-device.';
const reason = 'Observed by atoll record-device: a descriptor is added or closed.';
const ownMask = 'A signal that only the mask of the call lets through does not interrupt it.';
const last = 'Observed by atoll record-device: the last access to a mapping of a device.';
const starved =
  "EPERM, as without privileges, for programs that have queried Multi2Sim's devices: their runtime spins in real-time threads, and would starve us.";
const visible = 'With visible devices only: a character device with the number of its device.';

// biome-ignore format: a table reads best with one call a line
export const systemCalls: readonly SystemCall[] = [
  { name: 'ioctl', numbers: { 'x86-64': 16, i386: 54, x32: x32Bit + 514 }, arguments: ['fd', 'request', 'pointer'], role: 'ioctl', scope: 'always', support: 'full', note: 'Only requests of a device stop; on any other file they go to the kernel.' },
  { name: 'open', numbers: bothAbis(2, 5), arguments: ['path', 'openFlags', 'fileMode'], role: 'open', scope: 'always', support: 'full', note: `${opened} ${rdwr}` },
  { name: 'openat', numbers: bothAbis(257, 295), arguments: ['dirfd', 'path', 'openFlags', 'fileMode'], role: 'open', scope: 'always', support: 'full', note: `${opened} ${rdwr}` },
  { name: 'openat2', numbers: bothAbis(437, 437), arguments: ['dirfd', 'path', 'openHow', 'size'], role: 'open', scope: 'always', support: 'partial', note: `${opened} The resolve flags are not applied to a device path.` },
  { name: 'creat', numbers: bothAbis(85, 8), arguments: ['path', 'fileMode'], role: 'untouched', scope: 'never', support: 'none', note: 'Opens for writing only; programs do not open devices with it.' },
  { name: 'access', readablePasses: true, numbers: bothAbis(21, 33), arguments: ['path', 'accessMode'], role: 'path', scope: 'always', answer: 'access', support: 'full', note: 'Readable and writable. Answered for F_OK and W_OK, because runtimes search devices with it. Queries of X_OK or of R_OK alone, which every program makes at its start (/etc/ld.so.preload) and compilers and shells often, are stopped with visible devices only, and otherwise find no device.' },
  { name: 'faccessat', numbers: bothAbis(269, 307), arguments: ['dirfd', 'path', 'accessMode'], role: 'path', scope: 'always', answer: 'access', support: 'full', note: 'As access; also answered for R_OK alone, which test -r of the shells queries.' },
  { name: 'faccessat2', numbers: bothAbis(439, 439), arguments: ['dirfd', 'path', 'accessMode', 'atFlags'], role: 'path', scope: 'always', answer: 'access', support: 'full', note: 'As faccessat.' },
  { name: 'stat', numbers: { 'x86-64': 4 }, arguments: ['path', 'pointer'], role: 'path', scope: 'visible', answer: 'stat', support: 'full', note: visible },
  { name: 'lstat', noFollow: true, numbers: { 'x86-64': 6 }, arguments: ['path', 'pointer'], role: 'path', scope: 'visible', answer: 'stat', support: 'full', note: visible },
  { name: 'fstat', numbers: { 'x86-64': 5 }, arguments: ['fd', 'pointer'], role: 'descriptor', scope: 'visible', answer: 'stat', support: 'full', note: `${visible} Otherwise reported as a regular file.` },
  { name: 'newfstatat', numbers: { 'x86-64': 262 }, arguments: ['dirfd', 'path', 'pointer', 'atFlags'], role: 'path', scope: 'visible', answer: 'stat', support: 'full', note: visible },
  { name: 'stat64', numbers: { i386: 195 }, arguments: ['path', 'pointer'], role: 'path', scope: 'visible', answer: 'stat64', support: 'full', note: visible },
  { name: 'lstat64', noFollow: true, numbers: { i386: 196 }, arguments: ['path', 'pointer'], role: 'path', scope: 'visible', answer: 'stat64', support: 'full', note: visible },
  { name: 'fstat64', numbers: { i386: 197 }, arguments: ['fd', 'pointer'], role: 'descriptor', scope: 'visible', answer: 'stat64', support: 'full', note: `${visible} Otherwise reported as a regular file.` },
  { name: 'fstatat64', numbers: { i386: 300 }, arguments: ['dirfd', 'path', 'pointer', 'atFlags'], role: 'path', scope: 'visible', answer: 'stat64', support: 'full', note: visible },
  { name: 'statx', numbers: bothAbis(332, 383), arguments: ['dirfd', 'path', 'atFlags', 'number', 'pointer'], role: 'path', scope: 'visible', answer: 'statx', support: 'full', note: visible },
  { name: 'readlink', numbers: bothAbis(89, 85), arguments: ['path', 'pointer', 'size'], role: 'path', scope: 'visible', answer: 'readlink', support: 'full', note: 'With visible devices only: EINVAL for a device, its path for /proc/self/fd/N.' },
  { name: 'readlinkat', numbers: bothAbis(267, 305), arguments: ['dirfd', 'path', 'pointer', 'size'], role: 'path', scope: 'visible', answer: 'readlink', support: 'full', note: 'As readlink.' },
  { name: 'getdents64', numbers: bothAbis(217, 220), arguments: ['fd', 'pointer', 'size'], role: 'descriptor', scope: 'visible', answer: 'getdents64', support: 'full', note: 'With visible devices only: they are added to the listing of the directory that holds them.' },
  { name: 'getdents', numbers: bothAbis(78, 141), arguments: ['fd', 'pointer', 'size'], role: 'untouched', scope: 'never', support: 'none', note: 'The old form, which no C library uses any more: devices are not listed.' },
  { name: 'ptrace', numbers: { 'x86-64': 101, i386: 26, x32: x32Bit + 521 }, arguments: ['ptraceRequest', 'number', 'pointer', 'pointer'], role: 'ptrace', scope: 'always', support: 'partial', note: 'A process that is traced already cannot be debugged (EPERM): make the guest debuggable (atoll run --debuggable). A process that shares its memory with the threads it attaches to, as the leak checker of AddressSanitizer and LeakSanitizer does, is answered: PTRACE_ATTACH, GETREGS, GETREGSET, DETACH, KILL.' },
  { name: 'wait4', numbers: bothAbis(61, 114), arguments: ['number', 'pointer', 'waitOptions', 'pointer'], role: 'wait', scope: 'always', support: 'full', note: 'Stopped with __WALL only. Answered for a thread that such a process has attached to.' },
  { name: 'clone', numbers: bothAbis(56, 120), arguments: ['cloneFlags', 'pointer', 'pointer', 'pointer', 'pointer'], role: 'clone', scope: 'trace', support: 'full', note: 'Stopped with CLONE_UNTRACED only: without a tracer the calls of the child that the filter stops would fail.' },
  { name: 'seccomp', numbers: bothAbis(317, 354), arguments: ['number', 'filterFlags', 'pointer'], role: 'report', scope: 'notify', support: 'partial', note: 'A process tree has one listener, and this one is taken (EBUSY): use the trace back end.' },
  { name: 'sched_setscheduler', numbers: bothAbis(144, 156), arguments: ['number', 'schedulingPolicy', 'pointer'], role: 'realTime', scope: 'always', support: 'full', note: `Stopped for SCHED_FIFO and SCHED_RR only. ${starved}` },
  { name: 'sched_setattr', numbers: bothAbis(314, 351), arguments: ['number', 'pointer', 'number'], role: 'realTime', scope: 'always', support: 'full', note: `Any policy. ${starved}` },
  { name: 'rt_sigaction', numbers: { 'x86-64': 13, i386: 174, x32: x32Bit + 512 }, arguments: ['signal', 'pointer', 'pointer', 'size'], role: 'signalAction', scope: 'rung', support: 'full', note: 'Stopped for SIGBUS only, with devices that programs ring by a store (/dev/kfd): doorbells of a process that handles it are not taken away.' },
  { name: 'userfaultfd', numbers: bothAbis(323, 374), arguments: ['number'], role: 'faultHandler', scope: 'always', support: 'full', note: 'Made by the kernel. From then on Atoll reads and writes memory of programs with a time limit of 5 s, for their pages may be filled by a thread that waits for Atoll: the call fails with EFAULT. USERFAULTFD_IOC_NEW of /dev/userfaultfd and an open of /dev/fuse have the same effect.' },
  { name: 'io_uring_setup', numbers: bothAbis(425, 425), arguments: ['number', 'pointer'], role: 'untouched', scope: 'never', support: 'none', note: 'Opens that go through io_uring do not pass a seccomp filter: a device cannot be opened that way.' },
  { name: 'memfd_create', numbers: bothAbis(319, 356), arguments: ['path', 'memfdFlags'], role: 'issued', scope: 'never', support: 'full', note: 'Replacement of the open of a device.' },
  { name: 'close', numbers: bothAbis(3, 6), arguments: ['fd'], role: 'descriptor', scope: 'watched', support: 'full', note: `Takes the descriptor back when a device refuses an open. ${reason}` },
  { name: 'mmap', numbers: { 'x86-64': 9 }, arguments: ['pointer', 'size', 'number', 'number', 'fd', 'number'], role: 'descriptor', scope: 'files', support: 'full', note: `With the trace back end: a page for the path of what is opened in a virtual tree. ${whole}` },
  { name: 'mmap2', numbers: { i386: 192 }, arguments: ['pointer', 'size', 'number', 'number', 'fd', 'number'], role: 'descriptor', scope: 'files', support: 'full', note: 'As mmap.' },
  { name: 'read', numbers: bothAbis(0, 3), arguments: ['fd', 'pointer', 'size'], role: 'descriptor', scope: 'files', support: 'full', note: whole },
  { name: 'write', numbers: bothAbis(1, 4), arguments: ['fd', 'pointer', 'size'], role: 'descriptor', scope: 'files', support: 'full', note: whole },
  { name: 'pread64', numbers: bothAbis(17, 180), arguments: ['fd', 'pointer', 'size', 'number', 'number'], role: 'descriptor', scope: 'files', support: 'full', note: whole },
  { name: 'pwrite64', numbers: bothAbis(18, 181), arguments: ['fd', 'pointer', 'size', 'number', 'number'], role: 'descriptor', scope: 'files', support: 'full', note: whole },
  { name: 'readv', numbers: { 'x86-64': 19, i386: 145, x32: x32Bit + 515 }, arguments: ['fd', 'pointer', 'number'], role: 'descriptor', scope: 'files', support: 'full', note: whole },
  { name: 'writev', numbers: { 'x86-64': 20, i386: 146, x32: x32Bit + 516 }, arguments: ['fd', 'pointer', 'number'], role: 'descriptor', scope: 'files', support: 'full', note: whole },
  { name: 'lseek', numbers: bothAbis(8, 19), arguments: ['fd', 'number', 'number'], role: 'descriptor', scope: 'files', support: 'full', note: whole },
  { name: '_llseek', numbers: { i386: 140 }, arguments: ['fd', 'number', 'number', 'pointer', 'number'], role: 'descriptor', scope: 'files', support: 'full', note: whole },
  { name: 'poll', numbers: bothAbis(7, 168), arguments: ['pointer', 'size', 'number'], role: 'poll', scope: 'files', support: 'full', note: whole },
  { name: 'ppoll', numbers: bothAbis(271, 309), arguments: ['pointer', 'size', 'pointer', 'pointer', 'size'], role: 'poll', scope: 'files', support: 'partial', note: `As poll. ${ownMask}` },
  { name: 'select', numbers: { 'x86-64': 23 }, arguments: ['number', 'pointer', 'pointer', 'pointer', 'pointer'], role: 'select', scope: 'files', support: 'full', note: whole },
  { name: '_newselect', numbers: { i386: 142 }, arguments: ['number', 'pointer', 'pointer', 'pointer', 'pointer'], role: 'select', scope: 'files', support: 'full', note: 'As select.' },
  { name: 'pselect6', numbers: bothAbis(270, 308), arguments: ['number', 'pointer', 'pointer', 'pointer', 'pointer', 'pointer'], role: 'select', scope: 'files', support: 'partial', note: `As select. ${ownMask}` },
  { name: 'epoll_ctl', numbers: bothAbis(233, 255), arguments: ['number', 'number', 'fd', 'pointer'], role: 'descriptor', scope: 'files', support: 'partial', note: 'EPERM and a message, as for files without poll, with atoll replay-device and forward-device; atoll record-device reports that such waits are not recorded.' },
  { name: 'futex', numbers: bothAbis(202, 240), arguments: ['pointer', 'futexOperation', 'number', 'pointer', 'pointer', 'number'], role: 'futex', scope: 'files', support: 'full', note: `${whole} Only words that are shared, in memory of such a device.` },
  { name: 'dup', numbers: bothAbis(32, 41), arguments: ['fd'], role: 'descriptor', scope: 'watched', support: 'full', note: reason },
  { name: 'dup2', numbers: bothAbis(33, 63), arguments: ['fd', 'number'], role: 'descriptor', scope: 'watched', support: 'full', note: reason },
  { name: 'dup3', numbers: bothAbis(292, 330), arguments: ['fd', 'number', 'number'], role: 'descriptor', scope: 'watched', support: 'full', note: reason },
  { name: 'munmap', numbers: bothAbis(11, 91), arguments: ['pointer', 'size'], role: 'report', scope: 'watched', support: 'full', note: `Takes that page away. ${last}` },
  { name: 'exit_group', numbers: bothAbis(231, 252), arguments: ['number'], role: 'report', scope: 'watched', support: 'full', note: last },
];

/** The number of a call in an ABI, or undefined where the ABI has no such call. */
export function numberOf(call: SystemCall, abi: Abi): number | undefined {
  if (abi !== 'x32' || call.numbers.x32 !== undefined) return call.numbers[abi];
  const number = call.numbers['x86-64'];
  return number === undefined ? undefined : x32Bit + number;
}

/** The call of that name. */
export function systemCall(name: string): SystemCall {
  const entry = systemCalls.find((call) => call.name === name);
  if (!entry) throw new RangeError(`no system call ${name} in the table`);
  return entry;
}

/** Selection of the calls that a session stops. */
export interface InterceptionChoice {
  readonly visible: boolean;
  readonly debuggable: boolean;
  readonly backend: Backend;
  /** A device answers every call of its files. */
  readonly files?: boolean | undefined;
  /** A device is rung by a store to pages that may be taken away. */
  readonly rung?: boolean | undefined;
  /** Real devices are watched: nothing is virtual. */
  readonly watched?: boolean | undefined;
}

const watchedRoles: readonly CallRole[] = ['ioctl', 'open', 'faultHandler'];

export function isStopped(call: SystemCall, choice: InterceptionChoice): boolean {
  if (choice.watched) return watchedRoles.includes(call.role) || call.scope === 'files' || call.scope === 'watched';
  if (call.scope === 'files') return choice.files === true;
  if (call.scope === 'rung') return choice.rung === true;
  if (call.scope === 'visible') return choice.visible;
  if (call.scope === 'trace') return choice.backend === 'trace';
  if (call.scope === 'notify') return choice.backend === 'notify';
  return call.scope === 'always';
}
