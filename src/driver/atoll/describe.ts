// Text of a request and its answer, for --trace-syscalls.

import { describeFields, requestName } from '../../abi/describe.js';
import { IOCTLS } from '../../abi/schema.js';
import type { IoctlCall, RequestDescription } from '../../host/device.js';

/** A request of /dev/atoll0; undefined when it is none of the protocol. */
export function describeRequest(call: IoctlCall): RequestDescription | undefined {
  const name = requestName(call.request);
  if (!name) return undefined;
  const describe = (direction: 'input' | 'output') => {
    const bytes = call.memory.read(call.argument, IOCTLS[name][1].size);
    return bytes && describeFields(name, bytes, direction);
  };
  return { name: `ATOLL_${name}`, input: describe('input'), output: () => describe('output') };
}
