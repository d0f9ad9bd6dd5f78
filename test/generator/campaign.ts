// A campaign: batches of programs by ascending seeds, with what they found.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BatchSettings, makePrograms, runBatch } from './batch.js';
import type { Failure } from './compare.js';

export interface CampaignSettings extends Omit<BatchSettings, 'caches'> {
  readonly seed: number;
  /** Kernels in all. */
  readonly count: number;
  readonly kernelsPerProgram: number;
  readonly programsPerBatch: number;
}

export interface CampaignResult {
  readonly kernels: number;
  readonly programs: number;
  readonly failures: readonly Failure[];
  readonly seconds: Readonly<Record<string, number>>;
}

/** @param progress is told after each batch how many kernels have been run, and what failed in it */
export async function runCampaign(
  settings: CampaignSettings,
  progress: (result: CampaignResult, failures: readonly Failure[]) => void = () => undefined,
): Promise<CampaignResult> {
  const { seed, count, kernelsPerProgram, programsPerBatch } = settings;
  const total = Math.ceil(count / kernelsPerProgram);
  const failures: Failure[] = [];
  const seconds: Record<string, number> = {};
  let result: CampaignResult = { kernels: 0, programs: 0, failures, seconds: {} };
  for (let first = 0; first < total; first += programsPerBatch) {
    // Nothing of a batch is of use for the next one.
    const caches = mkdtempSync(join(tmpdir(), 'atoll-generator-caches-'));
    try {
      const programs = makePrograms(seed + first, Math.min(programsPerBatch, total - first), kernelsPerProgram);
      const batch = await runBatch(programs, { ...settings, caches });
      failures.push(...batch.failures);
      for (const [name, spent] of Object.entries(batch.seconds)) seconds[name] = (seconds[name] ?? 0) + (spent ?? 0);
      const done = first + programs.length;
      result = { kernels: done * kernelsPerProgram, programs: done, failures, seconds: { ...seconds } };
      progress(result, batch.failures);
    } finally {
      rmSync(caches, { recursive: true, force: true });
    }
  }
  return result;
}
