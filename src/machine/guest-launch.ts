// Starts a guest program with the devices and settings of a machine.

import { defaultCacheDir } from '../compiler/cache/cache-place.js';
import type { BackendChoice } from '../host/backend.js';
import type { Device } from '../host/device.js';
import { type Guest, startGuest } from '../host/supervisor.js';
import { formatSyscall } from '../host/syscall-trace.js';
import { AtollError } from '../util/errors.js';
import { guestEnvironment } from './guest-environment.js';
import type { MachineOptions, StartOptions } from './machine-options.js';

export interface GuestStart extends StartOptions {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly devices: readonly Device[];
  /** Set if there are chips that ROCm's runtime finds. */
  readonly hasRocm: boolean;
}

/** @throws AtollError BAD_OPTION, GUEST_NOT_FOUND, GUEST_NOT_EXECUTABLE, HOST */
export function launchGuest({ settings, report }: MachineOptions, launch: GuestStart): Guest {
  const { argv, env, devices, hasRocm, inheritance, cwd, standard, trees, passTermination = true } = launch;
  const [file] = argv;
  if (file === undefined)
    throw new AtollError('BAD_OPTION', 'no program given', 'atoll run [options] -- program arguments');
  const { verbose, traceSyscalls, visibleDevices, debuggable, cacheDir = defaultCacheDir() } = settings;
  return startGuest({
    file,
    argv,
    ...guestEnvironment(env, cacheDir, hasRocm),
    cwd,
    inheritance,
    devices,
    trees,
    backend: settings.backend as BackendChoice,
    daemons: settings.daemons as 'wait' | 'kill',
    visibleDevices,
    debuggable,
    standard,
    passTermination,
    onWarning: report,
    ...(verbose ? { onFallback: (reason) => report(`${reason}: --backend trace is used`) } : {}),
    ...(traceSyscalls ? { onSyscall: (event) => report(formatSyscall(event)) } : {}),
  });
}
