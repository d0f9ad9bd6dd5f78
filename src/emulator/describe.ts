// Text about wavefronts for messages: timeouts, deadlocks, the debugger's overview.

import { CodeReader } from './code.js';
import type { Wavefront } from './wavefront.js';
import type { WorkGroup } from './workgroup.js';

const hex = (value: number | bigint, digits: number): string => `0x${value.toString(16).padStart(digits, '0')}`;

/** `wavefront 2: running at pc 0x40000120 (+0x20), EXEC 0x00000000ffffffff, next 'v_add_f32_e32 v1, v2, v3'`. */
export function describeWavefront(wavefront: Wavefront): string {
  const { index, status, workGroup, pc } = wavefront;
  if (status === 'ended') return `wavefront ${index}: ended after ${wavefront.executed} instructions`;
  const doing = status === 'barrier' ? 'waiting at a barrier' : status;
  const next = new CodeReader(wavefront.memory, workGroup.launch).describe(pc);
  return (
    `wavefront ${index}: ${doing} at pc ${hex(pc, 8)} (+${hex(pc - workGroup.launch.codeAddress, 1)}), ` +
    `EXEC ${hex(wavefront.exec, 16)}, next '${next}'`
  );
}

/**
 * For each work-group one line for each wavefront: status, pc, EXEC, next instruction.
 * @param preempted number of further work-groups that have begun
 */
export function describeGroups(kernel: string, groups: readonly WorkGroup[], preempted: number): string {
  if (groups.length === 0) return `kernel ${kernel}: no work-group is running`;
  const lines = groups.flatMap(({ id, wavefronts }) => [
    `kernel ${kernel}, work-group (${id.join(', ')}):`,
    ...wavefronts.map((wavefront) => `  ${describeWavefront(wavefront)}`),
  ]);
  const aside = preempted ? [`kernel ${kernel}: ${preempted} more work-groups have begun`] : [];
  return [...lines, ...aside].join('\n');
}
