// Results of a campaign so far, batch by batch, in a file: an interrupted campaign continues from it.

import { appendFileSync, readFileSync } from 'node:fs';
import type { Failure } from './compare.js';

/** One batch. */
export interface Recorded {
  /** The runs and their settings: see `CampaignSettings`. */
  readonly what: string;
  /** Of the first program. */
  readonly seed: number;
  readonly programs: number;
  readonly failures: readonly Failure[];
  readonly seconds: Readonly<Record<string, number>>;
}

export class CampaignRecord {
  /** @param path undefined: nothing is kept */
  constructor(private readonly path: string | undefined) {}

  /** The batch that was run of the same things. A line that was not written to its end does not count. */
  find(what: string, seed: number, programs: number): Recorded | undefined {
    return this.lines().find((one) => one.what === what && one.seed === seed && one.programs === programs);
  }

  add(batch: Recorded): void {
    if (this.path !== undefined) appendFileSync(this.path, `${JSON.stringify(batch)}\n`);
  }

  private lines(): readonly Recorded[] {
    return this.text()
      .split('\n')
      .flatMap((line) => {
        try {
          return [JSON.parse(line) as Recorded];
        } catch {
          return [];
        }
      });
  }

  private text(): string {
    try {
      return this.path === undefined ? '' : readFileSync(this.path, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    }
  }
}
