// The composition root: puts host, driver, front end, processor and emulator together into a machine that runs guests.

import { constants } from 'node:os';
import type { Finding } from '../check/finding.js';
import { defaultCacheDir } from '../compiler/cache/cache-place.js';
import type { NamedWords } from '../debug/known-words.js';
import { Contexts } from '../driver/core/contexts.js';
import { ProcessorPool } from '../driver/core/pool.js';
import type { LaunchReport, ProcessorEvent } from '../driver/core/processor/messages.js';
import type { ThreadTrace } from '../driver/core/processor/worker-pool.js';
import type { BackendChoice } from '../host/backend.js';
import type { Device } from '../host/device.js';
import { loadNative } from '../host/native.js';
import { type Guest, startGuest } from '../host/supervisor.js';
import { formatSyscall } from '../host/syscall-trace.js';
import { type Instrument, type TimelineSink, timelineOf } from '../instruments/instrument.js';
import { BackgroundCompiler } from '../kernels/background-compiler.js';
import type { KernelImage } from '../launch/image.js';
import { startProcessor, takeEarly } from '../threads/early-processor.js';
import { executorEntry } from '../threads/entries.js';
import { keepsMemory } from '../threads/instrumentation-settings.js';
import { mayUseNativeWorkers } from '../threads/native-worker-launches.js';
import { mentionsOpenCl } from '../threads/opencl-user.js';
import type { ThreadSettings } from '../threads/thread-settings.js';
import { AtollError } from '../util/errors.js';
import { LogDeduper } from '../util/log-deduper.js';
import { subscribe } from '../util/trace-spans.js';
import { WorkClock } from '../util/work-clock.js';
import { BreakNames } from './break-names.js';
import { guestEnvironment } from './guest-environment.js';
import { LaunchList } from './launch-list.js';
import { LazyDevices } from './lazy-devices.js';
import type { DebugEditor, MachineOptions, StartOptions } from './machine-options.js';
import { planDevices, planMachine } from './machine-plan.js';

export class Machine {
  private readonly launchList = new LaunchList();
  /** Builds of programs, and kernels that clang makes machine code of in the background. */
  readonly builds = new WorkClock();
  readonly compilations = new WorkClock();
  private readonly pool: ProcessorPool;
  private readonly late: LazyDevices;
  private readonly contexts: Contexts;
  private readonly devices: readonly Device[];
  /** Chips that ROCm's runtime finds. */
  private readonly rocm: readonly string[];
  /** Whether the numbers of launches are kept. */
  private readonly keepsAccount: boolean;
  /** For messages that guests can cause without end. */
  private readonly repeats: LogDeduper;
  /** The guest was ended from the debugger. */
  quit = false;
  /** A defect of ours has taken the devices from the guest. */
  lost = false;
  /** A requested output is incomplete. */
  lacking = false;
  private guest: Guest | undefined;
  private compiler: BackgroundCompiler | undefined;

  /** @throws AtollError BAD_OPTION */
  constructor(
    private readonly options: MachineOptions,
    private readonly instruments: readonly Instrument[] = [],
  ) {
    const { report, terminal, replays, family } = options;
    const { timeline } = this;
    const plan = planMachine(options, instruments);
    this.rocm = plan.rocm;
    this.keepsAccount = plan.thread.keepsAccount;
    this.repeats = new LogDeduper(report);
    if (timeline) subscribe((span) => timeline.happened(span));
    this.pool = this.createPool(plan.thread);
    replays?.attach(this.pool);
    this.contexts = this.createContexts(plan.thread);
    this.late = new LazyDevices({ contexts: this.contexts, ...planDevices(options, plan, this.builds) });
    this.devices = [...this.late.devices, ...(family?.(this.contexts, plan.chips) ?? [])];
    if (terminal?.editor) this.attachEditor(terminal.editor);
  }

  private get timeline(): TimelineSink | undefined {
    return timelineOf(this.instruments);
  }

  private createPool(settings: ThreadSettings): ProcessorPool {
    const { report, replays } = this.options;
    return new ProcessorPool({
      startProcessor: () => takeEarly() ?? startProcessor(),
      executorEntry: executorEntry(),
      executors: settings.workers - 1,
      settings,
      keeps: settings.keepsAccount || settings.watch !== undefined || settings.timeline,
      wake: (view, byteOffset, count) => loadNative().futexWake(view, byteOffset, count),
      onEvent: (event) => this.onEvent(event, report),
      onLost: (error, which) => {
        this.lost = true;
        report(`${which} has died, this is a defect of Atoll: ${error.stack ?? error.message}`);
        this.contexts.lose(constants.errno.EIO);
        replays?.lose();
      },
    });
  }

