// Entry points of threads. The bundle has files of these names beside it: this is the only place that looks for them.

/** Takes packets and launches kernels. */
export const processorEntry = (): URL => new URL('./processor-thread.js', import.meta.url);

/** Executes work-groups of a launch beside the processor thread. */
export const executorEntry = (): URL => new URL('./executor-thread.js', import.meta.url);
