// Why a slot does not issue: each cycle of each slot has exactly one reason, and their sum is slots times cycles.

export const REASONS = {
  issued: 'an instruction of it was issued, or its wait was over',
  fetch: 'its next instruction has not arrived: cold code, a branch',
  dependency: 'its last instruction has not finished, or a hazard delays the next one',
  waitVector: 'a wait, or a register that is read or written: loads, stores and atomics of lanes',
  waitLds: 'a wait, or a register that is read or written: accesses to LDS',
  waitScalar: 's_waitcnt: scalar loads',
  waitExport: 's_waitcnt: stores that have not read their data',
  barrier: 'the other wavefronts of its work-group have not arrived',
  arbitration: 'an older wavefront issued an instruction of this class, or the issue limit was reached',
  busyVector: 'the vector unit is not free',
  busyScalar: 'the scalar unit is not free',
  busyMemory: 'the queue of the address unit is full',
  busyLds: 'the queue of LDS is full',
  pressure: 'the maximum of outstanding lines or accesses was reached',
  emptySlots: 'no wavefront: the next work-group does not fit into the slots',
  emptyVgprs: 'no wavefront: the next work-group does not fit into the VGPRs',
  emptySgprs: 'no wavefront: the next work-group does not fit into the SGPRs',
  emptyLds: 'no wavefront: the next work-group does not fit into LDS',
  emptyBarriers: 'no wavefront: no barrier is free for the next work-group',
  emptyDispatch: 'no wavefront: a work-group that fits has not been started',
  emptyNoWork: 'no wavefront: no work-group is left',
} as const;
export type Reason = keyof typeof REASONS;
export const REASON_NAMES = Object.keys(REASONS) as readonly Reason[];
export const REASON_COUNT = REASON_NAMES.length;
/** Their numbers. */
export const R = Object.fromEntries(REASON_NAMES.map((name, n) => [name, n])) as Readonly<Record<Reason, number>>;

/** Reasons that have cycles, the most frequent first. */
export const sortedReasons = (cycles: Readonly<Partial<Record<Reason, number>>>) =>
  REASON_NAMES.flatMap((name) => {
    const own = cycles[name];
    return own ? [{ name, cycles: own }] : [];
  }).sort((a, b) => b.cycles - a.cycles);
