// Instruments of the library's user: objects and modules, on a machine without a program, and with a program.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import test from 'ava';
import { AtollError, type Compiled, compile, type Instrument, local, Machine, run } from '../../src/library/index.js';
import { compile as compileProgram, kernelProgram, scratchFolder } from '../cli/atoll.js';
import { type BarrierCounts, barrierCounter } from '../instruments/barrier-counter.js';

const KERNEL = `kernel void k(global uint *out) {
  local uint shared[64];
  for (uint n = 0; n < 3; n++) {
    shared[get_local_id(0)] = n;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = shared[63 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
kernel void wild(global uint *out, local uint *rest) { rest[0] = 1; out[get_global_id(0) << 24] = rest[0]; }`;
let program: Compiled;
test.before(async (t) => {
  t.timeout(240_000);
  program = await compile(KERNEL, { options: '-g' });
});

/** Writes the launches, the arguments and lines of kernels, and a message for each launch. */
const LOGGER = (file: string): string => `import { writeFileSync } from 'node:fs';
export function createWorker(options, { launchContexts, post }) {
  let instructions = 0;
  return {
    probe: () => ({ onInstructionAfter: () => void instructions++ }),
    begun: (_session, kernel, { launch }) => post([kernel, launchContexts.of(launch).arguments.length]),
    ended: (_session, _launch, failure) => post([failure === undefined ? 'fine' : 'failed']),
    result: () => ({ ...options, instructions }),
  };
}
export function createInstrument() {
  const messages = [];
  let result;
  return {
    name: 'logger',
    worker: new URL(import.meta.url),
    options: { word: 'plain' },
    needs: { launches: true, lines: true },
    open: ({ createFile }) => createFile(${JSON.stringify(file)}, 'the log'),
    receive: (message) => void messages.push(message),
    collect: (found) => void (result = found),
    finish: async ({ launches, images, engine, say }) => {
      const lines = images.flatMap(({ debug }) => debug.lines).length;
      const kernels = launches.map(({ kernel, failure }) => [kernel, failure === undefined]);
      say('written');
      writeFileSync(${JSON.stringify(file)}, JSON.stringify({ messages, result, kernels, engine, lines: lines > 0 }));
    },
    verdict: () => 9,
  };
}
`;

test('a machine without a program: an object and a module observe its launches', async (t) => {
  const folder = scratchFolder(t);
  const [module, file] = [join(folder, 'logger.mjs'), join(folder, 'log.json')];
  writeFileSync(module, LOGGER(file));
  const [counts, messages]: [BarrierCounts[], string[]] = [[], []];
  const machine = new Machine({ onMessage: (text) => messages.push(text) }, [
    barrierCounter((count) => counts.push(count)),
    pathToFileURL(module),
  ]);
  const out = new Uint32Array(64);
  for (let n = 0; n < 2; n++)
    await machine.launch(program.kernel('k'), { globalSize: [64], localSize: [64], arguments: [out] });
  t.is(out[5], 2);
  const wild = { globalSize: [64], localSize: [64], arguments: [out, local(4)] } as const;
  await t.throwsAsync(machine.launch(program.kernel('wild'), wild), { code: 'GPU_FAULT' });
  t.is(readFileSync(file, 'utf8'), '');
  t.deepEqual(await machine.close(), { verdict: 9 });
  t.deepEqual(await machine.close(), { verdict: 9 });
  t.deepEqual(counts, [{ k: 12, wild: 0 }]);
  t.deepEqual(messages, ['written']);
  const { result, ...written } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  t.like(result, { word: 'plain' });
  t.true((result as { readonly instructions: number }).instructions > 50);
  t.deepEqual(written, {
    messages: [['k', 1], ['fine'], ['k', 1], ['fine'], ['wild', 2], ['failed']],
    kernels: [
      ['k', true],
      ['k', true],
      ['wild', false],
    ],
    engine: 'interp',
    lines: true,
  });
});

test('a program: a module gets lines, writes its output, and has a verdict beside the exit code', async (t) => {
  const folder = scratchFolder(t);
  const [module, file] = [join(folder, 'logger.mjs'), join(folder, 'log.json')];
  writeFileSync(module, LOGGER(file));
  const guest = compileProgram(t, kernelProgram(KERNEL));
  const { exitCode, verdict, isIncomplete } = await run([guest], { instruments: [module], capture: true });
  t.deepEqual([exitCode, verdict, isIncomplete], [0, 9, undefined]);
  const written = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  t.like(written, { kernels: [['k', true]], engine: 'interp', lines: true });
  const [csv, json] = [join(folder, 'stats.csv'), join(folder, 'run.json')];
  const messages: string[] = [];
  const outputs = { stats: ['instructions'], statsCsv: csv, summary: true, reportJson: json };
  await run([guest], { ...outputs, capture: true, onMessage: (text) => messages.push(text) });
  t.true(readFileSync(csv, 'utf8').includes('instructions'));
  t.regex(messages.join('\n'), /^ {2}k: 1 launch, 1 wavefronts, /m);
  t.like(JSON.parse(readFileSync(json, 'utf8')), { engine: 'jit', exit: { code: 0 }, kernels: [{ kernel: 'k' }] });
});

test('an instrument sees the start of a run; incomplete outputs and a missing program are reported', async (t) => {
  const started: string[] = [];
  const observer: Instrument = {
    name: 'observer',
    open: ({ lacks }) => lacks('half of it'),
    begin: ({ argv, engine, launches, builds, instruments }) =>
      void started.push([argv.length, engine, launches.length, builds.count, instruments.length].join(' ')),
    discard: () => void started.push('discarded'),
  };
  const machine = new Machine({ engine: 'interp' }, [observer]);
  t.deepEqual(started, []);
  t.deepEqual(await machine.close(), { isIncomplete: true });
  t.deepEqual(started, ['0 interp 0 0 1']);
  const json = join(scratchFolder(t), 'run.json');
  // Two instruments of Atoll's own write the report.
  const missing = run(['/no/program'], { instruments: [observer], engine: 'interp', reportJson: json });
  await t.throwsAsync(missing, { code: 'GUEST_NOT_FOUND' });
  t.deepEqual(started.slice(1), ['1 interp 0 0 3', 'discarded']);
  t.false(existsSync(json), 'no report stays of a run that has not begun');
});

test('instruments that cannot observe, or cannot be loaded, are refused, and leave no file', async (t) => {
  const folder = scratchFolder(t);
  const [module, file] = [join(folder, 'logger.mjs'), join(folder, 'log.json')];
  writeFileSync(module, LOGGER(file));
  const error = t.throws(() => new Machine({ engine: 'jit' }, [module]), { instanceOf: AtollError });
  t.regex(error!.message, /engine jit cannot be observed/);
  t.throws(() => new Machine({}, [join(folder, 'absent.mjs')]), { message: /absent\.mjs: .*cannot be loaded/ });
  const missing = run([join(folder, 'no-program')], { instruments: [module] });
  await t.throwsAsync(missing, { code: 'GUEST_NOT_FOUND' });
  t.false(existsSync(file));
});
