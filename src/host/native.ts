// The typed face of the native addon. Mechanism only; every function throws an Error with `code` (such as 'EINVAL')
// and `syscall` when the kernel refuses, and a RangeError when an offset is outside of its view.

import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { AtollError } from '../util/errors.js';
import { hashWith } from '../util/hash.js';
import { INSTALLATION, restoreHint } from '../util/installation.js';
import type { PageMapper } from './page-mapper.js';

/** Protection of pages, as PROT_* of mmap(2); `readWrite` is the sum. */
export const protection = { none: 0, read: 1, write: 2, readWrite: 3 } as const;

/** A 32-bit word that `futexWaitAny` watches. */
export interface FutexWord {
  readonly view: Uint8Array;
  readonly byteOffset: number;
  readonly expected: number;
}

/** Start configuration of a session. Columns of `calls`: see native/session_config.cc. */
export interface SessionConfig {
  readonly candidates: readonly string[];
  readonly argv: readonly string[];
  readonly environment: readonly string[];
  /** NAME=value: what each executed program gets again where its environment lacks the name. */
  readonly lasting: readonly string[];
  /** A library, and variables (NAME=value) for programs that were linked with it; or nothing. */
  readonly preload: readonly string[];
  /** Empty: that of this process. */
  readonly directory: string;
  readonly ignoredSignals: readonly number[];
  readonly blockedSignals: readonly number[];
  readonly descriptors: readonly number[];
  /** Descriptors of ours that become the guest's 0, 1 and 2; empty: the same. */
  readonly standard: readonly number[];
  /** Soft limit of descriptors; negative: that of our parent. */
  readonly descriptorLimit: number;
  readonly filter: Uint8Array;
  readonly notify: boolean;
  /** With `notify`: only if signals cannot interrupt a call that is being answered (Linux 5.19). */
  readonly killable: boolean;
  readonly follow: boolean;
  readonly reportPassed: boolean;
  readonly maxOpenFiles: number;
  /** Real devices are watched: every call stops, nothing is virtual. No paths: all character and block devices. */
  readonly watches: boolean;
  readonly watchedPaths: readonly string[];
  readonly devicePaths: readonly string[];
  /** Folder that holds the virtual trees, each under its own path; and these paths. */
  readonly treeFolder: string;
  readonly treePrefixes: readonly string[];
  readonly calls: Int32Array;
  readonly issued: Int32Array;
}

declare const sessionBrand: unique symbol;
/** A running guest tree; opaque. */
export interface NativeSession {
  readonly [sessionBrand]: true;
}

/** Result of `startSession`. `stage` 0 means started; otherwise what failed (native/spawn.h), with `error` = errno. */
export interface StartResult {
  readonly stage: number;
  readonly error: number;
  readonly pid: number;
  readonly session: NativeSession;
}

/** Counters of a session. */
export interface SessionStatistics {
  /** Every stop of a guest thread: signals, forks, filter stops. */
  readonly stops: number;
  /** Calls that the filter stopped. */
  readonly calls: number;
  /** Of these, answered in TypeScript. */
  readonly supervised: number;
  readonly opens: number;
  readonly releases: number;
  readonly processes: number;
  readonly threads: number;
}

/** Functions of a kernel that is machine code; numbers are 32-bit words. */
export interface KernelCode {
  readonly run: (...words: number[]) => number;
  readonly groups?: (...words: number[]) => number;
  /**
   * From now on a routine executes an instruction, by its number, in the code's place, as long as words of the
   * wavefront's state are those of the site: a ServedSite (src/jit/image/site.ts), which this room does not know. Its
   * routine is one of `loadKernelRoutine`.
   */
  readonly serve: (number: number, site: object) => void;
  /** Code for native workers; absent without `groups`. */
  readonly delegated?: object;
}

/**
 * Layout of a compute unit's slice for a native worker, in bytes, and the codes of its results: BatchLayout
 * (native/kernel_worker.h).
 */
export interface BatchLayout {
  readonly started: number;
  readonly barriers: number;
  readonly budget: number;
  readonly turn: number;
  readonly wavefrontStride: number;
  readonly flag: number;
  readonly statusMask: number;
  readonly over: number;
}

/** A thread without JavaScript that runs work-groups of machine code. It ends with the object. */
export interface NativeWorker {
  /**
   * Only when it is not running. Code that needs JavaScript for more than faults ends the process.
   * @param kernel a KernelCode's `delegated`
   * @param cursor two words: the next work-group, and whether to stop; kept until the worker returns
   * @param assignment an Assignment (src/emulator/native-workers.ts); opaque here
   */
  begin(kernel: object, cursor: Uint8Array, assignment: object): void;
  isAway(): boolean;
  /** Returns when it is back. */
  wait(): void;
  /** Report since its return: a NativeWorkReport. */
  report(): object;
}

