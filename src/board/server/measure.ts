// Durations on the device of requests that move memory.

import type { MeasuredRequest, Order } from '../protocol.js';
import type { BoardDevice } from './device.js';
import { takeDuration } from './durations.js';
import { check, create, NULL } from './library.js';

type MeasureOrder = Extract<Order, { do: 'measure' }>;

/** Source: CL/cl.h. */
const READ_WRITE = 1n;

/** One request, which sets `event` at its end. @returns the status of the call */
function enqueue(
  { cl, queue }: BoardDevice,
  request: MeasuredRequest,
  [from, to]: readonly [bigint, bigint],
  host: Buffer,
  event: Buffer,
): number {
  const size = BigInt(host.length);
  switch (request) {
    case 'read':
      return cl.clEnqueueReadBuffer(queue, from, 1, 0n, size, host, 0, NULL, event);
    case 'write':
      return cl.clEnqueueWriteBuffer(queue, to, 1, 0n, size, host, 0, NULL, event);
    case 'copy':
      return cl.clEnqueueCopyBuffer(queue, from, to, 0n, 0n, size, 0, NULL, event);
    case 'fill':
      return cl.clEnqueueFillBuffer(queue, to, Buffer.alloc(4), 4n, 0n, size, 0, NULL, event);
  }
}

/** Nanoseconds of each round; one before the first is not counted: memory is slow at its first use. */
export function measure(device: BoardDevice, { request, bytes, rounds }: MeasureOrder): number[] {
  const { cl, context, queue } = device;
  const newBuffer = () =>
    create(
      (status) => cl.handle.clCreateBuffer(context, READ_WRITE, BigInt(bytes), NULL, status),
      `clCreateBuffer of ${bytes} bytes`,
    );
  const buffers = [newBuffer(), newBuffer()] as const;
  const host = Buffer.alloc(bytes, 1);
  try {
    const times = Array.from({ length: rounds + 1 }, () => {
      const event = Buffer.alloc(8);
      check(enqueue(device, request, buffers, host, event), `the ${request} of ${bytes} bytes`);
      check(cl.clFinish(queue), 'clFinish');
      return takeDuration(device, event.readBigUInt64LE());
    });
    return times.slice(1);
  } finally {
    for (const buffer of buffers) cl.clReleaseMemObject(buffer);
  }
}
