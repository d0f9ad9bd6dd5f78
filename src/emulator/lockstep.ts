// Two engines side by side: each on its own copy of the state, compared after every step, stopped at the first
// difference; what they counted is compared whenever a dispatch comes to rest.

import { SCALAR_FILE_SIZE } from '../isa/instruction.js';
import { isaNamed } from '../isa/isas.js';
import { vectorName } from '../isa/wave.js';
import { AtollError } from '../util/errors.js';
import { CodeReader } from './code.js';
import { countDifferences } from './compared-counts.js';
import { ComparedMemory } from './compared-memory.js';
import { Counts } from './counts.js';
import type { Engine, RunOutcomeKind } from './engine.js';
import { allocatedLds, type LaunchDescriptor } from './launch.js';
import type { GpuMemory } from './memory.js';
import { VGPR_WORDS, WORD } from './state.js';
import type { Wavefront } from './wavefront.js';
import { ComputeUnit } from './workgroup.js';

/** Makes an engine over a memory. */
export type EngineFactory = (memory: GpuMemory) => Engine;

/** Differences that a message lists before it says how many more there are. */
const LISTED = 8;

/**
 * An engine that runs `leader` on the real memory and `follower` on a copy. The leader may execute several instructions
 * at a step (a block); the follower then executes as many, exactly. One compute unit at a time: launches on several
 * workers would race on memory and differ for that reason alone.
 */
class Lockstep implements Engine {
  readonly name: string;
  private readonly leader: Engine;
  private readonly follower: Engine;
  private readonly both: ComparedMemory;
  private shadowUnit: ComputeUnit | undefined;
  private launch: LaunchDescriptor | undefined;
  private group = -1;
  /** Of the leader's dispatch, and of the follower for the same wavefronts. */
  private counts = new Counts();
  private followerCounts = new Counts();
  /** A difference has been reported: counts differ, too. */
  private isStopped = false;

  constructor(
    private readonly memory: GpuMemory,
    leader: EngineFactory,
    follower: EngineFactory,
    shared: boolean,
  ) {
    this.both = new ComparedMemory(memory, shared);
    this.leader = leader(memory);
    this.follower = follower(this.both.copy);
    this.name = `${this.leader.name},${this.follower.name}`;
  }

  prepare(launch: LaunchDescriptor): void {
    this.both.begin();
    this.isStopped = false;
    this.launch = launch;
    this.group = -1;
    this.leader.prepare(launch);
    this.follower.prepare(launch);
  }

  run(wavefront: Wavefront, budget: number): RunOutcomeKind {
    if (wavefront.counts !== this.counts) {
      this.counts = wavefront.counts;
      this.followerCounts = new Counts();
    }
    const follower = this.followerOf(wavefront);
    for (let left = budget; left > 0; ) {
      const before = wavefront.executed;
      const pc = wavefront.pc;
      const { givesWay } = wavefront;
      const outcome = this.leader.run(wavefront, 1);
      const steps = Math.max(wavefront.executed - before, 1);
      const other = this.follower.run(follower, steps);
      this.compare(wavefront, follower, pc, outcome, other);
      if (outcome !== 'budget' || (givesWay && !wavefront.givesWay)) return outcome;
      left -= steps;
    }
    return 'budget';
  }

  /** @throws AtollError INTERNAL when the engines have counted differently what they executed alike */
  pause(): void {
    this.leader.pause?.();
    this.follower.pause?.();
    if (!this.launch || this.isStopped) return;
    const code = new CodeReader(this.memory, this.launch);
    this.refuse(countDifferences(code, this.counts, this.followerCounts), 'count differently', '');
  }

  close(): void {
    this.leader.close?.();
    this.follower.close?.();
  }

  /** The same wavefront in the copy; a work-group that begins is copied whole. */
  private followerOf(wavefront: Wavefront): Wavefront {
    const { workGroup } = wavefront;
    this.shadowUnit ??= new ComputeUnit(this.both.copy, 0);
    if (this.group !== workGroup.number) {
      this.group = workGroup.number;
      for (const own of workGroup.wavefronts) this.copy(own, this.shadowUnit.wavefronts[own.index]!);
      const shadow = this.shadowUnit.workGroup;
      shadow.launch = workGroup.launch;
      shadow.number = workGroup.number;
      shadow.id = workGroup.id;
      shadow.lds.set(workGroup.lds);
    }
    return this.shadowUnit.wavefronts[wavefront.index]!;
  }

