// Which wave-instructions a trace holds.

import type { LaunchDescriptor } from '../emulator/launch.js';
import type { Wavefront } from '../emulator/wavefront.js';
import { AtollError } from '../util/errors.js';

/** As the options of `atoll run` give them; absent means all. */
export interface TraceFilterOptions {
  readonly kernel?: string | undefined;
  /** Number of the work-group (x fastest), or its id `x,y,z`. */
  readonly group?: string | undefined;
  /** Number of the wavefront in its work-group. */
  readonly wave?: string | undefined;
  /** Most wave-instructions. */
  readonly count?: number | undefined;
}

/** Without --trace-count. An instruction takes up to 2 KB: its operands have 64 lanes. */
export const DEFAULT_COUNT = 20_000;

export interface TraceFilter {
  readonly limit: number;
  /** @param launch the launch that a wavefront belongs to */
  accepts(launch: LaunchDescriptor, wavefront: Wavefront): boolean;
}

function numbersOf(text: string, option: string, counts: readonly number[]): number[] {
  const numbers = text.split(',').map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : Number.NaN));
  if (counts.includes(numbers.length) && numbers.every(Number.isSafeInteger)) return numbers;
  const wanted = counts.includes(3) ? 'a number or x,y,z' : 'a number';
  throw new AtollError('BAD_OPTION', `${option}: '${text}' is not ${wanted}`);
}

/** @throws AtollError BAD_OPTION naming the option */
export function traceFilter({ kernel, group, wave, count }: TraceFilterOptions): TraceFilter {
  const groups = group === undefined ? undefined : numbersOf(group, '--trace-group', [1, 3]);
  const waves = wave === undefined ? undefined : numbersOf(wave, '--trace-wave', [1]);
  return {
    limit: count ?? DEFAULT_COUNT,
    accepts(launch, { index, workGroup }) {
      if (kernel !== undefined && launch.kernel !== kernel) return false;
      if (waves && index !== waves[0]) return false;
      if (!groups) return true;
      return groups.length === 1
        ? workGroup.number === groups[0]
        : workGroup.id.every((coordinate, d) => coordinate === groups[d]);
    },
  };
}
