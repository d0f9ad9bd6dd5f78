// Samplers on the device, one for each way of sampling.

import type { BoardArgument } from '../protocol.js';
import type { BoardDevice } from './device.js';
import { create } from './library.js';

type SamplerArgument = Extract<BoardArgument, { is: 'sampler' }>;

export class BoardSamplers {
  private readonly samplers = new Map<string, bigint>();

  constructor(private readonly device: BoardDevice) {}

  get({ normalized, addressing, filter }: SamplerArgument): bigint {
    const key = `${normalized} ${addressing} ${filter}`;
    const sampler = this.samplers.get(key);
    if (sampler !== undefined) return sampler;
    const { cl, context } = this.device;
    const handle = create(
      (status) => cl.handle.clCreateSampler(context, Number(normalized), addressing, filter, status),
      'clCreateSampler',
    );
    this.samplers.set(key, handle);
    return handle;
  }
}
