// docs/stock-debuggers.md: what gdb and lldb do with a target of the GDB remote protocol that is a wavefront, where
// they are installed. Another version than the page's may word it otherwise, but has to fail as on the page.
// ATOLL_GOLDEN=1 writes the page.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { execa, execaSync } from 'execa';
import { root } from '../../src/util/paths.js';
import { HANG_MS } from '../cli/atoll.js';
import { remoteTarget } from './gdb-remote.js';

const PAGE = join(root, 'docs/stock-debuggers.md');
const block = (name: string): RegExp => new RegExp(`(^\`\`\`text ${name}\n)([\\s\\S]*?)(^\`\`\`$)`, 'm');

interface Debugger {
  /** Files in the order in which they are looked for. */
  readonly files: readonly string[];
  readonly words: readonly string[];
  /** PORT stands for the target's. */
  readonly commands: readonly string[];
  /**
   * Its prompt, at which commands are typed: at a terminal, because output on two streams has no order else.
   */
  readonly prompt: string;
  readonly version: RegExp;
  /** Output of every known version, which shows that it does not support the target. */
  readonly patterns: readonly RegExp[];
}

const DEBUGGERS: Readonly<Record<string, Debugger>> = {
  gdb: {
    files: ['gdb'],
    words: ['-nx', '-q'],
    commands: [
      'show version',
      'set architecture amdgcn',
      'target remote 127.0.0.1:PORT',
      'show architecture',
      'info registers',
      'x/i 0x40000090',
      'kill',
    ],
    prompt: '(gdb) ',
    version: /^GNU gdb .* ([\d.]+)$/m,
    patterns: [/Undefined item: "amdgcn"/, /Target description specified unknown architecture "amdgcn"/],
  },
  lldb: {
    files: ['lldb-14', 'lldb'],
    words: ['--no-lldbinit', '-l', 'none'],
    commands: [
      'version',
      'target create --arch amdgcn-amd-amdhsa /bin/true',
      'gdb-remote 127.0.0.1:PORT',
      'target list',
      'register read',
      'disassemble --start-address 0x40000090 --count 2',
      'process kill',
    ],
    prompt: '(lldb) ',
    version: /^lldb version ([\d.]+)$/m,
    patterns: [/invalid triple 'amdgcn-amd-amdhsa'/, /invalid frame/],
  },
};

/**
 * Output of a session in the form of the page: without gdb's licence, and lldb's messages about Python that it
 * lacks.
 */
const tidied = (output: string, port: number): string =>
  output
    .replaceAll('\r', '')
    .replaceAll(`:${port}`, ':PORT')
    .replace(/^Traceback[\s\S]*?^\w*Error: .*\n/gm, '')
    .replace(/^(GNU gdb .*)\n(?:(?!\(gdb\)).*\n)*/m, '$1\n')
    .replace(/^\((gdb|lldb)\) (quit)?$/gm, '')
    // lldb prints a stop when it comes, also after the next prompt.
    .replace(/^\(lldb\) (Process 1 stopped\n(?:[* ].*\n)*)(?=\w)/m, '$1(lldb) ')
    .replace(/[ \t]+$/gm, '')
    .trim();

/** The first that is installed. Synchronous: a test that is skipped is declared so. */
const installed = (files: readonly string[]): string | undefined =>
  files.find((file) => !execaSync(file, ['--version'], { reject: false, timeout: HANG_MS }).failed);

async function session(t: ExecutionContext, file: string, { commands, words, prompt }: Debugger): Promise<string> {
  const { server, port } = await remoteTarget();
  t.teardown(() => server.close());
  const lines = [...commands, 'quit'].map((line) => line.replace('PORT', String(port)));
  const script = JSON.stringify(lines.map((line) => [prompt, `${line}\r`]));
  const terminal = join(root, 'test/host/terminal.py');
  const { all } = await execa('python3', [terminal, script, file, ...words], {
    all: true,
    reject: false,
    stdin: 'ignore',
    timeout: HANG_MS,
    env: { TERM: 'dumb' },
  });
  return tidied(all, port);
}

async function compareWithPage(t: ExecutionContext, name: string, file: string, each: Debugger): Promise<void> {
  const output = await session(t, file, each);
  for (const expected of each.patterns) t.regex(output, expected);
  if (process.env['ATOLL_GOLDEN'])
    writeFileSync(
      PAGE,
      readFileSync(PAGE, 'utf8').replace(block(name), (_, begin, _old, end) => `${begin}${output}\n${end}`),
    );
  const shown = (block(name).exec(readFileSync(PAGE, 'utf8'))?.[2] ?? '').trim();
  if (each.version.exec(shown)?.[1] === each.version.exec(output)?.[1]) t.is(output, shown);
  else t.log(`the page shows another version of ${name}`);
}

for (const [name, each] of Object.entries(DEBUGGERS)) {
  const file = installed(each.files);
  const title = `${name} does not know the target`;
  if (file === undefined) test.skip(`${title} (${name} is not installed)`, () => undefined);
  else test(title, (t) => compareWithPage(t, name, file, each));
}
