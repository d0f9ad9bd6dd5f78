// Why a guest could not be started, in words and with a next step: the program itself, or what the machine lacks.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { constants } from 'node:os';
import { getSystemErrorMap } from 'node:util';
import { AtollError } from '../util/errors.js';
import type { Backend } from './backend.js';
import { startFeatures, startStages } from './wire-schema.js';

/** Properties of the host that explain a failure. Tests provide their own. */
export interface HostMachine {
  /** kernel.yama.ptrace_scope; undefined where there is none. */
  readonly ptraceScope: number | undefined;
  readonly isRoot: boolean;
  /** Tracer of this process itself, `5 (gdb)`; undefined without one. */
  readonly tracer: string | undefined;
  /** The first bytes of a file; empty when it cannot be read. */
  readonly head: (file: string) => Uint8Array;
}

export interface StartFailure {
  readonly stage: number;
  /** errno, or for the stage `feature` one of `startFeatures`. */
  readonly error: number;
  readonly file: string;
  readonly directory: string;
  readonly backend: Backend;
}

function readScope(): number | undefined {
  try {
    return Number(readFileSync('/proc/sys/kernel/yama/ptrace_scope', 'utf8'));
  } catch {
    return undefined; // a kernel without yama
  }
}

function readTracer(): string | undefined {
  try {
    const pid = /^TracerPid:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    if (pid === undefined || pid === '0') return undefined;
    return `${pid} (${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()})`;
  } catch {
    return undefined; // gone by now, or of another namespace
  }
}

function readHead(file: string): Uint8Array {
  const bytes = new Uint8Array(20);
  try {
    const fd = openSync(file, 'r');
    const length = readSync(fd, bytes, 0, bytes.length, 0);
    closeSync(fd);
    return bytes.subarray(0, length);
  } catch {
    return bytes.subarray(0, 0);
  }
}

export const thisMachine = (): HostMachine => ({
  ptraceScope: readScope(),
  isRoot: process.getuid?.() === 0,
  tracer: readTracer(),
  head: readHead,
});

function describeErrno(error: number): string {
  // libuv has no name for what only execve gives.
  if (error === constants.errno.ENOEXEC) return 'exec format error (ENOEXEC)';
  const entry = getSystemErrorMap().get(-error);
  return entry ? `${entry[1]} (${entry[0]})` : `errno ${error}`;
}

/** The error for a guest that could not be started; `stage` and `error` as the addon reports them (native/spawn.h). */
export function startError(failure: StartFailure, machine = thisMachine()): AtollError {
  const { stage, error, directory, file } = failure;
  const reason = describeErrno(error);
  switch (stage) {
    case startStages.exec:
      return execError(file, error, machine);
    case startStages.directory:
      return new AtollError(
        'HOST',
        `cannot enter the working directory ${directory}: ${reason}`,
        'Use a folder that exists and that this user may enter; the default is the working directory of Atoll.',
      );
    case startStages.seize:
      return ptraceError(reason, machine);
    case startStages.feature:
      return featureError(error, failure.backend);
    case startStages.filter:
      if (failure.backend === 'notify') return notifyFilterError(error, reason);
      return new AtollError(
        'HOST',
        `the seccomp filter is refused: ${reason}`,
        'The kernel needs CONFIG_SECCOMP_FILTER; a container must allow the system call seccomp.',
      );
    case startStages.listener:
      return new AtollError('HOST', `seccomp notifications are refused: ${reason}`, 'Use --backend trace.');
    case startStages.thread:
      return new AtollError(
        'HOST',
        `cannot start ${file}: no thread or descriptor for its supervision: ${reason}`,
        'Raise the limits of processes and open files (ulimit -u, ulimit -n; in a container pids.max).',
      );
    default:
      return new AtollError('HOST', `cannot start ${file}: ${reason}`);
  }
}

function ptraceError(reason: string, { ptraceScope = 0, isRoot, tracer }: HostMachine): AtollError {
  if (tracer !== undefined) {
    const message = `ptrace is refused: process ${tracer} traces this process and its children: ${reason}`;
    return new AtollError('HOST', message, 'A process has only one tracer: start Atoll outside of the debugger.');
  }
  if (ptraceScope >= 3 || (ptraceScope === 2 && !isRoot)) {
    const message = `ptrace is restricted on this machine (kernel.yama.ptrace_scope = ${ptraceScope}): ${reason}`;
    const root = ptraceScope === 2 ? ', or run atoll as root' : ', which needs a restart of the machine';
    return new AtollError('HOST', message, `Set it to 1: sysctl -w kernel.yama.ptrace_scope=1${root}.`);
  }
  const hint = 'In a container, allow it: --cap-add=SYS_PTRACE, or a seccomp profile that allows ptrace.';
  return new AtollError('HOST', `ptrace is refused: ${reason}`, hint);
}

