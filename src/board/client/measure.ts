// Asks a board what requests that move memory take on its device.

import type { Native } from '../../host/native.js';
import { AtollError } from '../../util/errors.js';
import type { MeasuredRequest } from '../protocol.js';
import { type BoardAccess, type BoardConnection, channelOf } from './connect.js';

export interface MeasuredTransfer {
  readonly request: MeasuredRequest;
  readonly bytes: number;
  /** The minimum of all rounds. */
  readonly nanoseconds: number;
}

/** @param connected its connection, which ends @throws AtollError HOST */
export function measureTransfers(
  access: BoardAccess,
  { fd }: BoardConnection,
  native: Native,
  requests: readonly MeasuredRequest[],
  sizes: readonly number[],
  rounds: number,
): MeasuredTransfer[] {
  const channel = channelOf(fd, access, native);
  try {
    return requests.flatMap((request) =>
      sizes.map((bytes) => {
        channel.send({ do: 'measure', request, bytes, rounds });
        let answer = channel.receive(access.silenceMs)?.head;
        while (answer?.do === 'alive') answer = channel.receive(access.silenceMs)?.head;
        if (answer?.do === 'failed') throw new AtollError('HOST', `the board cannot measure: ${answer.text}`);
        if (answer?.do !== 'measured')
          throw new AtollError('HOST', `the board did not report the duration of a ${request}`);
        return { request, bytes, nanoseconds: Math.min(...answer.nanoseconds) };
      }),
    );
  } finally {
    channel.close();
  }
}
