// `atoll run`: the guest's streams, exit status and death by signal are its own; what we have to say goes to stderr or --log.

import { appendFileSync, closeSync, openSync, writeFileSync } from 'node:fs';
import { RUN_OPTIONS, resolve, type Settings } from '../config/config.js';
import { checkEngines, isCompiled, OBSERVABLE_ENGINES } from '../config/engine-names.js';
import { personality } from '../driver/personalities.js';
import { exactArguments, exactEnvironment } from '../host/exact-text.js';
import { type GuestExit, SIGNALLED } from '../host/exit-status.js';
import { type Inheritance, inheritanceVariable, parseInheritance } from '../host/inheritance.js';
import { loadNative } from '../host/native.js';
import { requireSoundCompiler } from '../jit/engine/host-compiler.js';
import type { KernelImage } from '../launch/image.js';
import { type DebugTerminal, Machine, type MachineCheck } from '../machine/machine.js';
import type { RecordOptions } from '../replay/recorder.js';
import { seesAccesses, seesInstructions, type WatchSettings, watchSettings } from '../threads/watch-settings.js';
import type { Timeline } from '../trace/timeline.js';
import { AtollError, describeError } from '../util/errors.js';
import { release } from '../util/paths.js';
import { ExitStatus } from './exit.js';
import { givenFlags } from './options.js';
import { keepStreamsBlocking, writeError } from './output.js';
import { ReportFile } from './report-file.js';
import type { StatisticsOrder } from './statistics-report.js';

const [STDIN, STDOUT] = [0, 1];
/** How old the report of a run may be that is killed together with us. */
const REPORT_INTERVAL_MS = 2000;
/** Spans of a trace when nobody says: some 100 MB. */
const SPANS = 1_000_000;

const cannotWrite = (what: string, file: string, error: unknown): AtollError =>
  new AtollError(
    'HOST',
    `cannot write ${what} ${file}: ${(error as Error).message}`,
    'is there room, and the right to write?',
  );

/** A file that is to be written later: what is wrong with it is said before the program starts. */
function createEmpty(file: string, what: string): void {
  try {
    writeFileSync(file, '');
  } catch (error) {
    throw cannotWrite(what, file, error);
  }
}

function openLog(file: string | undefined): (text: string) => void {
  if (file === undefined) return (text) => writeError(`atoll: ${text}\n`);
  createEmpty(file, 'the log');
  let complete = true;
  return (text) => {
    try {
      appendFileSync(file, `${text}\n`);
    } catch (error) {
      // A full disk is no reason to end the program.
      if (complete) writeError(`atoll: ${describeError(cannotWrite('the log', file, error))}\n`);
      complete = false;
    }
  };
}

/** What the shell gave us, for the guest. Signals that are to be ignored must not end this process either (nohup). */
function takeInheritance(): Inheritance | undefined {
  const inheritance = parseInheritance(process.env[inheritanceVariable], process.pid);
  delete process.env[inheritanceVariable];
  for (const signal of inheritance?.ignoredSignals ?? []) loadNative().ignoreSignal(signal);
  return inheritance;
}

/** Where the guest starts when this process had to leave its own folder (main.ts). */
function takeFolder(): string | undefined {
  const folder = process.env['ATOLL_FOLDER'];
  delete process.env['ATOLL_FOLDER'];
  return folder;
}

/** Ends this process as the guest ended. What the guest has done to terminal and standard streams stays. */
function endLike({ code, signal }: GuestExit): never {
  const native = loadNative();
  if (signal !== undefined) {
    // The guest has left its own core: ours, which is far larger, would take its place.
    native.forbidCoreDump();
    native.takeDefaultAction(code - SIGNALLED);
  }
  return leave(code);
}

/**
 * Ends this process. All that we write is written at once: nothing is left to wait for. Node would wait for its threads, those that start
 * among them, and for V8, which compiles for them what nobody will run.
 */
export function leave(code: number): never {
  const native = loadNative();
  process.emit('exit', code);
  return native.exitAtOnce(code);
}

/** What tells of a run knows instructions, which take their time to load: only where somebody asked. */
const accounts = () => import('./run-accounts.js');

