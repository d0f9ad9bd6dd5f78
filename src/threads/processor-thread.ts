// The processor thread: composition root of the data plane. Sleeps in one futex wait on all doorbells and the control
// word. It may be started before the control plane knows how it is to work: that is the first message.

import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { Boards } from '../board/client/boards.js';
import { catalystConvention } from '../cal/load/catalyst-launch.js';
import { llvmConvention } from '../cal/load/llvm-launch.js';
import type { Input } from '../debug/frontend.js';
import type { NamedWords } from '../debug/known-words.js';
import { CommandRing, type Futex, RING } from '../driver/atoll/ring.js';
import type { ProcessorEvent } from '../driver/core/processor/messages.js';
import { NativeWorkerPool } from '../driver/core/processor/native-worker-pool.js';
import type { NativeWorkerThread } from '../driver/core/processor/native-workers.js';
import { Processor } from '../driver/core/processor/processor.js';
import { sayFinished, type ThreadData, type ThreadMessage } from '../driver/core/processor/thread.js';
import { type ThreadTrace, WorkerPool } from '../driver/core/processor/worker-pool.js';
import type { NativeWorkReport } from '../emulator/native-work.js';
import { schedulerOf } from '../emulator/schedule.js';
import { type FutexWord, loadNative } from '../host/native.js';
import { BATCH_LAYOUT } from '../jit/kernel/batch-layout.js';
import { nativeCode } from '../kernels/native-code.js';
import { SharedTranslations } from '../kernels/shared-translations.js';
import { translationStore } from '../kernels/translations.js';
import { conventions } from '../launch/convention.js';
import type { Compilations, LockstepSettings } from '../lockstep/compilations.js';
import { recordedConvention } from '../replay/loaded.js';
import type { BrowserQuestion } from '../serve/protocol.js';
import { required } from '../util/required.js';
import { subscribe, type TraceSpan } from '../util/trace-spans.js';
import { createComparedEngines, createEngine } from './engines.js';
import type { Instrumentation } from './instrumentation.js';
import type { LiveMonitor } from './live-monitor.js';
import { mayUseNativeWorkers } from './native-worker-launches.js';
import type { Rocm } from './rocm.js';
import type { ThreadSettings } from './thread-settings.js';

/** Each message wakes the control plane's thread. */
const SPANS_AT_ONCE = 256;

const native = loadNative();
const { port, control, poolWord: crewWord } = workerData as ThreadData;
const words = new Int32Array(control);
const controlBytes = new Uint8Array(control);
const poolWords = new Int32Array(crewWord);
const poolBytes = new Uint8Array(crewWord);
/** Commands for the debugger that it has not read. */
const commands: (string | undefined)[] = [];
let stopping = false;

const futex: Futex = { wake: (view, byteOffset, count) => void native.futexWake(view, byteOffset, count) };
const emit = (event: ProcessorEvent): void => port.postMessage(event);
const passOn = (trace: ThreadTrace): void => emit({ type: 'spans-recorded', trace });
/** Trace spans of this thread, for a timeline; passed on in pieces. */
let spans: TraceSpan[] = [];
let watch: Instrumentation | undefined;
let monitor: LiveMonitor | undefined;
let rocm: Rocm | undefined;
let boards: Boards | undefined;
let compilations: Compilations | undefined;
let processor: Processor;
const pool = new WorkerPool((view, byteOffset) => void native.futexWake(view, byteOffset, 1), passOn);

function startKernelWorker(): NativeWorkerThread {
  const worker = native.startKernelWorker(BATCH_LAYOUT, poolBytes);
  return {
    begin: (assignment) => worker.begin(assignment.kernel, new Uint8Array(assignment.cursor), assignment),
    isAway: () => worker.isAway(),
    wait: () => worker.wait(),
    report: () => worker.report() as NativeWorkReport,
  };
}

