// For tests: compiles the programs of test/guest and runs them as guests in their own process.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../../src/util/temporary.js';
import { markOf } from '../processes.js';
import type { RunReport, RunRequest } from './run-guest.js';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..', '..');
const sources = join(root, 'test', 'guest');
const cache = join(root, 'build', 'test-guests');

export type GuestKind = 'x86-64' | 'i386' | 'static';
const flagsOf: Record<GuestKind, string[]> = { 'x86-64': [], i386: ['-m32'], static: ['-static'] };

/** Both ways in which intercepted calls reach the host; most guests must do the same with each. */
export const backends = ['trace', 'notify'] as const;

/** The executable made of test/guest/NAME.c; compiled once. */
export function guestProgram(name: string, kind: GuestKind = 'x86-64'): string {
  const source = join(sources, `${name}.c`);
  const program = join(cache, kind, name);
  const newest = Math.max(statSync(source).mtimeMs, statSync(join(sources, 'guest.h')).mtimeMs);
  if (existsSync(program) && statSync(program).mtimeMs >= newest) return program;
  mkdirSync(dirname(program), { recursive: true });
  const fresh = `${program}.${process.pid}`;
  const compiled = spawnSync('gcc', ['-O1', '-w', ...flagsOf[kind], '-o', fresh, source, '-lpthread', '-lutil']);
  if (compiled.status !== 0) throw new Error(`gcc ${source}: ${compiled.stderr}`);
  renameSync(fresh, program);
  return program;
}

export interface GuestRun {
  readonly stdout: string;
  readonly stderr: string;
  /** Of the process that runs the guest. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly report: RunReport | undefined;
}

export interface RunOptions extends Omit<RunRequest, 'report' | 'file' | 'argv'> {
  readonly input?: string;
  readonly onStart?: (hostPid: number) => void;
  /** A command that runs the host. */
  readonly wrapper?: readonly string[];
  /** Run as this user (root only). */
  readonly uid?: number;
  /** Of the host and of all that it starts. */
  readonly mark?: string;
}

/** Copies the host and a program to where every user may read: the checkout may lie in a folder that is root's own. */
function copyForEveryone(folder: string, program: string): { host: string; program: string } {
  for (const part of [
    'package.json',
    'bin',
    'binding.gyp',
    'dist/src',
    'dist/test/host',
    'build/Release/atoll_native.node',
  ]) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  cpSync(program, join(folder, 'program'));
  chmodSync(folder, 0o755);
  return { host: join(folder, 'dist', 'test', 'host', 'run-guest.js'), program: join(folder, 'program') };
}

/** Runs a guest under its own host. */
export async function runGuest(argv: readonly string[], options: RunOptions = {}): Promise<GuestRun> {
  const { input, onStart, uid, mark, wrapper = [], ...rest } = options;
  const folder = temporaryFolder('host');
  const { host: main, program } =
    uid === undefined ? { host: join(here, 'run-guest.js'), program: argv[0]! } : copyForEveryone(folder, argv[0]!);
  if (uid !== undefined) spawnSync('chown', [String(uid), folder]);
  const report = join(folder, 'report.json');
  const request: RunRequest = { ...rest, report, file: program, argv };
  const command = [...wrapper, process.execPath, main, JSON.stringify(request)];
  // The guest's working directory is the host's: one that this user may enter.
  const env = { ...process.env, ...(mark === undefined ? {} : markOf(mark)) };
  const host = spawn(command[0]!, command.slice(1), {
    env,
    ...(uid === undefined ? {} : { uid, gid: uid, cwd: folder }),
  });
  onStart?.(host.pid!);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    host[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  host.stdin.on('error', () => {}).end(input ?? '');
  const ended = await new Promise<{ status: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    host.on('error', reject).on('close', (status, signal) => resolve({ status, signal }));
  });
  const text = existsSync(report) ? readFileSync(report, 'utf8') : '';
  rmSync(folder, { recursive: true });
  return { ...output, ...ended, report: text ? (JSON.parse(text) as RunReport) : undefined };
}

/** Lines of a guest's checks that are not "ok"; empty together with some "ok" lines means a pass. */
export function failedChecks(run: GuestRun): string[] {
  const lines = run.stdout.split('\n').filter((line) => line !== '');
  const failed = lines.filter((line) => !line.startsWith('ok '));
  const code = run.report?.exits[0]?.code;
  if (lines.length === 0) failed.push(`nothing was checked: ${run.stderr}`);
  if (code !== 0) failed.push(`exit status ${code} ${run.stderr}`);
  return failed;
}

/** Is this command installed? */
export function hasCommand(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}
