// A program under simulation, as `atoll run` does it, from another program.

import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RUN_OPTIONS, resolve, type Settings } from '../config/config.js';
import { checkEngines, isCompiled, OBSERVABLE_ENGINES } from '../config/engine-names.js';
import type { LaunchReport } from '../driver/core/processor/messages.js';
import type { GuestExit } from '../host/exit-status.js';
import type { Guest } from '../host/supervisor.js';
import type { VirtualTree } from '../host/virtual-tree.js';
import { anyNeeds, type Instrument, verdictOf } from '../instruments/instrument.js';
import { InstrumentOutputs } from '../instruments/outputs.js';
import { selectedInstruments } from '../instruments/table.js';
import { requireSoundCompiler } from '../jit/engine/host-compiler.js';
import { Machine } from '../machine/machine.js';
import { AtollError } from '../util/errors.js';
import { required } from '../util/required.js';
import { type InstrumentSource, LibraryOpening, loadInstruments } from './instrument-outputs.js';
import { type StatisticsHolder, withStatistics } from './statistics.js';

/** A launch of the program's that has ended. */
export interface GuestLaunch extends StatisticsHolder {
  readonly kernel: string;
  /** Number of the device among those of the run, from 0 on. */
  readonly device: number;
  readonly globalSize: readonly [number, number, number];
  readonly localSize: readonly [number, number, number];
  readonly nanoseconds: number;
  /** Why it did not end well: a GPU fault, a time limit. */
  readonly failure?: string;
}

/** The debugger and the log belong to the command line. */
type RunSettings = Omit<Settings, 'log' | 'break' | 'breakCommands'>;

export interface RunOptions extends Partial<RunSettings> {
  /** The program's environment; this process's by default. */
  readonly env?: NodeJS.ProcessEnv;
  /** The program's working directory; this process's by default. */
  readonly cwd?: string;
  /**
   * Files that this program alone sees, and can only read: every call of it with a path then costs some microseconds
   * more.
   */
  readonly trees?: readonly VirtualTree[];
  /** Standard input; by default that of this process. */
  readonly input?: string | Uint8Array;
  /** Its standard output and error are given as results; by default it has those of this process. */
  readonly capture?: boolean;
  /** Called for each launch, some time after it has ended. */
  readonly onLaunch?: (launch: GuestLaunch) => void;
  /**
   * Observe the kernels: instruments, or paths of their modules. The engine is then the interpreter, unless another one
   * is given that can be observed.
   */
  readonly instruments?: readonly InstrumentSource[];
  /** Called with messages for the user: GPU faults, a device that is lost. */
  readonly onMessage?: (text: string) => void;
  /** Kills the program with all its processes. */
  readonly signal?: AbortSignal;
}

export interface RunResult {
  /** As a shell gives it: the program's own, or 128 and the number of the signal that ended it. */
  readonly exitCode: number;
  /** Name of the signal that ended it. */
  readonly signal?: string;
  /** An exit status by which an instrument replaces a program's 0; `exitCode` stays the program's own. */
  readonly verdict?: number;
  /** An output of an instrument is incomplete: `onMessage` says why. */
  readonly isIncomplete?: true;
  /** With `capture`. */
  readonly stdout?: Uint8Array;
  readonly stderr?: Uint8Array;
}

const launchOf = ({
  kernel,
  device,
  globalSize,
  localSize,
  startNs,
  endNs,
  failure,
  ...counted
}: LaunchReport): GuestLaunch =>
  withStatistics(
    {
      kernel,
      device,
      globalSize,
      localSize,
      nanoseconds: Number(endNs - startNs),
      ...(failure !== undefined && { failure }),
    },
    counted,
  );

/** Files without names in the place of the standard streams. */
class Streams {
  readonly standard: [input: number, output: number, error: number] = [0, 1, 2];
  private readonly opened: number[] = [];

  constructor({ input, capture }: RunOptions) {
    if (input === undefined && !capture) return;
    const folder = mkdtempSync(join(tmpdir(), 'atoll-run-'));
    const open = (name: string): number => {
      const fd = openSync(join(folder, name), 'w+', 0o600);
      this.opened.push(fd);
      return fd;
    };
    if (input !== undefined) this.standard[0] = this.filled(folder, input);
    if (capture) this.standard.splice(1, 2, open('stdout'), open('stderr'));
    rmSync(folder, { recursive: true });
  }

  /** Opened anew: reading begins at the beginning. */
  private filled(folder: string, input: string | Uint8Array): number {
    const path = join(folder, 'stdin');
    const fd = openSync(path, 'w', 0o600);
    const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    closeSync(fd);
    const reader = openSync(path, 'r');
    this.opened.push(reader);
    return reader;
  }

