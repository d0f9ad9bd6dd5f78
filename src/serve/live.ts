// A live view of a run: requests the state a few times a second while browsers watch, and never otherwise.

import { AtollError } from '../util/errors.js';
import type {
  BrowserQuestion,
  BrowserReply,
  BuildProgress,
  LiveRunFacts,
  LiveState,
  MonitorState,
  ProgramEnd,
} from './protocol.js';
import { Questions } from './questions.js';
import type { BrowserRequest } from './requests.js';
import { type ListenAt, LiveServer } from './server.js';

/** Between two states. */
const INTERVAL_MS = 200;
/** The last question, when the program has ended. */
const LAST_MS = 500;
const FAREWELL_MS = 1000;
/** Launches stand still so long without a browser: one that is reloaded is back before. */
const ABANDONED_MS = 5000;

export interface LiveOptions {
  readonly at: ListenAt;
  readonly facts: LiveRunFacts;
  /** The server stays when the program has ended. */
  readonly stays: boolean;
  /** Passes a question to the thread that runs launches. @returns whether there will be a reply */
  readonly send: (question: BrowserQuestion) => boolean;
  readonly builds: () => BuildProgress;
  /** Ends the program. */
  readonly end: () => void;
}

export class Live {
  private readonly questions: Questions;
  private readonly started = performance.now();
  private view: MonitorState | null = null;
  private ended: (ProgramEnd & { readonly seconds: number }) | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isRequested = false;
  private goOn: NodeJS.Timeout | undefined;
  private leave: () => void = () => {};
  /** Resolves when the server need not stay. */
  readonly left = new Promise<void>((resolve) => {
    this.leave = resolve;
  });
  private server!: LiveServer;

  private constructor(private readonly options: LiveOptions) {
    this.questions = new Questions(options.send);
  }

  /** @throws AtollError HOST when nothing can listen there */
  static async open(options: LiveOptions): Promise<Live> {
    const live = new Live(options);
    live.server = await LiveServer.open({
      at: options.at,
      onClients: (size) => live.attend(size),
      onRequest: (request) => live.handle(request),
    });
    return live;
  }

  get url(): string {
    return this.server.url;
  }

  receive(reply: unknown): void {
    this.questions.receive(reply as BrowserReply);
  }

  private attend(size: number): void {
    clearTimeout(this.goOn);
    if (size > 0 && !this.timer && !this.ended) {
      this.timer = setInterval(() => void this.refresh(), INTERVAL_MS);
      this.timer.unref();
    }
    if (size > 0) this.server.clients.show(this.state());
    else {
      this.rest();
      this.letGoOn();
    }
  }

  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** No client is connected: stopped launches continue, unless a client reconnects. */
  private letGoOn(): void {
    if (!this.view?.held || this.ended) return;
    this.goOn = setTimeout(() => {
      this.questions.request({ type: 'hold', on: false }).catch(() => {});
    }, ABANDONED_MS);
  }

  /** Asks once at a time: a thread that is busy is not asked again before it has replied. */
  private async refresh(): Promise<void> {
    if (!this.isRequested) {
      this.isRequested = true;
      await this.look();
      this.isRequested = false;
    }
    this.server.clients.show(this.state());
  }

  private async look(): Promise<void> {
    try {
      this.view = (await this.questions.request({ type: 'look' })) as MonitorState;
    } catch (error) {
      if (!(error instanceof AtollError)) throw error;
    }
  }

  private state(): string {
    const { facts, builds, stays } = this.options;
    const seconds = this.ended?.seconds ?? Math.floor((performance.now() - this.started) / 100) / 10;
    const { ended, view } = this;
    return JSON.stringify({ ...facts, stays, seconds, builds: builds(), ended, view } satisfies LiveState);
  }

  private async handle(request: BrowserRequest): Promise<unknown> {
    if (request.type === 'leave') return this.leave();
    if (this.ended) throw new AtollError('BAD_INPUT', 'the program has ended');
    if (request.type === 'end') return this.options.end();
    const body = await this.questions.request(request);
    if (request.type !== 'hold' && request.type !== 'abort') return body;
    this.view = body as MonitorState;
    this.server.clients.show(this.state());
    return null;
  }

  /** The program has ended, its threads have not. */
  async finish(end: ProgramEnd): Promise<void> {
    this.rest();
    if (this.server.clients.size > 0 || this.view !== null || this.options.stays) {
      const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_MS).unref());
      await Promise.race([this.look(), late]);
    }
    this.ended = { ...end, seconds: Math.floor((performance.now() - this.started) / 100) / 10 };
    this.questions.close();
    this.server.clients.show(this.state());
  }

  /** Ends the serving without a word. */
  discard(): void {
    this.rest();
    clearTimeout(this.goOn);
    this.server.close();
  }

  /** Notifies clients, and closes the server. */
  async close(): Promise<void> {
    await this.server.clients.close(this.state(), FAREWELL_MS);
    this.discard();
  }
}
