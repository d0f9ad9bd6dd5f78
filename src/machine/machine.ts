// The composition root: puts host, driver, front end, processor and emulator together into a machine that runs guests.

import { availableParallelism, constants } from 'node:os';
import type { BoardSettings } from '../board/client/boards.js';
import type { CheckOptions } from '../check/checker.js';
import type { Finding } from '../check/finding.js';
import { cacheProblems, cacheWarning, defaultCacheDir } from '../compiler/cache/cache-place.js';
import type { Compilation } from '../compiler/request/compilation.js';
import type { Settings } from '../config/config.js';
import { engineBeside, OBSERVABLE_ENGINES } from '../config/engine-names.js';
import type { NamedWords } from '../debug/known-words.js';
import { Contexts } from '../driver/core/contexts.js';
import { ProcessorPool } from '../driver/core/pool.js';
import type { LaunchReport, ProcessorEvent } from '../driver/core/processor/messages.js';
import type { ThreadTrace } from '../driver/core/processor/worker-pool.js';
import type { CallSink } from '../driver/core/services.js';
import { type DeviceModel, deviceModel, withWorkGroups } from '../driver/device-models.js';
import { MAX_WORKERS } from '../emulator/state.js';
import type { BackendChoice } from '../host/backend.js';
import type { Device } from '../host/device.js';
import type { GuestOptions } from '../host/guest-options.js';
import { loadNative } from '../host/native.js';
import { type Guest, startGuest } from '../host/supervisor.js';
import { formatSyscall } from '../host/syscall-trace.js';
import type { Instrument } from '../instruments/instrument.js';
import { orderInstruments } from '../instruments/orders.js';
import { BackgroundCompiler } from '../kernels/background-compiler.js';
import { createSharedTranslations } from '../kernels/shared-translations.js';
import type { KernelImage } from '../launch/image.js';
import type { LockstepSettings } from '../lockstep/compilations.js';
import type { RecordOptions } from '../replay/recorder.js';
import type { ObservationSettings } from '../statistics/observe/settings.js';
import { startProcessor, takeEarly } from '../threads/early-processor.js';
import { executorEntry } from '../threads/entries.js';
import { keepsMemory, watchSettings } from '../threads/instrumentation-settings.js';
import { mayAssist } from '../threads/native-worker-launches.js';
import { mentionsOpenCl } from '../threads/opencl-user.js';
import type { ThreadSettings } from '../threads/processor-thread.js';
import { AtollError } from '../util/errors.js';
import { LogDeduper } from '../util/log-deduper.js';
import { release } from '../util/paths.js';
import { subscribe, type TraceSpan } from '../util/trace-spans.js';
import { WorkClock } from '../util/work-clock.js';
import { BreakNames } from './break-names.js';
import { guestEnvironment } from './guest-environment.js';
import { LaunchList } from './launch-list.js';
import { LazyDevices } from './lazy-devices.js';
import type { Replays } from './replays.js';

export interface MachineOptions {
  readonly settings: Settings;
  /** A line for the person: GPU faults, lost devices. */
  readonly report: (text: string) => void;
  /** Where the debugger asks for commands. */
  readonly terminal?: DebugTerminal | undefined;
  /** Called for each launch that has ended, well or not, some time after its end. */
  readonly onLaunch?: ((launch: LaunchReport) => void) | undefined;
  /** Checks kernels. */
  readonly check?: MachineCheck | undefined;
  /** What probes are to collect for statistics. */
  readonly observations?: ObservationSettings | undefined;
  /** Takes what ran when. */
  readonly timeline?: TimelineSink | undefined;
  /** Called with the kernels of each program that is ready to be launched. */
  readonly onKernels?: ((kernels: readonly KernelImage[]) => void) | undefined;
  /** Keeps one launch in a file. */
  readonly record?: RecordOptions | undefined;
  /** Recorded launches, which are run instead of a program. */
  readonly replays?: Replays | undefined;
  /** Called with replies to questions ({@link Machine.ask}) of a live view. */
  readonly onReply?: ((reply: unknown) => void) | undefined;
  /** Executes launches in place of an engine. */
  readonly board?: BoardSettings | undefined;
  /** Other compilations of programs, whose launches are compared. */
  readonly compilations?: ComparedBuilds | undefined;
  /** Devices of a family that not every run has, for simulated chips. */
  readonly family?: ((contexts: Contexts, chips: readonly DeviceModel[]) => readonly Device[]) | undefined;
}

/** By what programs are built, and what becomes of launches that differ. */
export interface ComparedBuilds {
  /** The run's own. */
  readonly reference: Compilation;
  readonly others: readonly Compilation[];
  readonly launches: LockstepSettings;
  /** Called when builds alone differ. */
  readonly onUnequalBuild: (text: string) => void;
}

