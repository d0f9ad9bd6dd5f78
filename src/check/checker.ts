// The probe that checks the kernels of one guest: hands each access and each instruction to the checks, and words what
// they find.

import type { GpuFault } from '../emulator/faults.js';
import type { LaunchDescriptor } from '../emulator/launch.js';
import type { MemoryAccess, Probe } from '../emulator/probes.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { WorkGroup } from '../emulator/workgroup.js';
import type { Instruction } from '../isa/instruction.js';
import type { HostEvent } from '../launch/host-event.js';
import { LaunchContexts } from '../launch/launch-context.js';
import { AlignmentCheck } from './alignment.js';
import { AtomicLoadMarks } from './atomic-load-marks.js';
import { BarrierCheck } from './barriers.js';
import { BoundsCheck } from './bounds.js';
import { FbarrierOrder } from './fbarriers.js';
import type { FindingKind } from './finding.js';
import type { Findings } from './findings.js';
import { type GlobalAtomic, misalignedLane } from './global-places.js';
import { HostMemoryState } from './host-memory-state.js';
import { type InstructionChecks, instructionChecks } from './instruction-checks.js';
import { LaunchView } from './launch-view.js';
import { LoadValueCache } from './load-value-cache.js';
import { dividesByZero, NumberCheck } from './numbers.js';
import { RaceCheck } from './races.js';
import { Reports } from './reports.js';
import { ResidencyCheck } from './residency.js';
import { UniformityCheck } from './uniformity.js';
import { UninitialisedCheck } from './uninitialised.js';
import { ValidityMap } from './validity-map.js';

/** Selected checks, as plain data. */
export interface CheckOptions {
  readonly kinds: readonly FindingKind[];
  /** Limit of the shadow memory for the last accesses, in bytes. */
  readonly shadowBytes: number;
  /** Compute units of each device; absent: how many work-groups it holds is not checked. */
  readonly computeUnits?: readonly number[];
}

export class KernelCheck implements Probe {
  /** Memory as the program has reported it, and which bytes kernels have written since, where these are needed. */
  readonly hostMemory: HostMemoryState;
  private readonly reports: Reports;
  private readonly bounds: BoundsCheck;
  private readonly races: RaceCheck | undefined;
  private readonly compared = new LoadValueCache((load) => this.reports.withdraw(load));
  private readonly written: ValidityMap | undefined;
  private readonly uninitialised: UninitialisedCheck | undefined;
  private readonly barriers: BarrierCheck | undefined;
  private readonly numbers: NumberCheck | undefined;
  private readonly residency: ResidencyCheck | undefined;
  private readonly divisions: boolean;
  private readonly facts = new WeakMap<Instruction, InstructionChecks>();
  /** Functions that restore the state of preempted work-groups, by number. */
  private readonly aside = new Map<number, () => void>();
  private view!: LaunchView;
  private current: InstructionChecks | undefined;
  private readonly marks = new AtomicLoadMarks();
  private readonly uniformity = new UniformityCheck((violation) => this.reports.nonUniform(violation));
  private readonly fbarriers = new FbarrierOrder(() => this.races?.barrier());
  private readonly alignment: AlignmentCheck;
  /** The current instruction is an atomic load by its code, or by the mark before it. */
  private isAtomicLoad = false;

  /**
   * @param launchContexts launch contexts of instruments, for guests that report nothing
   * @param residentsOf work-groups of a launch that a device holds at once
   */
  constructor(
    options: CheckOptions,
    findings: Findings,
    private readonly launchContexts = new LaunchContexts(),
    private readonly residentsOf?: (launch: LaunchDescriptor, device: number) => number,
  ) {
    const has = (...kinds: readonly FindingKind[]): boolean => kinds.some((kind) => options.kinds.includes(kind));
    this.hostMemory = new HostMemoryState({ writes: has('uninitialised') });
    const { objects, written } = this.hostMemory;
    this.reports = new Reports(findings, objects, new Set(options.kinds));
    this.bounds = new BoundsCheck(objects, this.reports);
    this.alignment = new AlignmentCheck(this.reports);
    if (has('race', 'mixed-atomic'))
      this.races = new RaceCheck(options.shadowBytes, (access, other, isLocal, load) => {
        // Memory that is no object's is the library's: it has another use in each launch.
        if (other.launch && !objects.at(access.address)) return;
        if (load === undefined || !this.compared.has(load)) this.reports.race(access, other, isLocal, load);
      });
    if (written) {
      this.written = new ValidityMap(written, this.hostMemory);
      this.uninitialised = new UninitialisedCheck({
        onUse: (use, lane, origin) => this.reports.uninitialised(use, lane, origin),
        onStore: (space, address, bits, mask) => this.written!.spoil(space, address, bits, mask),
      });
    }
    if (has('divergent-barrier'))
      this.barriers = new BarrierCheck((w, at, text, lane) =>
        this.reports.barrier(w, at, text, lane, this.uniformity.lastOf(w, lane)),
      );
    if (has('residency') && residentsOf) this.residency = new ResidencyCheck(this.reports);
    if (has('nan')) this.numbers = new NumberCheck();
    this.divisions = has('division-by-zero');
  }

