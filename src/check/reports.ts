// From what a check has seen to a finding: kernel, instruction, source line, work-items, memory object and call in
// words.

import { groupTotal } from '../emulator/launch.js';
import type { MemoryAccess } from '../emulator/probes.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { Instruction } from '../isa/instruction.js';
import { accessText } from './access-text.js';
import type { Finding, FindingKind, UnnumberedFinding } from './finding.js';
import { type FindingKey, type Findings, placeText } from './findings.js';
import type { LaunchView } from './launch-view.js';
import { type MemoryObject, type Objects, objectText, relation } from './objects.js';
import type { RaceAccess, RaceSide } from './race-access.js';
import type { WaitingRead } from './residency.js';
import type { ValueUse } from './undefined-flow.js';
import type { UndefinedOrigin } from './undefined-registers.js';
import type { ClaimViolation, ExecutedInstruction } from './uniformity.js';

type Memory = NonNullable<Finding['memory']>;

const USES: Readonly<Record<ValueUse, string>> = {
  address: 'is used as an address',
  branch: 'decides a branch, or which work-items continue',
  atomic: 'is an operand of an atomic',
  result: 'is stored as a result',
};

/** Larger slices are the work-group. */
const MAX_SLICE = 1024;

/**
 * Findings about loads that may turn out to be parts of atomics before the launch ends; what is more is said at once.
 */
const MAX_HELD = 1000;

/** A finding of mixed atomics, and the number of its load. */
interface DeferredFinding {
  readonly load: number;
  readonly key: FindingKey;
  readonly finding: UnnumberedFinding;
  count: number;
}

export class Reports {
  private readonly deferred = new Map<string, DeferredFinding>();
  private view!: LaunchView;
  wavefront!: Wavefront;
  private pc = 0;
  private instruction!: Instruction;

  constructor(
    private readonly findings: Findings,
    private readonly objects: Objects,
    private readonly kinds: ReadonlySet<FindingKind>,
  ) {}

  begin(view: LaunchView): void {
    this.settle();
    this.view = view;
  }

  /** Reports the deferred findings. */
  settle(): void {
    for (const { key, finding, count } of this.deferred.values()) this.findings.add(key, () => finding, count);
    this.deferred.clear();
  }

  /** A load was found to be part of an atomic. */
  withdraw(load: number): void {
    for (const [key, entry] of this.deferred) if (entry.load === load) this.deferred.delete(key);
  }

  /** The instruction that what follows is about. */
  at(w: Wavefront, pc: number, instruction: Instruction): void {
    this.wavefront = w;
    this.pc = pc;
    this.instruction = instruction;
  }

  private add(
    kind: FindingKind,
    extra: {
      readonly object?: number | string | undefined;
      readonly otherPc?: number;
      readonly pc?: number;
      readonly load?: number | undefined;
    },
    describe: () => Partial<UnnumberedFinding> & Pick<UnnumberedFinding, 'message'>,
  ): void {
    if (!this.kinds.has(kind)) return;
    const { launch } = this.view;
    const pc = (extra.pc ?? this.pc) - launch.codeAddress;
    const { object = 0, otherPc = -1 } = extra;
    const key: FindingKey = { kind, kernel: launch.kernel, pc, otherPc, object };
    const finding = (): UnnumberedFinding => ({
      kind,
      kernel: launch.kernel,
      place: this.view.place(this.pc, this.instruction),
      launch: this.view.text,
      ...describe(),
    });
    if (extra.load === undefined) this.findings.add(key, finding);
    else this.hold(extra.load, key, finding);
  }

  private hold(load: number, key: FindingKey, finding: () => UnnumberedFinding): void {
    const name = `${key.pc} ${key.otherPc} ${key.object}`;
    const entry = this.deferred.get(name);
    if (entry) entry.count++;
    else if (this.deferred.size < MAX_HELD) this.deferred.set(name, { load, key, finding: finding(), count: 1 });
    else this.findings.add(key, finding);
  }

  /** Reports a defective access. */
  memory(kind: FindingKind, message: string, lane: number, memory: Memory, object?: MemoryObject, text?: string): void {
    this.add(kind, { object: object?.object }, () => ({
      message,
      workItem: this.view.workItem(this.wavefront, lane),
      memory,
      ...(text === undefined ? {} : { object: text }),
    }));
  }

  simple(kind: FindingKind, message: string, lane: number): void {
    this.add(kind, {}, () => ({ message, workItem: this.view.workItem(this.wavefront, lane) }));
  }

  barrier(
    w: Wavefront,
    at: { readonly pc: number; readonly instruction: Instruction },
    message: string,
    lane: number,
    last: ExecutedInstruction | undefined,
  ): void {
    this.add('divergent-barrier', { pc: at.pc }, () => {
      const workItem = this.view.workItem(w, lane);
      const other = last && {
        place: this.view.place(last.pc, last.instruction),
        workItem,
        does: 'left the others',
      };
      return { message, place: this.view.place(at.pc, at.instruction), workItem, ...(other && { other }) };
    });
  }

  /** Work-items differ where HSAIL says that they do not. */
  nonUniform({ claims, wavefront, at, lane, other, otherAt }: ClaimViolation): void {
    const { mnemonic, sameTarget, executedTogether = 1 } = claims;
    const slice = sameTarget ?? executedTogether;
    const items = slice > MAX_SLICE ? 'all work-items' : `each ${slice} consecutive work-items`;
    const what =
      sameTarget === undefined
        ? `is to be executed by all or none of ${items}`
        : `is to have the same target for ${items}`;
    this.add('non-uniform', { pc: at.pc }, () => ({
      message: `${mnemonic} ${what}, but two of a wavefront differ`,
      place: this.view.place(at.pc, at.instruction),
      workItem: this.view.workItem(wavefront, lane),
      other: {
        place: this.view.place(otherAt.pc, otherAt.instruction),
        workItem: this.view.workItem(wavefront, other),
        does: sameTarget === undefined ? 'left the others' : 'another target',
      },
    }));
  }