/** Takes what ran when, by CLOCK_MONOTONIC. */
export interface TimelineSink extends CallSink {
  /** @param unit the thread that executes work-groups; undefined for the main thread */
  happened(span: TraceSpan, unit?: number): void;
}

export interface MachineCheck {
  readonly options: CheckOptions;
  /** Called with each new finding at once, and at the end with those whose count has changed. */
  readonly found: (finding: Finding) => void;
}

/** What a guest gets beside its command line; by default what this process has. */
export type StartOptions = Pick<GuestOptions, 'inheritance' | 'cwd' | 'standard' | 'trees' | 'passTermination'>;

/** An editor that debugs by requests instead of lines. */
export interface DebugEditor {
  /** @param say sends a request; @param quit kills the programs */
  attach(say: (line: string) => void, quit: () => void): void;
  /** Takes answers and events. */
  tell(answer: unknown): void;
  /** Resolves when the program may start. */
  readonly ready: Promise<void>;
}

/** The debugger's end on this thread. */
export interface DebugTerminal {
  /** Text with its line ends. */
  write(text: string): void;
  /** An editor: it says what it wants at any time, and gets answers (src/debug/dap). */
  readonly editor?: DebugEditor;
  /** Asks for a line; undefined when the input has ended. */
  ask(answer: (line: string | undefined) => void, words?: NamedWords): void;
  close(): void;
}

/** Bytes of a number of MiB: a multiple of 8, at most 1 GiB. */
const printfBytes = (mib: number | undefined): number | undefined =>
  mib === undefined ? undefined : Math.max(8, (Math.min(mib, 1024) * 2 ** 20) & ~7);

export class Machine {
  private readonly launchList = new LaunchList();
  /** Builds of programs, and kernels that clang makes machine code of in the background. */
  readonly builds = new WorkClock();
  readonly compilations = new WorkClock();
  private readonly pool: ProcessorPool;
  private readonly late: LazyDevices;
  private readonly contexts: Contexts;
  private readonly devices: readonly Device[];
  private readonly settings: Settings;
  /** Chips that ROCm's runtime finds. */
  private readonly rocm: readonly string[];
  /** Programs launch kernels by the million: their numbers are kept on request only. */
  private readonly keepsAccount: boolean;
  private readonly report: (text: string) => void;
  /** For what guests may do without end. */
  private readonly repeats: LogDeduper;
  private readonly terminal: DebugTerminal | undefined;
  private readonly onLaunch: MachineOptions['onLaunch'];
  private readonly check: MachineCheck | undefined;
  private readonly instruments: readonly Instrument[];
  private readonly timeline: TimelineSink | undefined;
  private readonly replays: Replays | undefined;
  private readonly onReply: MachineOptions['onReply'];
  /** The guest was ended from the debugger. */
  quit = false;
  /** A defect of ours has taken the devices from the guest. */
  lost = false;
  /** A requested output is incomplete. */
  lacking = false;
  private guest: Guest | undefined;
  private compiler: BackgroundCompiler | undefined;

