// The front of editors: requests of the Debug Adapter Protocol, executed where kernels run. The adapter
// (src/cli/commands/debug/debug-adapter.ts) has the frames.

import type { DebugProtocol } from '@vscode/debugprotocol';
import { describeFault } from '../../emulator/faults.js';
import type { WorkGroup } from '../../emulator/workgroup.js';
import { AtollError, describeError } from '../../util/errors.js';
import { wordsOf } from '../command.js';
import { commandNamed, helpLines, runAtCall } from '../commands.js';
import { completions, knownWords } from '../completion.js';
import type { SharedState } from '../debugger.js';
import type { CallStop, DebugConsole, Frontend, Stop } from '../frontend.js';
import { NO_WORDS } from '../known-words.js';
import type { Decision } from '../prompt.js';
import { refuse } from '../refuse.js';
import { isaOf } from '../registers.js';
import {
  dataBreakpointInfo,
  reportVerified,
  setBreakpoints,
  setDataBreakpoints,
  setExceptionBreakpoints,
  setFunctionBreakpoints,
  setInstructionBreakpoints,
} from './breakpoint-requests.js';
import { callException, callStack, callStopped, callThreads } from './call-stop.js';
import { stackTrace, threadOf, threads, wavefrontOf } from './frames.js';
import { HandleTable } from './handle-table.js';
import { disassemble, readMemory, writeMemory } from './memory-requests.js';
import { type DapAnswer, type DapRequest, SOURCES_REQUEST } from './messages.js';
import { scopes, setVariable, variables } from './variables.js';

type Handler = (desk: HandleTable, args: never) => unknown;

/** Requests that have an answer and move nothing. */
const LOOKS: Readonly<Record<string, Handler>> = {
  threads: (desk) => (desk.call ? callThreads(desk.call.prompt.failed) : threads(desk)),
  stackTrace: (desk, args: DebugProtocol.StackTraceArguments) =>
    desk.call ? callStack(desk.call.prompt.failed) : stackTrace(desk, args),
  scopes: (desk, args: DebugProtocol.ScopesArguments) => (desk.call ? { scopes: [] } : scopes(desk, args)),
  variables,
  setVariable,
  setBreakpoints,
  setFunctionBreakpoints,
  setInstructionBreakpoints,
  setExceptionBreakpoints,
  dataBreakpointInfo,
  setDataBreakpoints,
  readMemory,
  writeMemory,
  disassemble,
  source: ({ texts }, args: DebugProtocol.SourceArguments) => ({
    content: texts.text(args.source?.sourceReference ?? args.sourceReference),
  }),
  loadedSources: ({ stop, texts }) => {
    const where = stop?.prompt.launchContext.where;
    return { sources: where ? [...where.info.sources.keys()].map((name) => texts.sourceOf(name, where)) : [] };
  },
  exceptionInfo: ({ stop, call }) => {
    if (call) return callException(call.prompt.failed);
    const fault = stop?.dispatch.fault ?? refuse('no fault has occurred');
    return { exceptionId: 'GPU fault', description: describeFault(fault), breakMode: 'always' };
  },
  completions: ({ stop }, { text, column }: DebugProtocol.CompletionsArguments) => {
    const [words, last] = completions(text.slice(0, column - 1), stop ? knownWords(stop.prompt) : NO_WORDS);
    const place = { start: column - last.length, length: last.length };
    return { targets: words.map((label) => ({ label, ...place })) };
  },
  pause: (desk) => {
    // While another wavefront is stopped, no second stop follows the next step.
    if (desk.stop || desk.call) return;
    desk.pausing = true;
    desk.interrupt();
  },
  [SOURCES_REQUEST]: ({ texts }, { files }: { files: readonly string[] }) => {
    for (const file of files) texts.learn(file);
  },
};

/** Requests that let kernels move, as commands of the prompt: by line, and by instruction. */
const MOVES: Readonly<Record<string, readonly [string, string]>> = {
  continue: ['continue', 'continue'],
  next: ['next', 'nexti'],
  stepIn: ['step', 'stepi'],
  stepOut: ['finish', 'finish'],
  stepBack: ['reverse-step', 'reverse-stepi'],
  reverseContinue: ['reverse-continue', 'reverse-continue'],
};

export class DapFrontend implements Frontend {
  private readonly desk: HandleTable;
  /** Output of a console command; undefined while it is not collected. */
  private output: string[] | undefined;
  private lastMove = 'entry';

  constructor(
    shared: SharedState,
    interrupt: () => void,
    private readonly console: DebugConsole,
    private readonly send: (answer: DapAnswer) => void,
  ) {
    this.desk = new HandleTable(shared, interrupt, (event, body) => send({ event, body }));
  }

  writeLine(text: string): void {
    if (this.output) this.output.push(text);
    else this.desk.emit('output', { category: 'console', output: `${text}\n` });
  }

  beginning({ launch }: WorkGroup): void {
    reportVerified(this.desk, launch);
  }

  receive(line: string): void {
    this.answer(JSON.parse(line) as DapRequest);
  }

