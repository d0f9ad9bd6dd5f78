// Calls of a guest as values that outlast the view of their event.

import type { Device, FileCall, GuestMemory, IoctlCall } from './device.js';
import type { StoppedCall } from './stopped-call.js';
import type { SyscallEvent } from './syscall-trace.js';
import type { EventView } from './wire.js';

/** struct open_how (openat2(2)), without later fields. */
const OPEN_HOW_BYTES = 24;

export function fileCallOf({ call, abi, arguments: raw, pid, tid }: EventView, memory: GuestMemory): FileCall {
  return { name: call.name, abi, arguments: [...raw], pid, tid, memory };
}

export function ioctlCallOf({ abi, arguments: raw, pid, tid }: EventView, memory: GuestMemory): IoctlCall {
  return { request: Number(raw[1]! & 0xffffffffn), argument: raw[2]!, pid, tid, abi, memory };
}

/** @param device of the file or path that the call names */
export function stoppedCallOf(
  { call, abi, arguments: raw, pid, tid, inode }: EventView,
  memory: GuestMemory,
  path: string | undefined,
  device: Device | undefined,
): StoppedCall {
  const isLink = path !== undefined && inode !== 0;
  return { call, abi, arguments: [...raw], pid, tid, memory, path, device, isLink };
}

/** The call for a trace, without its result. @param memory is created only where an argument points to a structure */
export function syscallEventOf(
  { pid, tid, abi, call, arguments: raw }: EventView,
  path: string | undefined,
  memory: () => GuestMemory,
): SyscallEvent {
  const how = call.arguments.indexOf('openHow');
  const openHow = how < 0 ? undefined : memory().read(raw[how]!, OPEN_HOW_BYTES);
  return { pid, tid, abi, call, arguments: [...raw], path, result: undefined, openHow };
}
