// Programs that compilers have given a leak checker (AddressSanitizer, LeakSanitizer): it stops all threads by ptrace
// at the program's end.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { scratchFolder } from '../cli/atoll.js';
import { backends, runGuest } from './guests.js';

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

/** True if there is such a compiler, with this sanitizer. */
const builds = (compiler: string, flags: readonly string[]): boolean =>
  spawnSync(compiler, [...flags, '-x', 'c', '-', '-o', '/dev/null'], { input: 'int main(void) { return 0; }' })
    .status === 0;

for (const { compiler, flags, leaked, isRequired } of BUILDS)
  (isRequired || builds(compiler, flags) ? test.serial : test.skip)(
    `leaks are checked as without Atoll: ${compiler} ${flags.join(' ')}`,
    async (t) => {
      const program = join(scratchFolder(t), 'leaks');
      const build = spawnSync(compiler, [...flags, '-g', '-O1', '-w', '-o', program, SOURCE, '-lpthread']);
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
    },
  );
