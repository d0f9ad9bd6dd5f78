// Programs that are executed with an emptied environment: sudo, env -i and login shells leave no variable that leads to
// our library.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { scratchFolder } from '../cli/atoll.js';
import { backends, runGuest } from './guests.js';

/**
 * Prints the start of its stack; with an argument it executes that before, with neither arguments nor variables.
 */
const PROGRAM = `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>
extern char **environ;
int main(int count, char **values) {
  char *nothing[] = {NULL};
  if (count > 1 && !strcmp(values[1], "again")) execve("/proc/self/exe", nothing, nothing);
  printf("%d '%s' %lu %s aligned %d\\n", count, values[0], getauxval(AT_PAGESZ), getauxval(AT_RANDOM) ? "random" : "",
         (int)((unsigned long)__builtin_frame_address(0) & 3) == 0);
  for (char **each = environ; *each; each++) puts(*each);
  return strlen(getenv("KEPT") ? getenv("KEPT") : "") > 9;
}
`;

const LASTING = { LIBRARY: '/some where/lib', OTHER: '' };

function compiled(t: ExecutionContext, flags: readonly string[]): string {
  const program = join(scratchFolder(t), 'program');
  writeFileSync(`${program}.c`, PROGRAM);
  const { status, stderr } = spawnSync('gcc', ['-O1', '-w', ...flags, '-o', program, `${program}.c`]);
  t.is(status, 0, String(stderr));
  return program;
}

for (const backend of backends)
  for (const flags of [[], ['-m32'], ['-static']])
    test.serial(`variables come back where they lack: ${backend} ${flags.join('')}`, async (t) => {
      const program = compiled(t, flags);
      const environment = { PATH: '/usr/bin:/bin', ...LASTING };
      const lines = async (argv: readonly string[], env: Readonly<Record<string, string>> = environment) => {
        const run = await runGuest(argv, { options: { backend, env, lasting: LASTING } });
        t.deepEqual([run.report!.exits[0]!.code, run.report!.warnings], [0, []], run.stderr);
        return run.stdout.trimEnd().split('\n');
      };
      const both = ['LIBRARY=/some where/lib', 'OTHER='];
      t.deepEqual(await lines(['/usr/bin/env', '-i', program, 'a', 'b']), [
        `3 '${program}' 4096 random aligned 1`,
        ...both,
      ]);
      t.deepEqual(await lines(['/usr/bin/env', '-i', 'LIBRARY=', 'LIBRARYS=1', program]), [
        `1 '${program}' 4096 random aligned 1`,
        'LIBRARY=',
        'LIBRARYS=1',
        'OTHER=',
      ]);
      const [first, ...rest] = await lines([program, 'again']);
      t.regex(first!, /^[01] '.*' 4096 random aligned 1$/);
      t.deepEqual(rest, both);
      const many = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`NAME_${index}`, 'x'.repeat(20)]));
      const all = await lines([program], { ...many });
      t.deepEqual(all.slice(-2), both, 'behind many others');
      t.is(all.length, 3003);
    });

const asRoot = process.getuid!() === 0 ? test : test.skip;

asRoot('set-user-ID programs, whose loader ignores variables, are named (needs root)', async (t) => {
  const program = compiled(t, []);
  spawnSync('chown', ['65534', program]);
  spawnSync('chmod', ['4755', program]);
  const run = await runGuest([program], { options: { env: {}, lasting: LASTING } });
  t.deepEqual(run.stdout.split('\n').slice(1), ['']);
  t.is(run.report!.warnings.length, 1);
  t.regex(
    run.report!.warnings[0]!,
    /program runs with the rights of another user: .* not get LIBRARY, OTHER, .*another OpenCL/,
  );
});
