// Properties of /dev/southern-islands and /dev/multi2sim, the file by which programs find out that they are simulated,
// that are needed before their driver is loaded.

import type { DeviceNode } from '../../host/device.js';
import { FIRST_REQUEST, LAST_REQUEST } from './calls.js';

const face = (path: string, minor: number): DeviceNode => ({
  path,
  major: 240,
  minor,
  requests: { from: FIRST_REQUEST, to: LAST_REQUEST },
  /** The runtime in these programs waits in spinning threads, to which it gives real-time priority where it may. */
  refusesRealTime: true,
});

export const MULTI2SIM_FACES: readonly DeviceNode[] = [face('/dev/southern-islands', 1), face('/dev/multi2sim', 2)];
