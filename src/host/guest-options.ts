// Start options of a guest, and the session that the addon creates from them.
import { AtollError } from '../util/errors.js';
import { type Backend, type BackendChoice, backendsToTry } from './backend.js';
import type { CallWatcher } from './call-watcher.js';
import type { Device } from './device.js';
import { executableCandidates } from './executable.js';
import { buildFilter } from './filter.js';
import type { Inheritance } from './inheritance.js';
import type { SessionConfig } from './native.js';
import type { SyscallEvent } from './syscall-trace.js';
import type { TreeStore, VirtualTree } from './virtual-tree.js';
import { encodeCalls, encodeIssued } from './wire.js';

export interface GuestOptions {
  /** Program: a path, or a name for PATH of `env`. */
  readonly file: string;
  /** The whole argument vector as execve takes it, argv[0] included; empty means [file]. */
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /**
   * Variables that each program executed by the guest gets again where its environment lacks them; not with
   * `debuggable`.
   */
  readonly lasting?: Readonly<Record<string, string>> | undefined;
  /** Further ones, with {@link lasting}, for 64-bit programs that were linked with a library of this name. */
  readonly preload?: { readonly library: string; readonly variables: Readonly<Record<string, string>> } | undefined;
  /**
   * Without it the guest stays where this process is: that needs no right to enter it, and it may have been removed.
   */
  readonly cwd?: string | undefined;
  readonly devices: readonly Device[];
  /** Files that this guest alone sees. Every call of it with a path then stops, and devices are visible. */
  readonly trees?: readonly VirtualTree[] | undefined;
  /** Looks at calls that concern real devices. Nothing is virtual then: `devices` has none. */
  readonly watch?: CallWatcher | undefined;
  /**
   * State of this process at its start that Node has changed; without it, signals at their defaults and descriptors 0
   * to 2.
   */
  readonly inheritance?: Inheritance | undefined;
  /** Descriptors of this process that become the guest's standard input, output and error; without it, its own. */
  readonly standard?: readonly [input: number, output: number, error: number] | undefined;
  /**
   * Interception of system calls: by ptrace stops (works everywhere), or by seccomp notifications (lower latency;
   * guests may use ptrace themselves when they are also `debuggable`). `auto` (default): see src/host/backend.ts.
   */
  readonly backend?: BackendChoice;
  /** Not with `trace`: descendants are not traced, so debuggers work inside; they then outlive a killed host. */
  readonly debuggable?: boolean;
  /** Treatment of processes that outlive the main one: `exited` waits for them (default), or they are killed. */
  readonly daemons?: 'wait' | 'kill';
  /** Answers stat, readlink and directory listings for devices too; each such call of any file then stops the guest. */
  readonly visibleDevices?: boolean | undefined;
  /** Most virtual files that may be open at once; beyond, opens fail with ENFILE. */
  readonly maxOpenFiles?: number;
  /**
   * SIGTERM and SIGHUP of this process are passed on to the guest instead of ending this process
   * (src/host/termination.ts).
   */
  readonly passTermination?: boolean;
  /** Every intercepted call, after it was answered. */
  readonly onSyscall?: (event: SyscallEvent) => void;
  /** Why `auto` did not come to notifications; the guest does the same without them. */
  readonly onFallback?: (reason: string) => void;
  /** Something that a person should know; the guest continues. */
  readonly onWarning?: (message: string) => void;
}

const defaultMaxOpenFiles = 4096;

/**
 * Checks the options and encodes them for the addon, once for each back end that may be tried.
 *
 * @throws AtollError BAD_OPTION
 */
export function sessionConfigs(
  options: GuestOptions,
  trees: TreeStore,
): readonly { backend: Backend; config: SessionConfig }[] {
  if (options.debuggable && options.backend === 'trace') {
    throw new AtollError('BAD_OPTION', 'debuggable guests need the notify back end', 'Omit --backend trace.');
  }
  if (options.debuggable && options.daemons === 'kill') {
    throw new AtollError('BAD_OPTION', 'the daemons of debuggable guests cannot be killed: they are not traced');
  }
  const backends = backendsToTry(options);
  return backends.map((backend) => {
    const config = sessionConfig(options, trees, backend);
    // With a choice of back ends only the best kind of notifications is accepted; the only back end takes what there
    // is.
    return { backend, config: { ...config, killable: backends.length > 1 } };
  });
}

/** Arguments of the execution of the program. @throws AtollError BAD_OPTION */
function executionOf(options: GuestOptions) {
  const assignments = (variables: Readonly<Record<string, string>>) =>
    Object.entries(variables).map(([name, value]) => `${name}=${value}`);
  const environment = assignments(options.env);
  const lasting = assignments(options.lasting ?? {});
  const { preload } = options;
  const preloaded = preload ? [preload.library, ...assignments(preload.variables)] : [];
  const argv = options.argv.length > 0 ? options.argv : [options.file];
  for (const text of [options.file, options.cwd ?? '', ...argv, ...environment, ...lasting, ...preloaded]) {
    if (text.includes('\0')) throw new AtollError('BAD_OPTION', `${JSON.stringify(text)} contains a NUL character`);
  }
  const candidates = executableCandidates(options.file, options.env['PATH']);
  return { candidates, argv, environment, lasting, preload: preloaded, directory: options.cwd ?? '' };
}

function sessionConfig(options: GuestOptions, trees: TreeStore, backend: Backend): Omit<SessionConfig, 'killable'> {
  const { visibleDevices = false, debuggable = false } = options;
  // A program that searches a virtual tree may search /dev, too: then devices are visible.
  const choice = {
    backend,
    visible: visibleDevices || trees.prefixes.length > 0,
    debuggable,
    files: options.devices.some(({ answersFiles }) => answersFiles),
    rung: options.devices.some(({ isRung }) => isRung),
    watched: options.watch !== undefined,
  };
  return {
    ...executionOf(options),
    ignoredSignals: options.inheritance?.ignoredSignals ?? [],
    blockedSignals: options.inheritance?.blockedSignals ?? [],
    descriptors: options.inheritance?.descriptors ?? [],
    standard: options.standard ?? [],
    descriptorLimit: options.inheritance?.descriptorLimit ?? -1,
    filter: buildFilter({ ...choice, requests: options.devices.map((device) => device.requests) }),
    notify: backend === 'notify',
    follow: !options.debuggable,
    reportPassed: options.onSyscall !== undefined,
    maxOpenFiles: options.maxOpenFiles ?? defaultMaxOpenFiles,
    watches: options.watch !== undefined,
    watchedPaths: options.watch?.paths ?? [],
    devicePaths: options.devices.map((device) => device.path),
    treeFolder: trees.folder,
    treePrefixes: trees.prefixes,
    calls: encodeCalls(choice),
    issued: encodeIssued(),
  };
}