function createProcessor(settings: ThreadSettings): Processor {
  const { watch: watched, lockstep, engine } = settings;
  const store = new SharedTranslations(settings.translations, translationStore(settings.cacheDir));
  const machineCode = settings.nativeCode
    ? nativeCode(settings.cacheDir, (kernel) => emit({ type: 'native-code-needed', kernel }))
    : undefined;
  return new Processor({
    createEngine: (memory, probe, elsewhere) =>
      lockstep
        ? createComparedEngines(lockstep, memory, probe, settings.clang)
        : createEngine(engine, memory, {
            probe,
            store,
            nativeCode: machineCode,
            tiering: { elsewhere },
            clang: settings.clang,
            say: (text) => emit({ type: 'text', text }),
          }),
    scheduler: schedulerOf(settings.schedule),
    conventions: conventions(llvmConvention, catalystConvention, recordedConvention, ...(rocm?.conventions ?? [])),
    observer: watch,
    monitor,
    elsewhere: boards ?? compilations,
    queues: { [RING]: (memory) => new CommandRing(memory, futex), ...rocm?.queues },
    populate: (view, byteOffset, length) => native.populate(view, byteOffset, length),
    pool,
    nativeWorkers: mayUseNativeWorkers(settings)
      ? new NativeWorkerPool({ start: startKernelWorker, passOn })
      : undefined,
    executors: settings.workers - 1,
    keepsAccount: settings.keepsAccount,
    compared: lockstep !== undefined,
    // Time that passes at the prompt is not the kernel's.
    timeoutMs: watched?.breaks ? undefined : settings.timeoutMs,
    emit,
    catchUp: () => void receiveAll(),
  });
}

/** Delivers what the control plane has sent; false when it said stop. */
function receiveAll(): boolean {
  for (let received = receiveMessageOnPort(port); received; received = receiveMessageOnPort(port)) {
    const message = received.message as ThreadMessage;
    if (message.type === 'stop') stopping = true;
    else if (message.type === 'configure') throw new TypeError('the settings cannot change');
    else if (message.type === 'command') commands.push(message.line);
    else if (message.type === 'question') monitor?.answer(message.question as BrowserQuestion);
    else processor.receive(message);
  }
  return !stopping;
}

function listen(): void {
  subscribe((span) => {
    spans.push(span);
    if (spans.length >= SPANS_AT_ONCE) forwardSpans();
  });
}

function forwardSpans(): void {
  if (spans.length > 0) passOn({ unit: 0, happenings: spans });
  spans = [];
}

function say(text: string): void {
  emit({ type: 'text', text });
}

function quit(): void {
  emit({ type: 'quit' });
}

/** Gives the debugger of an editor what has come while kernels run. */
function receiveCommands(): void {
  while (settings?.watch?.editor && commands.length > 0) {
    const line = commands.shift();
    if (line !== undefined) watch?.receive(line);
  }
}

/** Waits for a command of the debugger; all guests wait with it. */
function readLine(session: number, names?: NamedWords): Input {
  // Input for a previous guest is dropped; an editor expects an answer to every request.
  if (!settings?.watch?.editor) commands.length = 0;
  emit({ type: 'command-needed', words: names });
  for (;;) {
    const seen = Atomics.load(words, 0);
    if (!receiveAll() || !processor.serves(session)) return 'gone';
    if (commands.length === 0) native.futexWaitAny([{ view: controlBytes, byteOffset: 0, expected: seen }], -1);
    else {
      const line = commands.shift();
      return line === undefined ? 'end' : { line };
    }
  }
}

/**
 * Sleeps until a guest rings, an executor leaves a team, or the control plane speaks.
 * @param seen the control word from before the last receiveAll
 */