  attend(stop: Stop): Decision | undefined {
    const { desk } = this;
    if (stop.dispatch.fault && !desk.stopsAtFaults) return { kind: 'run' };
    desk.stop = stop;
    desk.emit('stopped', this.stoppedBody(stop));
    desk.pausing = false;
    const decision = this.decide(stop.session);
    desk.stop = undefined;
    desk.forget();
    return decision;
  }

  attendCall(stop: CallStop): Decision | undefined {
    const { desk } = this;
    desk.call = stop;
    desk.emit('stopped', callStopped(stop.prompt.failed, stop.breakpoint.number));
    const decision = this.decide(stop.session);
    desk.call = undefined;
    return decision;
  }

  private decide(session: number): Decision | undefined {
    for (;;) {
      const input = this.console.readLine(session);
      if (input === 'gone') return undefined;
      if (input === 'end') return 'detach';
      const decision = this.answer(JSON.parse(input.line) as DapRequest);
      if (decision !== undefined) return decision;
    }
  }

  private stoppedBody({ dispatch: { fault }, cause, reason, prompt }: Stop): DebugProtocol.StoppedEvent['body'] {
    const where = { threadId: threadOf(prompt.stopped), allThreadsStopped: true };
    if (fault) return { reason: 'exception', description: 'GPU fault', text: describeFault(fault), ...where };
    if (cause && 'watch' in cause)
      return { reason: 'data breakpoint', description: reason, hitBreakpointIds: [cause.watch.number], ...where };
    if (cause) {
      const { kind } = cause.breakpoint.place;
      // A failed call stops no wavefront.
      const names = {
        error: 'exception',
        launch: 'function breakpoint',
        line: 'breakpoint',
        address: 'instruction breakpoint',
        offset: 'instruction breakpoint',
      };
      return { reason: names[kind], description: reason, hitBreakpointIds: [cause.breakpoint.number], ...where };
    }
    return {
      reason: this.desk.pausing ? 'pause' : this.lastMove,
      ...(reason === '' ? {} : { description: reason }),
      ...where,
    };
  }

  /** Answers a request. @returns how kernels continue, if the request lets them */
  private answer({ seq, command, arguments: args = {} }: DapRequest): Decision | undefined {
    try {
      const look = Object.hasOwn(LOOKS, command) ? LOOKS[command] : undefined;
      if (look) {
        this.send({ reply: seq, body: look(this.desk, args as never) });
        return undefined;
      }
      if (command === 'evaluate') return this.evaluate(seq, args as DebugProtocol.EvaluateArguments);
      return this.move(seq, command, args as DebugProtocol.NextArguments);
    } catch (error) {
      if (!(error instanceof AtollError)) throw error;
      this.send({ reply: seq, error: describeError(error) });
      return undefined;
    }
  }

  private move(seq: number, command: string, args: DebugProtocol.NextArguments): Decision | undefined {
    const names = Object.hasOwn(MOVES, command) ? MOVES[command] : undefined;
    if (!names) return refuse(`there is no request '${command}'`);
    const { desk } = this;
    if (desk.call) return this.moveInCall(seq, command);
    const prompt = command === 'continue' ? desk.prompt : desk.at(wavefrontOf(desk, args.threadId));
    const name = names[args.granularity === 'instruction' ? 1 : 0];
    const decision = commandNamed(name, isaOf(prompt.selected)).run(prompt, []);
    this.send({ reply: seq, body: command === 'continue' ? { allThreadsContinued: true } : {} });
    this.lastMove = 'step';
    return decision;
  }

  private moveInCall(seq: number, command: string): Decision {
    if (command !== 'continue') refuse('the program is stopped in a failed call: continue lets it return');
    this.send({ reply: seq, body: { allThreadsContinued: true } });
    return { kind: 'run' };
  }

  /** The console takes the commands of the prompt; elsewhere an expression is what `print` takes. */
  private evaluate(
    seq: number,
    { expression, frameId, context }: DebugProtocol.EvaluateArguments,
  ): Decision | undefined {
    const { call } = this.desk;
    if (call && context !== 'repl') return refuse('no kernel is stopped');
    const prompt = call ? undefined : this.desk.at(this.desk.frame(frameId).wavefront);
    const text = context === 'repl' ? expression.trim() : `print ${expression.trim()}`;
    const [word, ...args] = wordsOf(text);
    this.output = [];
    let decision: Decision | undefined;
    try {
      if (word === 'help') for (const line of helpLines(args[0])) this.writeLine(line);
      else if (word !== '' && call) decision = runAtCall(call.prompt, word, args);
      else if (word !== '' && prompt) decision = commandNamed(word, isaOf(prompt.selected)).run(prompt, args);
      const text = this.output.join('\n');
      const result = context === 'repl' ? text : text.slice(text.indexOf('=') + 1).trim();
      this.send({ reply: seq, body: { result, variablesReference: 0 } });
    } finally {
      this.output = undefined;
    }
    if (decision !== undefined) {
      this.lastMove = 'step';
      const threadId = prompt ? threadOf(prompt.stopped) : 1;
      this.desk.emit('continued', { threadId, allThreadsContinued: true });
    }
    return decision;
  }
}
