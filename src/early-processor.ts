// Starts the processor thread of `atoll run` while this thread still reads its own modules: most programs wait for that thread.

import { ProcessorThread } from './driver/processor/thread.js';
import { loadNative } from './host/native.js';
import { mentionsOpenCl } from './opencl-user.js';

/** A new processor thread, which waits for its settings. */
export const startProcessor = (): ProcessorThread =>
  new ProcessorThread(new URL('./processor-thread.js', import.meta.url), (view, byteOffset, count) =>
    loadNative().futexWake(view, byteOffset, count),
  );

let early: ProcessorThread | undefined;

/** @param words the command line: among them may be a program that uses OpenCL */
export function startEarly(words: readonly string[]): void {
  try {
    if (words.some(mentionsOpenCl)) early = startProcessor();
  } catch {
    // Without the addon nothing runs, which is said where the guest is started.
    early = undefined;
  }
}

/** Gives the thread that was started early; it is not given again. */
export function takeEarly(): ProcessorThread | undefined {
  const taken = early;
  early = undefined;
  return taken;
}
