// The services of device contexts, from the options of a machine.

import type { Contexts } from '../driver/core/contexts.js';
import type { ProcessorPool } from '../driver/core/pool.js';
import { loadNative } from '../host/native.js';
import { anyNeeds, type Instrument, timelineOf } from '../instruments/instrument.js';
import type { KernelImage } from '../launch/image.js';
import { mayUseNativeWorkers } from '../threads/native-worker-launches.js';
import { BreakNames } from './break-names.js';
import type { MachineOptions } from './machine-options.js';
import type { MachinePlan } from './machine-plan.js';
import type { UserMessages } from './user-messages.js';

type Services = Contexts['services'];

/** With breakpoints, an observer of the names of kernels. */
function programObserver(
  { settings, onKernels }: MachineOptions,
  messages: UserMessages,
): Pick<Services, 'onProgram' | 'onKernel'> {
  const places = settings.break;
  const onKernel = (kernel: KernelImage): void => onKernels?.([kernel]);
  if (places === undefined) return onKernels ? { onProgram: onKernels, onKernel } : {};
  const names = new BreakNames(places, (text) => messages.write(`atoll: ${text}\n`));
  return {
    onKernel,
    onProgram: (kernels) => {
      onKernels?.(kernels);
      names.built(kernels.map(({ name }) => name));
    },
  };
}

export function contextServices(
  options: MachineOptions,
  instruments: readonly Instrument[],
  { thread }: MachinePlan,
  processors: ProcessorPool,
  messages: UserMessages,
): Services {
  const { settings, board, compilations, onReply } = options;
  const { watch } = thread;
  return {
    mapper: loadNative(),
    processors,
    usesNativeWorkers: mayUseNativeWorkers(thread),
    traced: !settings.debuggable,
    log: settings.verbose ? (text) => messages.repeats.log(text) : () => {},
    warn: (text) => messages.repeats.log(text),
    checks: anyNeeds(instruments, 'checks'),
    notes: anyNeeds(instruments, 'hostEvents'),
    checksWrites: anyNeeds(instruments, 'hostWrites'),
    observed: [watch, board, compilations, onReply].some((one) => one !== undefined),
    elsewhere: board !== undefined,
    failures: watch?.breaks !== undefined,
    calls: timelineOf(instruments),
    ...programObserver(options, messages),
  };
}
