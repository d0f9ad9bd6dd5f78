// Selection of the work-groups of a launch whose values are observed.

import { groupTotal, type LaunchDescriptor } from '../../emulator/launch.js';

/** By default: every eighth, and of launches of many work-groups no more than some. */
const [EVERY, MAX_SAMPLES] = [8, 32];

/** Those whose number is a multiple of this. @param workGroups value of the option */
export const everyOf = (launch: LaunchDescriptor, workGroups: number | undefined): number =>
  workGroups ?? Math.max(EVERY, Math.ceil(groupTotal(launch) / MAX_SAMPLES));
