// What a run is to do, from its options.

import { RUN_OPTIONS, resolve, type Settings } from '../../../config/config.js';
import {
  checkEngines,
  type EngineName,
  engineBeside,
  isBoardEngine,
  OBSERVABLE_ENGINES,
  RECORDING_ENGINES,
} from '../../../config/engine-names.js';
import type { LaunchReport } from '../../../driver/core/processor/messages.js';
import { deviceModel } from '../../../driver/device-models.js';
import type { GuestExit } from '../../../host/exit-status.js';
import type { ComparedBuilds, DebugTerminal, Machine, MachineCheck } from '../../../machine/machine.js';
import type { RecordOptions } from '../../../replay/recorder.js';
import type { LiveRunFacts } from '../../../serve/live.js';
import {
  type InstrumentationSettings,
  seesAccesses,
  seesInstructions,
  seesRecords,
  watchSettings,
} from '../../../threads/instrumentation-settings.js';
import { AtollError } from '../../../util/errors.js';
import { givenFlags } from '../../command-line/explicit-options.js';
import type { StatisticsRequest } from './statistics/request.js';

/** What a run is to do. */
export interface RunPlan {
  readonly settings: Settings;
  /** To be said at its start. */
  readonly notes: readonly string[];
  readonly check?: RunCheck | undefined;
  /** Statistics that were asked for; they are loaded only then. */
  readonly statistics?: StatisticsRequest | undefined;
  readonly watch: InstrumentationSettings | undefined;
  readonly record?: RecordOptions | undefined;
  readonly verify?: RunVerify | undefined;
  /** Other compilations, whose launches are compared. */
  readonly compilations?: ComparedBuilds | undefined;
  /** Who shows this run while it runs. */
  readonly live?: RunLive | undefined;
  /** Nobody has asked for a device. */
  readonly anyDevice: boolean;
  /** Where the debugger of this run gets its commands, if not from a terminal or a file. */
  readonly terminal?: DebugTerminal | undefined;
}

/** A run whose launches are compared with those of another OpenCL. */
export interface RunVerify extends Pick<RunCheck, 'finish'> {
  readonly onLaunch: (launch: LaunchReport) => void;
}

/** A run that is shown while it runs. */
export interface RunLive {
  /** Takes replies of the thread that runs launches. */
  readonly onReply: (reply: unknown) => void;
  /** @throws AtollError HOST when nothing can listen */
  open(machine: Machine, facts: LiveRunFacts, log: (text: string) => void): Promise<void>;
  /** The program has ended, its threads have not. */
  finish(end: GuestExit): Promise<void>;
  /** The program could not be started. */
  discard(): void;
  /** All has been written. Resolves when those who watch have been told. */
  close(): Promise<void>;
}

/** A run whose kernels are checked. */
export interface RunCheck extends MachineCheck {
  /** A launch has ended. */
  readonly onLaunch: () => void;
  /** When all is known: writes it down. @returns the status to end with, in place of the program's */
  finish(
    log: (text: string) => void,
    end: GuestExit,
    argv: readonly string[],
  ): number | undefined | Promise<number | undefined>;
}

/** The simulated chips. */
export const devicesOf = ({ devices, device }: Settings) => devices ?? [device];

/** Whether programs find the driver of ROCm's runtime: it is loaded only then. */
export const hasRocm = (settings: Settings): boolean =>
  devicesOf(settings).some((id) => deviceModel(id).kfd !== undefined);

/** Whether launches go to a board: what that takes is loaded only then. */
export const hasBoard = ({ engine, lockstep }: Settings): boolean => [engine, ...(lockstep ?? [])].some(isBoardEngine);

/** What is asked for beside the statistics themselves is nothing without them. */
async function statisticsOrder(settings: Settings): Promise<StatisticsRequest | undefined> {
  const { stats, statsBy, statsEvery, statsCsv, statsSqlite } = settings;
  if (stats !== undefined) return (await import('./run-statistics.js')).orderStatistics(settings);
  if ([statsBy, statsEvery, statsCsv, statsSqlite].every((value) => value === undefined)) return undefined;
  throw new AtollError(
    'BAD_OPTION',
    'it is said what becomes of statistics, but no statistics are asked for',
    'add --stats',
  );
}

/** Whether somebody asks for the lines of kernels. */
export const needsLines = ({ coverage, report, byLine, statsBy }: Settings): boolean =>
  coverage !== undefined || report !== undefined || byLine === true || statsBy?.includes('line') === true;

/** Whether lines are to be told: programs that are built with them have theirs in the report of numbers, too. */
export const wantsLines = (settings: Settings): boolean =>
  needsLines(settings) || (settings.debugInfo && settings.reportJson !== undefined);

/** Options of this run. To be watched, an engine that can be is chosen when none was asked for. */
export async function orderOf(
  flags: Readonly<Record<string, unknown>>,
  check?: RunCheck,
  record?: RecordOptions,
): Promise<RunPlan> {
  const { settings, origins, notes } = resolve(RUN_OPTIONS, givenFlags(flags), process.env);
  const fromFile = ['engine', 'lockstep'].some((key) => origins[key] === 'file');
  if (fromFile && hasBoard(settings))
    throw new AtollError(
      'BAD_OPTION',
      'atoll.config.json: another OpenCL executes kernels elsewhere: it is not taken from the working directory',
      'remove it there; use --engine or --lockstep',
    );
  if (settings.calibration !== undefined && !hasBoard(settings))
    throw new AtollError(
      'BAD_OPTION',
      '--calibration is about the times of another OpenCL, which executes nothing here',
      'add --engine opencl',
    );
  const statistics = await statisticsOrder(settings);
  const watch = watchSettings(settings, check?.options, statistics?.observations, record);
  const free = origins['engine'] === 'default' && seesInstructions(watch) && !seesRecords(watch);
  const lines = needsLines(settings) ? { ...settings, debugInfo: true } : settings;
  const chosen = free ? { ...lines, engine: OBSERVABLE_ENGINES[0]! } : lines;
  const anyDevice = ['device', 'devices'].every((key) => origins[key] === 'default');
  return { settings: chosen, notes, check, record, statistics, watch, anyDevice };
}

/** Checks what is asked of tracer and debugger, which are loaded only then; gives the debugger's terminal. */
export async function prepareWatch({ settings, watch, terminal }: RunPlan): Promise<DebugTerminal | undefined> {
  checkEngines(settings.engine, settings.lockstep, false);
  // Launches that another OpenCL executes, too, are watched here.
  const beside = seesRecords(watch) ? engineBeside(settings.lockstep) : undefined;
  const [engine, lockstep] = [beside ?? settings.engine, beside ? undefined : settings.lockstep];
  const records = seesRecords(watch) && RECORDING_ENGINES.includes(engine as EngineName);
  checkEngines(engine, lockstep, seesInstructions(watch) && !records);
  // Others show their steps, but not what they access.
  if (seesAccesses(watch) && (lockstep ?? (!records && engine !== OBSERVABLE_ENGINES[0])))
    throw new AtollError(
      'BAD_OPTION',
      'simulated time, records of blocks, statistics of addresses and of values need jit, wasm, native or the interpreter; values beside others of these only the interpreter',
      'use --engine interp, without --lockstep',
    );
  if (watch) (await import('../../../threads/instrumentation.js')).checkWatch(watch);
  if (watch?.timing) (await import('./timing-report.js')).checkChips(watch.timing);
  if (terminal || settings.break === undefined) return terminal;
  return (await import('../debug/debug-console.js')).openDebugTerminal(settings.breakCommands);
}
