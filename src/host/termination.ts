// SIGTERM and SIGHUP of this process belong to its guest, as those of a job's shell script belong to the job: the guest gets the
// signal and may clean up. One that does not end within two seconds, or whoever sends a second signal, has it killed.
import type { Guest } from './supervisor.js';

const passedOn = { SIGTERM: 15, SIGHUP: 1 } as const;
type Passed = keyof typeof passedOn;

/** A guest in the same process group usually gets the signal by itself, a moment before or after this process. */
const ownMs = 100;
/** Signals closer together than this came from one sender who signals process and group (timeout(1)). */
const oneSenderMs = 200;
const patienceMs = 2000;

/** What is asked of the guest. */
export type TerminatedGuest = Pick<Guest, 'kill' | 'killAll'> & {
  /** Milliseconds since the main process was about to receive a signal; Infinity when it never was. */
  sinceSignal(signal: number): number;
};

/**
 * Passes signals on until the function that it returns is called.
 *
 * @param ignored numbers of signals that this process was started to ignore (nohup)
 * @param explain gets the reason when the guest is killed
 */
export function passTermination(
  guest: TerminatedGuest,
  ignored: readonly number[],
  explain: (reason: string) => void,
): () => void {
  const timers: NodeJS.Timeout[] = [];
  let firstAt: number | undefined;
  const kill = (reason: string) => {
    explain(`${reason}: the program is killed`);
    guest.killAll();
  };
  const receive = (name: Passed) => {
    const now = performance.now();
    if (firstAt !== undefined) {
      if (now - firstAt > oneSenderMs) kill(`a second signal (${name})`);
      return;
    }
    firstAt = now;
    timers.push(
      setTimeout(() => {
        if (guest.sinceSignal(passedOn[name]) > 2 * ownMs) guest.kill(name);
      }, ownMs),
      setTimeout(() => kill(`it still runs ${patienceMs / 1000} s after ${name}`), ownMs + patienceMs),
    );
  };
  const names = (Object.keys(passedOn) as Passed[]).filter((name) => !ignored.includes(passedOn[name]));
  for (const name of names) process.on(name, receive);
  return () => {
    for (const name of names) process.off(name, receive);
    for (const timer of timers) clearTimeout(timer);
  };
}
