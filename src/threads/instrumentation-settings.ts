// Settings of observation, as plain data: it crosses threads, and costs nothing to load when nothing is observed.

import type { Settings } from '../config/config.js';
import type { InstrumentOrder, Observation } from '../instruments/instrument.js';
import { AtollError } from '../util/errors.js';

export interface InstrumentationSettings {
  /** Instruments with a worker. */
  readonly instruments?: readonly InstrumentOrder[];
  /** Breakpoints: `kernel` or `kernel:place`. */
  readonly breaks?: readonly string[];
  /** The debugger is an editor's: what comes to it are requests (src/debug/dap). */
  readonly editor?: true;
  /** The number of compute units of each device. */
  readonly computeUnits?: readonly number[];
}

const observes = ({ instruments = [] }: InstrumentationSettings, ...what: readonly Observation[]): boolean =>
  instruments.some((one) => what.includes(one.observes));

/** True if a single instrument observes the kernels. */
const isAlone = ({ instruments, breaks }: InstrumentationSettings): boolean =>
  instruments?.length === 1 && breaks === undefined;

/**
 * True if compiled code can record all observations: accesses, and the paths of wavefronts. It does not show values,
 * but if these are the only observations, and of some work-groups, it runs the others.
 */
export const seesRecords = (watch: InstrumentationSettings | undefined): boolean =>
  watch !== undefined &&
  seesAccesses(watch) &&
  !(watch.breaks || observes(watch, 'instructions')) &&
  (!observes(watch, 'values') || isAlone(watch));

/** True if accesses of instructions are observed: the interpreter shows them, and compiled code may record them. */
export const seesAccesses = (watch: InstrumentationSettings | undefined): boolean =>
  Boolean(watch && observes(watch, 'accesses', 'values'));

/** True if single instructions are observed, which not every engine shows. */
export const seesInstructions = (watch: InstrumentationSettings | undefined): boolean =>
  Boolean(watch && (watch.breaks || observes(watch, 'instructions', 'accesses', 'values')));

/**
 * From the options of `atoll run`; undefined when nothing is to be watched.
 * @throws AtollError BAD_OPTION for options that do nothing without another one
 * @param instruments that have a worker
 */
export function watchSettings(
  { break: breaks, breakCommands }: Settings,
  instruments: readonly InstrumentOrder[],
): InstrumentationSettings | undefined {
  if (breaks === undefined && breakCommands !== undefined)
    throw new AtollError('BAD_OPTION', '--break-commands needs --break', 'add --break kernel');
  if (breaks === undefined && instruments.length === 0) return undefined;
  return { ...(breaks && { breaks }), ...(instruments.length > 0 && { instruments }) };
}
