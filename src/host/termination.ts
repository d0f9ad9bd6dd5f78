// Signals of this process belong to its guest, as those of a job's shell script belong to the job: the guest gets the
// signal and may clean up. After SIGTERM or SIGHUP it has two seconds; then, or at a second signal, it is killed.
import type { Guest } from './guest.js';

const deadly = { SIGTERM: 15, SIGHUP: 1 } as const;
/** The guest decides what these mean. */
const harmless = { SIGINT: 2, SIGQUIT: 3, SIGUSR1: 10, SIGUSR2: 12, SIGALRM: 14, SIGTSTP: 20, SIGWINCH: 28 } as const;
/**
 * From the kernel it is no terminal's, which the guest would have too, but of a timer of this process: `alarm 5; exec
 * atoll run`.
 */
const timed: ForwardedSignal = 'SIGALRM';
type TerminatingSignal = keyof typeof deadly;
type ForwardedSignal = keyof typeof harmless;

/** A guest in the same process group usually gets the signal by itself, a moment before or after this process. */
const ownMs = 100;
/** So long before, where the machine is so busy that this process has its turn late. */
const lateMs = 500;
/** Signals closer together than this come from one sender that signals process and group (timeout(1)). */
const oneSenderMs = 200;
const timeoutMs = 2000;

/** Actions on the guest. */
export type TerminatedGuest = Pick<Guest, 'kill' | 'killAll'> & {
  /**
   * Milliseconds since the main process was about to receive a signal that was not passed on; Infinity when it never
   * was.
   */
  sinceSignal(signal: number): number;
  /** Records the sender of a signal to this process from now on. */
  watchSender(signal: number): void;
  /** True if a terminal sent the last one: then every process of its group has received it. */
  isSentByKernel(signal: number): boolean;
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
  const later = (action: () => void, delayMs: number) => void timers.push(setTimeout(action, delayMs));
  const passOn = (name: TerminatingSignal | ForwardedSignal, number: number) => {
    const receivedAt = performance.now();
    // Timers may be late too: when the guest got it counts, not when this looks.
    later(() => {
      if (guest.sinceSignal(number) > performance.now() - receivedAt + lateMs) guest.kill(name);
    }, ownMs);
  };
  const end = (name: TerminatingSignal) => {
    const now = performance.now();
    if (firstAt !== undefined) return now - firstAt > oneSenderMs ? kill(`a second signal (${name})`) : undefined;
    firstAt = now;
    passOn(name, deadly[name]);
    later(() => kill(`it still runs ${timeoutMs / 1000} s after ${name}`), ownMs + timeoutMs);
  };
  const forward = (name: ForwardedSignal) => {
    if (name === timed || !guest.isSentByKernel(harmless[name])) passOn(name, harmless[name]);
  };
  const listeners = [...listenersOf(deadly, end), ...listenersOf(harmless, forward)];
  const stopListening = listen(
    listeners.filter(({ number }) => !ignored.includes(number)),
    guest,
  );
  return () => {
    stopListening();
    for (const timer of timers) clearTimeout(timer);
  };
}

interface SignalListener {
  readonly name: NodeJS.Signals;
  readonly number: number;
  readonly receive: (name: NodeJS.Signals) => void;
}

const listenersOf = <Name extends NodeJS.Signals>(
  signals: Readonly<Record<Name, number>>,
  receive: (name: Name) => void,
): readonly SignalListener[] =>
  Object.entries<number>(signals).map(([name, number]) => ({
    name: name as Name,
    number,
    receive: receive as SignalListener['receive'],
  }));

function listen(listeners: readonly SignalListener[], guest: TerminatedGuest): () => void {
  for (const { name, number, receive } of listeners) {
    process.on(name, receive);
    guest.watchSender(number);
  }
  return () => {
    for (const { name, receive } of listeners) process.off(name, receive);
  };
}