  /** Pages of shadow memory that were forgotten. */
  get forgotten(): number {
    return this.races?.forgotten ?? 0;
  }

  onHostEvent(note: HostEvent): void {
    this.hostMemory.take(note);
    if (note.type === 'object' && note.parent === 0) this.races?.renew(note.address, note.size);
  }

  launching(launch: LaunchDescriptor, segment: number, device = 0): void {
    this.view = new LaunchView(launch, this.hostMemory.objects, segment, this.launchContexts);
    this.reports.begin(this.view);
    this.compared.launch();
    this.marks.launch();
    this.uniformity.launch();
    this.aside.clear();
    this.bounds.begin(this.view);
    this.residency?.launch(this.view, this.residentsOf!(launch, device));
    this.races?.launch(this.view, this.hostMemory.objects.takeOrder(segment));
  }

  /** The launch has ended, or failed. */
  ended(): void {
    this.reports.settle();
  }

  onWorkGroupStart(group: WorkGroup): void {
    this.races?.groupStart(group);
    this.residency?.groupStart(group);
    this.compared.groupStart();
    this.barriers?.groupStart(group);
    this.written?.groupStart(group);
    if (this.uninitialised) for (const wavefront of group.wavefronts) this.uninitialised.start(wavefront);
    this.fbarriers.start(group);
    for (const wavefront of group.wavefronts) this.uniformity.start(wavefront);
  }

  onWorkGroupParked(group: WorkGroup): void {
    const { turn } = this.compared;
    const restores = [
      this.barriers?.park(group),
      this.written?.park(),
      this.uninitialised?.park(group.wavefronts),
      () => this.compared.resume(turn),
    ];
    this.races?.park(group);
    this.residency?.park();
    this.aside.set(group.number, () => {
      for (const restore of restores) restore?.();
      this.races?.resume(group);
    });
  }

  onWorkGroupEnd(group: WorkGroup): void {
    this.residency?.groupEnd(group);
  }

  maxBegunGroups(): number {
    return this.residency?.maxBegun ?? Number.POSITIVE_INFINITY;
  }

  isWaiting(group: WorkGroup): boolean {
    return this.residency?.isWaiting(group) ?? false;
  }

  onWorkGroupResumed({ number }: WorkGroup): void {
    this.aside.get(number)!();
    this.aside.delete(number);
  }

  onBarrier(group: WorkGroup): void {
    this.barriers?.meet(group);
    this.races?.barrier();
  }

  onInstructionBefore(w: Wavefront, pc: number, instruction: Instruction): void {
    const facts = this.factsOf(instruction);
    this.current = facts;
    this.alignment.begin();
    const line = facts.auxiliary ? undefined : this.view.hsailLine(pc);
    if (line) {
      this.uniformity.before(w, { pc, instruction }, line.line, line.claims);
      this.fbarriers.before(w, line.line, line.claims?.fbarrier === 'wait');
    }
    this.residency?.before(w, pc, instruction, facts.quiet);
    if (facts.copies) this.races?.copies(w, facts.copies);
    if (facts.atomicLoadMark) this.marks.mark(w);
    this.isAtomicLoad = (facts.followsMark && this.marks.take(w)) || facts.atomicLoad;
    if (facts.quiet && !this.numbers && !this.divisions && !this.uninitialised?.follows(w)) return;
    this.reports.at(w, pc, instruction);
    this.races?.begin();
    this.uninitialised?.before(w, instruction);
    if (facts.barrier) this.barriers?.reach(w, pc, instruction);
    if (facts.texels) this.bounds.texels(w, instruction);
    if (facts.atomic) this.aligned(w, facts.atomic);
    if (facts.buffer) this.bounds.refused(w, instruction);
    if (facts.local) this.bounds.localPlaces(w, facts.local);
    this.numbers?.before(w, instruction);
    if (this.divisions) {
      const lane = dividesByZero(w, instruction);
      if (lane >= 0) this.reports.simple('division-by-zero', 'an integer is divided by zero', lane);
    }
  }