  constructor(options: MachineOptions, instruments: readonly Instrument[] = []) {
    const { settings, report, terminal, onLaunch, check, observations, record, timeline, onKernels, family, board } =
      options;
    const { compilations } = options;
    this.timeline = timeline;
    this.replays = options.replays;
    this.onReply = options.onReply;
    if (timeline) subscribe((span) => timeline.happened(span));
    this.check = check;
    this.instruments = instruments;
    this.settings = settings;
    this.onLaunch = onLaunch;
    this.keepsAccount =
      settings.summary ||
      settings.report !== undefined ||
      settings.stats !== undefined ||
      settings.timing !== undefined ||
      settings.reportJson !== undefined ||
      onLaunch !== undefined ||
      instruments.some(({ needs }) => needs?.launches);
    this.report = report;
    this.repeats = new LogDeduper(report);
    this.terminal = terminal;
    const native = loadNative();
    const orders = orderInstruments(instruments);
    const asked = watchSettings(settings, check?.options, observations, record, orders.length > 0 ? orders : undefined);
    // Where to stop an editor says by itself.
    const watch = terminal?.editor ? { ...asked, breaks: [], editor: true as const } : asked;
    const lockstep = settings.lockstep as ThreadSettings['lockstep'];
    // Observers and the comparison of engines follow one compute unit.
    const alone = watch !== undefined || lockstep !== undefined || board !== undefined || compilations !== undefined;
    const workers = alone ? 1 : Math.min(settings.workers ?? availableParallelism(), MAX_WORKERS);
    const chips = (settings.devices ?? [settings.device])
      .map(deviceModel)
      .map((chip) => withWorkGroups(chip, settings.maxWorkGroupSize));
    this.rocm = chips.flatMap(({ llvm, kfd }) => (kfd ? [llvm] : []));
    const cacheDir = settings.cacheDir ?? defaultCacheDir();
    const problems = cacheProblems(cacheDir);
    if (problems.length > 0) report(cacheWarning(problems));
    const threadSettings: ThreadSettings = {
      engine: board
        ? (engineBeside(settings.lockstep) ?? OBSERVABLE_ENGINES[0]!)
        : (settings.engine as ThreadSettings['engine']),
      board,
      compilations: compilations?.launches,
      timeoutMs: settings.timeout === undefined ? undefined : settings.timeout * 1000,
      workers,
      keepsAccount: this.keepsAccount,
      lockstep: board ? undefined : lockstep,
      schedule: settings.schedule,
      watch,
      served: this.onReply !== undefined,
      translations: createSharedTranslations(),
      cacheDir: settings.cache ? cacheDir : undefined,
      clang: settings.clang,
      nativeCode: settings.nativeCode,
      timeline: timeline !== undefined,
      rocm: [...this.rocm, ...(this.replays?.chips ?? [])],
    };
    this.pool = new ProcessorPool({
      startProcessor: () => takeEarly() ?? startProcessor(),
      executorEntry: executorEntry(),
      executors: workers - 1,
      settings: threadSettings,
      keeps: this.keepsAccount || threadSettings.watch !== undefined || threadSettings.timeline,
      wake: (view, byteOffset, count) => native.futexWake(view, byteOffset, count),
      onEvent: (event) => this.onEvent(event, report),
      onLost: (error, which) => {
        this.lost = true;
        report(`${which} has died, this is a defect of Atoll: ${error.stack ?? error.message}`);
        this.contexts.lose(constants.errno.EIO);
        this.replays?.lose();
      },
    });
    this.replays?.attach(this.pool);
    this.contexts = new Contexts({
      mapper: native,
      processors: this.pool,
      assisted: mayAssist(threadSettings),
      traced: !settings.debuggable,
      log: settings.verbose ? (text) => this.repeats.say(text) : () => {},
      warn: (text) => this.repeats.say(text),
      checks: check !== undefined,
      notes: check !== undefined || keepsMemory(watch),
      checksWrites: check?.options.kinds.includes('uninitialised') ?? false,
      observed: [watch, board, compilations, this.onReply].some((one) => one !== undefined),
      elsewhere: board !== undefined,
      failures: watch?.breaks !== undefined,
      calls: timeline,
      ...this.programObserver(onKernels),
    });
    const { clang, cache, debugInfo, debugVariables } = settings;
    const compilation = compilations?.reference;
    this.late = new LazyDevices({
      contexts: this.contexts,
      frontEnd: {
        cacheDir,
        clang,
        compilation,
        cache,
        debugInfo,
        debugVariables,
        checked: check !== undefined,
        apart: true,
        onUnusable: report,
        onUntested: report,
      },
      services: {
        devices: chips,
        release,
        printfBuffer: printfBytes(settings.printfBuffer),
        transfers: board?.times?.transfers,
        onBuild: (build) => this.builds.follow(build),
        ...(compilations && { compilations: compilations.others, onUnequalBuild: compilations.onUnequalBuild }),
      },
    });
    this.devices = [...this.late.devices, ...(family?.(this.contexts, chips) ?? [])];
    if (terminal?.editor) this.attachEditor(terminal.editor);
  }

  /** With breakpoints, an observer of the names of kernels. */
  private programObserver(onKernels: MachineOptions['onKernels']): {
    readonly onProgram?: (kernels: readonly KernelImage[]) => void;
    readonly onKernel?: (kernel: KernelImage) => void;
  } {
    const places = this.settings.break;
    const onKernel = (kernel: KernelImage): void => onKernels?.([kernel]);
    if (places === undefined) return onKernels ? { onProgram: onKernels, onKernel } : {};
    const names = new BreakNames(places, (text) => this.say(`atoll: ${text}\n`, this.report));
    return {
      onKernel,
      onProgram: (kernels) => {
        onKernels?.(kernels);
        names.built(kernels.map(({ name }) => name));
      },
    };
  }

