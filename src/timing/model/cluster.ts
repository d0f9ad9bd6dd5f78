// The caches that some compute units share.

import type { Parameters } from '../config/parameters.js';
import { Cache } from './cache.js';

export class Cluster {
  readonly scalar: Cache;
  readonly instruction: Cache;

  constructor({ scalarCache, instructionCache }: Parameters) {
    this.scalar = new Cache(scalarCache.bytes, scalarCache.ways);
    this.instruction = new Cache(instructionCache.bytes, instructionCache.ways);
  }
}
