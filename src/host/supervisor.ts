// Runs one guest program and all its descendants: starts it, answers its intercepted calls, reports its end.
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { AtollError } from '../util/errors.js';
import { elementOf } from '../util/required.js';
import { type Backend, isBackendMissing } from './backend.js';
import type { WatchedCall } from './call-watcher.js';
import type { CallResult, FileCall, GuestMemory, RequestDescription } from './device.js';
import { fileCallOf, ioctlCallOf, stoppedCallOf, syscallEventOf } from './event-calls.js';
import { executableCandidates } from './executable.js';
import { decodeStatus, type GuestExit } from './exit-status.js';
import { fileSession } from './file-session.js';
import type { Guest } from './guest.js';
import { createGuestMemory, guestMemoryProblem } from './guest-memory.js';
import { type GuestOptions, sessionConfigs } from './guest-options.js';
import { GuestWarnings } from './guest-warnings.js';
import { holdInterrupts, releaseInterrupts } from './interrupts.js';
import { JobControl } from './job-control.js';
import { loadNative, type Native, type NativeSession, type SessionStatistics, type StartResult } from './native.js';
import { handlerOf } from './signal-state.js';
import { startError } from './start-errors.js';
import type { StoppedCall } from './stopped-call.js';
import type { SyscallEvent } from './syscall-trace.js';
import { passTermination } from './termination.js';
import { answer } from './virtual-device-calls.js';
import { VirtualFiles } from './virtual-files.js';
import { TreeStore } from './virtual-tree.js';
import { answerInTree, GIVE } from './virtual-tree-calls.js';
import { EventView } from './wire.js';
import { actions, eventKinds, stallActions, startStages } from './wire-schema.js';

export type { GuestExit } from './exit-status.js';
export type { Guest } from './guest.js';
export type { GuestOptions } from './guest-options.js';

/** A stall must last for two of these before something is done about it. */
const stallMs = 500;

/**
 * Starts a guest. It inherits stdin, stdout, stderr and stays in this process group.
 *
 * @throws AtollError when the session cannot be set up; a program that cannot be executed rejects `exited`
 *   (GUEST_NOT_FOUND, GUEST_NOT_EXECUTABLE)
 */
export function startGuest(options: GuestOptions): Guest {
  return new Supervisor(options, loadNative());
}

class Supervisor implements Guest {
  readonly pid: number;
  readonly backend: Backend;
  readonly exited: Promise<GuestExit>;
  private readonly session: NativeSession;
  private readonly event = new EventView();
  private readonly warnings: GuestWarnings;
  private readonly files: VirtualFiles;
  private readonly trees: TreeStore;
  private readonly abandonedBefore: number;
  private outcome: GuestExit | AtollError | undefined;
  private nudge: NodeJS.Timeout | undefined;
  /** Signals of this process are its own again. */
  private keepTermination = () => {};
  private jobControl: JobControl | undefined;
  private settle!: (outcome: GuestExit | AtollError) => void;

  constructor(
    private readonly options: GuestOptions,
    private readonly native: Native,
  ) {
    this.abandonedBefore = native.abandonedTransfers();
    this.warnings = new GuestWarnings(options.onWarning);
    const session = fileSession(native, () => this.session);
    this.files = new VirtualFiles(native, session, (what, error) => this.warnings.failure(what, error));
    this.exited = new Promise((resolve, reject) => {
      this.settle = (outcome) => (outcome instanceof AtollError ? reject(outcome) : resolve(outcome));
    });
    const { devices, trees = [] } = options;
    this.trees = new TreeStore([...devices.flatMap((device) => device.trees ?? []), ...trees]);
    this.exited.finally(() => this.trees.dispose()).catch(() => {});
    const configs = this.configs();
    // Before the guest exists: it may run, and a signal may arrive, before the next line is executed.
    holdInterrupts();
    if (options.passTermination) {
      const ignored = options.inheritance?.ignoredSignals ?? [];
      this.jobControl = new JobControl(ignored);
      this.keepTermination = passTermination(this, ignored, (reason) => options.onWarning?.(reason));
    }
    const { backend, started } = this.start(configs);
    this.backend = backend;
    if (started.stage !== startStages.none) {
      this.trees.dispose();
      this.releaseSignals();
      throw this.startError(started.stage, started.error, backend);
    }
    this.session = started.session;
    this.pid = started.pid;
    const problem = options.devices.length > 0 ? guestMemoryProblem(native) : undefined;
    if (problem) options.onWarning?.(`${problem}; run atoll doctor`);
  }

