// The command processor: takes packets from the rings of all guests in turn and executes them, a slice of time each.

import { constants } from 'node:os';
import { RING_ENTRIES, SIGNAL_COUNT } from '../../abi/schema.js';
import type { Dispatch, DispatchOutcome } from '../../emulator/dispatcher.js';
import { Dispatcher } from '../../emulator/dispatcher.js';
import type { Engine } from '../../emulator/engine.js';
import { describeFault } from '../../emulator/faults.js';
import { GpuMemory } from '../../emulator/memory.js';
import { AtollError, describeError } from '../../util/errors.js';
import { ClStatus } from '../cl-status.js';
import { Channel, type Futex, type PacketValues } from './channel.js';
import { prepareLaunch } from './launch.js';
import type { LoadedKernel, ProcessorEvent, SessionMessage } from './messages.js';

/** Wave-instructions after which the other guests get their turn and cancellation is looked at. */
const SLICE = 20_000;

export interface ProcessorOptions {
  readonly createEngine: (memory: GpuMemory) => Engine;
  readonly futex: Futex;
  /** Milliseconds that one kernel may take; undefined for no limit. */
  readonly timeoutMs?: number;
  readonly emit: (event: ProcessorEvent) => void;
}

interface Running {
  readonly dispatch: Dispatch;
  readonly packet: PacketValues;
  readonly startNs: bigint;
}

class Served {
  readonly programs = new Map<number, readonly LoadedKernel[]>();
  readonly channel: Channel;
  readonly dispatcher: Dispatcher;
  running: Running | undefined;
  sequence = 0n;
  lost = false;

  constructor(
    readonly session: number,
    readonly memory: GpuMemory,
    options: ProcessorOptions,
  ) {
    this.channel = new Channel(memory, options.futex);
    this.dispatcher = new Dispatcher(memory, options.createEngine(memory), { unit: 0 });
  }

  get hasPacket(): boolean {
    return !this.lost && this.channel.waiting > 0;
  }
}

export class Processor {
  readonly #sessions = new Map<number, Served>();

  constructor(private readonly options: ProcessorOptions) {}

  /** Doorbells to wait on. */
  get channels(): Channel[] {
    return [...this.#sessions.values()].map((served) => served.channel);
  }

  receive(message: SessionMessage): void {
    switch (message.do) {
      case 'addSession':
        this.#sessions.set(message.session, new Served(message.session, GpuMemory.open(message.memory), this.options));
        return;
      case 'removeSession':
        this.#sessions.delete(message.session);
        this.options.emit({ do: 'sessionRemoved', session: message.session });
        return;
      case 'addProgram':
        this.#sessions.get(message.session)?.programs.set(message.program, message.kernels);
        return;
      case 'removeProgram':
        this.#sessions.get(message.session)?.programs.delete(message.program);
        return;
    }
  }

  /** Whether some guest has work. */
  get busy(): boolean {
    for (const served of this.#sessions.values()) if (served.running || served.hasPacket) return true;
    return false;
  }

  /** Gives every guest one slice. */
  step(): void {
    for (const served of this.#sessions.values()) {
      if (!served.running && served.hasPacket) this.#begin(served);
      if (served.running) this.#continue(served, served.running);
    }
  }

  #begin(served: Served): void {
    if (served.channel.waiting > RING_ENTRIES) {
      served.lost = true;
      served.channel.lose(constants.errno.EIO);
      this.options.emit({
        do: 'fault',
        session: served.session,
        signal: 0,
        text: 'the ring indices are inconsistent: device lost for this guest',
      });
      return;
    }
    const packet = served.channel.take();
    const startNs = process.hrtime.bigint();
    served.channel.begin(packet.signal, ++served.sequence, startNs);
    try {
      const kernel = served.programs.get(packet.program)?.[packet.kernel];
      if (!kernel)
        throw new AtollError(
          'BAD_INPUT',
          `packet names kernel ${packet.kernel} of program ${packet.program}, which is not loaded`,
        );
      served.running = {
        dispatch: served.dispatcher.start(prepareLaunch(packet, kernel, served.memory)),
        packet,
        startNs,
      };
    } catch (error) {
      if (!(error instanceof AtollError)) throw error;
      this.#fail(served, packet, describeError(error));
    }
  }

  #continue(served: Served, running: Running): void {
    const outcome = running.dispatch.run(SLICE);
    if (outcome === 'budget') {
      if (this.#late(running)) this.#fail(served, running.packet, this.#timeoutText(running));
      return;
    }
    this.#finish(served, running, outcome);
  }

  #late({ startNs }: Running): boolean {
    const limit = this.options.timeoutMs;
    return limit !== undefined && process.hrtime.bigint() - startNs > BigInt(Math.round(limit * 1e6));
  }

  #timeoutText({ dispatch }: Running): string {
    return `kernel ${dispatch.launch.kernel} stopped after ${this.options.timeoutMs} ms (--timeout)\n${dispatch.describe()}`;
  }

  #finish(served: Served, running: Running, outcome: DispatchOutcome): void {
    const { dispatch, packet, startNs } = running;
    if (outcome === 'fault') return this.#fail(served, packet, describeFault(dispatch.fault!));
    if (outcome !== 'done') return this.#fail(served, packet, `kernel ${dispatch.launch.kernel} was ${outcome}`);
    served.running = undefined;
    const endNs = process.hrtime.bigint();
    // The report leaves first: whoever sees the completion may end the process.
    const { launch, counters } = dispatch;
    const { workGroups, wavefronts, barriers, instructions } = counters;
    const report = {
      session: served.session,
      signal: packet.signal,
      kernel: launch.kernel,
      device: packet.device,
      globalSize: launch.globalSize as [number, number, number],
      localSize: launch.localSize as [number, number, number],
      counters: { workGroups, wavefronts, barriers, instructions },
      startNs,
      endNs,
    };
    this.options.emit({ do: 'launched', report });
    served.channel.end(packet.signal, ClStatus.SUCCESS, endNs);
  }

  #fail(served: Served, packet: PacketValues, text: string): void {
    served.running = undefined;
    this.options.emit({ do: 'fault', session: served.session, signal: packet.signal % SIGNAL_COUNT, text });
    served.channel.end(packet.signal, ClStatus.OUT_OF_RESOURCES, process.hrtime.bigint());
  }
}