  content(fd: number): Uint8Array {
    const bytes = new Uint8Array(fstatSync(fd).size);
    for (let at = 0; at < bytes.length; ) {
      const count = readSync(fd, bytes, at, bytes.length - at, at);
      if (count === 0) break;
      at += count;
    }
    return bytes;
  }

  close(): void {
    for (const fd of this.opened) closeSync(fd);
  }
}

/** A run whose options are checked. */
interface LibraryRunPlan {
  readonly settings: Settings;
  readonly instruments: readonly Instrument[];
  readonly notes: readonly string[];
}

/** @throws AtollError BAD_OPTION */
async function planOf(options: Partial<RunSettings>, sources: readonly InstrumentSource[]): Promise<LibraryRunPlan> {
  const { settings: resolved, origins, notes } = resolve(RUN_OPTIONS, options, process.env);
  const own = loadInstruments(sources);
  const instruments = [...(await selectedInstruments(resolved)), ...own];
  const isObserved =
    own.some(({ worker, observes: what }) => worker && what !== 'launches') ||
    instruments.some(({ worker, observes: what = 'instructions' }) => worker && what === 'instructions');
  const engine = isObserved && origins['engine'] === 'default' ? OBSERVABLE_ENGINES[0] : resolved.engine;
  const settings = { ...resolved, engine, debugInfo: resolved.debugInfo || anyNeeds(instruments, 'lines') };
  checkEngines(engine, settings.lockstep, isObserved);
  if ([engine, ...(settings.lockstep ?? [])].some(isCompiled)) requireSoundCompiler();
  return { settings, instruments, notes };
}

/** The program, until its end or until the signal. */
async function endOf(guest: Guest, signal: AbortSignal | undefined): Promise<GuestExit> {
  const kill = (): void => guest.killAll();
  signal?.addEventListener('abort', kill, { once: true });
  return guest.exited.finally(() => signal?.removeEventListener('abort', kill));
}

/**
 * Runs a program under simulation. Settings are those of `atoll run`, by the names that `atoll config --json` prints;
 * variables ATOLL_* and atoll.config.json count where none is given, as they do there.
 *
 * @param argv the program, a path or a name for PATH, and its arguments
 * @throws AtollError BAD_OPTION, GUEST_NOT_FOUND, GUEST_NOT_EXECUTABLE, NATIVE_MISSING, HOST
 */
export async function run(argv: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const { env, cwd, trees, capture, onLaunch, onMessage = () => {}, signal, instruments: sources = [] } = options;
  if (argv.length === 0) throw new AtollError('BAD_OPTION', 'no program given');
  const { settings, instruments, notes } = await planOf(settingsOf(options), sources);
  signal?.throwIfAborted();
  for (const note of notes) onMessage(note);
  const opening = new LibraryOpening(onMessage);
  const outputs = new InstrumentOutputs(instruments, opening);
  const onKernels = anyNeeds(instruments, 'lines') ? outputs.addImages : undefined;
  const onReport = onLaunch && ((report: LaunchReport): void => onLaunch(launchOf(report)));
  const machine = new Machine({ settings, report: onMessage, onLaunch: onReport, onKernels }, instruments);
  const streams = new Streams(options);
  let hasEnded = false;
  try {
    const { standard } = streams;
    outputs.open();
    const { devices = [settings.device], engine } = settings;
    await outputs.begin({ argv, engine, devices }, machine);
    signal?.throwIfAborted();
    const guest = machine.start(argv, env ?? process.env, { cwd, trees, standard, passTermination: false });
    const end = await endOf(guest, signal);
    // Reports of launches arrive with the end of the threads.
    await machine.dispose();
    signal?.throwIfAborted();
    hasEnded = true;
    await outputs.finish(end);
    const isIncomplete = machine.lacking || opening.isIncomplete;
    return resultOf(end, { verdict: verdictOf(instruments), isIncomplete, streams: capture ? streams : undefined });
  } finally {
    await machine.dispose();
    streams.close();
    if (!hasEnded) {
      outputs.discard();
      opening.removeEmpty();
    }
  }
}

/** The settings among the options. */
function settingsOf(options: RunOptions): Partial<RunSettings> {
  const { env, cwd, trees, input, capture, onLaunch, instruments, onMessage, signal, ...settings } = options;
  return settings;
}

interface RunEnd {
  readonly verdict: number | undefined;
  readonly isIncomplete: boolean;
  /** Absent without `capture`. */
  readonly streams: Streams | undefined;
}

function resultOf({ code, signal }: GuestExit, { verdict, isIncomplete, streams }: RunEnd): RunResult {
  const [, stdout, stderr] = streams?.standard ?? [];
  return {
    exitCode: code,
    ...(signal !== undefined && { signal }),
    ...(verdict !== undefined && { verdict }),
    ...(isIncomplete && { isIncomplete }),
    ...(streams && {
      stdout: streams.content(required(stdout, 'stream')),
      stderr: streams.content(required(stderr, 'stream')),
    }),
  };
}
