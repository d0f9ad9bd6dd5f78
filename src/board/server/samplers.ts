// Samplers on the device, one for each way of sampling.

import type { BoardArgument } from '../protocol.js';
import type { BoardDevice } from './device.js';
import { create } from './library.js';

type SamplerArgument = Extract<BoardArgument, { is: 'sampler' }>;

export class BoardSamplers {
  private readonly made = new Map<string, bigint>();

  constructor(private readonly device: BoardDevice) {}

  get({ normalized, addressing, filter }: SamplerArgument): bigint {
    const key = `${normalized} ${addressing} ${filter}`;
    const known = this.made.get(key);
    if (known !== undefined) return known;
    const { cl, context } = this.device;
    const made = create(
      (status) => cl.handle.clCreateSampler(context, Number(normalized), addressing, filter, status),
      'clCreateSampler',
    );
    this.made.set(key, made);
    return made;
  }
}