function sleep(seen: number): void {
  watch?.idle();
  forwardSpans();
  const { doorbells } = processor;
  const own = { view: controlBytes, byteOffset: 0, expected: seen };
  const awaited = (): FutexWord[] => [
    own,
    { view: poolBytes, byteOffset: 0, expected: Atomics.load(poolWords, 0) },
    ...doorbells.map(({ view, byteOffset, value }) => ({ view, byteOffset, expected: value })),
  ];
  // Queues without a doorbell have to be looked at themselves.
  if (doorbells.length > 0 && doorbells.every(({ ringer }) => ringer !== undefined)) {
    const ringer = doorbells.length === 1 ? required(required(doorbells[0], 'ringing process').ringer, 'doorbell') : -1;
    const words = awaited();
    if (processor.busy || native.futexLookOut(words, ringer)) return;
  }
  for (const doorbell of doorbells) doorbell.sleeping = true;
  const watched = awaited();
  // An event before the words were read is visible here; a later one changes a word that we wait on.
  if (!processor.busy) native.futexWaitAny(watched, processor.pollMs);
  for (const doorbell of doorbells) doorbell.sleeping = false;
}

/** Sleeps until the control plane says how to work; undefined when it says that there is nothing to do. */
function awaitSettings(): ThreadSettings | undefined {
  for (;;) {
    const seen = Atomics.load(words, 0);
    const message = receiveMessageOnPort(port)?.message as ThreadMessage | undefined;
    if (message) return message.type === 'configure' ? (message.settings as ThreadSettings) : undefined;
    native.futexWait(controlBytes, 0, seen, -1);
  }
}

function serve(settings: ThreadSettings): void {
  if (settings.timeline) listen();
  processor = createProcessor(settings);
  for (;;) {
    const seen = Atomics.load(words, 0);
    if (!receiveAll()) break;
    receiveCommands();
    processor.watch();
    if (processor.busy) processor.step();
    else if (!processor.useMoment()) sleep(seen);
  }
  processor.close();
  forwardSpans();
  watch?.close();
  sayFinished();
  port.close();
}

/** Other compilations run on an engine of the same kind, over memory of their own. */
async function loadCompilations(
  settings: LockstepSettings,
  { engine, clang }: Pick<ThreadSettings, 'engine' | 'clang'>,
): Promise<Compilations> {
  const lockstep = await import('../lockstep/compilations.js');
  return new lockstep.Compilations(settings, {
    createEngine: (memory) => createEngine(engine, memory, { tiering: {}, clang }),
    conventions: conventions(llvmConvention, catalystConvention),
    say: (text) => say(`atoll: ${text}\n`),
  });
}

async function load(settings: ThreadSettings): Promise<void> {
  const { watch: watched, rocm: chips, board, served, compilations: compared } = settings;
  if (served)
    monitor = new (await import('./live-monitor.js')).LiveMonitor(
      () => processor,
      pool,
      (reply) => emit({ type: 'monitor-reply', reply }),
    );
  if (board)
    boards = new (await import('../board/client/boards.js')).Boards(board, native, (text) => say(`atoll: ${text}\n`));
  if (compared) compilations = await loadCompilations(compared, settings);
  if (chips.length > 0) rocm = await (await import('./rocm.js')).loadRocm(chips, () => void receiveAll());
  if (!watched) return;
  const [{ Instrumentation }, { workerModule }] = await Promise.all([
    import('./instrumentation.js'),
    import('../instruments/workers.js'),
  ]);
  const console = {
    write: say,
    lacks: (text: string) => emit({ type: 'output-incomplete', text }),
    readLine,
    quit,
    send: (answer: unknown) => emit({ type: 'debug-adapter-message', answer }),
    measured: (instrument: string, result: unknown) => emit({ type: 'instrument-result', instrument, result }),
    post: (instrument: string, message: unknown) => emit({ type: 'instrument-message', instrument, message }),
  };
  const modules = await Promise.all((watched.instruments ?? []).map(workerModule));
  watch = new Instrumentation(watched, console, modules);
}

const needsNothing = ({
  watch: watched,
  served,
  board,
  compilations: compared,
  rocm: chips,
}: ThreadSettings): boolean => !watched && !served && !board && !compared && chips.length === 0;

const settings = awaitSettings();
// Without anything to load the loop starts at once, in the turn of the thread's first module.
if (!settings) port.close();
else if (needsNothing(settings)) serve(settings);
else void load(settings).then(() => serve(settings));
