// A build reads files that the program that requested it may read, whatever Atoll itself may: another user, other
// groups, another root folder, lower limits. Only root can change its user: for other users, that refusal is tested.
// They have another root folder where they may make user namespaces, and elsewhere the tests check the refusal.

import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { compile, run, scratchFolder } from '../../atoll.js';
import { CONFINED_GUEST } from './confined-guest.js';

const [UNPRIVILEGED, GROUP, OTHER_GROUP] = [65534, 54321, 54322] as const;
const SECRET = 'THE_SECRET_OF_ROOT';
const isRoot = process.getuid?.() === 0;

const unprivilegedOptions = ['groups=0', `group=${UNPRIVILEGED}`, `user=${UNPRIVILEGED}`];
const KERNEL = 'kernel void k(global int* p) { p[get_global_id(0)] = VALUE; }';

/** A folder that every user may enter: TMPDIR may not be one. */
function openFolder(t: ExecutionContext): string {
  const folder = mkdtempSync('/tmp/atoll-test-');
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o755);
  return folder;
}

function secretIn(folder: string): string {
  const path = join(folder, 'secret');
  writeFileSync(path, `${SECRET} ${SECRET}\n`);
  chmodSync(path, 0o600);
  return path;
}

let guest = '';
const cleanUp: (() => void)[] = [];
test.before(() => {
  guest = compile({ teardown: (fn: () => void) => cleanUp.push(fn) }, CONFINED_GUEST);
});
test.after.always(() => {
  for (const fn of cleanUp) fn();
});

type Pair = readonly [source: string, options?: string];

const NAMESPACE = ['unshare', '--user', '--map-root-user'];
const hasNamespaces = spawnSync(NAMESPACE[0]!, [...NAMESPACE.slice(1), 'true']).status === 0;

/** The command that changes the root folder, by the current user. */
const before = (changes: readonly string[]): readonly string[] =>
  !isRoot && changes.some((word) => word.startsWith('root=')) ? NAMESPACE : [];

/** The program's output for each build. */
async function build(t: ExecutionContext, changes: readonly string[], pairs: readonly Pair[], cache?: string) {
  const flags = cache === undefined ? ['--no-cache'] : ['--cache-dir', cache];
  const words = pairs.flatMap(([source, options = '']) => [source, options]);
  const argv = [...before(changes), guest, ...changes, '--', ...words];
  const { stdout, stderr, exitCode } = await run(argv, flags, { env: { SECRET } });
  t.is(exitCode, 0, String(stderr));
  const texts = String(stdout).split(/^(?=build -?\d+$)/m);
  t.is(texts.length, pairs.length, String(stdout));
  return { texts: texts.map((text) => text.trimEnd()), log: String(stderr) };
}

/** Asserts that no build shows the secret, and that each fails for the expected reason. */
function areBlind(t: ExecutionContext, texts: readonly string[]): void {
  for (const text of texts) {
    t.false(text.includes('SECRET'), text);
    t.false(/confine|Landlock/.test(text), text);
  }
}

/** Asserts that the program cannot take the requested identity, and builds nothing. */
async function isRefused(t: ExecutionContext, changes: readonly string[]): Promise<void> {
  const { stdout, stderr, exitCode } = await run([guest, ...changes, '--', KERNEL, '-DVALUE=1'], ['--no-cache']);
  t.is(exitCode, 9, String(stdout));
  t.regex(String(stderr), /^(?:setgroups|setgid|setuid|chroot): Operation not permitted$/m);
  t.is(stdout, '');
}

type Body = (t: ExecutionContext) => Promise<void>;

/** Programs can change their user as root only. */
const asRoot = (title: string, changes: readonly string[], body: Body): void =>
  test(title, isRoot ? body : (t) => isRefused(t, changes));

/** Support for another root folder of programs. */
const inJail = (title: string, changes: readonly string[], body: Body): void =>
  test(title, isRoot || hasNamespaces ? body : (t) => isRefused(t, ['root=/', ...changes]));

/** Ways in which a source gets at a file: by messages about its text, or by the code that is made of it. */
const READERS: Readonly<Record<string, (path: string) => string>> = {
  '#include': (path) => `#include "${path}"\n`,
  '#embed': (path) => `constant char s[] = {\n#embed "${path}"\n};\n kernel void k(global char* p) { *p = s[*p]; }`,
  '.incbin': (path) => `kernel void k(global char* p) { __asm__ volatile(".incbin \\"${path}\\""); *p = 1; }`,
  'a link to it as include': (path) => `#include "${path}-link"\n`,
};