/** What a run is to do. */
export interface RunOrder {
  readonly settings: Settings;
  /** To be said at its start. */
  readonly notes: readonly string[];
  readonly check?: RunCheck | undefined;
  /** Statistics that were asked for; they are loaded only then. */
  readonly statistics?: StatisticsOrder | undefined;
  readonly watch: WatchSettings | undefined;
  readonly record?: RecordOptions | undefined;
  /** Where the debugger of this run gets its commands, if not from a terminal or a file. */
  readonly terminal?: DebugTerminal | undefined;
}

/** A run whose kernels are checked. */
export interface RunCheck extends MachineCheck {
  /** When all is known: writes it down. @returns the status to end with, in place of the program's */
  finish(log: (text: string) => void, end: GuestExit, argv: readonly string[]): number | undefined;
}

/** Whether programs find the driver of ROCm's runtime: it is loaded only then. */
export const hasRocm = ({ devices, device }: Settings): boolean =>
  (devices ?? [device]).some((id) => personality(id).rocm !== undefined);

/** What is asked for beside the statistics themselves is nothing without them. */
async function statisticsOrder(settings: Settings): Promise<StatisticsOrder | undefined> {
  const { stats, statsBy, statsEvery, statsCsv, statsSqlite } = settings;
  if (stats !== undefined) return (await accounts()).orderStatistics(settings);
  if ([statsBy, statsEvery, statsCsv, statsSqlite].every((value) => value === undefined)) return undefined;
  throw new AtollError(
    'BAD_OPTION',
    'it is said what becomes of statistics, but no statistics are asked for',
    'add --stats',
  );
}

/** Whether somebody asks for the lines of kernels. */
const wantsLines = ({ coverage, report }: Settings): boolean => coverage !== undefined || report !== undefined;

/** Options of this run. To be watched, an engine that can be is chosen when none was asked for. */
export async function orderOf(
  flags: Readonly<Record<string, unknown>>,
  check?: RunCheck,
  record?: RecordOptions,
): Promise<RunOrder> {
  const { settings, origins, notes } = resolve(RUN_OPTIONS, givenFlags(flags), process.env);
  const statistics = await statisticsOrder(settings);
  const watch = watchSettings(settings, check?.options, statistics?.observations, record);
  const free = origins['engine'] === 'default' && seesInstructions(watch);
  const lines = wantsLines(settings) ? { ...settings, debugInfo: true } : settings;
  const chosen = free ? { ...lines, engine: OBSERVABLE_ENGINES[0]! } : lines;
  return { settings: chosen, notes, check, record, statistics, watch };
}

/** Checks what is asked of tracer and debugger, which are loaded only then; gives the debugger's terminal. */
async function prepareWatch({ settings, watch, terminal }: RunOrder): Promise<DebugTerminal | undefined> {
  checkEngines(settings.engine, settings.lockstep, seesInstructions(watch));
  // Others show their steps, but not what they access.
  if (seesAccesses(watch) && (settings.lockstep ?? settings.engine !== OBSERVABLE_ENGINES[0]))
    throw new AtollError(
      'BAD_OPTION',
      'simulated time, records of blocks, statistics of addresses and of values need the interpreter',
      'use --engine interp, without --lockstep',
    );
  if (watch) (await import('../threads/watch.js')).checkWatch(watch);
  if (watch?.timing) (await import('./timing-report.js')).checkChips(watch.timing);
  if (terminal || settings.break === undefined) return terminal;
  return (await import('./debug-console.js')).openDebugTerminal(settings.breakCommands);
}

/** Where it is written what ran when; its code is loaded only then. */
async function openTimeline(settings: Settings, say: (text: string) => void): Promise<Timeline | undefined> {
  const { trace: file, traceSpans: limit = SPANS } = settings;
  if (file !== undefined) return new (await import('../trace/timeline.js')).Timeline({ file, limit, say });
  if (settings.traceSpans === undefined) return undefined;
  throw new AtollError('BAD_OPTION', 'a bound of a trace is given, but no trace', 'add --trace file');
}

/**
 * Who writes to the guest's input, or reads its output, sees the end when the guest has closed it: this process does not hold on to what
 * it has no use for. It keeps what a file's name may mean: /dev/stdout, /dev/fd/1.
 */