export interface Native extends PageMapper {
  /**
   * Loads a shared library that src/jit/native has written.
   *
   * @param imports in the order in which its table lists them
   * @returns undefined when this system does not load it; null when nothing would: it is no such library
   */
  loadKernelCode(
    library: Uint8Array,
    memory: Uint8Array,
    imports: readonly (readonly [name: string, target: (...args: number[]) => unknown])[],
  ): KernelCode | undefined | null;
  /** Loads the shared library of a routine; undefined and null as for kernels. */
  loadKernelRoutine(library: Uint8Array): object | undefined | null;
  /**
   * @param bell a word that is bumped and woken whenever the native worker is back
   * @throws Error with `code` EAGAIN when there can be no thread
   */
  startKernelWorker(layout: BatchLayout, bell: Uint8Array): NativeWorker;
  /** Level of the instruction set of x86-64: 2 (SSE4.2), 3 (also AVX2, FMA) or 4 (also AVX-512); 0 for less. */
  instructionSetLevel(): 0 | 2 | 3 | 4;
  /** mprotect(2) of pages of the view. */
  protect(view: Uint8Array, byteOffset: number, length: number, protection: number): void;
  /** Gives pages to a page-aligned range, as if each had been written to; false where the kernel cannot. */
  populate(view: Uint8Array, byteOffset: number, length: number): boolean;
  /** Gives the memory behind pages back to the system; they read as zero afterwards. */
  discard(view: Uint8Array, byteOffset: number, length: number): void;
  /** Blocks until the word is woken. For Workers. A negative or infinite timeout waits for ever. */
  futexWait(view: Uint8Array, byteOffset: number, expected: number, timeoutMs: number): 'woken' | 'changed' | 'timeout';
  /**
   * Looks at a word for some microseconds, without sleeping. @returns whether it has another value than the expected
   * one
   */
  futexSpin(view: Uint8Array, byteOffset: number, expected: number, microseconds: number): boolean;
  /**
   * Spins until one of the words changes, for at most 100 us: only where the last waits of this thread were short, and
   * ever more rarely where spinning does not pay. After a spin in vain this thread leaves the processor that it shares
   * with the writer.
   * @param ringer number of the processor on which they are changed; negative: unknown
   * @returns whether one has changed
   */
  futexLookOut(words: readonly FutexWord[], ringer: number): boolean;
  /** Blocks until one of the words (at most 128) is woken or differs; its index, or -1 at the timeout. For Workers. */
  futexWaitAny(words: readonly FutexWord[], timeoutMs: number): number;
  /** A memory file of fixed size (sealed against shrinking and growing). */
  createMemfd(name: string, size: number): number;
  resizeAndSeal(fd: number, size: number): void;
  closeFd(fd: number): void;
  inode(fd: number): { device: number; inode: number };
  /** SHA-256 of parts, one after the other, in hexadecimal digits. */
  sha256(...parts: readonly (Uint8Array | string)[]): string;
  /** Denormal operands count as zeros in the calling thread (MXCSR.DAZ), in its WebAssembly SIMD too. */
  setDenormalsAreZero(on: boolean): void;
  getMxcsr(): number;
  /** Bytes transferred before the first unmapped page, or -errno. Never throws for what a guest did. */
  processVmRead(pid: number, address: bigint, into: Uint8Array): number;
  processVmWrite(pid: number, address: bigint, from: Uint8Array): number;
  /**
   * Number of memory transfers of guests that were abandoned at the time limit, by any thread: see
   * native/timed_transfer.h.
   */
  abandonedTransfers(): number;
  processVmReadString(pid: number, address: bigint, limit: number): string | undefined;
  /** Our own descriptor for what a guest's descriptor refers to (same file position), or -errno. */
  shareDescriptor(tid: number, pid: number, fd: number): number;
  /** dup2(2): from now on `fd` is what `by` is. */
  replaceDescriptor(fd: number, by: number): void;
  /** getdents64(2): bytes of entries, 0 at the end, or -errno. */
  /** True if two descriptors are one open file (kcmp(2)); undefined if the kernel cannot compare them. */
  isSameFile(pid: number, fd: number, otherPid: number, otherFd: number): boolean | undefined;
  readDirectory(fd: number, into: Uint8Array): number;
  filePosition(fd: number): number;

