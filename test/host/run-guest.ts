// A program for tests: runs one guest in its own process and writes a report, as JSON, to a file.
// Arguments: the JSON of a RunRequest.
import { execFileSync } from 'node:child_process';
import { readdirSync, readlinkSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { SessionStatistics } from '../../src/host/native.js';
import { type GuestExit, type GuestOptions, startGuest } from '../../src/host/supervisor.js';
import { formatSyscall } from '../../src/host/syscall-trace.js';
import { AtollError } from '../../src/util/errors.js';
import { createLog, createPlainDevice, createTestDevice, type DeviceLog } from './test-device.js';

export interface RunRequest {
  readonly report: string;
  readonly file: string;
  readonly argv: readonly string[];
  readonly options?: Partial<
    Pick<
      GuestOptions,
      | 'backend'
      | 'debuggable'
      | 'daemons'
      | 'passTermination'
      | 'inheritance'
      | 'visibleDevices'
      | 'trees'
      | 'maxOpenFiles'
      | 'env'
      | 'cwd'
      | 'lasting'
    >
  >;
  readonly fault?: 'refuse-open' | 'throw-open' | 'throw-ioctl';
  readonly trace?: boolean;
  /** Kill this process itself with SIGKILL after so many milliseconds. */
  readonly dieAfter?: number;
  /** Kill the guest's main process after so many milliseconds. */
  readonly killAfter?: number;
  /** Kill one thread of the guest's main process, the newest one, after so many milliseconds. */
  readonly killThreadAfter?: number;
  /**
   * The limit of threads and processes (RLIMIT_NPROC) of this process's user, from before the guest starts; root has
   * none.
   */
  readonly processLimit?: number;
  /** How many copies of the guest run at once. */
  readonly copies?: number;
}

export interface RunReport {
  readonly exits: readonly (GuestExit | { readonly code: number; readonly error: string; readonly message: string })[];
  readonly statistics: readonly SessionStatistics[];
  readonly log: DeviceLog;
  readonly trace: readonly string[];
  readonly warnings: readonly string[];
  /** Of each guest; and why it is not the preferred one. */
  readonly backends: readonly string[];
  readonly fallbacks: readonly string[];
  /** Open descriptors of this process before and after, by number and target; and its memory afterwards. */
  readonly descriptors: { readonly before: readonly string[]; readonly after: readonly string[] };
  readonly threads: { readonly before: number; readonly after: number };
  readonly residentMiB: number;
}

const count = (folder: string) => readdirSync(`/proc/self/${folder}`).length;

function openDescriptors(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [`${fd} ${readlinkSync(`/proc/self/fd/${fd}`)}`];
    } catch {
      return []; // the one that readdirSync itself had open
    }
  });
}

/**
 * On a loaded machine Node may still be closing something of its own start: waits until nothing has changed for a
 * while.
 */
async function settledDescriptors(): Promise<readonly string[]> {
  let last = openDescriptors();
  for (let quiet = 0; quiet < 5; ) {
    await setTimeout(10);
    const now = openDescriptors();
    quiet = now.join() === last.join() ? quiet + 1 : 0;
    last = now;
  }
  return last;
}

async function main(): Promise<void> {
  const request = JSON.parse(process.argv[2]!) as RunRequest;
  const log = createLog();
  const trace: string[] = [];
  const warnings: string[] = [];
  const fallbacks: string[] = [];
  const options: GuestOptions = {
    file: request.file,
    argv: request.argv,
    env: process.env as Record<string, string>,
    cwd: process.cwd(),
    devices: [createTestDevice(log, request.fault), createPlainDevice()],
    ...(request.trace ? { onSyscall: (event) => void trace.push(formatSyscall(event)) } : {}),
    onWarning: (message) => void warnings.push(message),
    onFallback: (reason) => void fallbacks.push(reason),
    ...request.options,
  };
  if (request.processLimit !== undefined)
    execFileSync('prlimit', ['--pid', String(process.pid), `--nproc=${request.processLimit}`]);
  const before = { descriptors: await settledDescriptors(), threads: count('task') };
  const guests = Array.from({ length: request.copies ?? 1 }, () => startGuest(options));
  if (request.dieAfter !== undefined)
    void setTimeout(request.dieAfter).then(() => process.kill(process.pid, 'SIGKILL'));
  if (request.killAfter !== undefined) void setTimeout(request.killAfter).then(() => guests[0]!.kill('SIGKILL'));
  if (request.killThreadAfter !== undefined)
    void setTimeout(request.killThreadAfter).then(() => killNewestThread(guests[0]!.pid));
  const exits = await Promise.all(guests.map((guest) => guest.exited.catch(describeFailure)));
  // A detached thread of ours may still be on its last instructions, on a machine that is busy for long.
  for (let tries = 0; tries < 1000 && count('task') > before.threads; tries++) await setTimeout(10);
  const report: RunReport = {
    exits,
    statistics: guests.map((guest) => guest.statistics()),
    log,
    trace,
    warnings,
    backends: guests.map((guest) => guest.backend),
    fallbacks,
    descriptors: { before: before.descriptors, after: openDescriptors() },
    threads: { before: before.threads, after: count('task') },
    residentMiB: Math.round(process.memoryUsage.rss() / 2 ** 20),
  };
  writeFileSync(request.report, JSON.stringify(report));
}

function killNewestThread(pid: number): void {
  try {
    const newest = Math.max(...readdirSync(`/proc/${pid}/task`).map(Number));
    process.kill(newest, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

function describeFailure(error: unknown) {
  if (!(error instanceof AtollError)) throw error;
  const status: Partial<Record<string, number>> = { GUEST_NOT_FOUND: 127, GUEST_NOT_EXECUTABLE: 126 };
  return { code: status[error.code] ?? 125, error: error.code, message: error.message };
}

await main();
