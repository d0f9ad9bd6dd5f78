// What a command with a guest takes over from the shell at its start, and leaves to it at its end.

import { type GuestExit, SIGNALLED } from '../../host/exit-status.js';
import { type Inheritance, inheritanceVariable, parseInheritance } from '../../host/inheritance.js';
import { loadNative } from '../../host/native.js';

/** What the shell gave us, for the guest. Signals that are to be ignored must not end this process either (nohup). */
export function takeInheritance(): Inheritance | undefined {
  const inheritance = parseInheritance(process.env[inheritanceVariable], process.pid);
  delete process.env[inheritanceVariable];
  for (const signal of inheritance?.ignoredSignals ?? []) loadNative().ignoreSignal(signal);
  return inheritance;
}

/** Where the guest starts when this process had to leave its own folder (main.ts). */
export function takeFolder(): string | undefined {
  const folder = process.env['ATOLL_FOLDER'];
  delete process.env['ATOLL_FOLDER'];
  return folder;
}

/** Ends this process as the guest ended. What the guest has done to terminal and standard streams stays. */
export function endLike({ code, signal }: GuestExit): never {
  const native = loadNative();
  if (signal !== undefined) {
    // The guest has left its own core: ours, which is far larger, would take its place.
    native.forbidCoreDump();
    native.takeDefaultAction(code - SIGNALLED);
  }
  return leave(code);
}

/**
 * Ends this process. All that we write is written at once: nothing is left to wait for. Node would wait for its
 * threads, those that start among them, and for V8, which compiles for them what nobody will run.
 */
export function leave(code: number): never {
  const native = loadNative();
  process.emit('exit', code);
  return native.exitAtOnce(code);
}
