// Calls of a guest as values that outlast the view of their event.

import type { Device, FileCall, GuestMemory, IoctlCall } from './device.js';
import type { StoppedCall } from './stopped-call.js';
import type { SyscallEvent } from './syscall-trace.js';
import type { EventView } from './wire.js';

/** struct open_how (openat2(2)), without later fields. */
const OPEN_HOW_BYTES = 24;

export function fileCallOf(event: EventView, memory: GuestMemory): FileCall {
  const { call, abi, pid, tid } = event;
  return { name: call.name, abi, arguments: event.argumentValues(), pid, tid, memory };
}

export function ioctlCallOf(event: EventView, memory: GuestMemory): IoctlCall {
  const { abi, pid, tid } = event;
  const [, request, argument] = event.argumentValues();
  return { request: Number(request & 0xffffffffn), argument, pid, tid, abi, memory };
}

/** @param device of the file or path that the call names */
export function stoppedCallOf(
  event: EventView,
  memory: GuestMemory,
  path: string | undefined,
  device: Device | undefined,
): StoppedCall {
  const { call, abi, pid, tid, inode } = event;
  const isLink = path !== undefined && inode !== 0;
  return { call, abi, arguments: event.argumentValues(), pid, tid, memory, path, device, isLink };
}

/** The call for a trace, without its result. @param memory is created only where an argument points to a structure */
export function syscallEventOf(event: EventView, path: string | undefined, memory: () => GuestMemory): SyscallEvent {
  const { pid, tid, abi, call } = event;
  const values = event.argumentValues();
  const how = values[call.arguments.indexOf('openHow')];
  const openHow = how === undefined ? undefined : memory().read(how, OPEN_HOW_BYTES);
  return { pid, tid, abi, call, arguments: values, path, result: undefined, openHow };
}
