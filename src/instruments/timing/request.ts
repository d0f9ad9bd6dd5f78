// The options of `atoll run --timing`.

import type { Settings } from '../../config/config.js';
import { readConfiguration } from '../../timing/config/configuration.js';
import { AtollError } from '../../util/errors.js';

/** Plain data for the worker. */
export interface TimingOptions {
  /** Configurations, one for each device. */
  readonly chips: readonly string[];
  /** Simulated time is reported by line, too. */
  readonly byLine: boolean;
  /** Number of threads that simulate. */
  readonly threads: number | undefined;
  /** Number of equal launches that are simulated; undefined: all. */
  readonly sample: number | undefined;
}

function checkNumber(option: string, value: number | undefined, max: number): void {
  if (value === undefined || (Number.isInteger(value) && value >= 1 && value <= max)) return;
  throw new AtollError('BAD_OPTION', `--${option}: ${value} is not a whole number from 1 to ${max}`);
}

/** The names of configurations, one for each device; undefined without simulated time. */
const chipsOf = ({ timing, device, devices }: Settings): readonly string[] | undefined =>
  timing === undefined ? undefined : (devices ?? [device]).map((own) => (timing === 'device' ? own : timing));

/** @throws AtollError BAD_OPTION, BAD_INPUT for an invalid configuration */
export function timingOptionsOf(settings: Settings): TimingOptions {
  const { timingThreads: threads, timingSample: sample, byLine = false } = settings;
  checkNumber('timing-threads', threads, 64);
  checkNumber('timing-sample', sample, 1_000_000);
  const chips = chipsOf(settings) ?? [];
  for (const chip of chips) readConfiguration(chip);
  return { chips, byLine, threads, sample };
}
