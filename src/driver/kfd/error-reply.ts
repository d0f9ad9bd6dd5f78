// Results of exceptions of handlers: a guest's mistake is its own errno, and a line of the log.

import type { IoctlCall } from '../../host/device.js';
import { RequestError } from '../core/errno.js';

/** @returns what `perform` does, or -errno; other errors are defects of ours, which the host reports */
export function answered(
  call: IoctlCall,
  log: (text: string) => void,
  perform: () => number | Promise<number>,
): number | Promise<number> {
  const refuse = (error: unknown): number => {
    if (!(error instanceof RequestError)) throw error;
    log(`process ${call.pid}: request 0x${call.request.toString(16)} refused: ${error.message}`);
    return -error.errno;
  };
  try {
    const result = perform();
    return typeof result === 'number' ? result : result.catch(refuse);
  } catch (error) {
    return refuse(error);
  }
}
