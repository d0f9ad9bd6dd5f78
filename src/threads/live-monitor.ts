// Composition root of the live view, for `atoll serve`: it keeps sums, and collects details on request only.

import type { LaunchEndView, LaunchMonitor } from '../driver/core/processor/launch-monitor.js';
import type { ActiveLaunch } from '../driver/core/processor/launch-slot.js';
import type { AllocationRecord } from '../driver/core/processor/messages.js';
import type { Processor } from '../driver/core/processor/processor.js';
import type { WorkerPool } from '../driver/core/processor/worker-pool.js';
import type { GpuMemory } from '../emulator/memory.js';
import type { SimulatedTime } from '../emulator/observations.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { LaunchContext } from '../launch/launch-context.js';
import { FinishedLaunches, type SimulatedLaunch } from '../serve/finished-launches.js';
import { inspect, printText } from '../serve/inspect.js';
import type { BrowserQuestion, BrowserReply, MonitorRequest, MonitorState, WavefrontName } from '../serve/protocol.js';
import { launchView, MAX_WAVEFRONTS, wavefrontLine, wavefrontsOf } from '../serve/wavefront-view.js';
import type { LaunchTime } from '../timing/timed-launches.js';
import { AtollError, describeError } from '../util/errors.js';
import { LaunchObservers } from './launch-observers.js';

/** A launch that is under way. */
interface MonitoredLaunch {
  readonly number: number;
  readonly guest: number;
  readonly running: ActiveLaunch;
  readonly memory: GpuMemory;
}

/** Launches whose time was estimated have no slots. */
function slotsOf({ cycles, nanoseconds, result }: SimulatedTime): SimulatedLaunch {
  const { stalls = {}, slotCycles = 0 } = result as Partial<Pick<LaunchTime, 'stalls' | 'slotCycles'>>;
  return { cycles, ns: nanoseconds, slotCycles, stalls };
}

export class LiveMonitor implements LaunchMonitor {
  private readonly over = new FinishedLaunches();
  private readonly launches = new LaunchObservers();
  /** Of launches that are under way. */
  private readonly numbers = new Map<ActiveLaunch, number>();
  private begunCount = 0;
  /** Since when all stands still. */
  private heldNs: bigint | undefined;

  /** @param processor which is made after this */
  constructor(
    private readonly processor: () => Processor,
    private readonly pool: WorkerPool,
    private readonly reply: (reply: BrowserReply) => void,
  ) {}

  begun(_session: number, running: ActiveLaunch): void {
    this.numbers.set(running, ++this.begunCount);
  }

  ended(session: number, running: ActiveLaunch, endNs: bigint, { failure = '', simulated }: LaunchEndView = {}): void {
    const { dispatch, cursor, startNs } = running;
    const { kernel, globalSize, localSize } = dispatch.launch;
    const number = this.numbers.get(running) ?? 0;
    this.numbers.delete(running);
    this.over.add({
      number,
      guest: session,
      kernel,
      globalSize,
      localSize,
      workGroups: cursor.total,
      taken: cursor.taken,
      ms: Number(endNs - startNs) / 1e6,
      failure: failure.replace(/\n.*$/s, ''),
      ...(simulated ? { simulated: slotsOf(simulated) } : {}),
    });
  }

  memory(session: number, allocation: AllocationRecord, allocated: boolean): void {
    this.launches.memory(session, allocation, allocated);
  }

  left(session: number): void {
    this.launches.left(session);
  }

  answer({ id, ask }: BrowserQuestion): void {
    try {
      this.reply({ id, body: this.bodyOf(ask) });
    } catch (error) {
      if (!(error instanceof AtollError)) throw error;
      this.reply({ id, error: describeError(error) });
    }
  }

  private bodyOf(request: MonitorRequest): unknown {
    switch (request.type) {
      case 'look':
        return this.view();
      case 'hold':
        this.heldNs = request.on ? (this.heldNs ?? process.hrtime.bigint()) : undefined;
        this.processor().hold(request.on);
        return this.view();
      case 'inspect': {
        const { wavefront, launchContext } = this.find(request);
        return inspect(wavefront, launchContext, request.laneType);
      }
      case 'print': {
        const { wavefront, launchContext } = this.find(request);
        return printText(wavefront, launchContext, request.text);
      }
      case 'abort': {
        const launch = this.underway.find(({ number }) => number === request.launch);
        if (!launch) throw new AtollError('BAD_INPUT', `launch ${request.launch} is over`);
        this.processor().stop(
          launch.running,
          `kernel ${launch.running.dispatch.launch.kernel} was stopped by the user`,
        );
        return this.view();
      }
    }
  }

  private get underway(): MonitoredLaunch[] {
    return this.processor().runs.map(({ served: { session, memory }, running }) => ({
      number: this.numbers.get(running) ?? 0,
      guest: session,
      running,
      memory,
    }));
  }

  /** The context of a launch, made at the first request. */
  private launchContext({ guest, running, memory }: MonitoredLaunch): LaunchContext {
    const { dispatch, kernel, submission } = running;
    const { launchContexts: stories } = this.launches;
    if (!stories.has(dispatch.launch)) this.launches.begun(guest, dispatch.launch, { kernel, memory, submission });
    return stories.of(dispatch.launch);
  }

  private view(): MonitorState {
    const { underway, heldNs } = this;
    const now = heldNs ?? process.hrtime.bigint();
    const { count, failed, workGroups, recent, kernels } = this.over;
    const wavefronts = heldNs === undefined ? [] : this.wavefronts(underway);
    return {
      held: heldNs !== undefined,
      begun: this.begunCount,
      ended: count,
      failed,
      workGroups,
      running: underway.map(({ number, guest, running }) => launchView(running, { number, guest }, now)),
      recent,
      kernels,
      wavefronts: wavefronts
        .slice(0, MAX_WAVEFRONTS)
        .map(([wavefront, launch]) => wavefrontLine(wavefront, launch.number, this.launchContext(launch))),
      moreWavefronts: Math.max(0, wavefronts.length - MAX_WAVEFRONTS),
    };
  }

  private wavefronts(underway: readonly MonitoredLaunch[]): (readonly [Wavefront, MonitoredLaunch])[] {
    return underway.flatMap((launch) =>
      wavefrontsOf(launch.running, launch.memory, this.pool).map((wavefront) => [wavefront, launch] as const),
    );
  }

  private find(name: WavefrontName): { readonly wavefront: Wavefront; readonly launchContext: LaunchContext } {
    if (this.heldNs === undefined)
      throw new AtollError('BAD_INPUT', 'wavefronts can be inspected only while they are paused', 'pause first');
    const launches = this.underway.filter(({ number }) => number === name.launch);
    for (const [wavefront, launch] of this.wavefronts(launches))
      if (wavefront.unit === name.unit && wavefront.slot === name.slot)
        return { wavefront, launchContext: this.launchContext(launch) };
    throw new AtollError('BAD_INPUT', 'the wavefront does not exist any more');
  }
}
