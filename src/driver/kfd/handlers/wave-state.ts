// The state of a suspended queue's wavefronts: header and control stack, which the driver keeps. The wavefronts are in
// the wave area behind them since the queue was suspended.

import { RequestError, require } from '../../core/errno.js';
import { SAVE_HEADER_BYTES } from '../aql/suspensions.js';
import { type KfdHandler, writeGuest } from '../handler.js';
import { requireQueue } from './queues.js';

export const getQueueWaveState: KfdHandler<'GET_QUEUE_WAVE_STATE'> = async (process, args, call) => {
  const queue = requireQueue(process, args.queue_id);
  const { saves, suspended, agent } = queue;
  if (!saves && agent.gfxTargetVersion < 90000)
    throw new RequestError('EINVAL', 'the layout of saved wavefronts is not published for chips before gfx9');
  require(saves !== undefined, `queue ${queue.id} has no context save area`);
  require(suspended !== undefined, `queue ${queue.id} is active: only suspended queues have saved wavefronts`);
  const { controlStack, areaBytes, unsaved } = await suspended;
  require(unsaved === undefined, `the wavefronts of queue ${queue.id} are not saved: ${unsaved}`);
  const { controlStackSize } = saves;
  const begin = controlStackSize - controlStack.byteLength;
  const header = Uint32Array.of(begin, controlStack.byteLength, controlStackSize + areaBytes, areaBytes);
  writeGuest(call, args.ctl_stack_address, new DataView(header.buffer, 0, SAVE_HEADER_BYTES));
  writeGuest(call, args.ctl_stack_address + BigInt(begin), new DataView(controlStack.slice().buffer));
  return { ctl_stack_used_size: controlStack.byteLength, save_area_used_size: areaBytes };
};
