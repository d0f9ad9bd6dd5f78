// `atoll debug --dap`: the Debug Adapter Protocol on standard input and output. The program runs in a separate process
// of `atoll debug`, whose debugger handles the requests of editors (src/debug/dap). This file has the framing of the
// protocol, start and end.

import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Event, OutputEvent, Response } from '@vscode/debugadapter';
import { ProtocolServer } from '@vscode/debugadapter/lib/protocol.js';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { type DapAnswer, FILTERS, SOURCES_REQUEST } from '../../../debug/dap/messages.js';
import { SIGNALLED } from '../../../host/exit-status.js';
import { atollProgram } from '../../../util/paths.js';
import { nonNull, required } from '../../../util/required.js';
import { type AdapterMessage, EDITOR_VARIABLE, type RunMessage } from './editor-terminal.js';

const MAIN = atollProgram;

/** Arguments of a launch configuration. */
export interface LaunchArguments extends DebugProtocol.LaunchRequestArguments {
  /** Executable, looked up in PATH. */
  readonly program?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Added to the variables of the editor; null removes one. */
  readonly env?: Readonly<Record<string, string | null>>;
  /** Options of `atoll run`. */
  readonly options?: readonly string[];
  /** Source files of kernels, besides the .cl files in `cwd` and in the program's folder. */
  readonly sources?: readonly string[];
}

const CAPABILITIES: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsFunctionBreakpoints: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsInstructionBreakpoints: true,
  supportsDataBreakpoints: true,
  supportsDataBreakpointBytes: true,
  supportsEvaluateForHovers: true,
  supportsStepBack: true,
  supportsSteppingGranularity: true,
  supportsSetVariable: true,
  supportsExceptionInfoRequest: true,
  supportsExceptionFilterOptions: true,
  supportsLoadedSourcesRequest: true,
  supportsReadMemoryRequest: true,
  supportsWriteMemoryRequest: true,
  supportsDisassembleRequest: true,
  supportsCompletionsRequest: true,
  supportsTerminateRequest: true,
  exceptionBreakpointFilters: [...FILTERS],
};

function kernelFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.cl'))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

class DebugAdapter extends ProtocolServer {
  private run: ChildProcess | undefined;
  /** The launch request; its response follows when the program runs. */
  private launch: DebugProtocol.Request | undefined;
  /** Requests with a pending response of the run, by number. */
  private readonly open = new Map<number, DebugProtocol.Request>();
  private own = 0;

  /** @param argv program and arguments, if the editor names none; @param flags options of the command line */
  constructor(
    private readonly argv: readonly string[],
    private readonly flags: readonly string[],
  ) {
    super();
  }

  protected override dispatchRequest(request: DebugProtocol.Request): void {
    const local = (this.requests as Readonly<Record<string, typeof this.requests.launch>>)[request.command];
    if (local) local(request);
    else if (!this.run?.connected) this.fail(request, 'no program has been launched');
    else this.forward(request);
  }

  private readonly requests = {
    initialize: (request: DebugProtocol.Request): void => {
      const { linesStartAt1 = true, columnsStartAt1 = true } = request.arguments ?? {};
      if (linesStartAt1 && columnsStartAt1) this.answer(request, CAPABILITIES);
      else this.fail(request, 'lines and columns must start at 1');
    },
    launch: (request: DebugProtocol.Request): void => this.startProgram(request),
    attach: (request: DebugProtocol.Request): void => this.fail(request, 'attach is not supported: use launch'),
    configurationDone: (request: DebugProtocol.Request): void => {
      this.answer(request);
      this.send({ type: 'start' });
      if (this.launch) this.answer(this.launch);
      this.launch = undefined;
    },
    terminate: (request: DebugProtocol.Request): void => {
      this.answer(request);
      this.send({ type: 'quit' });
    },
    disconnect: (request: DebugProtocol.Request): void => {
      this.answer(request);
      this.end();
    },
  };

  private answer(request: DebugProtocol.Request, body?: unknown): void {
    const response: DebugProtocol.Response = new Response(request);
    response.body = body;
    this.sendResponse(response);
  }

  private fail(request: DebugProtocol.Request, message: string): void {
    const response: DebugProtocol.Response = new Response(request, message);
    response.body = { error: { id: 1, format: message.replace(/[{}]/g, ''), showUser: true } };
    this.sendResponse(response);
  }

