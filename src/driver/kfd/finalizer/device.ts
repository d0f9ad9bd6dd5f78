// The device to which the guest library of HSA programs (runtime/hsa) sends modules, and which gives code objects.

import { constants } from 'node:os';
import {
  FINALIZER_PATH,
  FINALIZER_REQUESTS,
  FINALIZER_TYPE,
  type FinalizerRequestName,
} from '../../../abi/finalizer-schema.js';
import { PAGE_SIZE } from '../../../abi/memory-map.js';
import type { Device, IoctlCall, RequestDescription, VirtualFile } from '../../../host/device.js';
import { RequestError } from '../../core/errno.js';
import { answered } from '../error-reply.js';
import type { BrigFinalizer } from './finalizer.js';
import { FinalizerRequests } from './requests.js';

const BY_NUMBER = new Map(
  Object.entries(FINALIZER_REQUESTS).map(([name, [number]]) => [number as number, name as FinalizerRequestName]),
);
const nameOf = ({ request }: IoctlCall): FinalizerRequestName | undefined => BY_NUMBER.get(request & 0xff);

class FinalizerFile implements VirtualFile {
  /** Nothing is shared by it. */
  readonly size = PAGE_SIZE;
  private readonly closing = new AbortController();
  private readonly requests: FinalizerRequests;

  constructor(
    finalizer: BrigFinalizer,
    private readonly log: (text: string) => void,
  ) {
    this.requests = new FinalizerRequests(finalizer, this.closing.signal);
  }

  ioctl(call: IoctlCall): number | Promise<number> {
    return answered(call, this.log, () => this.perform(call));
  }

  private perform(call: IoctlCall): number | Promise<number> {
    const name = nameOf(call);
    if (!name) throw new RequestError('ENOTTY', `the finalizer has no request 0x${call.request.toString(16)}`);
    const struct = FINALIZER_REQUESTS[name][1];
    const bytes = call.memory.read(call.argument, struct.size)?.slice();
    if (!bytes) throw new RequestError('EFAULT', `${name}: argument is not readable`);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return this.requests.perform(name, view, call.memory).then(() => {
      if (call.memory.write(call.argument, bytes)) return 0;
      throw new RequestError('EFAULT', `${name}: argument is not writable`);
    });
  }

  release(): void {
    this.closing.abort();
  }
}

/** A request with the fields of its structure. */
function describeRequest(call: IoctlCall): RequestDescription | undefined {
  const name = nameOf(call);
  if (!name) return undefined;
  const struct = FINALIZER_REQUESTS[name][1];
  const fields = (): string | undefined => {
    const bytes = call.memory.read(call.argument, struct.size);
    if (!bytes) return undefined;
    const values = struct.read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return `{${Object.entries(values)
      .map(([field, value]) => `${field}=${value}`)
      .join(', ')}}`;
  };
  return { name: `FINALIZER_${name}`, input: fields(), output: fields };
}

export class FinalizerDevice implements Device {
  readonly path = FINALIZER_PATH;
  /** A number of the local/experimental range of the kernel's devices.txt. */
  readonly major = 241;
  readonly minor = 0;
  readonly requests = { type: FINALIZER_TYPE };
  readonly describe = describeRequest;

  /** @param finalizer undefined where there is no compiler */
  constructor(
    private readonly finalizer: BrigFinalizer | undefined,
    private readonly log: (text: string) => void,
  ) {}

  open(): VirtualFile | number {
    return this.finalizer ? new FinalizerFile(this.finalizer, this.log) : -constants.errno.ENODEV;
  }
}
