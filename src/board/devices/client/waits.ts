// Waits of programs on words of mapped memory (futex(2)).

import type { FileCall } from '../../../host/device.js';

const COMMAND = 0x7fn;
/** FUTEX_WAIT and FUTEX_WAIT_BITSET; the latter's time is one of a clock. */
const [WAIT, WAIT_BITSET] = [0n, 9n];
const CLOCK_REALTIME = 0x100n;

const commandOf = ({ arguments: raw }: FileCall): bigint => raw[1] & COMMAND;

/** FUTEX_WAKE and FUTEX_WAKE_BITSET. */
const WAKES = [1n, 10n];

/** Waits and wakes; other operations are between locks of the program's own. */
export const isCarriedFutex = (call: FileCall): boolean => isFutexWait(call) || WAKES.includes(commandOf(call));

export const isFutexWait = (call: FileCall): boolean => [WAIT, WAIT_BITSET].includes(commandOf(call));

/** Timeout in milliseconds; negative: infinite. */
export function futexTime(call: FileCall): number {
  const { arguments: raw, memory, abi } = call;
  if (raw[3] === 0n) return -1;
  const size = abi === 'i386' ? 4 : 8;
  const bytes = memory.read(raw[3], 2 * size);
  if (!bytes) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const number = (at: number): number => (size === 8 ? Number(view.getBigInt64(at, true)) : view.getInt32(at, true));
  const milliseconds = number(0) * 1000 + number(size) / 1e6;
  if (commandOf(call) === WAIT) return milliseconds;
  const now = (raw[1] & CLOCK_REALTIME) !== 0n ? Date.now() : Number(process.hrtime.bigint()) / 1e6;
  return Math.max(0, milliseconds - now);
}
