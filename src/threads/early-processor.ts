// Starts the processor thread of `atoll run` while this thread still reads its own modules: most programs wait for that
// thread.

import { ProcessorThread } from '../driver/core/processor/thread.js';
import { loadNative } from '../host/native.js';
import { processorEntry } from './entries.js';
import { mentionsOpenCl } from './opencl-user.js';

/** A new processor thread, which waits for its settings. */
export const startProcessor = (): ProcessorThread =>
  new ProcessorThread(processorEntry(), (view, byteOffset, count) => loadNative().futexWake(view, byteOffset, count));

let early: ProcessorThread | undefined;

/**
 * @param words the command line. What stands behind `--` is the program; no other word is opened: it may be a pipe with
 * another reader
 */
export function startEarly(words: readonly string[]): void {
  const divider = words.indexOf('--');
  const program = divider < 0 ? undefined : words[divider + 1];
  try {
    if (program !== undefined && mentionsOpenCl(program)) early = startProcessor();
  } catch {
    // Without the addon nothing runs, which is said where the guest is started.
    early = undefined;
  }
}

/** Gives the thread that was started early; it is not given again. */
export function takeEarly(): ProcessorThread | undefined {
  const processor = early;
  early = undefined;
  return processor;
}
