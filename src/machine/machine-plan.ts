// The plan of a machine: its chips, the settings of its processor thread and of its front end.

import { availableParallelism } from 'node:os';
import { cacheProblems, cacheWarning, defaultCacheDir } from '../compiler/cache/cache-place.js';
import type { Settings } from '../config/config.js';
import { engineBeside, OBSERVABLE_ENGINES } from '../config/engine-names.js';
import { type DeviceModel, deviceModel, isLargeMemory, withMemory, withWorkGroups } from '../driver/device-models.js';
import { MAX_WORKERS } from '../emulator/state.js';
import { anyNeeds, type Instrument, timelineOf } from '../instruments/instrument.js';
import { orderInstruments } from '../instruments/orders.js';
import { HSAIL } from '../isa/hsail/registers.js';
import { createSharedTranslations } from '../kernels/shared-translations.js';
import { type InstrumentationSettings, watchSettings } from '../threads/instrumentation-settings.js';
import type { ThreadSettings } from '../threads/thread-settings.js';
import { AtollError } from '../util/errors.js';
import { release } from '../util/paths.js';
import type { WorkClock } from '../util/work-clock.js';
import type { LazyDevices } from './lazy-devices.js';
import type { MachineOptions } from './machine-options.js';

export interface MachinePlan {
  readonly chips: readonly DeviceModel[];
  /** LLVM's names of the chips that ROCm's runtime finds. */
  readonly rocm: readonly string[];
  readonly thread: ThreadSettings;
}

/** Observation in the processor thread; an editor sets its breakpoints itself. @throws AtollError BAD_OPTION */
function instrumentationOf(
  { settings, terminal }: MachineOptions,
  instruments: readonly Instrument[],
  chips: readonly DeviceModel[],
): InstrumentationSettings | undefined {
  const selected = watchSettings(settings, orderInstruments(instruments));
  const watch = selected && { ...selected, computeUnits: chips.map(({ computeUnits }) => computeUnits) };
  return terminal?.editor ? { ...watch, breaks: [], editor: true } : watch;
}

/** Launches can be numerous: their numbers are kept only for an output. */
const keepsAccount = ({ onLaunch }: MachineOptions, instruments: readonly Instrument[]): boolean =>
  onLaunch !== undefined || anyNeeds(instruments, 'launches');

/** Chips as programs see them. */
const chipsOf = ({ devices, device, maxWorkGroupSize, deviceMemory }: Settings): readonly DeviceModel[] =>
  (devices ?? [device]).map((name) => withMemory(withWorkGroups(deviceModel(name), maxWorkGroupSize), deviceMemory));

/** @throws AtollError BAD_OPTION where observers, which have offsets of 32 bits, meet a large memory */
function requireObservable(
  { settings: { lockstep, deviceMemory }, board, compilations, onReply }: MachineOptions,
  watch: InstrumentationSettings | undefined,
  chips: readonly DeviceModel[],
): void {
  if (!chips.some(isLargeMemory)) return;
  if ([watch, lockstep, board, compilations, onReply].every((one) => one === undefined)) return;
  throw new AtollError(
    'BAD_OPTION',
    `--device-memory ${deviceMemory}: kernels of devices with more than 3 GiB cannot be observed, compared or executed elsewhere`,
    'leave out this option, or those that observe kernels',
  );
}

/** The folder of the caches. @param report called with a warning if other users can write to it */
function cacheFolder({ cacheDir = defaultCacheDir() }: Settings, report: (text: string) => void): string {
  const problems = cacheProblems(cacheDir);
  if (problems.length > 0) report(cacheWarning(problems));
  return cacheDir;
}

function threadSettings(
  { settings, report, board, compilations, onReply, replays }: MachineOptions,
  watch: InstrumentationSettings | undefined,
  /** Chips of ROCm's, and `hsail`, by what code is executed. */
  rocm: readonly string[],
): Omit<ThreadSettings, 'keepsAccount' | 'timeline'> {
  const lockstep = settings.lockstep as ThreadSettings['lockstep'];
  // Observers and the comparison of engines follow one compute unit.
  const alone = [watch, lockstep, board, compilations].some((one) => one !== undefined);
  const cacheDir = cacheFolder(settings, report);
  return {
    engine: board
      ? (engineBeside(settings.lockstep) ?? OBSERVABLE_ENGINES[0])
      : (settings.engine as ThreadSettings['engine']),
    board,
    compilations: compilations?.launches,
    timeoutMs: settings.timeout === undefined ? undefined : settings.timeout * 1000,
    workers: alone ? 1 : Math.min(settings.workers ?? availableParallelism(), MAX_WORKERS),
    lockstep: board ? undefined : lockstep,
    schedule: settings.schedule,
    watch,
    served: onReply !== undefined,
    translations: createSharedTranslations(),
    cacheDir: settings.cache ? cacheDir : undefined,
    clang: settings.clang,
    nativeCode: settings.nativeCode,
    rocm: [...rocm, ...(replays?.chips ?? [])],
  };
}

/** @throws AtollError BAD_OPTION */
export function planMachine(options: MachineOptions, instruments: readonly Instrument[]): MachinePlan {
  const chips = chipsOf(options.settings);
  const watch = instrumentationOf(options, instruments, chips);
  requireObservable(options, watch, chips);
  const rocm = chips.flatMap(({ llvm, kfd }) => (kfd ? [llvm] : []));
  const executed = rocm.length > 0 && options.settings.hsail === 'il' ? [...rocm, HSAIL] : rocm;
  const account = keepsAccount(options, instruments);
  const timeline = timelineOf(instruments) !== undefined;
  return { chips, rocm, thread: { ...threadSettings(options, watch, executed), keepsAccount: account, timeline } };
}

/** Bytes of a number of MiB: a multiple of 8, at most 1 GiB. */
const printfBytes = (mib: number | undefined): number | undefined =>
  mib === undefined ? undefined : Math.max(8, (Math.min(mib, 1024) * 2 ** 20) & ~7);

/** The front end and the services of devices that are loaded on use. @param builds follows builds of programs */
export function planDevices(
  { settings, report, board, compilations }: MachineOptions,
  instruments: readonly Instrument[],
  { chips }: MachinePlan,
  builds: WorkClock,
): Omit<ConstructorParameters<typeof LazyDevices>[0], 'contexts'> {
  const { clang, cache, cacheDir = defaultCacheDir(), debugInfo, debugVariables, printfBuffer } = settings;
  return {
    frontEnd: {
      cacheDir,
      clang,
      compilation: compilations?.reference,
      cache,
      debugInfo,
      debugVariables,
      checked: anyNeeds(instruments, 'checks'),
      apart: true,
      onUnusable: report,
      onUntested: report,
    },
    services: {
      devices: chips,
      release,
      printfBuffer: printfBytes(printfBuffer),
      transfers: board?.times?.transfers,
      onBuild: (build) => builds.follow(build),
      ...(compilations && { compilations: compilations.others, onUnequalBuild: compilations.onUnequalBuild }),
    },
  };
}
