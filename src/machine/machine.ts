// The composition root: puts host, driver, front end, processor and emulator together into a machine that runs guests.

import { constants } from 'node:os';
import { Contexts } from '../driver/core/contexts.js';
import { ProcessorPool } from '../driver/core/pool.js';
import type { LaunchReport, ProcessorEvent } from '../driver/core/processor/messages.js';
import type { Device } from '../host/device.js';
import { loadNative } from '../host/native.js';
import type { Guest } from '../host/supervisor.js';
import type { Instrument } from '../instruments/instrument.js';
import { startProcessor, takeEarly } from '../threads/early-processor.js';
import { executorEntry } from '../threads/entries.js';
import { mentionsOpenCl } from '../threads/opencl-user.js';
import { required } from '../util/required.js';
import { WorkClock } from '../util/work-clock.js';
import { createBrigFinalizer } from './brig-finalizer.js';
import { contextServices } from './context-services.js';
import { EventRouter } from './event-router.js';
import { launchGuest } from './guest-launch.js';
import { LazyDevices } from './lazy-devices.js';
import type { DebugEditor, MachineOptions, StartOptions } from './machine-options.js';
import { type MachinePlan, planDevices, planMachine } from './machine-plan.js';
import { UserMessages } from './user-messages.js';

export class Machine {
  /** Builds of programs. */
  readonly builds = new WorkClock();
  private readonly plan: MachinePlan;
  private readonly messages: UserMessages;
  private readonly events: EventRouter;
  private readonly pool: ProcessorPool;
  private readonly late: LazyDevices;
  private readonly contexts: Contexts;
  private readonly devices: readonly Device[];
  /** The guest was ended from the debugger. */
  quit = false;
  /** A defect of ours has taken the devices from the guest. */
  lost = false;
  private guest: Guest | undefined;

  /** @throws AtollError BAD_OPTION */
  constructor(
    private readonly options: MachineOptions,
    private readonly instruments: readonly Instrument[] = [],
  ) {
    const plan = planMachine(options, instruments);
    this.plan = plan;
    this.messages = new UserMessages(options);
    this.events = this.createRouter();
    this.pool = this.createPool();
    this.contexts = new Contexts(contextServices(options, instruments, plan, this.pool, this.messages));
    this.late = new LazyDevices({
      contexts: this.contexts,
      ...planDevices(options, instruments, plan, this.builds),
    });
    const finalizer = createBrigFinalizer(options.settings);
    this.devices = [...this.late.devices, ...(options.family?.(this.contexts, plan.chips, finalizer) ?? [])];
    this.connect();
  }

  private createRouter(): EventRouter {
    const { options, instruments, messages, plan } = this;
    return new EventRouter({
      options,
      instruments,
      messages,
      keepsAccount: plan.thread.keepsAccount,
      answer: (line) => this.pool.answer(line),
      quit: () => this.killGuest(),
    });
  }

  private createPool(): ProcessorPool {
    const { report, replays } = this.options;
    const settings = this.plan.thread;
    return new ProcessorPool({
      startProcessor: () => takeEarly() ?? startProcessor(),
      executorEntry: executorEntry(),
      executors: settings.workers - 1,
      settings,
      keeps: settings.keepsAccount || settings.watch !== undefined || settings.timeline,
      wake: (view, byteOffset, count) => loadNative().futexWake(view, byteOffset, count),
      onEvent: (event) => this.onEvent(event),
      onLost: (error, which) => {
        this.lost = true;
        report(`${which} has ended unexpectedly, this is a defect of Atoll: ${error.stack ?? error.message}`);
        this.contexts.lose(constants.errno.EIO);
        replays?.lose();
      },
    });
  }

  /** Connects the other ends: recorded launches, an editor. */
  private connect(): void {
    const { replays, terminal } = this.options;
    replays?.attach(this.pool);
    if (terminal?.editor) this.attachEditor(terminal.editor);
  }

  private onEvent(received: ProcessorEvent): void {
    const { replays } = this.options;
    const event = replays?.explained(received) ?? this.contexts.explained(received);
    this.events.receive(event);
    this.contexts.receive(event);
    replays?.receive(event);
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
    return this.events.launches.all;
  }

  /** Kernels that clang makes machine code of in the background. */
  get compilations(): WorkClock {
    return this.events.compilations;
  }

  /** A requested output is incomplete. */
  get lacking(): boolean {
    return this.events.lacking;
  }

  /**
   * Starts a program under simulation.
   * @throws AtollError BAD_OPTION, GUEST_NOT_FOUND, GUEST_NOT_EXECUTABLE, HOST
   */
  start(argv: readonly string[], env: NodeJS.ProcessEnv, start: StartOptions = {}): Guest {
    const hasRocm = this.plan.rocm.length > 0;
    const variables = Object.assign({}, ...this.instruments.map((instrument) => instrument.environment?.()));
    const whole = { ...env, ...variables };
    const guest = launchGuest(this.options, { ...start, argv, env: whole, devices: this.devices, hasRocm });
    this.guest = guest;
    if (mentionsOpenCl(required(argv[0], 'program'))) {
      this.pool.start();
      // In parallel to the program, which is being loaded itself. A failure is reported when a device is opened.
      this.late.load().catch(() => undefined);
    }
    return guest;
  }

  /** Afterwards nothing is left to wait for; threads may still be there, for which Node would wait. */
  async dispose(): Promise<void> {
    await Promise.all([this.pool.stop(), this.late.dispose()]);
    this.messages.repeats.end();
    this.events.close();
    this.options.terminal?.close();
  }
}