  private createContexts(thread: ThreadSettings): Contexts {
    const { settings, check, board, compilations, onReply, onKernels } = this.options;
    const { watch } = thread;
    return new Contexts({
      mapper: loadNative(),
      processors: this.pool,
      usesNativeWorkers: mayUseNativeWorkers(thread),
      traced: !settings.debuggable,
      log: settings.verbose ? (text) => this.repeats.say(text) : () => {},
      warn: (text) => this.repeats.say(text),
      checks: check !== undefined,
      notes: check !== undefined || keepsMemory(watch),
      checksWrites: check?.options.kinds.includes('uninitialised') ?? false,
      observed: [watch, board, compilations, onReply].some((one) => one !== undefined),
      elsewhere: board !== undefined,
      failures: watch?.breaks !== undefined,
      calls: this.timeline,
      ...this.programObserver(onKernels),
    });
  }

  /** With breakpoints, an observer of the names of kernels. */
  private programObserver(onKernels: MachineOptions['onKernels']): {
    readonly onProgram?: (kernels: readonly KernelImage[]) => void;
    readonly onKernel?: (kernel: KernelImage) => void;
  } {
    const places = this.options.settings.break;
    const onKernel = (kernel: KernelImage): void => onKernels?.([kernel]);
    if (places === undefined) return onKernels ? { onProgram: onKernels, onKernel } : {};
    const names = new BreakNames(places, (text) => this.say(`atoll: ${text}\n`, this.options.report));
    return {
      onKernel,
      onProgram: (kernels) => {
        onKernels?.(kernels);
        names.built(kernels.map(({ name }) => name));
      },
    };
  }

  private onEvent(raw: ProcessorEvent, report: (text: string) => void): void {
    const event = this.options.replays?.explained(raw) ?? this.contexts.explained(raw);
    if (event.type === 'launches-finished' && this.keepsAccount) this.note(event.reports);
    else if (event.type === 'launch-counts') this.note([event.report]);
    else if (event.type === 'launch-failed' || event.type === 'session-lost') this.repeats.say(event.text);
    else if (event.type === 'session-closed') this.repeats.end();
    else if (event.type === 'native-code-needed') this.compileInBackground(event.kernel);
    else if (event.type === 'finding-reported') this.options.check?.onFinding(event.finding as Finding);
    else if (event.type === 'instrument-result')
      this.instruments.find(({ name }) => name === event.instrument)?.collect?.(event.result);
    else if (event.type === 'spans-recorded') this.noteHappenings(event.trace);
    else if (event.type === 'text') this.say(event.text, report);
    else if (event.type === 'output-incomplete') this.lack(event.text, report);
    else if (event.type === 'command-needed')
      this.options.terminal?.request((line) => this.pool.answer(line), event.words as NamedWords | undefined);
    else if (event.type === 'debug-adapter-message') this.options.terminal?.editor?.send(event.answer);
    else if (event.type === 'quit') this.killGuest();
    else if (event.type === 'monitor-reply') this.options.onReply?.(event.reply);
    this.contexts.receive(event);
    this.options.replays?.receive(event);
  }

  /** Asks the thread that runs launches. @returns whether there is one that will reply */
  readonly question = (question: unknown): boolean => this.pool.question(question);

  /** Ends the programs at once. */
  killGuest(): void {
    this.quit = true;
    this.guest?.killAll();
    this.options.replays?.quit();
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
      this.options.onLaunch?.(launch);
    }
  }

  private noteHappenings({ unit, happenings }: ThreadTrace): void {
    for (const span of happenings) this.timeline?.happened(span, unit);
  }

  private compileInBackground(kernel: string): void {
    const { cacheDir = defaultCacheDir(), clang, verbose } = this.options.settings;
    const onFailure = (text: string): void => {
      if (verbose) this.options.report(`a kernel is not compiled to machine code: ${text}`);
    };
    this.compiler ??= new BackgroundCompiler({ cacheDir, clang, onFailure, clock: this.compilations });
    this.compiler.request(kernel);
  }

  private lack(text: string, report: (text: string) => void): void {
    this.lacking = true;
    this.say(`atoll: ${text}\n`, report);
  }

  private say(text: string, report: (text: string) => void): void {
    if (this.options.terminal) this.options.terminal.write(text);
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
      ...guestEnvironment(env, this.options.settings.cacheDir ?? defaultCacheDir(), this.rocm.length > 0),
      cwd,
      inheritance,
      devices: this.devices,
      trees,
      backend: this.options.settings.backend as BackendChoice,
      daemons: this.options.settings.daemons as 'wait' | 'kill',
      visibleDevices: this.options.settings.visibleDevices,
      debuggable: this.options.settings.debuggable,
      standard,
      passTermination,
      onWarning: this.options.report,
      ...(this.options.settings.verbose
        ? { onFallback: (reason) => this.options.report(`${reason}: --backend trace is used`) }
        : {}),
      ...(this.options.settings.traceSyscalls
        ? { onSyscall: (event) => this.options.report(formatSyscall(event)) }
        : {}),
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
    this.options.terminal?.close();
  }
}
