// A thread of Atoll that dies alone, in the middle of a launch: the program gets an error, a message names the thread,
// nothing hangs.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { execa } from 'execa';
import { compile, HANG_MS, kernelProgram, scratchFolder } from '../cli/atoll.js';
import { contentOf, until } from '../processes.js';

const dyingRun = fileURLToPath(new URL('./dying-run.js', import.meta.url));
const ENDLESS = 'kernel void k(global volatile int* p) { while (p[0] == 0) p[1]++; }';

const ways = {
  throw: /Error: ambushed/,
  memory: /out of memory/i,
  terminate: /it ended by itself, with code \d/,
} as const;

for (const [victim, name] of [
  ['processor', /the processor thread has ended unexpectedly, this is a defect of Atoll/],
  ['executor', /executor thread \d has ended unexpectedly, this is a defect of Atoll/],
] as const) {
  for (const [way, reason] of Object.entries(ways)) {
    test.serial(`${victim}: ${way}`, async (t) => {
      const begun = join(scratchFolder(t), 'begun');
      const text = kernelProgram(ENDLESS, 16384);
      const launched = 'if (status) return 3;\n';
      t.true(text.includes(launched));
      const program = compile(t, text.replace(launched, `${launched}  std::fclose(std::fopen("${begun}", "w"));\n`));
      const { stdout, stderr, exitCode, timedOut } = await execa(
        process.execPath,
        [dyingRun, victim, way, program, begun],
        { reject: false, timeout: 120_000 },
      );
      t.false(timedOut, stderr);
      t.regex(stdout, /enqueue 0\nwait -14 execution -5\nread -\d+ value 0/);
      t.regex(stderr, name);
      t.regex(stderr, reason);
      t.is([...stderr.matchAll(/has ended unexpectedly/g)].length, 1, 'one message');
      t.is(exitCode, 125, 'the program says 0, but Atoll has failed');
    });
  }
}

// Compiling is like that: neither JavaScript nor V8 can be interrupted in it.
for (const victim of ['processor', 'executor'])
  test.serial(`${victim} that does not come back: SIGTERM ends Atoll, with its report`, async (t) => {
    const folder = scratchFolder(t);
    const [begun, report] = [join(folder, 'begun'), join(folder, 'report')];
    const text = kernelProgram(ENDLESS, 16384);
    const launched = 'if (status) return 3;\n';
    const program = compile(t, text.replace(launched, `${launched}  std::fclose(std::fopen("${begun}", "w"));\n`));
    const child = execa(process.execPath, [dyingRun, victim, 'stuck', program, begun, report], {
      reject: false,
      timeout: HANG_MS,
      killSignal: 'SIGKILL',
    });
    t.true(await until(() => existsSync(`${begun}.stuck`)));
    child.kill('SIGTERM');
    const { signal, stderr } = await child;
    t.is(signal, 'SIGTERM', stderr);
    t.like(JSON.parse(contentOf(report)), { exit: { signal: 'SIGTERM' } });
  });
