// A launch on the device, and what it has changed.

import type { Native } from '../../host/native.js';
import { AtollError } from '../../util/errors.js';
import type { Answer, BoardArgument, BoardLaunch } from '../protocol.js';
import type { BoardDevice } from './device.js';
import { takeDuration } from './durations.js';
import { BoardImages, isView } from './images.js';
import { check, errorName, handles, NULL } from './library.js';
import type { BoardMemory } from './memory.js';
import type { BoardKernel, BoardPrograms } from './programs.js';
import { BoardSamplers } from './samplers.js';
import type { StdoutCapture } from './stdout-capture.js';

const EVENT_STATUS = 0x11d3;
/**
 * Milliseconds for which the end of a launch is looked at without sleeping; then the longest sleep; then that between
 * signs of life.
 */
const [SPIN_MS, SLEEP_MS, ALIVE_MS] = [0.3, 1, 500];

export interface LaunchPlace {
  readonly device: BoardDevice;
  readonly memory: BoardMemory;
  readonly programs: BoardPrograms;
  readonly printed: StdoutCapture;
  readonly native: Pick<Native, 'awaitHangUp'>;
  /** The connection. */
  readonly fd: number;
  readonly answer: (answer: Answer, data?: Uint8Array) => void;
  /** The launch has no waiter any more. */
  readonly abandon: () => never;
}

export class BoardLaunches {
  private readonly images: BoardImages;
  private readonly samplers: BoardSamplers;

  constructor(private readonly place: LaunchPlace) {
    this.images = new BoardImages(place.device, place.memory);
    this.samplers = new BoardSamplers(place.device);
  }

  /** A buffer has gone, and what was made of it. */
  forget(buffer: number): void {
    this.place.programs.forgetArguments();
    this.images.forget(buffer);
  }

  /** @throws AtollError HOST, UNSUPPORTED, BAD_INPUT for what the device does not do */
  run(launch: BoardLaunch): void {
    const { device, memory, programs, printed, answer } = this.place;
    const kernel = programs.kernel(launch.program, launch.kernel);
    for (const [n, argument] of launch.arguments.entries()) this.setArgument(kernel, n, argument);
    const event = this.start(kernel.handle, launch);
    this.wait(event);
    const nanoseconds = takeDuration(device, event);
    const written = launch.arguments.filter((each) => 'writes' in each && each.writes);
    for (const argument of written) if (argument.is === 'image' && !isView(argument)) this.images.fetch(argument);
    const buffers = written.flatMap((each) =>
      each.is === 'buffer' || (each.is === 'image' && isView(each)) ? [each.buffer] : [],
    );
    for (const buffer of new Set(buffers))
      memory.changes(buffer, (offset, data) => answer({ do: 'changed', buffer, offset }, data));
    this.images.reportChanges((buffer, offset, data) => answer({ do: 'changed', buffer, offset }, data));
    if (launch.prints) printed.take((data) => answer({ do: 'printed' }, data));
    answer({ do: 'done', nanoseconds });
  }

  private setArgument({ handle, argumentsSet }: BoardKernel, index: number, argument: BoardArgument): void {
    const [size, value] = this.argumentBytes(argument);
    const key = value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(`${size} bytes`);
    if (argumentsSet[index]?.equals(key)) return;
    const status = this.place.device.cl.clSetKernelArg(handle, index, BigInt(size), value);
    argumentsSet[index] = status === 0 ? key : undefined;
    if (status !== 0)
      throw new AtollError('HOST', `argument ${index} (${argument.is}) is rejected: ${errorName(status)}`);
  }

  private argumentBytes(argument: BoardArgument): [number, Uint8Array | bigint] {
    switch (argument.is) {
      case 'value':
        return [argument.bytes.length, argument.bytes];
      case 'buffer':
        return [8, handles([this.place.memory.part(argument.buffer, argument.offset)])];
      case 'null':
        return [8, NULL];
      case 'local':
        return [argument.size, NULL];
      case 'image':
        return [8, handles([this.images.upload(argument)])];
      case 'sampler':
        return [8, handles([this.samplers.get(argument)])];
    }
  }

  private start(kernel: bigint, { workDim, globalOffset, globalSize, localSize }: BoardLaunch): bigint {
    const { cl, queue } = this.place.device;
    const event = Buffer.alloc(8);
    const sizes = (values: readonly number[]): Buffer => handles(values.slice(0, workDim).map(BigInt));
    const [offset, global, local] = [sizes(globalOffset), sizes(globalSize), localSize ? sizes(localSize) : NULL];
    const status = cl.clEnqueueNDRangeKernel(queue, kernel, workDim, offset, global, local, 0, NULL, event);
    check(
      status,
      `clEnqueueNDRangeKernel of ${globalSize.join(' x ')} work-items in groups of ${localSize?.join(' x ') ?? 'any size'}`,
    );
    check(cl.clFlush(queue), 'clFlush');
    return event.readBigUInt64LE();
  }

  /** Waits, and checks that the client still waits: a kernel that never ends must not outlive its program. */
  private wait(event: bigint): void {
    const { device, native, fd, answer, abandon } = this.place;
    const [begin, value, length] = [performance.now(), Buffer.alloc(4), Buffer.alloc(8)];
    let [spoke, pause] = [begin, 0.05];
    for (;;) {
      check(device.cl.clGetEventInfo(event, EVENT_STATUS, 4n, value, length), 'clGetEventInfo');
      const status = value.readInt32LE();
      if (status === 0) return;
      if (status < 0) throw new AtollError('HOST', `the kernel failed on ${device.facts.name}: ${errorName(status)}`);
      const now = performance.now();
      if (now - begin < SPIN_MS) continue;
      if (native.awaitHangUp(fd, pause)) abandon();
      pause = Math.min(2 * pause, SLEEP_MS);
      if (now - spoke < ALIVE_MS) continue;
      spoke = now;
      answer({ do: 'alive' });
    }
  }
}
