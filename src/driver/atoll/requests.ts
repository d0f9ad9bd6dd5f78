// From an intercepted ioctl to its handler: the request number names the structure, the structure is copied in and out.

import { requestName } from '../../abi/describe.js';
import { IOCTL_TYPE, IOCTLS, type IoctlName } from '../../abi/schema.js';
import type { IoctlCall } from '../../host/device.js';
import { RequestError } from '../core/errno.js';
import type { Request, RequestHandler } from './handler.js';
import { callFailed, describeDevice, drainTrace, driverVersion, hello } from './handlers/device.js';
import { describeImage, listImageFormats } from './handlers/image.js';
import { kernelArgument, kernelInfo } from './handlers/kernel.js';
import { allocateMemory, faultText, freeMemory, noteMemory } from './handlers/memory.js';
import { buildProgram, loadProgram, programStatus, readProgram, releaseProgram } from './handlers/program.js';
import type { Session } from './session.js';

const HANDLERS: { readonly [N in IoctlName]: RequestHandler<N> } = {
  HELLO: hello,
  DEVICE_INFO: describeDevice,
  DRIVER_VERSION: driverVersion,
  MEMORY_ALLOC: allocateMemory,
  MEMORY_FREE: freeMemory,
  IMAGE_DESCRIBE: describeImage,
  IMAGE_FORMATS: listImageFormats,
  PROGRAM_BUILD: buildProgram,
  PROGRAM_LOAD: loadProgram,
  PROGRAM_STATUS: programStatus,
  PROGRAM_READ: readProgram,
  PROGRAM_RELEASE: releaseProgram,
  KERNEL_INFO: kernelInfo,
  KERNEL_ARGUMENT: kernelArgument,
  FAULT_TEXT: faultText,
  MEMORY_NOTE: noteMemory,
  TRACE_DRAIN: drainTrace,
  CALL_FAILED: callFailed,
};

function perform<N extends IoctlName>(session: Session, name: N, call: IoctlCall): void {
  const struct = IOCTLS[name][1];
  const bytes = call.memory.read(call.argument, struct.size);
  if (!bytes) throw new RequestError('EFAULT', `${name}: argument is not readable`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // The table pairs every name with the handler of its own structure; the union over names loses that.
  const request = struct.read(view) as unknown as Request<N>;
  struct.write(view, HANDLERS[name](session, request, call) as never);
  if (!call.memory.write(call.argument, bytes)) throw new RequestError('EFAULT', `${name}: argument is not writable`);
}

/** @returns 0 or -errno; never throws for what a guest does */
export function answerRequest(session: Session, call: IoctlCall): number {
  const name = requestName(call.request);
  try {
    if (!name) {
      const type = (call.request >>> 8) & 0xff;
      throw new RequestError(
        'ENOTTY',
        `request 0x${(call.request >>> 0).toString(16)} (type 0x${type.toString(16)}, expected 0x${IOCTL_TYPE.toString(16)})`,
      );
    }
    perform(session, name, call);
    return 0;
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    session.context.services.log(`process ${call.pid}: ${name ?? 'unknown request'} refused: ${error.message}`);
    return -error.errno;
  }
}
