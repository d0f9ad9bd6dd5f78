// What is to be watched, as plain data: it crosses threads, and costs nothing to load when nothing is.

import { resolve } from 'node:path';
import type { CheckOptions } from '../check/checker.js';
import type { Settings } from '../config/config.js';
import type { InstrumentOrder, Observation } from '../instruments/instrument.js';
import type { RecordOptions } from '../replay/recorder.js';
import { AtollError } from '../util/errors.js';

/** Launches that did not go well, in one file at most. */
const MAX_FAILING = 8;

export interface InstrumentationSettings {
  /** Instruments with a worker. */
  readonly instruments?: readonly InstrumentOrder[];
  /** Breakpoints: `kernel` or `kernel:place`. */
  readonly breaks?: readonly string[];
  /** The debugger is an editor's: what comes to it are requests (src/debug/dap). */
  readonly editor?: true;
  /** `atoll check`. */
  readonly check?: CheckOptions;
  /** `atoll record`. */
  readonly record?: RecordOptions;
  /** Launches that do not go well are recorded. */
  readonly failing?: RecordOptions;
}

const observes = ({ instruments = [] }: InstrumentationSettings, ...what: readonly Observation[]): boolean =>
  instruments.some((one) => what.includes(one.observes));

/** Whether one instrument is all that kernels are observed by. */
const isAlone = (watch: InstrumentationSettings): boolean =>
  watch.instruments?.length === 1 &&
  Object.entries(watch).every(([name, setting]) => name === 'instruments' || setting === undefined);

/** Whether memory of launches is kept, and what programs do with it. */
export const keepsMemory = (watch: InstrumentationSettings | undefined): boolean =>
  Boolean(watch?.failing || watch?.record);

/**
 * Whether compiled code can record all that is looked at: accesses, and where wavefronts go. Values it does not show,
 * but as long as they are looked at in some work-groups, and nothing else is, it runs the others.
 */
export const seesRecords = (watch: InstrumentationSettings | undefined): boolean =>
  seesAccesses(watch) &&
  !(watch!.breaks || watch!.check || observes(watch!, 'instructions')) &&
  (!observes(watch!, 'values') || isAlone(watch!));

/** Whether what instructions access is looked at: the interpreter shows that, and compiled code may record it. */
export const seesAccesses = (watch: InstrumentationSettings | undefined): boolean =>
  Boolean(watch && observes(watch, 'accesses', 'values'));

/** Whether single instructions are looked at, which not every engine shows. */
export const seesInstructions = (watch: InstrumentationSettings | undefined): boolean =>
  Boolean(watch && (watch.breaks || watch.check || watch.instruments));

const FAULT_FILE = 'atoll-fault.rec';

/** `record`, or `record=file`. */
function failingOf({ onFault }: Settings): RecordOptions | undefined {
  if (onFault === undefined) return undefined;
  const match = /^record(?:=(?<file>.+))?$/s.exec(onFault);
  if (!match) throw new AtollError('BAD_OPTION', `--on-fault: '${onFault}' is not record, nor record=file`);
  const file = resolve(match.groups?.['file'] ?? FAULT_FILE);
  return { file, kernel: undefined, first: 1, last: MAX_FAILING, failing: true };
}

/**
 * From the options of `atoll run`; undefined when nothing is to be watched.
 * @throws AtollError BAD_OPTION for options that do nothing without another one
 * @param check what `atoll check` looks for
 * @param record what `atoll record` keeps
 * @param instruments that have a worker
 */
export function watchSettings(
  settings: Settings,
  check?: CheckOptions,
  record?: RecordOptions,
  instruments?: readonly InstrumentOrder[],
): InstrumentationSettings | undefined {
  const { breakCommands } = settings;
  if (settings.break === undefined && breakCommands !== undefined)
    throw new AtollError('BAD_OPTION', 'commands for the debugger are given, but no breakpoint', 'add --break kernel');
  const failing = failingOf(settings);
  const isEnabled = [settings.break, check, record, failing, instruments?.[0]].some((value) => value !== undefined);
  if (!isEnabled) return undefined;
  return {
    ...(settings.break ? { breaks: settings.break } : {}),
    ...(check ? { check } : {}),
    ...(instruments?.[0] ? { instruments } : {}),
    ...(record ? { record: { ...record, schedule: settings.schedule } } : {}),
    ...(failing ? { failing: { ...failing, schedule: settings.schedule } } : {}),
  };
}
