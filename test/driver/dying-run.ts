// `atoll run` of which one thread dies, by means that no user has. Arguments: `processor` or `executor`, how it dies
// (`throw`, `memory`: it has none left, `terminate`: from outside, `stuck`: it does not die but never comes back, and
// makes the file `begun`.stuck), the program, a file that the program makes when its launch has begun, and a file for
// the report.
import { existsSync } from 'node:fs';
import worker_threads from 'node:worker_threads';

const [victim, way, program, begun, reportJson] = process.argv.slice(2) as [string, string, string, string, string?];
/** State in the victim's word. */
const ACTS: Readonly<Record<string, number>> = { throw: 1, memory: 2, stuck: 3 };
const { Worker } = worker_threads;
/** How far into the launch. */
const DELAY_MS = 200;

/** Runs in the thread, before its own module: its next look at its messages is its last act. */
const ambush = (entry: string): URL => {
  const text = `
    import fs from 'node:fs';
    import threads from 'node:worker_threads';
    import { syncBuiltinESMExports } from 'node:module';
    const receive = threads.receiveMessageOnPort;
    const word = new Int32Array(threads.workerData.word);
    threads.receiveMessageOnPort = (port) => {
      if (Atomics.load(word, 0) === 1) throw new Error('ambushed');
      if (Atomics.load(word, 0) === 2) for (const kept = []; ; ) kept.push(new Array(100_000).fill({}));
      if (Atomics.load(word, 0) === 3) {
        fs.writeFileSync(threads.workerData.begun + '.stuck', '');
        for (;;);
      }
      return receive(port);
    };
    syncBuiltinESMExports();
    await import(${JSON.stringify(entry)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
};

const word = new SharedArrayBuffer(4);
worker_threads.Worker = class extends Worker {
  constructor(entry: URL, options: worker_threads.WorkerOptions) {
    const isVictim = String(entry).includes(`${victim}-thread`);
    const workerData = { ...options.workerData, word, begun };
    super(isVictim ? ambush(String(entry)) : entry, {
      ...options,
      workerData,
      ...(isVictim && way === 'memory' ? { resourceLimits: { maxOldGenerationSizeMb: 64 } } : {}),
    });
    if (isVictim) whenBegun(() => this.die());
  }

  die(): void {
    if (way === 'terminate') void this.terminate();
    else Atomics.store(new Int32Array(word), 0, ACTS[way]!);
  }
};

function whenBegun(act: () => void): void {
  const look = setInterval(() => {
    if (!existsSync(begun)) return;
    clearInterval(look);
    setTimeout(act, DELAY_MS);
  }, 20);
  look.unref();
}

(await import('node:module')).syncBuiltinESMExports();

const { run } = await import('../../src/cli/commands/run/run.js');
const { runPlanOf } = await import('../../src/cli/commands/run/run-plan.js');
await run([program], await runPlanOf({ workers: 3, reportJson }));