  private configs(): ReturnType<typeof sessionConfigs> {
    try {
      return sessionConfigs(this.options, this.trees);
    } catch (error) {
      this.trees.dispose();
      throw error;
    }
  }

  /** With the first back end that this machine has, or else what came of the last one. */
  private start(configs: ReturnType<typeof sessionConfigs>): { backend: Backend; started: StartResult } {
    const { numbers, arguments: raw } = this.event;
    for (const [index, { backend, config }] of configs.entries()) {
      const started = this.native.startSession(config, (path, inside) => this.deliver(path, inside), numbers, raw);
      const isLast = index === configs.length - 1;
      if (isLast || !isBackendMissing(started.stage, started.error)) return { backend, started };
      this.options.onFallback?.(this.startError(started.stage, started.error, backend).message);
    }
    throw new RangeError('no back end to start a guest with');
  }

  private startError(stage: number, error: number, backend: Backend): AtollError {
    const { file, cwd = '.', env } = this.options;
    // The name of the file that the kernel refused, when it was searched for.
    const executable = executableCandidates(file, env['PATH']).find((candidate) => existsSync(candidate)) ?? file;
    return startError({ stage, error, file: stage === startStages.exec ? executable : file, directory: cwd, backend });
  }

  kill(signal: NodeJS.Signals | number): boolean {
    return this.native.killMain(this.session, typeof signal === 'number' ? signal : constants.signals[signal]);
  }

  killAll(): void {
    this.native.killAll(this.session);
  }

  sinceSignal(signal: number): number {
    return this.native.sinceSignal(this.session, signal);
  }

  watchSender(signal: number): void {
    this.native.watchSender(signal);
  }

  isSentByKernel(signal: number): boolean {
    return this.native.isSentByKernel(signal);
  }

  statistics(): SessionStatistics {
    return this.native.sessionStatistics(this.session);
  }

  /** An exception here would leave a guest thread stopped for ever: end the guest instead, and say why. */
  private deliver(path: string | undefined, inside: string | undefined): void {
    try {
      this.onEvent(path, inside);
    } catch (error) {
      this.outcome = new AtollError('INTERNAL', `guest ${this.pid} was ended: ${String(error)}`, '', { cause: error });
      this.killAll();
    }
  }

  private onEvent(path: string | undefined, inside: string | undefined): void {
    const { event } = this;
    switch (event.kind) {
      case eventKinds.call:
        return inside === undefined ? this.onCall(path) : this.onTree(path, inside);
      case eventKinds.left:
        this.options.watch?.left(this.watchedCall(path), event.result);
        return void this.native.decide(this.session, event.serial, actions.resume, 0);
      case eventKinds.opened:
        return this.onOpened(path);
      case eventKinds.released:
        return this.files.release(event.inode);
      case eventKinds.passed:
        return this.report(path, this.backend === 'notify' ? undefined : event.result);
      case eventKinds.started:
        if (event.flags !== startStages.none) {
          this.outcome = this.startError(event.flags, event.error, this.backend);
        }
        return;
      case eventKinds.mainExited:
        this.outcome ??= decodeStatus(event.result);
        if (this.options.daemons === 'kill') this.killAll();
        return;
      case eventKinds.stalled:
        return this.onStalled();
      case eventKinds.mainStopped:
        return this.jobControl?.mainStopped(event.result !== 0);
      case eventKinds.unreached:
        return this.onUnreached(path ?? 'a program', event.result !== 0);
      case eventKinds.ended:
        return this.onEnded();
    }
  }

