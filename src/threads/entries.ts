// Where threads begin. The bundle has files of these names beside it: this is the only place that looks for them.

/** The files of threads in bundles of other runs than plain ones (src/setup/bundle.mjs). */
declare const ATOLL_PROCESSOR: string | undefined;
declare const ATOLL_EXECUTOR: string | undefined;

/** Takes packets and launches kernels. */
export const processorEntry = (): URL =>
  new URL(typeof ATOLL_PROCESSOR === 'string' ? ATOLL_PROCESSOR : './processor-thread.js', import.meta.url);

/** Executes work-groups of a launch beside the processor thread. */
export const executorEntry = (): URL =>
  new URL(typeof ATOLL_EXECUTOR === 'string' ? ATOLL_EXECUTOR : './executor-thread.js', import.meta.url);
