// /dev/southern-islands and /dev/multi2sim: the device of programs that were linked with Multi2Sim's own OpenCL runtime.

import { constants } from 'node:os';
import { FILE_SIZE } from '../../abi/memory-map.js';
import type { Device, IoctlCall, OpenRequest, RequestDescription, VirtualFile } from '../../host/device.js';
import { describeError } from '../../util/errors.js';
import type { Context } from '../core/context.js';
import type { Contexts } from '../core/contexts.js';
import { RequestError } from '../core/errno.js';
import { callOf, FIRST_REQUEST, LAST_REQUEST, MULTI2SIM_CALLS } from './calls.js';
import { type Arguments, Multi2SimState } from './state.js';

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

  private read(call: IoctlCall, count: number): Arguments {
    if (count === 0) return { words: new Uint32Array(0), pointer: call.argument, memory: call.memory };
    const bytes = call.memory.read(call.argument, count * WORD);
    if (!bytes) throw new RequestError('EFAULT', `arguments at 0x${call.argument.toString(16)} are not readable`);
    return { words: new Uint32Array(bytes.slice().buffer), pointer: call.argument, memory: call.memory };
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
  readonly major = 240;
  readonly requests = { from: FIRST_REQUEST, to: LAST_REQUEST };
  readonly describe = describeCall;
  /** The runtime in these programs waits in spinning threads, to which it gives real-time priority where it may. */
  readonly refusesRealTime = true;

  constructor(
    readonly path: string,
    readonly minor: number,
    private readonly contexts: Contexts,
  ) {}

  open(request: OpenRequest): VirtualFile | number {
    const context = this.contexts.open(request.fd);
    return typeof context === 'number' ? context : new Multi2SimFile(context);
  }
}

/** The device itself, and the file by which programs find out that they are simulated. */
export const multi2simDevices = (contexts: Contexts): Device[] =>
  ['/dev/southern-islands', '/dev/multi2sim'].map((path, i) => new Multi2SimDevice(path, 1 + i, contexts));
