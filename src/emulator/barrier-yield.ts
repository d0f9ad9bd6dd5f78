// Points at which a wavefront yields to the others of its work-group. Hardware issues instructions of all of them in
// turns: after a barrier they advance evenly, and one that waits for memory is overtaken. Programs rely on that, mostly
// without intent.

import type { Instruction } from '../isa/instruction.js';
import type { Isa } from '../isa/isa.js';
import { NO_WAIT } from '../isa/rates.js';
import { allocatedLds, type LaunchDescriptor } from './launch.js';
import { wavefrontsPerGroup } from './wavefronts.js';

/** True if an instruction waits for accesses to memory: after it a wavefront whose `givesWay` is set stops. */
export const waitsForMemory = ({ timing }: Isa, instruction: Instruction): boolean =>
  (timing?.waits(instruction)?.vm ?? NO_WAIT) < NO_WAIT;

/** True if the order of wavefronts after a barrier can matter: work-groups share LDS. */
export const sharesLds = (launch: LaunchDescriptor): boolean =>
  allocatedLds(launch) > 0 && wavefrontsPerGroup(launch) > 1;