  /**
   * Everything that has outlived the main process is stopped. It may be continued from outside: look again, then act.
   */
  private onStalled(): void {
    const { pid, result } = this.event;
    const which = `all processes that outlived the program are stopped (process ${pid})`;
    if (result === stallActions.hungUp) this.warnings.failure(which, 'sent SIGHUP and SIGCONT, as to an orphaned job');
    if (result === stallActions.killed) this.warnings.failure(which, 'again, after SIGHUP: killed');
    this.nudge ??= setTimeout(() => {
      this.nudge = undefined;
      this.native.nudgeStopped(this.session);
    }, stallMs);
  }

  /** A program was executed whose environment could not be completed. */
  private onUnreached(program: string, isSecure: boolean): void {
    const names = Object.keys(this.options.lasting ?? {}).join(', ');
    const reason = isSecure
      ? 'runs with the rights of another user: the dynamic loader ignores its environment'
      : 'has no room for variables on its stack';
    const consequence = `it does not get ${names}, and may find another OpenCL than Atoll's`;
    this.warnings.once(reason, `process ${this.event.pid}: ${program} ${reason}; ${consequence}`);
  }

  private releaseSignals(): void {
    releaseInterrupts();
    this.keepTermination();
    this.jobControl?.end();
  }

  /** Paths are read by other threads, so this runs after failed accesses and at the end. */
  private noticeAbandoned(): void {
    if (this.native.abandonedTransfers() === this.abandonedBefore) return;
    this.warnings.once(
      'held page faults',
      'memory of the program could not be accessed within 5 s: its pages are filled by a handler (userfaultfd, FUSE) ' +
        'that waits for the call; calls with such arguments fail with EFAULT, paths there name no simulated device',
    );
  }

  private onEnded(): void {
    this.noticeAbandoned();
    clearTimeout(this.nudge);
    this.native.finishSession(this.session);
    this.releaseSignals();
    this.settle(this.outcome ?? new AtollError('INTERNAL', `the end of guest ${this.pid} was missed`));
  }

  private watchedCall(path: string | undefined): WatchedCall {
    return { ...this.fileCall(), path, flags: this.event.flags };
  }

  private fileCall(): FileCall {
    return fileCallOf(this.event, this.memory());
  }

  private onCall(path: string | undefined): void {
    const { event } = this;
    const { watch } = this.options;
    if (watch) {
      const action = watch.entered(this.watchedCall(path)) ? actions.follow : actions.resume;
      return void this.native.decide(this.session, event.serial, action, 0);
    }
    switch (event.call.role) {
      case 'ioctl':
        return this.onIoctl();
      case 'realTime':
        return this.decide(event.serial, this.timeSharing.has(event.pid) ? -constants.errno.EPERM : undefined);
      case 'signalAction':
        this.files.allowTripwires(event.pid, handlerOf(this.fileCall()) === 0n);
        return this.decide(event.serial, undefined);
      case 'report':
      case 'ptrace':
        this.warnings.once(
          event.call.name,
          `the guest (process ${event.pid}) uses ${event.call.name}: ${event.call.note}`,
        );
        return this.decide(event.serial, undefined, path);
      case 'poll':
      case 'select':
      case 'futex':
        return this.answerFile(this.files.answerAny(this.fileCall()));
      default:
        if (event.call.scope === 'files')
          return this.answerFile(this.files.get(event.inode)?.file?.call?.(this.fileCall()));
        return this.onQuestion(this.question(path), path);
    }
  }

  /** Sends a file's answer to a call other than an ioctl, now or later. */
  private answerFile(answered: CallResult | Promise<CallResult>): void {
    const { serial, call } = this.event;
    if (!(answered instanceof Promise)) return this.decide(serial, answered);
    const trace = this.captureTrace();
    const finish = (result: CallResult): void => this.finishLater(serial, result, trace);
    answered.then(finish, (error: unknown) => {
      this.warnings.failure(call.name, error);
      finish(-constants.errno.EIO);
    });
  }

