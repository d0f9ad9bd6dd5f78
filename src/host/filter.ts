// Assembles the seccomp filter (classic BPF over struct seccomp_data, seccomp(2)) from the table of system calls.
// Calls that do not matter are allowed by number alone, so the kernel's cache answers for them without running it.
import { constants } from 'node:os';
import type { Abi, RequestRange } from './device.js';
import { type InterceptionChoice, isStopped, numberOf, type SystemCall, systemCalls, x32Bit } from './syscalls.js';

/** BPF operation codes (linux/bpf_common.h). */
const op = { loadWord: 0x20, and: 0x54, jump: 0x05, jumpEqual: 0x15, jumpGreaterEqual: 0x35, return: 0x06 } as const;
/** AUDIT_ARCH_* (linux/audit.h). */
const auditArch = { x86_64: 0xc000003e, i386: 0x40000003 } as const;
/** SECCOMP_RET_* (linux/seccomp.h). */
const verdict = { allow: 0x7fff0000, trace: 0x7ff00000, userNotification: 0x7fc00000 } as const;
/** Offsets in struct seccomp_data; of an argument the low word. */
const field = { number: 0, arch: 4, argument: (index: number) => 16 + 8 * index } as const;
const accessModeMask = 3;
const readWrite = 2;
/** O_CREAT | O_EXCL: makes a file, and would fail on a device. */
const createExclusively = 0o300;
const executeAccess = 1;
const readAccess = 4;
const typeByteMask = 0xff00;
/** SCHED_FIFO and SCHED_RR (sched(7)), without SCHED_RESET_ON_FORK. */
const schedulingFifo = 1;
const schedulingRoundRobin = 2;
const policyMask = 0xff;
const signalBus = constants.signals.SIGBUS;
/** SECCOMP_FILTER_FLAG_NEW_LISTENER. */
const newListener = 8;
/** __WALL (waitpid(2)) and CLONE_UNTRACED (clone(2)). */
const waitForAll = 0x40000000;
const cloneUntraced = 0x00800000;
/** Of ptrace(2), what an inspector requests: KILL, GETREGS, ATTACH, DETACH, GETREGSET. */
const inspectorRequests = [8, 12, 16, 17, 0x4204] as const;
/** USERFAULTFD_IOC_NEW (linux/userfaultfd.h). */
const newFaultHandler = 0xaa00;
/** FUTEX_PRIVATE_FLAG. */
const privateFutex = 128;

interface Instruction {
  readonly code: number;
  readonly value: number;
  readonly whenTrue?: string | undefined;
  readonly whenFalse?: string | undefined;
}

/** Instructions with named targets; a target that is not given is the next instruction. */
class FilterAssembler {
  private readonly instructions: Instruction[] = [];
  private readonly labels = new Map<string, number>();

  label(name: string): void {
    this.labels.set(name, this.instructions.length);
  }
  load(offset: number): void {
    this.instructions.push({ code: op.loadWord, value: offset });
  }
  and(mask: number): void {
    this.instructions.push({ code: op.and, value: mask });
  }
  goto(target: string): void {
    this.instructions.push({ code: op.jump, value: 0, whenTrue: target });
  }
  equal(value: number, whenTrue?: string, whenFalse?: string): void {
    this.instructions.push({ code: op.jumpEqual, value, whenTrue, whenFalse });
  }
  atLeast(value: number, whenTrue?: string, whenFalse?: string): void {
    this.instructions.push({ code: op.jumpGreaterEqual, value, whenTrue, whenFalse });
  }
  return(value: number): void {
    this.instructions.push({ code: op.return, value });
  }

  /** struct sock_filter[]: u16 code, u8 jt, u8 jf, u32 k. */
  assemble(): Uint8Array {
    const bytes = new Uint8Array(this.instructions.length * 8);
    const view = new DataView(bytes.buffer);
    this.instructions.forEach((instruction, index) => {
      const { code, value, whenTrue, whenFalse } = instruction;
      view.setUint16(8 * index, code, true);
      if (code === op.jump) {
        view.setUint32(8 * index + 4, this.distance(index, whenTrue), true);
        return;
      }
      view.setUint8(8 * index + 2, this.shortDistance(index, whenTrue));
      view.setUint8(8 * index + 3, this.shortDistance(index, whenFalse));
      view.setUint32(8 * index + 4, value >>> 0, true);
    });
    return bytes;
  }

  private distance(from: number, target: string | undefined): number {
    if (target === undefined) return 0;
    const to = this.labels.get(target);
    if (to === undefined || to <= from) throw new RangeError(`filter: ${target} is not ahead of instruction ${from}`);
    return to - from - 1;
  }

  private shortDistance(from: number, target: string | undefined): number {
    const distance = this.distance(from, target);
    if (distance > 255) throw new RangeError(`filter: ${target} is too far from instruction ${from}`);
    return distance;
  }
}

export interface FilterOptions extends InterceptionChoice {
  readonly requests: readonly RequestRange[];
}

/** The program as bytes of struct sock_filter. */
export function buildFilter(options: FilterOptions): Uint8Array {
  const assembler = new FilterAssembler();
  // Watched calls stop at their entry, without a filter.
  const stopped = options.watched ? [] : systemCalls.filter((call) => isStopped(call, options));
  assembler.load(field.arch);
  assembler.equal(auditArch.x86_64, 'x86', undefined);
  assembler.equal(auditArch.i386, undefined, 'foreign');
  assembler.goto('i386');
  assembler.label('foreign');
  assembler.return(verdict.allow);
  assembler.label('x86');
  assembler.load(field.number);
  assembler.atLeast(x32Bit, undefined, 'x86-64');
  assembler.goto('x32');
  for (const abi of ['x86-64', 'x32', 'i386'] as const) addBlock(assembler, abi, stopped, options);
  return assembler.assemble();
}

