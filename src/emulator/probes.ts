// Observation of a running kernel. An engine without a probe contains no code for probes.

import type { Instruction } from '../isa/instruction.js';
import type { AccessKind } from './access-kind.js';
import { type AccessSums, combineSinks, type ExecutionSink } from './execution-sink.js';
import type { GpuFault } from './faults.js';
import type { LaunchDescriptor } from './launch.js';
import type { Wavefront } from './wavefront.js';
import type { WorkGroup } from './workgroup.js';

/** One access of one lane. The object is reused: copy what must outlive the call. */
export interface MemoryAccess {
  space: 'global' | 'smem' | 'lds';
  kind: AccessKind;
  /** Lane of a vector access; -1 for a scalar one. */
  lane: number;
  /** GPU address, or byte offset in LDS. */
  address: number;
  /** Bytes that are touched. */
  size: number;
  /** Stored value: low and high word. */
  value: number;
  high: number;
}

/**
 * An observer. Every method may be absent; what is absent costs nothing even while the probe is attached.
 * `onInstruction*` see the wavefront with pc at the instruction (before) and at the following one (after).
 * Probes must not change state except through a debugger's explicit request between instructions.
 */
export interface Probe {
  onWorkGroupStart?(workGroup: WorkGroup): void;
  onWorkGroupEnd?(workGroup: WorkGroup): void;
  /**
   * A work-group leaves its place to another one, and has it again, with the same number. A probe without these sees
   * work-groups one after the other, and a launch whose work-groups wait for one another does not end.
   */
  onWorkGroupParked?(workGroup: WorkGroup): void;
  onWorkGroupResumed?(workGroup: WorkGroup): void;
  /** Work-groups of the launch that may have begun without having ended. Absent: as many as there is room for. */
  maxBegunGroups?(): number;
  /** True if the running work-group cannot continue until others change memory: its turn ends then. */
  isWaiting?(workGroup: WorkGroup): boolean;
  onWavefrontEnd?(wavefront: Wavefront): void;
  onBarrier?(workGroup: WorkGroup): void;
  onInstructionBefore?(wavefront: Wavefront, pc: number, instruction: Instruction): void;
  onInstructionAfter?(wavefront: Wavefront, pc: number, instruction: Instruction): void;
  /**
   * Instructions from one address up to, but without, another one are executed while EXEC has only so many lanes
   * switched on, fewer than all. Called for those that work on lanes, by engines that count them; includes what the
   * interpreter executes for compiled code.
   */
  onFewerLanes?(wavefront: Wavefront, pc: number, end: number, lanes: number): void;
  /** After an access was checked and before it happens. */
  onMemory?(wavefront: Wavefront, pc: number, instruction: Instruction, access: MemoryAccess): void;
  onFault?(fault: GpuFault): void;
  /** True to stop before the instruction at `pc` (the engine returns 'breakpoint'). */
  breaksAt?(wavefront: Wavefront, pc: number): boolean;
  /** Work-groups that are to be on a unit at the same time, where they fit. Absent: one. */
  readonly residents?: number;
  /** May replace the calls of `onInstruction*` and `onMemory`. Absent: only these will do. */
  readonly sink?: ExecutionSink;
  /** Work-groups of a launch whose number is no multiple of what it says need only be seen by `rest`. */
  readonly sampled?: { everyOf(launch: LaunchDescriptor): number; readonly rest: Probe | undefined };
  /** May replace the sink for an engine that only adds up accesses. */
  readonly sums?: AccessSums;
}

type Hook = Exclude<
  keyof Probe,
  'breaksAt' | 'maxBegunGroups' | 'isWaiting' | 'sink' | 'sums' | 'sampled' | 'residents'
>;
const HOOKS = {
  onWorkGroupStart: true,
  onWorkGroupEnd: true,
  onWorkGroupParked: true,
  onWorkGroupResumed: true,
  onWavefrontEnd: true,
  onBarrier: true,
  onInstructionBefore: true,
  onInstructionAfter: true,
  onFewerLanes: true,
  onMemory: true,
  onFault: true,
} as const satisfies Record<Hook, true>;

const MOVES: readonly Hook[] = ['onWorkGroupParked', 'onWorkGroupResumed'];

/** One probe that calls several in order; hooks that none of them has stay absent. */
export function combineProbes(probes: readonly Probe[]): Probe | undefined {
  if (probes.length < 2) return probes[0];
  const combined: Record<string, ((...args: never[]) => unknown) | number> = {};
  for (const hook of Object.keys(HOOKS) as Hook[]) {
    const listeners = probes.filter((probe) => probe[hook]);
    if (listeners.length === 0) continue;
    // Work-groups move where all can follow them.
    if (MOVES.includes(hook) && listeners.length < probes.length) continue;
    combined[hook] = (...args: never[]) => {
      for (const probe of listeners) (probe[hook] as (...values: never[]) => void).apply(probe, args);
    };
  }
  const breakers = probes.filter((probe) => probe.breaksAt);
  if (breakers.length > 0) {
    combined['breaksAt'] = (...args: never[]) =>
      breakers.some((probe) => (probe.breaksAt as (...values: never[]) => boolean).apply(probe, args));
  }
  const limits = probes.filter((probe) => probe.maxBegunGroups);
  if (limits.length > 0) {
    combined['maxBegunGroups'] = () => Math.min(...limits.map((probe) => probe.maxBegunGroups!()));
    combined['isWaiting'] = (...args: never[]) =>
      limits.some((probe) => (probe.isWaiting as (...values: never[]) => boolean).apply(probe, args));
  }
  const residents = Math.max(...probes.map((probe) => probe.residents ?? 1));
  if (residents > 1) combined['residents'] = residents;
  const sinks = probes.flatMap(({ sink }) => sink ?? []);
  return (sinks.length < probes.length ? combined : { ...combined, sink: combineSinks(sinks) }) as Probe;
}

/** True if a probe observes work-groups and wavefronts, and not only their accesses. */
export const watchesGroups = (probe: Probe): boolean =>
  Boolean(
    probe.onWorkGroupStart ??
      probe.onWorkGroupEnd ??
      probe.onWavefrontEnd ??
      probe.onBarrier ??
      probe.breaksAt ??
      probe.residents,
  );
