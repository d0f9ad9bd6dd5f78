// Modules of threads for programs that bring code of other chips: instruction sets, the convention of that code,
// queues. Loaded only where a simulated chip is one that ROCm knows.

import type { CreateQueue } from '../driver/core/processor/guest-context.js';
import { AQL } from '../driver/kfd/aql/name.js';
import { AqlQueues } from '../driver/kfd/aql/queues.js';
import { loadNative } from '../host/native.js';
import { hsaConvention } from '../hsa/load/convention.js';
import { loadIsa } from '../isa/load-isa.js';
import type { Convention } from '../launch/convention.js';

export interface Rocm {
  readonly conventions: readonly Convention[];
  readonly queues: Readonly<Record<string, CreateQueue>>;
}

/**
 * @param chips LLVM's names of them
 * @param catchUp handles the messages that the control plane has sent by now; for a thread that has queues
 */
export async function loadRocm(chips: readonly string[], catchUp?: () => void): Promise<Rocm> {
  for (const chip of chips) await loadIsa(chip);
  const native = loadNative();
  const access = { read: native.processVmRead, write: native.processVmWrite };
  const create: CreateQueue = (memory, emit) => new AqlQueues(memory, emit, access, catchUp);
  return { conventions: [hsaConvention], queues: { [AQL]: create } };
}