function addBlock(assembler: FilterAssembler, abi: Abi, stopped: readonly SystemCall[], options: FilterOptions): void {
  const test = (name: string) => `${abi} ${name}`;
  assembler.label(abi);
  if (abi === 'i386') assembler.load(field.number);
  for (const call of stopped) {
    const number = numberOf(call, abi);
    if (number !== undefined) assembler.equal(number, test(testOf(call, options)));
  }
  assembler.return(verdict.allow);
  addTests(assembler, test, new Set(stopped.map((call) => testOf(call, options))), options);
  assembler.label(test('allow'));
  assembler.return(verdict.allow);
  assembler.label(test('stop'));
  assembler.return(options.backend === 'trace' ? verdict.trace : verdict.userNotification);
}

/** Stops opens for reading and writing that do not create a file. */
function addFlagsTest(assembler: FilterAssembler, test: (name: string) => string, position: number): void {
  assembler.and(accessModeMask);
  assembler.equal(readWrite, undefined, test('allow'));
  assembler.load(field.argument(position));
  assembler.and(createExclusively);
  assembler.equal(createExclusively, test('allow'), test('stop'));
}

/** Stops schedulers of real-time policies. */
function addPolicyTest(assembler: FilterAssembler, test: (name: string) => string): void {
  assembler.and(policyMask);
  assembler.equal(schedulingFifo, test('stop'));
  assembler.equal(schedulingRoundRobin, test('stop'), test('allow'));
}

/** The further tests that calls of a block must pass, those that any of them needs. */
function addTests(
  assembler: FilterAssembler,
  test: (name: string) => string,
  needed: ReadonlySet<string>,
  options: FilterOptions,
): void {
  const add = (name: string, position: number, body: () => void): void => {
    if (!needed.has(`${name}${position}`)) return;
    assembler.label(test(`${name}${position}`));
    assembler.load(field.argument(position));
    body();
  };
  const masked = (mask: number, value: number, equal: string, other: string) => (): void => {
    assembler.and(mask);
    assembler.equal(value, test(equal), test(other));
  };
  for (const position of [1, 2]) {
    add('flags', position, () => addFlagsTest(assembler, test, position));
    add('modeButRead', position, () => {
      assembler.equal(readAccess, test('allow'));
      masked(executeAccess, 0, 'stop', 'allow')();
    });
    add('mode', position, masked(executeAccess, 0, 'stop', 'allow'));
  }
  add('listener', 1, masked(newListener, 0, 'allow', 'stop'));
  add('futex', 1, masked(privateFutex, 0, 'stop', 'allow'));
  add('policy', 1, () => addPolicyTest(assembler, test));
  add('signal', 0, () => assembler.equal(signalBus, test('stop'), test('allow')));
  add('waitAll', 2, masked(waitForAll, 0, 'allow', 'stop'));
  add('untraced', 0, masked(cloneUntraced, 0, 'allow', 'stop'));
  add('inspection', 0, () => {
    for (const request of inspectorRequests) assembler.equal(request, test('stop'));
    assembler.goto(test('allow'));
  });
  if (!needed.has('request')) return;
  assembler.label(test('request'));
  addRequestTests(assembler, [...options.requests, { from: newFaultHandler, to: newFaultHandler }], test('stop'));
}

/** The name of the further test that a call must pass to be stopped. */
function testOf(call: SystemCall, options: FilterOptions): string {
  if (call.role === 'ioctl') return 'request';
  const listener = call.arguments.indexOf('filterFlags');
  if (listener >= 0) return `listener${listener}`;
  const futex = call.arguments.indexOf('futexOperation');
  if (futex >= 0) return `futex${futex}`;
  const policy = call.arguments.indexOf('schedulingPolicy');
  if (policy >= 0) return `policy${policy}`;
  const signal = call.arguments.indexOf('signal');
  if (signal >= 0) return `signal${signal}`;
  const wait = call.arguments.indexOf('waitOptions');
  if (wait >= 0) return `waitAll${wait}`;
  const clone = call.arguments.indexOf('cloneFlags');
  if (clone >= 0) return `untraced${clone}`;
  if (options.debuggable && call.role === 'ptrace') return 'inspection0';
  if (options.visible) return 'stop';
  const flags = call.arguments.indexOf('openFlags');
  if (flags >= 0) return `flags${flags}`;
  const mode = call.arguments.indexOf('accessMode');
  if (mode >= 0) return `${call.readablePasses ? 'modeButRead' : 'mode'}${mode}`;
  return 'stop';
}

function addRequestTests(assembler: FilterAssembler, requests: readonly RequestRange[], stop: string): void {
  const request = 1;
  requests.forEach((range, index) => {
    assembler.load(field.argument(request));
    if ('type' in range) {
      assembler.and(typeByteMask);
      assembler.equal(range.type << 8, stop);
      return;
    }
    const next = `${stop} after range ${index}`;
    assembler.atLeast(range.from, undefined, next);
    assembler.atLeast(range.to + 1, next, stop);
    assembler.label(next);
  });
}