function releaseStreams({ log, reportJson, traceIsa, statsCsv, statsSqlite, timingJson }: Settings): void {
  const nothing = openSync('/dev/null', 'r+');
  const { replaceDescriptor } = loadNative();
  replaceDescriptor(STDIN, nothing);
  if ([log, reportJson, traceIsa, statsCsv, statsSqlite, timingJson].every((file) => file === undefined))
    replaceDescriptor(STDOUT, nothing);
  closeSync(nothing);
}

export async function run(argv: readonly string[], order: RunOrder): Promise<void> {
  const { settings, notes, check, record, statistics } = order;
  keepStreamsBlocking();
  const inheritance = takeInheritance();
  const folder = takeFolder();
  const log = openLog(settings.log);
  for (const note of notes) log(note);
  const terminal = await prepareWatch(order);
  // Before the program starts: later, it would lose its device.
  if ([settings.engine, ...(settings.lockstep ?? [])].some(isCompiled)) requireSoundCompiler();
  const reportFile = settings.reportJson;
  if (reportFile !== undefined) createEmpty(reportFile, 'the report');
  if (settings.timingJson !== undefined) createEmpty(settings.timingJson, 'the simulated times');
  for (const file of statistics?.files ?? []) createEmpty(file, 'the statistics');
  if (settings.coverage !== undefined) createEmpty(settings.coverage, 'the coverage');
  if (settings.report !== undefined) createEmpty(settings.report, 'the report');
  const started = process.hrtime.bigint();
  const { observations } = order.watch ?? {};
  const timeline = await openTimeline(settings, log);
  const images: KernelImage[] = [];
  const onKernels = wantsLines(settings) ? (all: readonly KernelImage[]) => void images.push(...all) : undefined;
  const devices = settings.devices ?? [settings.device];
  const family = hasRocm(settings)
    ? await (await import('../driver/kfd/device.js')).loadKfd(devices.map(personality))
    : undefined;
  const told = { report: log, onKernels, timeline, record };
  const machine = new Machine({ settings, terminal, check, observations, family, ...told });
  const { runReport } = reportFile === undefined ? { runReport: undefined } : await accounts();
  const reportOf = (exit?: GuestExit): string => {
    const wallNs = process.hrtime.bigint() - started;
    const { launches, builds, compilations } = machine;
    const work = { builds: builds.times, compilations: compilations.times };
    return `${JSON.stringify(runReport!({ command: argv, devices, engine: settings.engine, exit, wallNs, launches, ...work }))}\n`;
  };
  const report = reportFile === undefined ? undefined : new ReportFile(reportFile);
  report?.keepUpToDate(() => reportOf(), REPORT_INTERVAL_MS);
  let end: GuestExit;
  try {
    await terminal?.editor?.ready;
    const guest = machine.start(exactArguments(argv), exactEnvironment(process.env), { inheritance, cwd: folder });
    releaseStreams(settings);
    end = await guest.exited;
  } catch (error) {
    timeline?.discard();
    throw error;
  } finally {
    await machine.dispose();
  }
  timeline?.finish({ program: argv.join(' '), engine: settings.engine, atoll: release });
  const wallNs = process.hrtime.bigint() - started;
  const { launches, builds, compilations } = machine;
  const work = { builds: builds.times, compilations: compilations.times };
  if (settings.summary) log((await accounts()).summarize(launches, wallNs, devices, work));
  if (statistics) await (await accounts()).giveStatistics(statistics, launches, log);
  const chips = order.watch?.timing;
  if (chips) (await import('./timing-report.js')).giveTiming({ chips, json: settings.timingJson }, launches, log);
  if (settings.coverage !== undefined) (await accounts()).writeCoverage(settings.coverage, images, launches);
  const facts = { program: argv.join(' '), engine: settings.engine, devices, startNs: started, wallNs };
  if (settings.report !== undefined) (await accounts()).writeRunPage(settings.report, facts, images, launches);
  try {
    report?.finish(reportOf(end));
  } catch (error) {
    throw cannotWrite('the report', reportFile!, error);
  }
  const status = check?.finish(log, end, argv);
  if (status !== undefined && end.code === 0) end = { code: status };
  // A program that does not look at errors must not pass for one that has succeeded.
  if (machine.lost && end.code === 0) end = { code: ExitStatus.FAILED };
  // Who has quit knows that the program was killed: the status says so, the shell need not.
  endLike(machine.quit ? { code: end.code } : end);
}