  private send(message: AdapterMessage): void {
    // The end of a run is reported by its exit event, not by an error of the channel.
    if (this.run?.connected) this.run.send(message, () => {});
  }

  private forward(request: DebugProtocol.Request): void {
    const { seq, command, arguments: args } = request;
    this.open.set(seq, request);
    this.send({ type: 'request', request: { seq, command, arguments: args } });
  }

  private startProgram(request: DebugProtocol.Request): void {
    const configuration = (request.arguments ?? {}) as LaunchArguments;
    const argv =
      configuration.program === undefined ? this.argv : [configuration.program, ...(configuration.args ?? [])];
    if (argv.length === 0) return this.fail(request, 'the launch configuration has no program');
    if (this.run) return this.fail(request, 'a program has been launched already');
    const cwd = resolve(configuration.cwd ?? '.');
    const env = Object.fromEntries(
      Object.entries({ ...process.env, ...configuration.env }).filter(([, value]) => value !== null),
    );
    const words = [MAIN, 'debug', ...this.flags, ...(configuration.options ?? []), '--', ...argv];
    const run = spawn(process.execPath, words, {
      cwd,
      env: { ...(env as NodeJS.ProcessEnv), [EDITOR_VARIABLE]: '1' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.run = run;
    this.launch = request;
    const files = [
      ...(configuration.sources ?? []),
      ...kernelFiles(cwd),
      ...kernelFiles(dirname(resolve(cwd, required(argv[0], 'program')))),
    ];
    this.listen(run, [...new Set(files.map((file) => resolve(cwd, file)))]);
  }

  private listen(run: ChildProcess, files: readonly string[]): void {
    run.on('message', (message: RunMessage) => {
      if (message.type === 'text') this.sendEvent(new OutputEvent(message.text, 'console'));
      else if (message.type === 'answer') this.pass(message.answer as DapAnswer);
      else {
        const request = { seq: --this.own, command: SOURCES_REQUEST, arguments: { files } };
        this.send({ type: 'request', request });
        this.sendEvent(new Event('initialized'));
      }
    });
    for (const [stream, category] of [
      [run.stdout, 'stdout'],
      [run.stderr, 'stderr'],
    ] as const) {
      stream?.setEncoding('utf8');
      stream?.on('data', (text: string) => this.sendEvent(new OutputEvent(text, category)));
    }
    run.once('error', (error) => this.ended(error.message));
    run.once('close', (code, signal) =>
      this.ended('the program has ended', code ?? SIGNALLED + constants.signals[nonNull(signal, 'signal')]),
    );
  }

  private pass(answer: DapAnswer): void {
    if ('event' in answer) return this.sendEvent(new Event(answer.event, answer.body));
    const request = this.open.get(answer.reply);
    this.open.delete(answer.reply);
    if (!request) return;
    if ('error' in answer) this.fail(request, answer.error);
    else this.answer(request, answer.body);
  }

  /** The run has ended: fails its pending requests. */
  private ended(reason: string, exitCode?: number): void {
    for (const request of [...this.open.values(), ...(this.launch ? [this.launch] : [])]) this.fail(request, reason);
    this.open.clear();
    this.launch = undefined;
    if (exitCode !== undefined) this.sendEvent(new Event('exited', { exitCode }));
    this.sendEvent(new Event('terminated'));
  }

  /** The editor has disconnected: ends the program, then this process. */
  end(): void {
    const { run } = this;
    const running = run !== undefined && run.exitCode === null && run.signalCode === null;
    if (!running) process.exit(0);
    // Not `close`: it is not certain after a disconnect from this side.
    run.once('exit', () => process.exit(0));
    if (run.connected) run.disconnect();
  }
}

/**
 * Serves one editor until it disconnects.
 * @param argv the program and its arguments: the last words of the command line, if it names one
 */
export function serveEditor(argv: readonly string[]): void {
  const words = process.argv.slice(3, process.argv.length - argv.length);
  const flags = words.filter((word) => word !== '--dap' && word !== '--');
  const adapter = new DebugAdapter(argv, flags);
  adapter.on('close', () => adapter.end());
  adapter.on('error', () => adapter.end());
  process.stdout.on('error', () => adapter.end());
  adapter.start(process.stdin, process.stdout);
}