  private onEvent(told: ProcessorEvent, report: (text: string) => void): void {
    const event = this.replays?.explained(told) ?? this.contexts.explained(told);
    if (event.type === 'launches-finished' && this.keepsAccount) this.note(event.reports);
    else if (event.type === 'launch-counts') this.note([event.report]);
    else if (event.type === 'launch-failed' || event.type === 'session-lost') this.repeats.say(event.text);
    else if (event.type === 'session-closed') this.repeats.end();
    else if (event.type === 'native-code-needed') this.compileInBackground(event.kernel);
    else if (event.type === 'finding-reported') this.check?.found(event.finding as Finding);
    else if (event.type === 'instrument-result')
      this.instruments.find(({ name }) => name === event.instrument)?.collect?.(event.result);
    else if (event.type === 'spans-recorded') this.noteHappenings(event.heard);
    else if (event.type === 'text') this.say(event.text, report);
    else if (event.type === 'output-incomplete') this.lack(event.text, report);
    else if (event.type === 'command-needed')
      this.terminal?.ask((line) => this.pool.answer(line), event.words as NamedWords | undefined);
    else if (event.type === 'debug-adapter-message') this.terminal?.editor?.tell(event.answer);
    else if (event.type === 'quit') this.killGuest();
    else if (event.type === 'monitor-reply') this.onReply?.(event.reply);
    this.contexts.receive(event);
    this.replays?.receive(event);
  }

  /** Asks the thread that runs launches. @returns whether there is one that will reply */
  readonly ask = (question: unknown): boolean => this.pool.ask(question);

  /** Ends the programs at once. */
  killGuest(): void {
    this.quit = true;
    this.guest?.killAll();
    this.replays?.quit();
  }

  /** Lets an editor speak to the processor thread, before there is a program. */
  private attachEditor(editor: DebugEditor): void {
    this.pool.start();
    editor.attach(
      (line) => this.pool.answer(line),
      () => this.killGuest(),
    );
  }

  /** Those that have ended so far, if they are wanted: the first ones each by itself, the others added up. */
  get launches(): readonly LaunchReport[] {
    return this.launchList.all;
  }

  private note(launches: readonly LaunchReport[]): void {
    for (const launch of launches) {
      this.launchList.add(launch);
      this.onLaunch?.(launch);
    }
  }

  private noteHappenings({ unit, happenings }: ThreadTrace): void {
    for (const span of happenings) this.timeline?.happened(span, unit);
  }

  private compileInBackground(kernel: string): void {
    const { cacheDir = defaultCacheDir(), clang, verbose } = this.settings;
    const onFailure = (text: string): void => {
      if (verbose) this.report(`a kernel is not compiled to machine code: ${text}`);
    };
    this.compiler ??= new BackgroundCompiler({ cacheDir, clang, onFailure, clock: this.compilations });
    this.compiler.want(kernel);
  }

  private lack(text: string, report: (text: string) => void): void {
    this.lacking = true;
    this.say(`atoll: ${text}\n`, report);
  }

  private say(text: string, report: (text: string) => void): void {
    if (this.terminal) this.terminal.write(text);
    else report(text.replace(/^atoll: /, '').trimEnd());
  }

  /**
   * Starts a program under simulation.
   * @throws AtollError GUEST_NOT_FOUND, GUEST_NOT_EXECUTABLE, HOST
   */
  start(
    argv: readonly string[],
    env: NodeJS.ProcessEnv,
    { inheritance, cwd, standard, trees, passTermination = true }: StartOptions = {},
  ): Guest {
    const [file] = argv;
    if (file === undefined)
      throw new AtollError('BAD_OPTION', 'no program given', 'atoll run [options] -- program arguments');
    const guest = startGuest({
      file,
      argv,
      ...guestEnvironment(env, this.settings.cacheDir ?? defaultCacheDir(), this.rocm.length > 0),
      cwd,
      inheritance,
      devices: this.devices,
      trees,
      backend: this.settings.backend as BackendChoice,
      daemons: this.settings.daemons as 'wait' | 'kill',
      visibleDevices: this.settings.visibleDevices,
      debuggable: this.settings.debuggable,
      standard,
      passTermination,
      onWarning: this.report,
      ...(this.settings.verbose ? { onFallback: (reason) => this.report(`${reason}: --backend trace is used`) } : {}),
      ...(this.settings.traceSyscalls ? { onSyscall: (event) => this.report(formatSyscall(event)) } : {}),
    });
    this.guest = guest;
    if (mentionsOpenCl(file)) {
      this.pool.start();
      // In parallel to the program, which is being loaded itself. A failure is reported when a device is opened.
      this.late.load().catch(() => undefined);
    }
    return guest;
  }

  /** Afterwards nothing is left to wait for; threads may still be there, for which Node would wait. */
  async dispose(): Promise<void> {
    await Promise.all([this.pool.stop(), this.late.dispose()]);
    this.repeats.end();
    this.compiler?.close();
    this.terminal?.close();
  }
}
