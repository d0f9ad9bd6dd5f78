// State of one open of the device by a guest: programs, running builds, signals and the reasons of their failures.

import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { CONTROL_BASE, CONTROL_SIZE } from '../../abi/memory-map.js';
import { ControlHeader, SIGNAL_COUNT, SIGNAL_OFFSET, Signal, SignalState } from '../../abi/schema.js';
import type { OpenRequest } from '../../host/device.js';
import { explainFault, type FaultDetails } from '../../launch/fault-text.js';
import type { Context, ContextEvents } from '../core/context.js';
import type { DeviceModel } from '../device-models.js';
import { callText, describeMemory } from './api-calls.js';
import type { BuildQueue } from './build-queue.js';
import { CallTrace } from './call-trace.js';
import { ClStatus } from './cl-status.js';
import { SessionFailedCalls } from './failed-calls.js';
import { SessionProgram } from './program.js';
import type { AtollServices } from './services.js';

const EVERYBODY = 0x7fffffff;

/** True if the process that opened a file still has it mapped. */
function isMapped({ pid, inode }: OpenRequest): boolean {
  try {
    return new RegExp(` ${inode} +/memfd:`).test(readFileSync(`/proc/${pid}/maps`, 'latin1'));
  } catch {
    return false;
  }
}

export class Session implements ContextEvents {
  readonly programs = new Map<number, SessionProgram>();
  /** Records of the API calls of the guest's threads, where these are collected. */
  readonly calls: CallTrace | undefined;
  /** Failed calls, where they are observed. */
  readonly failures: SessionFailedCalls | undefined;
  /** The errno of every request of a guest that came too late; 0 for the others. */
  refused = 0;
  /** Why packets have failed, by their signals: the last packet of each, by its number. */
  private readonly faults = new Map<number, { readonly sequence: bigint; readonly text: string }>();
  /** Why nothing is executed any more. */
  private lostText = '';
  private released = false;

  constructor(
    private readonly request: OpenRequest,
    readonly context: Context,
    readonly services: AtollServices,
    readonly builds: BuildQueue,
  ) {
    context.tenant = this;
    context.video.mapWindow(CONTROL_BASE, CONTROL_SIZE, 0);
    const { calls, failures } = context.services;
    if (failures) this.failures = new SessionFailedCalls(context.id, context.video.memory, context.services);
    if (calls) this.calls = new CallTrace(context.id, context.video.memory, calls);
  }

  get id(): number {
    return this.context.id;
  }

  get devices(): readonly DeviceModel[] {
    return this.services.devices;
  }

  get isReleased(): boolean {
    return this.released;
  }

  addProgram(): SessionProgram {
    const program = new SessionProgram(this.context);
    this.programs.set(program.handle, program);
    return program;
  }

  removeProgram(program: SessionProgram): void {
    this.programs.delete(program.handle);
    program.release();
  }

  /** The guest's last descriptor and mapping are gone. */
  release(): void {
    if (this.released) return;
    this.released = true;
    for (const program of this.programs.values()) program.cancel();
    this.builds.forget(this.id);
    if (this.context.isAnnounced) this.notifyLost();
    this.calls?.close();
    this.context.release();
  }

  /**
   * The guest may be there although its file is released: by unlocking the byte that stands for it. Whatever it waits
   * for it then finds out that it waits in vain.
   */
  private notifyLost(): void {
    this.markLost(constants.errno.EIO);
    if (!isMapped(this.request)) return;
    const { pid } = this.request;
    this.context.services.warn(`process ${pid} has released the lock on its device: device lost for this guest`);
  }

  private markLost(errno: number): void {
    const { i32 } = this.context.video.memory;
    Atomics.store(i32, (CONTROL_BASE + ControlHeader.offsetOf('device_lost')) >> 2, errno);
  }

  explain(details: FaultDetails): readonly string[] {
    const { space } = this.context.video.memory;
    const allocations = describeMemory(this.context.video.allocations, space);
    const image = this.programs.get(details.program)?.kernels[details.kernel];
    return explainFault(details, image, allocations, callText(details.call));
  }

  returns(number: number): void {
    if (!this.released) this.failures?.returns(number);
  }

  failed(signal: number, sequence: bigint, text: string): void {
    this.faults.set(signal, { sequence, text });
  }

  unserved(text: string): void {
    this.lostText = text;
    this.faults.clear();
  }

  /** Why a signal is failed now, which may have been used by several packets; empty when it is not. */
  faultText(signal: number): string {
    if (signal >= SIGNAL_COUNT) return '';
    const base = this.signalAddress(signal);
    const { view } = this.context.video.memory;
    if (view.getUint32(base + Signal.offsetOf('state'), true) !== SignalState.FAILED) return '';
    const fault = this.faults.get(signal);
    if (fault?.sequence === view.getBigUint64(base + Signal.offsetOf('sequence'), true)) return fault.text;
    return this.lostText;
  }

  /** Fails every signal that is not finished: the guest's waits end. */
  lose(errno: number): void {
    // Its file may still be empty, and no thread waits yet.
    if (!this.context.isAnnounced) {
      this.refused = errno;
      return;
    }
    this.markLost(errno);
    this.unserved('the device is lost');
    const { i32 } = this.context.video.memory;
    for (let signal = 0; signal < SIGNAL_COUNT; signal++) {
      const state = (this.signalAddress(signal) + Signal.offsetOf('state')) >> 2;
      if (Atomics.load(i32, state) < SignalState.COMPLETE)
        this.finish(signal, ClStatus.OUT_OF_RESOURCES, SignalState.FAILED);
    }
  }

  /** Completes the signal of a build job. */
  complete(signal: number, status: number): void {
    if (!this.released && signal < SIGNAL_COUNT) this.finish(signal, status, SignalState.COMPLETE);
  }

  private finish(signal: number, status: number, state: number): void {
    const { view, i32, u8 } = this.context.video.memory;
    const base = this.signalAddress(signal);
    view.setInt32(base + Signal.offsetOf('status'), status, true);
    Atomics.store(i32, (base + Signal.offsetOf('state')) >> 2, state);
    this.context.services.mapper.futexWake(u8, base + Signal.offsetOf('state'), EVERYBODY);
  }

  private signalAddress(signal: number): number {
    return CONTROL_BASE + SIGNAL_OFFSET + signal * Signal.size;
  }
}
