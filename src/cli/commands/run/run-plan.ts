// The plan of a run, from its options.

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
import { anyNeeds, type Instrument } from '../../../instruments/instrument.js';
import { orderInstruments } from '../../../instruments/orders.js';
import { selectedInstruments } from '../../../instruments/table.js';
import type { Machine } from '../../../machine/machine.js';
import type { ComparedBuilds, DebugTerminal } from '../../../machine/machine-options.js';
import type { LiveRunFacts } from '../../../serve/protocol.js';
import {
  type InstrumentationSettings,
  seesAccesses,
  seesInstructions,
  seesRecords,
  watchSettings,
} from '../../../threads/instrumentation-settings.js';
import { AtollError } from '../../../util/errors.js';
import { explicitFlags } from '../../command-line/explicit-options.js';

/** Settings and instruments of a run. */
export interface RunPlan {
  readonly settings: Settings;
  /** Messages printed at the start. */
  readonly notes: readonly string[];
  readonly instruments: readonly Instrument[];
  readonly watch: InstrumentationSettings | undefined;
  readonly verify?: RunVerify | undefined;
  /** Other compilations to compare each launch with. */
  readonly compilations?: ComparedBuilds | undefined;
  /** The live view of this run. */
  readonly live?: RunLive | undefined;
  /** Neither --device nor --devices is set. */
  readonly anyDevice: boolean;
  /** Source of the debugger's commands, if not a terminal or a file. */
  readonly terminal?: DebugTerminal | undefined;
}

/** A run whose launches are compared with those of another OpenCL. */
export interface RunVerify {
  readonly onLaunch: (launch: LaunchReport) => void;
  /** Writes the table at the end of the run. @returns exit status that replaces the program's */
  finish(
    log: (text: string) => void,
    end: GuestExit,
    argv: readonly string[],
  ): number | undefined | Promise<number | undefined>;
}

/** A live view of a run. */
export interface RunLive {
  /** Receives replies of the processor thread. */
  readonly onReply: (reply: unknown) => void;
  /** @throws AtollError HOST if the server cannot listen */
  open(machine: Machine, facts: LiveRunFacts, log: (text: string) => void): Promise<void>;
  /** Called after the end of the program, before the end of the threads. */
  finish(end: GuestExit): Promise<void>;
  /** Called if the program cannot be started. */
  discard(): void;
  /** Called after all outputs are written. Resolves when all clients are notified. */
  close(): Promise<void>;
}

/** The simulated chips. */
export const devicesOf = ({ devices, device }: Settings) => devices ?? [device];

/** True if programs see the driver of ROCm's runtime: it is loaded only then. */
export const hasRocm = (settings: Settings): boolean =>
  devicesOf(settings).some((id) => deviceModel(id).kfd !== undefined);

/** True if a board executes launches: its code is loaded only then. */
export const hasBoard = ({ engine, lockstep }: Settings): boolean => [engine, ...(lockstep ?? [])].some(isBoardEngine);

/**
 * The plan of a run. Without --engine, instruments select an engine that supports them.
 * @param own instruments of the command, before those that options select: recorders follow a check
 */
export async function runPlanOf(
  flags: Readonly<Record<string, unknown>>,
  own: (settings: Settings) => readonly Instrument[] = () => [],
): Promise<RunPlan> {
  const { settings, origins, notes } = resolve(RUN_OPTIONS, explicitFlags(flags), process.env);
  const fromFile = ['engine', 'lockstep'].some((key) => origins[key] === 'file');
  if (fromFile && hasBoard(settings))
    throw new AtollError(
      'BAD_OPTION',
      'atoll.config.json: another OpenCL as the engine is not accepted from the working directory',
      'remove it there; use --engine or --lockstep',
    );
  if (settings.calibration !== undefined && !hasBoard(settings))
    throw new AtollError('BAD_OPTION', '--calibration needs --engine opencl', 'add --engine opencl');
  const instruments = [...own(settings), ...(await selectedInstruments(settings))];
  const watch = watchSettings(settings, orderInstruments(instruments));
  const free = origins['engine'] === 'default' && seesInstructions(watch) && !seesRecords(watch);
  const lines = anyNeeds(instruments, 'lines') ? { ...settings, debugInfo: true } : settings;
  const chosen = free ? { ...lines, engine: OBSERVABLE_ENGINES[0] } : lines;
  const anyDevice = ['device', 'devices'].every((key) => origins[key] === 'default');
  return { settings: chosen, notes, instruments, watch, anyDevice };
}

/** The plan with other settings, on which instruments of options can depend, such as simulated time on the device. */
export async function withSettings(plan: RunPlan, settings: Settings): Promise<RunPlan> {
  if (settings === plan.settings) return plan;
  const selected = await selectedInstruments(settings);
  const instruments = plan.instruments.map((one) => selected.find(({ name }) => name === one.name) ?? one);
  return { ...plan, settings, instruments };
}

/** Checks the options of tracer and debugger, which are loaded only on use. @returns the debugger's terminal */
export async function prepareWatch({ settings, watch, terminal }: RunPlan): Promise<DebugTerminal | undefined> {
  checkEngines(settings.engine, settings.lockstep, false);
  // Launches that another OpenCL executes as well are observed here.
  const beside = seesRecords(watch) ? engineBeside(settings.lockstep) : undefined;
  const [engine, lockstep] = [beside ?? settings.engine, beside ? undefined : settings.lockstep];
  const records = seesRecords(watch) && RECORDING_ENGINES.includes(engine as EngineName);
  checkEngines(engine, lockstep, seesInstructions(watch) && !records);
  // Other engines show their steps, but not their accesses.
  if (seesAccesses(watch) && (lockstep ?? (!records && engine !== OBSERVABLE_ENGINES[0])))
    throw new AtollError(
      'BAD_OPTION',
      'simulated time, records of blocks, and statistics of addresses or values need the engine jit, wasm, native or interp; values together with any of the others need interp',
      'use --engine interp, without --lockstep',
    );
  if (watch) (await import('../../../threads/instrumentation.js')).checkWatch(watch);
  if (terminal || settings.break === undefined) return terminal;
  return (await import('../debug/debug-console.js')).openDebugTerminal(settings.breakCommands);
}