  private onQuestion(question: StoppedCall, path: string | undefined): void {
    if (question.device?.refusesRealTime) this.timeSharing.add(question.pid);
    this.decide(this.event.serial, answer(question, this.context), path);
  }

  /** A path in a virtual tree. */
  private onTree(path: string | undefined, inside: string): void {
    const { serial, flags } = this.event;
    const answer = answerInTree({ ...this.question(path), place: this.trees.placeOf(inside), flags });
    if (answer !== GIVE) return this.decide(serial, answer, path);
    const result = this.native.decide(this.session, serial, actions.give, 0);
    this.report(path, this.backend === 'notify' ? result : undefined);
  }

  private get context() {
    return { native: this.native, devices: this.options.devices };
  }

  private question(path: string | undefined): StoppedCall {
    const { event } = this;
    const open = this.files.get(event.inode);
    const device = event.device >= 0 ? this.options.devices[event.device] : open?.device;
    return stoppedCallOf(event, this.memory(), path, device);
  }

  private memory(): GuestMemory {
    const { serial, tid } = this.event;
    return createGuestMemory(this.native, this.session, serial, tid, () => this.noticeAbandoned());
  }

  private onIoctl(): void {
    const { event } = this;
    const open = this.files.get(event.inode);
    if (!open) return this.decide(event.serial, undefined);
    const { serial } = event;
    const call = ioctlCallOf(event, this.memory());
    const trace = this.captureTrace();
    const described = trace && open.device.describe?.(call);
    const finish = (result: number) => this.finishLater(serial, result, trace, described);
    const fail = (error: unknown) => {
      this.warnings.failure(`${open.device.path}: ioctl`, error);
      finish(-constants.errno.EIO);
    };
    try {
      const result = open.file.ioctl(call);
      if (typeof result === 'number') finish(result);
      else result.then(finish, fail);
    } catch (error) {
      fail(error);
    }
  }

  private finishLater(serial: number, result: CallResult, trace?: SyscallEvent, described?: RequestDescription): void {
    const valid = result === undefined || Number.isSafeInteger(result) ? result : -constants.errno.EIO;
    // The guest's memory is ours to read only until it continues.
    const output = described && ((valid ?? 0) < 0 ? '' : described.output());
    const request = described && { name: described.name, input: described.input, output };
    this.native.decide(this.session, serial, valid === undefined ? actions.resume : actions.finish, valid ?? 0);
    if (trace) this.options.onSyscall?.({ ...trace, result: valid, request });
  }

  private onOpened(path: string | undefined): void {
    const { event } = this;
    const device = elementOf(this.options.devices, event.device, 'device');
    if (device.refusesRealTime) this.timeSharing.add(event.pid);
    const trace = this.captureTrace(path);
    const { pid, tid, flags, abi, fd, inode, serial, result } = event;
    const finish = (error: number): void => {
      const decision = this.native.decide(this.session, serial, error < 0 ? actions.reject : actions.accept, error);
      if (trace) this.options.onSyscall?.({ ...trace, result: error < 0 ? error : Math.max(result, decision) });
    };
    const opened = fd >= 0 ? this.files.open(device, { pid, tid, flags, abi, fd, inode }) : -event.error;
    if (typeof opened === 'number') finish(opened);
    else void opened.then(finish);
  }

  /** Answers with `result`, or leaves the call to the kernel. */
  private decide(serial: number, result: number | undefined, path?: string): void {
    this.native.decide(this.session, serial, result === undefined ? actions.resume : actions.finish, result ?? 0);
    this.report(path, result);
  }

  private captureTrace(path?: string): SyscallEvent | undefined {
    return this.options.onSyscall && syscallEventOf(this.event, path, () => this.memory());
  }

  private report(path: string | undefined, result: number | undefined): void {
    const trace = this.captureTrace(path);
    if (trace) this.options.onSyscall?.({ ...trace, result });
  }

  /** Processes that get no real-time threads. */
  private readonly timeSharing = new Set<number>();
}