  /** Two connected stream sockets. They close when a program is executed that does not get them by name. */
  socketPair(): [number, number];
  /** A connected stream socket; ETIMEDOUT, ECONNREFUSED, ENXIO for a host that there is not. */
  connectTcp(host: string, port: number, timeoutMs: number): number;
  connectUnix(path: string, timeoutMs: number): number;
  /**
   * Sends all of [byteOffset, +length); ETIMEDOUT when nothing moved for so long, EPIPE when the other end is closed.
   */
  sendBytes(fd: number, view: Uint8Array, byteOffset: number, length: number, timeoutMs: number): void;
  /** Waits until there is something; how many bytes that were, 0 when the other side has ended, -1 at the timeout. */
  receiveBytes(fd: number, view: Uint8Array, byteOffset: number, length: number, timeoutMs: number): number;
  /** True if the peer of a socket hangs up within the timeout. */
  awaitHangUp(fd: number, timeoutMs: number): boolean;

  /** Makes this process ignore a signal, as a program that was started so does. */
  ignoreSignal(signal: number): void;
  /** Records the sender of a signal that JavaScript handles, until its handler is removed. */
  watchSender(signal: number): void;
  /** True if the kernel sent the last watched one: a terminal's Ctrl-C, not kill(2). */
  isSentByKernel(signal: number): boolean;
  /**
   * Applies the default action of a signal to this process; returns when the process continues. The C library keeps
   * signals 32 and 33.
   */
  takeDefaultAction(signal: number): void;
  /** From now on no signal makes this process leave a core. Nothing else of its user can trace it any more either. */
  forbidCoreDump(): void;
  /**
   * From now on the kernel kills this process when its parent ends; false when `parent`, a process id, is not its
   * parent (any more).
   */
  dieWithParent(parent: number): boolean;
  /**
   * Ends this process as _exit(2) does: nothing is waited for, what Node has buffered is lost, terminal and streams
   * stay as they are.
   */
  exitAtOnce(status: number): never;

  startSession(
    config: SessionConfig,
    onEvent: (path?: string, inside?: string) => void,
    numbers: Float64Array,
    arguments_: BigUint64Array,
  ): StartResult;
  /**
   * Answers a stopped call; `action`: see `actions` in wire-schema.ts. Returns -1 when its guest has died, otherwise 0,
   * or the guest's descriptor for an open that the notify back end accepted.
   */
  decide(session: NativeSession, serial: number, action: number, result: number): number;
  isWaiting(session: NativeSession, serial: number): boolean;
  killMain(session: NativeSession, signal: number): boolean;
  killAll(session: NativeSession): void;
  /**
   * Milliseconds since the main process was about to receive a signal of another process; Infinity when it never was.
   * Real-time signals are not counted.
   */
  sinceSignal(session: NativeSession, signal: number): number;
  /** Acts on a stall (`stalled` event) that still lasts: see native/tracer_stall.cc. */
  nudgeStopped(session: NativeSession): void;
  /**
   * From now on a touch of pages after the end of the file, up to `size`, brings them back: see src/host/tripwire.ts.
   * The word has to live until it is removed. False where guests are not traced.
   */
  addTripwire(session: NativeSession, fd: number, size: number, word: Uint8Array): boolean;
  /** Allows that pages are taken; otherwise they are present. */
  allowTripwire(session: NativeSession, word: Uint8Array, allowed: boolean): void;
  removeTripwire(session: NativeSession, word: Uint8Array): void;
  /** Closes our descriptor of a released virtual file. */
  closeSessionFile(session: NativeSession, fd: number): void;
  finishSession(session: NativeSession): void;
  sessionStatistics(session: NativeSession): SessionStatistics;
}

/** Paths of the addon, in the order of the search. */
export function addonPaths(root = INSTALLATION): string[] {
  return ['Release', 'Debug'].map((kind) => join(root, 'build', kind, 'atoll_native.node'));
}

let loaded: Native | undefined;

/**
 * The addon; loaded at the first call, once for each thread.
 *
 * @throws AtollError NATIVE_MISSING with the paths that were tried
 */
export function loadNative(): Native {
  if (!loaded) {
    loaded = loadFrom(addonPaths());
    hashWith(loaded.sha256);
  }
  return loaded;
}

/** True if the addon has been built. */
export const hasNative = (): boolean => addonPaths().some((path) => existsSync(path));

/** The first of these files that can be loaded. */
export function loadFrom(paths: readonly string[]): Native {
  const require = createRequire(import.meta.url);
  const failures: string[] = [];
  for (const path of paths) {
    if (!existsSync(path)) {
      failures.push(`${path}: does not exist`);
      continue;
    }
    try {
      return require(path) as Native;
    } catch (error) {
      failures.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const message = `the native addon cannot be loaded (${failures.join('; ')})`;
  throw new AtollError('NATIVE_MISSING', message, restoreHint());
}
