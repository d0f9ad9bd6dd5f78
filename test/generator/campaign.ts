// A campaign: batches of programs by ascending seeds, with their failures.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BatchSettings, makePrograms, runBatch } from './batch.js';
import type { Failure } from './compare.js';
import { CampaignRecord, type Recorded } from './record.js';

export interface CampaignSettings extends Omit<BatchSettings, 'caches'> {
  readonly seed: number;
  /** Kernels in all. */
  readonly count: number;
  readonly kernelsPerProgram: number;
  readonly programsPerBatch: number;
  /** The file in which batches are noted, and from which those are taken that it has. */
  readonly record?: string | undefined;
}

export interface CampaignResult {
  readonly kernels: number;
  readonly programs: number;
  readonly failures: readonly Failure[];
  readonly seconds: Readonly<Record<string, number>>;
}

/** Settings that two batches of the same seed must share to be the same. */
const kindOf = ({ engines, compilers, device, node, kernelsPerProgram, options }: CampaignSettings): string =>
  JSON.stringify([
    engines,
    [...compilers],
    node,
    kernelsPerProgram,
    options,
    ...(device === undefined ? [] : [device]),
  ]);

async function runOne(settings: CampaignSettings, seed: number, programs: number): Promise<Recorded> {
  // Nothing of a batch is of use for the next one.
  const caches = mkdtempSync(join(tmpdir(), 'atoll-generator-caches-'));
  try {
    const list = makePrograms(seed, programs, settings.kernelsPerProgram);
    const { failures, seconds } = await runBatch(list, { ...settings, caches });
    return { what: kindOf(settings), seed, programs, failures, seconds: seconds as Readonly<Record<string, number>> };
  } finally {
    rmSync(caches, { recursive: true, force: true });
  }
}

/** @param progress called after each batch with the number of executed kernels, and its failures */
export async function runCampaign(
  settings: CampaignSettings,
  progress: (result: CampaignResult, failures: readonly Failure[]) => void = () => undefined,
): Promise<CampaignResult> {
  const { count, kernelsPerProgram, programsPerBatch } = settings;
  const total = Math.ceil(count / kernelsPerProgram);
  const record = new CampaignRecord(settings.record);
  const failures: Failure[] = [];
  const seconds: Record<string, number> = {};
  let result: CampaignResult = { kernels: 0, programs: 0, failures, seconds: {} };
  for (let first = 0; first < total; first += programsPerBatch) {
    const [seed, programs] = [settings.seed + first, Math.min(programsPerBatch, total - first)];
    const recorded = record.find(kindOf(settings), seed, programs);
    const batch = recorded ?? (await runOne(settings, seed, programs));
    if (!recorded) record.add(batch);
    failures.push(...batch.failures);
    for (const [name, spent] of Object.entries(batch.seconds)) seconds[name] = (seconds[name] ?? 0) + spent;
    const done = first + programs;
    result = { kernels: done * kernelsPerProgram, programs: done, failures, seconds: { ...seconds } };
    progress(result, batch.failures);
  }
  return result;
}
