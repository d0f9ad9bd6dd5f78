// MEMORY_ALLOC, MEMORY_FREE and FAULT_TEXT.

import { RequestError, require } from '../../core/errno.js';
import { maxAllocation } from '../../personalities.js';
import type { Handler } from '../handler.js';

export const allocateMemory: Handler<'MEMORY_ALLOC'> = (session, request) => {
  const chip = session.devices[request.device];
  require(chip !== undefined, `there is no device ${request.device}`);
  require(request.size > 0n &&
    request.size <=
      BigInt(maxAllocation(chip)), `${request.size} bytes; the limit of ${chip.name} is ${maxAllocation(chip)}`);
  const size = Number(request.size);
  const range = session.context.video.usedBytes + size > chip.globalMemory ? undefined : session.context.allocate(size);
  if (!range)
    throw new RequestError(
      'ENOMEM',
      `no room for ${size} bytes, ${session.context.video.usedBytes} of ${chip.globalMemory} are in use`,
    );
  return {
    address: session.context.video.memory.space.addressOf(range.address),
    file_offset: BigInt(session.context.video.fileOffsetOf(range.address)),
    mapped_size: BigInt(range.size),
  };
};

export const freeMemory: Handler<'MEMORY_FREE'> = (session, { address }) => {
  const { context } = session;
  const offset = context.video.memory.space.translate(address) ?? -1;
  require(context.free(offset), `0x${address.toString(16)} is not the start of an allocation`);
  return {};
};

export const faultText: Handler<'FAULT_TEXT'> = (session, { signal }) => {
  session.context.services.processors.poll();
  return { text: session.faultText(signal) };
};
