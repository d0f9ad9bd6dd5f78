// State that a command with a guest inherits from the shell, and how its process ends.

import { type GuestExit, SIGNALLED } from '../../host/exit-status.js';
import { type Inheritance, inheritanceVariable, parseInheritance } from '../../host/inheritance.js';
import { loadNative } from '../../host/native.js';

/** State inherited from the shell, for the guest. Ignored signals must not end this process either (nohup). */
export function takeInheritance(): Inheritance | undefined {
  const inheritance = parseInheritance(process.env[inheritanceVariable], process.pid);
  delete process.env[inheritanceVariable];
  for (const signal of inheritance?.ignoredSignals ?? []) loadNative().ignoreSignal(signal);
  return inheritance;
}

/** Folder in which the guest starts, if this process had to leave its own (start.cts). */
export function takeFolder(): string | undefined {
  const folder = process.env['ATOLL_FOLDER'];
  delete process.env['ATOLL_FOLDER'];
  return folder;
}

/** Ends this process as the guest ended. The guest's changes of terminal and standard streams persist. */
export function endLike({ code, signal }: GuestExit): never {
  const native = loadNative();
  if (signal !== undefined) {
    // The guest has written its own core: the far larger one of this process would replace it.
    native.forbidCoreDump();
    native.takeDefaultAction(code - SIGNALLED);
  }
  return leave(code);
}

/**
 * Ends this process at once: all output is written synchronously. Node would wait for its threads, even starting ones,
 * and for V8's compilations for them, which are no longer needed.
 */
export function leave(code: number): never {
  const native = loadNative();
  process.emit('exit', code);
  return native.exitAtOnce(code);
}
