// Starts the processor thread of `atoll run` while this thread still reads its own modules: most programs wait for that thread.

import { setFlagsFromString } from 'node:v8';
import { ProcessorThread } from '../driver/core/processor/thread.js';
import { loadNative } from '../host/native.js';
import { processorEntry } from './entries.js';
import { mentionsOpenCl } from './opencl-user.js';

/** Threads start without collecting garbage. V8 checks code caches for the flags with which they were made, but not for this one. */
const THREAD_FLAG = '--min-semi-space-size=8';

/** A new processor thread, which waits for its settings. */
export function startProcessor(): ProcessorThread {
  setFlagsFromString(THREAD_FLAG);
  return new ProcessorThread(processorEntry(), (view, byteOffset, count) =>
    loadNative().futexWake(view, byteOffset, count),
  );
}

let early: ProcessorThread | undefined;

/** @param words the command line. What stands behind `--` is the program; no other word is opened: it may be a pipe that somebody reads */
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
  const taken = early;
  early = undefined;
  return taken;
}
