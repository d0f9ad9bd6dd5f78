// What is to be watched, as plain data: it crosses threads, and costs nothing to load when nothing is.

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

/** Whether one instrument is all that kernels are observed by. */
const isAlone = ({ instruments, breaks }: InstrumentationSettings): boolean =>
  instruments?.length === 1 && breaks === undefined;

/**
 * Whether compiled code can record all that is looked at: accesses, and where wavefronts go. Values it does not show,
 * but as long as they are looked at in some work-groups, and nothing else is, it runs the others.
 */
export const seesRecords = (watch: InstrumentationSettings | undefined): boolean =>
  seesAccesses(watch) &&
  !(watch!.breaks || observes(watch!, 'instructions')) &&
  (!observes(watch!, 'values') || isAlone(watch!));

/** Whether what instructions access is looked at: the interpreter shows that, and compiled code may record it. */
export const seesAccesses = (watch: InstrumentationSettings | undefined): boolean =>
  Boolean(watch && observes(watch, 'accesses', 'values'));

/** Whether single instructions are looked at, which not every engine shows. */
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
    throw new AtollError('BAD_OPTION', 'commands for the debugger are given, but no breakpoint', 'add --break kernel');
  if (breaks === undefined && instruments.length === 0) return undefined;
  return { ...(breaks && { breaks }), ...(instruments.length > 0 && { instruments }) };
}