asRoot("a program under an unprivileged user reads no file of root's in any way", unprivilegedOptions, async (t) => {
  const path = secretIn(openFolder(t));
  symlinkSync(path, `${path}-link`);
  const { texts } = await build(
    t,
    unprivilegedOptions,
    Object.values(READERS).map((sourceOf) => [sourceOf(path)]),
  );
  areBlind(t, texts);
  for (const text of texts) t.regex(text, /^build -11\n/);
});

asRoot('includes read files that the unprivileged user may read', unprivilegedOptions, async (t) => {
  const path = secretIn(openFolder(t));
  chmodSync(path, 0o644);
  const { texts } = await build(t, unprivilegedOptions, [[READERS['#include']!(path)], [READERS['.incbin']!(path)]]);
  for (const text of texts) t.true(text.includes('SECRET'), text);
});

asRoot(
  'supplementary groups are those of the program, and so is what others may read',
  [`groups=${GROUP}`],
  async (t) => {
    const folder = openFolder(t);
    const header = join(folder, 'value.h');
    writeFileSync(header, '#define VALUE 42\n');
    writeFileSync(join(folder, 'public.h'), '#define VALUE 42\n');
    chownSync(header, 0, GROUP);
    chmodSync(header, 0o640);
    const inGroup = (group: number): string[] => [`groups=${group}`, `group=${UNPRIVILEGED}`, `user=${UNPRIVILEGED}`];
    const pairs: Pair[] = [
      [`#include "value.h"\n${KERNEL}`, `-I${folder}`],
      [`#include "public.h"\n${KERNEL}`, `-I${folder}`],
    ];
    t.deepEqual((await build(t, inGroup(GROUP), pairs)).texts, ['build 0', 'build 0']);
    const [closed, open] = (await build(t, inGroup(OTHER_GROUP), pairs)).texts;
    t.regex(closed!, /^build -11\n[\s\S]*value\.h/);
    t.is(open, 'build 0');
  },
);

asRoot('a cached build is not used for a user that may not read its sources', unprivilegedOptions, async (t) => {
  const folder = openFolder(t);
  const header = join(folder, 'value.h');
  writeFileSync(header, '#define VALUE 42\n');
  chmodSync(header, 0o600);
  const pairs: Pair[] = [[`#include "value.h"\n${KERNEL}`, `-I${folder}`]];
  const cache = join(folder, 'cache');
  t.deepEqual((await build(t, [], pairs, cache)).texts, ['build 0']);
  t.regex((await build(t, unprivilegedOptions, pairs, cache)).texts[0]!, /^build -11\n/);
});

/** A root folder with its own headers. */
function jail(t: ExecutionContext): { readonly outside: string; readonly inside: string } {
  const outside = openFolder(t);
  const inside = join(outside, 'jail');
  mkdirSync(join(inside, 'inc', 'below'), { recursive: true });
  mkdirSync(join(inside, 'work'));
  writeFileSync(join(inside, 'inc', 'value.h'), '#include "below/one.h"\n#define VALUE ONE\n');
  writeFileSync(join(inside, 'inc', 'below', 'one.h'), '#define ONE 1\n');
  writeFileSync(join(inside, 'work', 'local.h'), '#define VALUE 3\n');
  return { outside, inside };
}

/** In a user namespace of one's own there is one user. */
const JAILED = isRoot
  ? ([
      ['root', []],
      ['nobody', unprivilegedOptions],
    ] as const)
  : ([['this user', []]] as const);

