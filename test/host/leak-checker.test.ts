// Programs that compilers have given a leak checker (AddressSanitizer, LeakSanitizer): it stops all threads by ptrace at the program's end.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { scratchFolder } from '../cli/atoll.js';
import { backends, hasCommand, runGuest } from './guests.js';

const SOURCE = fileURLToPath(new URL('../../../test/guest/leaks.c', import.meta.url));

interface Build {
  readonly compiler: string;
  readonly flags: readonly string[];
  /** Exit status of a program with leaks. */
  readonly leaked: number;
  /** Machines have it, or the test fails. */
  readonly isRequired?: true;
}

const BUILDS: readonly Build[] = [
  { compiler: 'gcc', flags: ['-fsanitize=address'], leaked: 1, isRequired: true },
  { compiler: 'gcc', flags: ['-fsanitize=leak'], leaked: 23, isRequired: true },
  { compiler: 'gcc', flags: ['-m32', '-fsanitize=address'], leaked: 1 },
  { compiler: 'clang-15', flags: ['-fsanitize=address'], leaked: 1 },
  { compiler: 'clang-15', flags: ['-m32', '-fsanitize=leak'], leaked: 23 },
];

const WAYS = [...backends.map((backend) => ({ backend })), { backend: 'notify', debuggable: true }] as const;

for (const { compiler, flags, leaked, isRequired } of BUILDS)
  test.serial(`leaks are checked as without Atoll: ${compiler} ${flags.join(' ')}`, async (t) => {
    const program = join(scratchFolder(t), 'leaks');
    const build = spawnSync(compiler, [...flags, '-g', '-O1', '-w', '-o', program, SOURCE, '-lpthread']);
    if (!isRequired && build.status !== 0) {
      t.log(hasCommand(compiler) ? 'lacks this sanitizer' : 'is not installed');
      return t.pass();
    }
    t.is(build.status, 0, String(build.stderr));
    for (const options of WAYS)
      for (const [words, status] of [
        [[], 0],
        [['leak'], leaked],
      ] as const) {
        const run = await runGuest([program, ...words], { options });
        const what = `${JSON.stringify(options)} ${words.join()}: ${run.stderr}`;
        t.deepEqual([run.report!.exits[0]!.code, run.stdout], [status, 'done\n'], what);
        t.is(/77 byte\(s\) leaked in 1 allocation/.test(run.stderr), words.length > 0, what);
        t.deepEqual(run.report!.warnings, []);
      }
  });