  private copy(from: Wavefront, to: Wavefront): void {
    to.u.set(from.u);
    to.u[WORD.ldsBase] = this.shadowUnit!.workGroup.ldsBase;
    to.counts = this.followerCounts;
    to.executed = 0;
    to.status = from.status;
    to.fault = undefined;
  }

  private compare(a: Wavefront, b: Wavefront, pc: number, first: RunOutcomeKind, second: RunOutcomeKind): void {
    const differences = first === second ? [] : [`outcome ${first} / ${second}`];
    // Behind a fault registers and LDS are not defined (engine.ts), memory is.
    if (first === 'fault' && second === 'fault')
      differences.push(...faultDifferences(a, b), ...this.memoryDifferences());
    else differences.push(...stateDifferences(a, b), ...faultDifferences(a, b), ...this.ldsDifferences(a, b));
    if (first === 'end' && isLast(a)) differences.push(...this.memoryDifferences());
    if (differences.length === 0) return;
    const code = new CodeReader(this.memory, this.launch!);
    const steps = ` from pc ${hex(pc)} '${code.describe(pc)}' to ${hex(a.pc)}`;
    this.refuse(differences, 'differ', `${steps}, work-group (${a.workGroup.id.join(', ')}) wavefront ${a.index}`);
  }

  private refuse(differences: readonly string[], verb: string, place: string): void {
    if (differences.length === 0) return;
    this.isStopped = true;
    const listed = differences.slice(0, LISTED);
    if (differences.length > LISTED) listed.push(`and ${differences.length - LISTED} more`);
    throw new AtollError(
      'INTERNAL',
      `engines ${this.name} ${verb} in kernel ${this.launch!.kernel}${place}: ${listed.join('; ')}`,
      'one of the engines has a bug: please report this message',
    );
  }

  private ldsDifferences(a: Wavefront, b: Wavefront): string[] {
    const ldsBytes = allocatedLds(this.launch!);
    const [one, two] = [a.workGroup.lds, b.workGroup.lds];
    for (let at = 0; at < ldsBytes; at++)
      if (one[at] !== two[at]) return [`LDS byte ${hex(at)} ${one[at]} / ${two[at]}`];
    return [];
  }

  private memoryDifferences(): string[] {
    const difference = this.both.difference();
    return difference ? [`memory at ${hex(difference.address)} ${difference.values.map(hex).join(' / ')}`] : [];
  }
}

/** True if all other wavefronts of the work-group have ended. */
const isLast = (wavefront: Wavefront): boolean =>
  wavefront.workGroup.wavefronts.every((other) => other === wavefront || other.status === 'ended');

const hex = (value: number): string => `0x${value.toString(16).padStart(8, '0')}`;

/** Registers and words of two wavefronts that are not equal. */
export function stateDifferences(a: Wavefront, b: Wavefront): string[] {
  const differences: string[] = [];
  const note = (index: number, name: () => string): void => {
    if (a.u[index] !== b.u[index]) differences.push(`${name()} ${hex(a.u[index]!)} / ${hex(b.u[index]!)}`);
  };
  const {
    banks,
    operands: { scalarName },
  } = isaNamed(a.workGroup.launch.isa);
  for (let index = 0; index < a.workGroup.launch.vgprs * VGPR_WORDS; index++) {
    note(index, () => `${vectorName(banks, Math.floor(index / VGPR_WORDS))}[${index % VGPR_WORDS}]`);
  }
  for (let code = 0; code < SCALAR_FILE_SIZE; code++) note(WORD.scalars + code, () => scalarName(code, 1));
  note(WORD.scc, () => 'SCC');
  note(WORD.mode, () => 'MODE');
  note(WORD.trapStatus, () => 'TRAPSTS');
  note(WORD.pc, () => 'pc');
  return differences;
}

function faultDifferences(a: Wavefront, b: Wavefront): string[] {
  const show = ({ fault }: Wavefront): string =>
    fault ? `${fault.reason} lane ${fault.lane} address ${fault.address}: ${fault.detail}` : 'no fault';
  return show(a) === show(b) ? [] : [`${show(a)} / ${show(b)}`];
}

/**
 * @param shared whether a guest may write `memory` while kernels run
 * @throws AtollError INTERNAL from `run` at the first difference, with both values of what differs
 */
export const createLockstep = (
  memory: GpuMemory,
  leader: EngineFactory,
  follower: EngineFactory,
  shared = false,
): Engine => new Lockstep(memory, leader, follower, shared);
