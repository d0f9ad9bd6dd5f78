// Memory of a guest thread that is stopped in a call, by process_vm_readv/writev.
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import type { GuestMemory } from './device.js';
import type { Native, NativeSession } from './native.js';

/** Why memory of guests cannot be read on this machine, whatever they do; undefined where it can. */
export function guestMemoryProblem(native: Pick<Native, 'processVmRead'>): string | undefined {
  if (!existsSync('/proc/self/status')) return '/proc is not mounted: programs find no simulated device';
  // Nothing is at address 0, which is said where reading is allowed at all.
  const errno = -native.processVmRead(process.pid, 0n, new Uint8Array(1));
  if (errno === constants.errno.EFAULT) return undefined;
  const name = Object.entries(constants.errno).find(([, number]) => number === errno)?.[0] ?? errno;
  return `process_vm_readv is refused (${name}): programs find no simulated device`;
}

/** Longest piece that a device may request at once; what is larger belongs into the shared mapping. */
const largestRead = 1 << 30;

/**
 * Memory of the caller of the stopped call `serial`. Once the call has been answered, or its guest has died, every
 * access fails: the number of a dead process may belong to another one.
 *
 * @param failed called after each failed transfer
 */
export function createGuestMemory(
  native: Native,
  session: NativeSession,
  serial: number,
  pid: number,
  failed: () => void,
): GuestMemory {
  const alive = () => native.isWaiting(session, serial);
  const fail = <T>(result: T): T => {
    failed();
    return result;
  };
  return {
    read(address, length) {
      if (!Number.isInteger(length) || length < 0 || length > largestRead || !alive()) return undefined;
      const bytes = new Uint8Array(length);
      if (length > 0 && native.processVmRead(pid, address, bytes) !== length) return fail(undefined);
      return bytes;
    },
    write(address, bytes) {
      if (!alive()) return false;
      return bytes.length === 0 || native.processVmWrite(pid, address, bytes) === bytes.length || fail(false);
    },
    readString(address, limit) {
      return alive() ? (native.processVmReadString(pid, address, limit) ?? fail(undefined)) : undefined;
    },
  };
}