  /**
   * @param load number of the instruction, of the two, that is an ordinary load beside an atomic; undefined for none
   */
  race({ kind, lane, address, size }: RaceAccess, other: RaceSide, isLocal: boolean, load: number | undefined): void {
    const view = other.launch ?? this.view;
    const before = view.instructions[other.instruction]!;
    const mixed = other.atomic !== (kind === 'atomic');
    const object = isLocal ? undefined : this.objects.at(address);
    this.add(
      mixed ? 'mixed-atomic' : 'race',
      { object: isLocal ? 'local' : object?.object, otherPc: before.pc, load },
      () => {
        const place = view.place(before.pc, before.instruction);
        // A scalar load serves all work-items of a wavefront: none of them is named.
        const otherLane = before.instruction.def.encoding.unit === 'scalarMemory' ? -1 : other.lane;
        const workItem = view.itemOf(view.groupOf(other.group), other.wavefront, otherLane);
        const does = other.atomic ? 'atomic' : other.does;
        const where = this.where(address, isLocal, object);
        const launch = other.launch && `kernel ${other.launch.launch.kernel}, launched by ${other.launch.text}`;
        const whose = launch ?? (other.copies ? 'an asynchronous copy' : 'another work-item');
        const message = `${accessText(kind)} of ${size} bytes ${where}, unordered with the ${does} at ${placeText(place)} by ${whose}`;
        return {
          message,
          workItem: this.view.workItem(this.wavefront, lane),
          other: { place, workItem, does },
          memory: { space: isLocal ? 'local' : 'global', address, bytes: size },
          ...(object ? { object: this.nameOf(object) } : {}),
        };
      },
    );
  }

  private where(address: number, isLocal: boolean, object: MemoryObject | undefined): string {
    if (isLocal) return `at ${address} of local memory`;
    return object ? `${relation(object, address)} ${this.nameOf(object)}` : `at address 0x${address.toString(16)}`;
  }

  private nameOf(object: MemoryObject): string {
    const argument = this.view.ranges?.find((range) => range.object?.object === object.object)?.argument;
    return argument ? `argument '${argument}', a ${objectText(object)}` : `a ${objectText(object)}`;
  }

  /** A work-group waits for one that the chip cannot hold beside the others. */
  residency({ pc, instruction, group, wavefront, lane, address }: WaitingRead, w: Wavefront, residents: number): void {
    this.add('residency', { pc }, () => {
      const { launch } = this.view;
      const object = this.objects.at(address);
      const writer = w.workGroup.id.join(', ');
      const limit = `at most ${residents.toLocaleString('en')} of the ${groupTotal(launch).toLocaleString('en')} work-groups`;
      return {
        message: `waits for work-group (${writer}) to write ${this.where(address, false, object)}, but the device holds ${limit} at a time`,
        place: this.view.place(pc, instruction),
        workItem: this.view.itemOf(this.view.groupOf(group), wavefront, lane),
        other: {
          place: this.view.place(this.pc, this.instruction),
          workItem: this.view.workItem(w, -1),
          does: 'write',
        },
        memory: { space: 'global', address, bytes: 4 },
        ...(object ? { object: this.nameOf(object) } : {}),
      };
    });
  }

  originOf(lane: number, address: number, size: number, isLocal: boolean, isScratch: boolean): UndefinedOrigin {
    return { pc: this.pc, lane, space: isLocal ? 'local' : isScratch ? 'private' : 'global', address, bytes: size };
  }

  uninitialised(use: ValueUse, lane: number, origin: UndefinedOrigin | undefined): void {
    const object = origin?.space === 'global' ? this.objects.at(origin.address) : undefined;
    this.add('uninitialised', { object: object?.object }, () => {
      const from = origin ? this.originText(origin, object) : 'memory';
      return {
        message: `a value from ${from} that has not been written ${USES[use]}`,
        workItem: this.view.workItem(this.wavefront, lane),
        ...(origin ? { memory: { space: origin.space, address: origin.address, bytes: origin.bytes } } : {}),
        ...(object ? { object: this.nameOf(object) } : {}),
      };
    });
  }

  private originText({ space, address, bytes, pc }: UndefinedOrigin, object: MemoryObject | undefined): string {
    const load = this.view.instructions.find((each) => each.pc === pc);
    const read = load ? ` (read at ${placeText(this.view.place(pc, load.instruction))})` : '';
    if (space === 'private') return `private memory${read}`;
    return `${bytes} bytes ${this.where(address, space === 'local', object)}${read}`;
  }

  uninitialisedAtomic({ lane, address, size }: MemoryAccess, isLocal: boolean): void {
    const object = isLocal ? undefined : this.objects.at(address);
    this.add('uninitialised', { object: object?.object }, () => ({
      message: `an atomic of ${size} bytes ${this.where(address, isLocal, object)}, which has not been written`,
      workItem: this.view.workItem(this.wavefront, lane),
      memory: { space: isLocal ? 'local' : 'global', address, bytes: size },
      ...(object ? { object: this.nameOf(object) } : {}),
    }));
  }
}
