// SOPP: program control. Manual: "SOPP Instructions".

import { type EffectName, EXEC, type Ex, field, M0, ops, SCC, type Stmt, u32, u64, VCC } from '../../language/expr.js';
import { sopp } from '../family.js';
import { branchTarget } from './control-stack.js';

const { eq64, ne64, notB } = ops;

const simm16 = field('simm16');
const effect =
  (name: EffectName, ...args: Ex[]) =>
  (): Stmt[] => [{ kind: 'effect', name, args }];
const branch = (when?: Ex<'b1'>) => (): Stmt[] => [
  { kind: 'branch', when, target: branchTarget(field('simm16', true)) },
];
const none = u64(0n);
const sendAndHalt = (): Stmt[] => [...effect('message', simm16, M0.u32)(), ...effect('halt', u32(1))()];

export const SOPP = sopp({
  s_nop: [0, 'do nothing for simm16[2:0] + 1 cycles', effect('nop', simm16)],
  s_endpgm: [1, 'end the wavefront', effect('endpgm')],
  s_branch: [2, 'continue simm16 dwords after the following instruction', branch()],
  s_cbranch_scc0: [4, 'branch if SCC is 0', branch(notB(SCC.b1))],
  s_cbranch_scc1: [5, 'branch if SCC is 1', branch(SCC.b1)],
  s_cbranch_vccz: [6, 'branch if VCC is 0', branch(eq64(VCC.u64, none))],
  s_cbranch_vccnz: [7, 'branch if VCC is not 0', branch(ne64(VCC.u64, none))],
  s_cbranch_execz: [8, 'branch if EXEC is 0', branch(eq64(EXEC.u64, none))],
  s_cbranch_execnz: [9, 'branch if EXEC is not 0', branch(ne64(EXEC.u64, none))],
  s_barrier: [10, 'wait for the other wavefronts of the work-group', effect('barrier')],
  s_waitcnt: [12, 'wait until few enough memory operations are outstanding', effect('wait', simm16)],
  s_sethalt: [13, 'halt the wavefront (simm16[0] = 1) or let it go on (0)', effect('halt', simm16)],
  s_sleep: [14, 'sleep for about 64 * simm16[2:0] cycles', effect('sleep', simm16)],
  s_setprio: [15, 'priority of the wavefront = simm16[1:0]', effect('priority', simm16)],
  s_sendmsg: [16, 'send a message with M0', effect('message', simm16, M0.u32)],
  s_sendmsghalt: [17, 'send a message with M0, then halt', sendAndHalt],
  s_trap: [18, 'enter the trap handler with trap number simm16[7:0]', effect('trap', simm16)],
  s_icache_inv: [19, 'invalidate the instruction cache', effect('icache')],
  s_incperflevel: [20, 'increment performance counter simm16[3:0]', effect('nop', simm16)],
  s_decperflevel: [21, 'decrement performance counter simm16[3:0]', effect('nop', simm16)],
  s_ttracedata: [22, 'send M0 to the thread trace', effect('nop', M0.u32)],
});
