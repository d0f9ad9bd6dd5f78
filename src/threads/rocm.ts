// Modules of threads for programs that bring code of other chips: instruction sets, the convention of that code,
// queues. Loaded only where a simulated chip is one that ROCm knows.

import type { CreateQueue } from '../driver/core/processor/guest-context.js';
import { AQL } from '../driver/kfd/aql/name.js';
import { AqlQueues } from '../driver/kfd/aql/queues.js';
import { loadNative } from '../host/native.js';
import { hsaConvention } from '../hsa/load/convention.js';
import { loadHsailObjects } from '../hsail/load/on-demand.js';
import { HSAIL } from '../isa/hsail/registers.js';
import { loadIsa } from '../isa/load-isa.js';
import type { Convention } from '../launch/convention.js';

export interface Rocm {
  readonly conventions: readonly Convention[];
  readonly queues: Readonly<Record<string, CreateQueue>>;
}

/** Convention and code objects of kernels in HSAIL. */
async function loadHsail(): Promise<Convention> {
  const [{ hsailConvention }] = await Promise.all([import('../hsail/load/convention.js'), loadHsailObjects()]);
  return hsailConvention;
}

/**
 * @param chips LLVM's names of them, and `hsail` where HSAIL is executed as it is
 * @param catchUp handles the messages that the control plane has sent by now; for a thread that has queues
 */
export async function loadRocm(chips: readonly string[], catchUp?: () => void): Promise<Rocm> {
  for (const chip of chips) await loadIsa(chip);
  const others = chips.includes(HSAIL) ? [await loadHsail()] : [];
  const native = loadNative();
  const access = { read: native.processVmRead, write: native.processVmWrite };
  const create: CreateQueue = (memory, emit) => new AqlQueues(memory, emit, access, catchUp);
  return { conventions: [hsaConvention, ...others], queues: { [AQL]: create } };
}