  onInstructionAfter(w: Wavefront, _pc: number, instruction: Instruction): void {
    this.residency?.after(w);
    if (this.uninitialised?.pending) this.uninitialised.after(w, instruction);
    if (!this.numbers) return;
    const lane = this.numbers.after(w, instruction);
    if (lane >= 0) this.reports.simple('nan', 'the result is NaN, and no operand is', lane);
  }

  onMemory(w: Wavefront, pc: number, instruction: Instruction, access: MemoryAccess): void {
    const isLocal = access.space === 'lds';
    const isScratch = !isLocal && w.memory.isScratch(access.address);
    const claims = this.view.hsailLine(pc)?.claims;
    if (!isScratch) this.alignment.access(access, isLocal, claims);
    if (!this.bounds.access(w, access, isLocal, isScratch)) return;
    this.residency?.access(w, access, isLocal, isScratch);
    if (!isScratch && this.races && !(isLocal && claims?.fbarrier)) this.race(w, pc, instruction, access, isLocal);
    // A copy of unwritten memory is poisoned as well.
    if (this.written && !this.view.isCopy) this.initial(w, access, isLocal, isScratch);
  }

  private aligned(w: Wavefront, atomic: GlobalAtomic): void {
    const lane = misalignedLane(w, atomic);
    if (lane < 0) return;
    const { bytes } = atomic;
    this.reports.simple(
      'unaligned-atomic',
      `an atomic of ${bytes} bytes at an address that is not a multiple of ${bytes}: the device rounds it down`,
      lane,
    );
  }

  private race(w: Wavefront, pc: number, instruction: Instruction, access: MemoryAccess, isLocal: boolean): void {
    const { kind, value } = access;
    // Code and arguments, which kernels read by scalar loads, are never written.
    if (!isLocal && !this.bounds.isShared) return;
    const number = this.view.numberOf(pc, instruction);
    if (this.current!.synchronises || this.view.hsailLine(pc)?.claims?.isAtomic) {
      if (kind === 'store') this.races!.atomic(w, number, { ...access, kind: 'atomic' }, true, isLocal);
      else this.races!.atomicLoad(w, number, access, isLocal);
    } else if (kind === 'store') this.races!.store(w, number, access, value, holds(w, access, isLocal), isLocal);
    else if (kind === 'atomic' && this.isAtomicLoad)
      this.races!.atomicLoad(w, number, { ...access, kind: 'load' }, isLocal);
    else if (kind === 'atomic') {
      const { comparison, looks } = this.current!;
      if (comparison) this.compared.swap(w, comparison, access, isLocal);
      this.races!.atomic(w, number, access, looks, isLocal);
    } else {
      this.compared.load(w, number, access, isLocal);
      if (this.isAtomicLoad || this.compared.has(number)) this.races!.atomicLoad(w, number, access, isLocal);
      else this.races!.load(w, number, access, isLocal);
    }
  }

  private initial(w: Wavefront, access: MemoryAccess, isLocal: boolean, isScratch: boolean): void {
    const { kind, lane, size } = access;
    if (!isLocal && !isScratch && !this.bounds.isShared) return;
    if (kind === 'store') return this.written!.store(access, isLocal, isScratch);
    if (kind === 'load' && !this.current!.synchronises) {
      const bytes = Math.min(size, 4);
      for (let at = access.address; at < access.address + size; at += bytes) {
        const mask = this.written!.undefinedBits(w.memory, at, bytes, isLocal, isScratch);
        const origin = mask === 0 ? undefined : this.reports.originOf(lane, at, bytes, isLocal, isScratch);
        this.uninitialised!.load(w, lane, bytes, mask, origin);
      }
      return;
    }
    const mask = this.written!.undefinedBits(w.memory, access.address, size, isLocal, isScratch);
    if (mask !== 0 && !this.current!.swaps) this.reports.uninitialisedAtomic(access, isLocal);
    if (kind === 'atomic') this.written!.store(access, isLocal, isScratch);
  }

  onFault(fault: GpuFault): void {
    this.bounds.fault(fault);
  }

  private factsOf(instruction: Instruction): InstructionChecks {
    let facts = this.facts.get(instruction);
    if (!facts) this.facts.set(instruction, (facts = instructionChecks(instruction)));
    return facts;
  }
}

/** True if memory already holds the value of a store. */
function holds(w: Wavefront, { address, size, value, high }: MemoryAccess, isLocal: boolean): boolean {
  const { view, u8 } = w.memory;
  const at = isLocal ? w.workGroup.ldsBase + address : address;
  if (size === 1) return u8[at] === (value & 0xff);
  if (size === 2) return view.getUint16(at, true) === (value & 0xffff);
  const low = view.getInt32(at, true) === (value | 0);
  return size === 8 ? low && view.getInt32(at + 4, true) === (high | 0) : low;
}
