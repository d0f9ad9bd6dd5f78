// Ctrl-C and kill at any moment: no process is left behind.

import { setTimeout as sleep } from 'node:timers/promises';
import test from 'ava';
import { contentOf, marked, markOf, processIds, until, untilNone } from '../../../processes.js';
import { compile, kernelProgram, run } from '../../atoll.js';

const ENDLESS = 'kernel void k(global volatile int* p) { while (p[0] == 0) p[1]++; }';

for (const [signal, delays] of [
  ['SIGINT', [50, 400, 1500]],
  ['SIGTERM', [400, 1500]],
  ['SIGKILL', [50, 400, 1500]],
] as const) {
  test(`${signal} during start, build or an endless kernel leaves no process`, async (t) => {
    const guest = compile(t, kernelProgram(ENDLESS));
    for (const delay of delays) {
      const mark = `${signal}-${delay}-${process.pid}`;
      const child = run([guest], [], { env: markOf(mark), detached: true });
      await sleep(delay);
      // As a terminal does it: the signal goes to the whole process group. SIGKILL hits atoll alone.
      process.kill(signal === 'SIGINT' ? -child.pid! : child.pid!, signal);
      const result = await child;
      t.true(result.exitCode !== 0, `${signal} after ${delay} ms`);
      t.deepEqual(await untilNone(() => marked(mark)), [], `${signal} after ${delay} ms`);
    }
  });
}

// Long enough for clang that it can be met at work, and far too long to wait for.
const LONG_BUILD = `kernel void k(global int* p) {
${Array.from({ length: 3000 }, (_, i) => `  p[${i} & 63] = (int)(sin((float)p[${i * 7} & 63]) * ${i}.0f) ^ p[${i * 13} & 63];`).join('\n')}
}`;

// The same, to be waited for.
const BUILD = Array.from(
  { length: 40 },
  (_, i) => `kernel void ${i === 0 ? 'k' : `k${i}`}(global int* p) { p[0] = (int)pow((float)p[1], sin((float)p[2])); }`,
).join('\n');

/** The compilers that a process has started. */
const compilers = (parent: number): number[] =>
  processIds().filter((pid) => {
    const status = contentOf(`/proc/${pid}/status`);
    return /^Name:\s+clang/m.test(status) && status.includes(`PPid:\t${parent}\n`);
  });

/** Running, sleeping, stopped, or a zombie: the letters of proc(5). */
const stateOf = (pid: number): string | undefined => /^State:\s+(\w)/m.exec(contentOf(`/proc/${pid}/status`))?.[1];

/** Kills a compiler at work. Only one that can be stopped is not about to end by itself. */
async function killAtWork(parent: number): Promise<boolean> {
  const [pid] = compilers(parent);
  if (pid === undefined) return false;
  try {
    process.kill(pid, 'SIGSTOP');
    const state = await until(
      () => stateOf(pid),
      (current) => !current || 'TZ'.includes(current),
    );
    process.kill(pid, 'SIGKILL');
    return state === 'T';
  } catch {
    return false; // It has ended.
  }
}

/** Does something as soon as a process has started compilers; nothing when it ends before. */
async function onceCompiling(
  child: { readonly pid?: number | undefined; readonly exitCode: number | null },
  act: () => void,
): Promise<void> {
  while (child.exitCode === null) {
    if (compilers(child.pid!).length > 0) return act();
    await sleep(10);
  }
}

// Alone: a step of another test might take longer than the build.
test.serial('Ctrl-C is for the program: one that handles it still has its kernels compiled', async (t) => {
  const handle = '#include <csignal>\nint main() { std::signal(SIGINT, [](int) { std::puts("interrupted"); });';
  const guest = compile(t, kernelProgram(BUILD).replace('int main() {', handle));
  const child = run([guest], ['--no-cache'], { detached: true });
  await onceCompiling(child, () => process.kill(-child.pid!, 'SIGINT'));
  const { stdout, exitCode } = await child;
  t.regex(String(stdout), /^interrupted\nbuild 0$/m);
  t.is(exitCode, 0);
});

test('a compiler that is killed fails the build with its signal, and leaves nothing', async (t) => {
  const guest = compile(t, kernelProgram(LONG_BUILD));
  const mark = `clang-${process.pid}`;
  const child = run([guest], ['--no-cache'], { env: markOf(mark) });
  let killed = false;
  for (const end = performance.now() + 60_000; !killed && performance.now() < end; await sleep(10))
    killed = await killAtWork(child.pid!);
  const { stdout, exitCode } = await child;
  t.true(killed);
  t.regex(String(stdout), /build -11[\s\S]*SIGKILL/);
  t.is(exitCode, 0);
  t.deepEqual(await untilNone(() => marked(mark)), []);
});