for (const [title, changes] of JAILED) {
  inJail(`headers of a program in another root folder are those in there, for ${title}`, changes, async (t) => {
    const { inside } = jail(t);
    const { texts } = await build(
      t,
      [`root=${inside}`, 'folder=/work', ...changes],
      [
        [`#include "value.h"\n${KERNEL}`, '-I/inc'],
        [`#include "value.h"\n${KERNEL}`, '-I../inc'],
        [`#include "/inc/value.h"\n${KERNEL}`],
        [`#include "local.h"\n${KERNEL}`],
        ['#include "value.h"\nkernel void k(global int* p) { *p = VALUE; wrong }', '-I/inc'],
        ['#include "value.h"\n#include "absent.h"', '-I/inc'],
      ],
    );
    t.deepEqual(texts.slice(0, 4), ['build 0', 'build 0', 'build 0', 'build 0']);
    t.regex(texts[4]!, /^build -11\nprogram\.cl:2/);
    for (const text of texts) t.false(text.includes('/proc/self'), text);
  });

  inJail(
    `what begins with / in another root folder stays in there, in links and in headers, for ${title}`,
    changes,
    async (t) => {
      const { inside } = jail(t);
      const inc = join(inside, 'inc');
      writeFileSync(
        join(inc, 'absolute.h'),
        '#include "/inc/below/one.h"\n#include </inc/linked.h>\n#define VALUE ONE + TWO\n',
      );
      writeFileSync(join(inc, 'below', 'two.h'), '#define TWO 2\n');
      symlinkSync('/inc/below/two.h', join(inc, 'linked.h'));
      symlinkSync('/inc', join(inside, 'other'));
      symlinkSync('/../../work/local.h', join(inc, 'up.h'));
      symlinkSync('/inc/loop.h', join(inc, 'loop.h'));
      const { texts } = await build(
        t,
        [`root=${inside}`, 'folder=/work', ...changes],
        [
          [`#include "absolute.h"\n${KERNEL}`, '-I/inc'],
          [`#include "/other/absolute.h"\n${KERNEL}`],
          [`#include "absolute.h"\n${KERNEL}`, '-I/other'],
          [`#include <linked.h>\n#define VALUE TWO\n${KERNEL}`, '-I/inc'],
          [`#include "up.h"\n${KERNEL}`, '-I/inc'],
          [`#include "value.h"\n${KERNEL}`, '-I/other'],
          ['#include "loop.h"\n', '-I/inc'],
          ['#include "absolute.h"\nkernel void k(global int* p) { *p = VALUE; wrong }', '-I/inc'],
        ],
      );
      t.deepEqual(texts.slice(0, 6), Array(6).fill('build 0'));
      t.regex(texts[6]!, /^build -11\n[\s\S]*'loop\.h' file not found/);
      t.regex(texts[7]!, /^build -11\nprogram\.cl:2/);
      for (const text of texts) t.false(text.includes('/proc/self'), text);
    },
  );

  inJail(`nothing outside of another root folder is read, for ${title}`, changes, async (t) => {
    const { outside, inside } = jail(t);
    writeFileSync(join(outside, 'secret'), `${SECRET} ${SECRET}\n`);
    symlinkSync(join(outside, 'secret'), join(inside, 'inc', 'link.h'));
    const paths = [join(outside, 'secret'), '../secret', '/inc/../../secret', '/inc/link.h'];
    paths.push(`/proc/self/root${outside}/secret`, `/proc/1/root${outside}/secret`);
    const pairs = paths.flatMap((path): Pair[] => [
      [`#include "${path}"\n`, '-I/'],
      [READERS['.incbin']!(path), '-I/'],
    ]);
    const { texts } = await build(t, [`root=${inside}`, ...changes], pairs);
    areBlind(t, texts);
    for (const text of texts) t.regex(text, /^build -11\n/);
  });
}

test('limits are those of the program, and a build that reaches one names it', async (t) => {
  const { texts, log } = await build(t, ['file-size=100'], [[KERNEL, '-DVALUE=1']]);
  t.regex(texts[0]!, /^build -11\n[\s\S]*reached the maximum file size \(100 bytes, the limit of the program\)/);
  t.regex(log, /^atoll: a build failed: .* reached the maximum file size/m);
});

test('builds of any user leave no files behind', async (t) => {
  const folder = openFolder(t);
  chmodSync(folder, 0o777);
  const words = [guest, ...(isRoot ? unprivilegedOptions : []), '--', KERNEL, '-DVALUE=1'];
  const { stdout } = await run(words, ['--cache-dir', join(scratchFolder(t), 'cache')], { env: { TMPDIR: folder } });
  t.is(stdout, 'build 0');
  t.deepEqual(readdirSync(folder), []);
});

test('capabilities of a user namespace of its own count for nothing', async (t) => {
  const { status, stderr } = spawnSync('unshare', ['-U', 'true'], { encoding: 'utf8' });
  // Only root surely may make one; where others may not, they get no capabilities either.
  if (isRoot) t.is(status, 0, `there have to be user namespaces: ${stderr}`);
  const path = secretIn(openFolder(t));
  if (isRoot) chownSync(path, 1234, 1234);
  else chmodSync(path, 0);
  const namespace = status === 0 ? ['unshare', '-U'] : [];
  const words = [...namespace, guest, '--', READERS['#include']!(path), '', 'kernel void k(){}', ''];
  const { stdout } = await run(words, ['--no-cache'], { env: { SECRET } });
  t.regex(String(stdout), /^build -11\n[\s\S]*^build 0$/m);
  t.false(String(stdout).includes('SECRET'), String(stdout));
});

test('a user without rights over others builds as itself, and reads no more than itself', async (t) => {
  const folder = openFolder(t);
  const [closed, open] = [join(folder, 'closed.h'), join(folder, 'open.h')];
  for (const path of [closed, open]) writeFileSync(path, '#define VALUE 42\n');
  chmodSync(closed, 0);
  const { texts } = await build(t, isRoot ? unprivilegedOptions : [], [
    [`#include "${open}"\n${KERNEL}`],
    [`#include "${closed}"\n${KERNEL}`],
  ]);
  t.is(texts[0], 'build 0');
  t.regex(texts[1]!, /^build -11\n[\s\S]*closed\.h/);
});