/** Required features of the kernel, the version of Linux that introduced each, and the back ends that need it. */
const features: Record<number, { name: string; since: string; backends: readonly string[] }> = {
  [startFeatures.syscallInfo]: { name: 'PTRACE_GET_SYSCALL_INFO', since: '5.3', backends: ['trace'] },
  [startFeatures.pidfdGetfd]: { name: 'pidfd_getfd', since: '5.6', backends: ['trace', 'notify'] },
  [startFeatures.addDescriptor]: { name: 'SECCOMP_IOCTL_NOTIF_ADDFD', since: '5.9', backends: ['notify'] },
  [startFeatures.killableNotification]: {
    name: 'SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV',
    since: '5.19',
    backends: ['notify'],
  },
};

function featureError(id: number, backend: Backend): AtollError {
  const feature = features[id];
  if (!feature) return new AtollError('HOST', `the kernel lacks a feature of the ${backend} back end`);
  const message = `the kernel has no ${feature.name}, which the ${backend} back end needs`;
  const other = backend === 'trace' ? 'notify' : 'trace';
  const way = feature.backends.includes(other) ? '' : `Use --backend ${other}, or `;
  const upgrade = `Linux ${feature.since} or newer${way ? '' : ' is needed'}.`;
  const container = ' In a container, its seccomp profile may refuse it.';
  return new AtollError('HOST', message, way + upgrade + container);
}

function notifyFilterError(error: number, reason: string): AtollError {
  if (error === constants.errno.EBUSY) {
    const message =
      'seccomp notifications are in use: the parent of atoll listens to them (one listener per process tree)';
    return new AtollError('HOST', message, 'Use --backend trace.');
  }
  const message = `the kernel has no seccomp notifications (SECCOMP_FILTER_FLAG_NEW_LISTENER): ${reason}`;
  return new AtollError('HOST', message, 'Use --backend trace, or Linux 5.9 or newer.');
}

function execError(file: string, error: number, machine: HostMachine): AtollError {
  const reason = describeErrno(error);
  if (error === constants.errno.ENOENT || error === constants.errno.ENOTDIR) {
    const hint = 'Check the name, PATH, and for a script the interpreter in its first line.';
    return new AtollError('GUEST_NOT_FOUND', `cannot run ${file}: ${reason}`, hint);
  }
  const foreign = error === constants.errno.ENOEXEC ? foreignFormat(machine.head(file)) : undefined;
  const message = `cannot run ${file}: ${foreign ? `it is ${foreign.what}` : reason}`;
  return new AtollError('GUEST_NOT_EXECUTABLE', message, foreign?.hint ?? 'Check its permissions and format.');
}

/** e_machine values (elf.h) of programs that people have lying around. */
const machines: Record<number, string> = {
  8: 'MIPS',
  20: 'PowerPC',
  21: 'PowerPC64',
  40: 'ARM',
  183: 'AArch64',
  243: 'RISC-V',
};
const elf = { class: 4, machine: 18, class32: 1, i386: 3, x86_64: 62 } as const;

/** Format of an ELF file that this kernel does not execute; undefined when it is unknown. */
function foreignFormat(head: Uint8Array): { what: string; hint: string } | undefined {
  if (head.length < 20 || String.fromCharCode(...head.subarray(0, 4)) !== '\x7fELF') return undefined;
  const machine = new DataView(head.buffer, head.byteOffset).getUint16(elf.machine, true);
  if (machine === elf.x86_64 && head[elf.class] === elf.class32) {
    const hint = 'Boot with syscall.x32=y where the kernel has CONFIG_X86_X32_ABI, or build it for x86-64 (-m64).';
    return { what: 'an x32 program, which this kernel does not run', hint };
  }
  if (machine === elf.i386) {
    const hint = 'The kernel needs CONFIG_IA32_EMULATION (and no ia32_emulation=0 on its command line).';
    return { what: 'a 32-bit program, which this kernel does not run', hint };
  }
  const name = machines[machine];
  return name ? { what: `a program for ${name}, not for x86`, hint: 'Build it for x86-64 or i386.' } : undefined;
}
