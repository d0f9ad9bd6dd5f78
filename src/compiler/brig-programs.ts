// Programs of HSA as their modules arrive: bytes, which messages name.

import { CHIPS } from '../chips/chips.js';
import { readBrigFile } from '../hsail/brig/reader.js';
import { type BrigSummary, summarize } from '../hsail/summary.js';
import { AtollError } from '../util/errors.js';
import { type BrigBytes, type FinalizeSettings, finalizeBrig } from './finalize.js';
import { Semaphore } from './semaphore.js';

/** @throws AtollError for a damaged module, with section and offset */
export const inspectBrig = ({ bytes, name }: BrigBytes): BrigSummary => summarize(readBrigFile(bytes, name));

export class BrigPrograms {
  private readonly jobs: Semaphore;

  /** @param jobs maximum of concurrent compilations */
  constructor(
    private readonly settings: Omit<FinalizeSettings, 'signal'>,
    jobs: number,
  ) {
    this.jobs = new Semaphore(jobs);
  }

  /**
   * @param target the chip, by LLVM's name
   * @returns a code object
   * @throws AtollError as {@link finalizeBrig}
   */
  async finalize(modules: readonly BrigBytes[], target: string, signal: AbortSignal): Promise<Uint8Array> {
    const chip = CHIPS.find((each) => each.target === target);
    if (!chip) throw new AtollError('UNSUPPORTED', `BRIG is not finalized for ${target}`, 'Use the ISA of an agent.');
    const finalized = await this.jobs.run(signal, () => finalizeBrig(modules, chip, { ...this.settings, signal }));
    if (!finalized) throw new AtollError('HOST', 'the program has ended during its finalization', 'Start it again.');
    return finalized.codeObject;
  }
}
