// /dev/southern-islands and /dev/multi2sim: the devices of programs that were linked with Multi2Sim's own OpenCL
// runtime.

import { constants } from 'node:os';
import { FILE_SIZE } from '../../abi/memory-map.js';
import type { Device, DeviceNode, IoctlCall, OpenRequest, RequestDescription, VirtualFile } from '../../host/device.js';
import { describeError } from '../../util/errors.js';
import type { Context } from '../core/context.js';
import type { Contexts } from '../core/contexts.js';
import { RequestError } from '../core/errno.js';
import { callOf, MULTI2SIM_CALLS } from './calls.js';
import { MULTI2SIM_FACES } from './device-nodes.js';
import { type CallArguments, Multi2SimState } from './state.js';

const WORD = 4;

class Multi2SimFile implements VirtualFile {
  readonly size = FILE_SIZE;
  private readonly state: Multi2SimState;

  constructor(private readonly context: Context) {
    this.state = new Multi2SimState(context);
  }

  async ioctl(call: IoctlCall): Promise<number> {
    const name = callOf(call.request);
    this.context.announce();
    try {
      if (!name) throw new RequestError('ENOTTY', `there is no request ${call.request}`);
      return await this.state.calls[name](this.read(call, MULTI2SIM_CALLS[name][1]));
    } catch (error) {
      this.context.services.log(
        `process ${call.pid}: ${name ?? 'unknown request'} refused: ${error instanceof RequestError ? error.message : describeError(error)}`,
      );
      if (error instanceof RequestError) return -error.errno;
      return -constants.errno.EIO;
    }
  }

  private read(call: IoctlCall, count: number): CallArguments {
    if (count === 0) return { words: [], pointer: call.argument, memory: call.memory };
    const bytes = call.memory.read(call.argument, count * WORD);
    if (!bytes) throw new RequestError('EFAULT', `arguments at 0x${call.argument.toString(16)} are not readable`);
    return { words: [...new Uint32Array(bytes.slice().buffer)], pointer: call.argument, memory: call.memory };
  }

  release(): void {
    this.context.release();
  }
}

/** A request by name, with the words that its argument points to. */
function describeCall(call: IoctlCall): RequestDescription | undefined {
  const name = callOf(call.request);
  if (!name) return undefined;
  const count = MULTI2SIM_CALLS[name][1];
  // Without words the argument is a plain value, or nothing.
  if (count === 0) return { name, input: `0x${call.argument.toString(16)}`, output: () => '' };
  const bytes = call.memory.read(call.argument, count * WORD);
  const words = bytes && Array.from(new Uint32Array(bytes.slice().buffer), (word) => `0x${word.toString(16)}`);
  return { name, input: words && `[${words.join(', ')}]`, output: () => '' };
}

class Multi2SimDevice implements Device {
  readonly path: string;
  readonly major: number;
  readonly minor: number;
  readonly requests: DeviceNode['requests'];
  readonly refusesRealTime: boolean;
  readonly describe = describeCall;

  constructor(
    { path, major, minor, requests, refusesRealTime = false }: DeviceNode,
    private readonly contexts: Contexts,
  ) {
    this.path = path;
    this.major = major;
    this.minor = minor;
    this.requests = requests;
    this.refusesRealTime = refusesRealTime;
  }

  ready(): Promise<void> | undefined {
    return this.contexts.room();
  }

  open(request: OpenRequest): VirtualFile | number {
    const context = this.contexts.open(request.fd);
    return typeof context === 'number' ? context : new Multi2SimFile(context);
  }
}

export const multi2simDevices = (contexts: Contexts): Device[] =>
  MULTI2SIM_FACES.map((face) => new Multi2SimDevice(face, contexts));
