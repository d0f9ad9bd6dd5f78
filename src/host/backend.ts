// Back ends that intercept system calls, and the choice between them where the user makes none.
import { startFeatures, startStages } from './wire-schema.js';

/** By ptrace stops, or by seccomp notifications. */
export type Backend = 'trace' | 'notify';
export type BackendChoice = Backend | 'auto';

export interface BackendNeeds {
  readonly backend?: BackendChoice | undefined;
  readonly debuggable?: boolean | undefined;
  readonly onSyscall?: unknown;
  /** Only stops show what came of a call. */
  readonly watch?: unknown;
  /** Reads and waits of every file stop: what a signal does to those that are the kernel's is the kernel's then. */
  readonly devices?: readonly { readonly answersFiles?: boolean }[];
}

/**
 * The back ends to try, in this order. Notifications answer in half the time, but a process tree has one listener, and
 * the kernel does not report the results of calls that were left to it: a run that watches every call uses ptrace
 * stops.
 */
export function backendsToTry({
  backend = 'auto',
  debuggable,
  onSyscall,
  watch,
  devices = [],
}: BackendNeeds): readonly Backend[] {
  if (watch || devices.some(({ answersFiles }) => answersFiles)) return ['trace'];
  if (backend !== 'auto') return [backend];
  if (debuggable) return ['notify'];
  return onSyscall ? ['trace'] : ['notify', 'trace'];
}

/** True if a guest could not be started because a feature is missing that another back end does not need. */
export function isBackendMissing(stage: number, error: number): boolean {
  const { addDescriptor, killableNotification } = startFeatures;
  if (stage === startStages.feature) return error === addDescriptor || error === killableNotification;
  return stage === startStages.filter || stage === startStages.listener;
}
