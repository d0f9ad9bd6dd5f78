// Host functions of compiled code: they report refused accesses, and execute instructions that compiled code cannot
// express.

import type { RefusedAccess } from '../../emulator/access.js';
import type { CodeReader } from '../../emulator/code.js';
import type { GroupBatch } from '../../emulator/group-batch.js';
import { tryFma64 } from '../../emulator/interpreter/arithmetic.js';
import type { GpuMemory } from '../../emulator/memory.js';
import { FLAG } from '../../emulator/state.js';
import type { Wavefront } from '../../emulator/wavefront.js';
import { FLOAT_OPERATORS, floatModes } from '../../isa/language/float-ops.js';
import { recordedOf } from '../../isa/records.js';
import { required } from '../../util/required.js';
import type { ReportFault } from '../image/site.js';
import { DRAIN } from '../kernel/machine.js';
import { instructionOf, laneOf, placeCode, SCALAR_LANE } from '../kernel/place-code.js';
import type { RecordedInstruction } from '../records/access-reader.js';
import type { HostSite } from './host-instructions.js';
import type { HostFunction } from './kernel-functions.js';
import type { KernelUse } from './kernel-use.js';
import type { Translation } from './translation.js';

/** A refused access, as compiled code reports it; of 0 bytes: a branch out of GPU memory. */
export interface ReportedFault extends RefusedAccess {
  readonly pc: number;
}

const wide = new DataView(new ArrayBuffer(8));
const bitsOf = (x: number): bigint => {
  wide.setFloat64(0, x);
  return wide.getBigUint64(0);
};
const NEAREST = floatModes(0xf0);

/** Exact fused multiply-add of f64. */
function fma64(a: number, b: number, c: number): number {
  const quick = tryFma64(a, b, c);
  if (!Number.isNaN(quick)) return quick;
  wide.setBigUint64(0, FLOAT_OPERATORS.dfma(NEAREST, bitsOf(a), bitsOf(b), bitsOf(c)));
  return wide.getFloat64(0);
}

export class HostCalls {
  private translation: Translation | undefined;
  private fault: ReportedFault | undefined;
  private faultCode = Number.POSITIVE_INFINITY;
  /** The host met a fault in an instruction that it executed; it is noted on the wavefront. */
  private stopped = false;
  /** The running wavefront, or work-groups, which name their current wavefront. */
  private running: Wavefront | GroupBatch | undefined;
  private counts = 0;
  private readonly currentWavefront = (): Wavefront => this.wavefront;
  /** Instructions that the host executes, by number; and the number of the current one. */
  private sites: HostSite[] = [];
  private currentSite = 0;
  private readonly noteRoutine: ReportFault = (lane, low, high, kind) =>
    this.note(placeCode(this.currentSite, lane), low, high, kind);
  private readonly withDenormals = (): void => this.use.denormals?.turn(false);

  /** By the names of imports. */
  readonly functions: Readonly<Record<string, HostFunction>> = {
    fault: (code, low, high, kind) => this.note(code, low, high, kind),
    outside: (number) => this.outside(number),
    fma64: fma64 as HostFunction,
    [DRAIN]: () => this.drain(),
  };

  constructor(
    private readonly memory: GpuMemory,
    private readonly code: CodeReader,
    private readonly use: Pick<KernelUse, 'host' | 'denormals' | 'records'>,
    /** Called when the host has executed an instruction, with its number. */
    private readonly executed: (number: number, site: HostSite) => void,
  ) {}

  /** Takes what the wavefront that runs has recorded. */
  drain(): void {
    this.withDenormals();
    this.use.records?.drain({
      counts: this.counts,
      codeAddress: this.code.launch.codeAddress,
      translation: this.instructions,
      find: this.recorded,
      wavefront: this.currentWavefront,
    });
    this.turnDenormals();
  }

  /** Instructions that have been recorded, by number. */
  private instructions: RecordedInstruction[] = [];
  private readonly recorded = (number: number): RecordedInstruction => {
    let recorded = this.instructions[number];
    if (!recorded) {
      const pc = this.addressOf(number);
      const instruction = this.code.knownInstruction(pc);
      this.instructions[number] = recorded = { pc, instruction, space: recordedOf(instruction).access };
    }
    return recorded;
  };

  /** Reports what machine code of a native worker has reported there. */
  reportFault(code: number, low: number, high: number, kind: number): void {
    this.note(code, low, high, kind);
  }

  private get current(): Translation {
    return required(this.translation, 'translation that runs');
  }

  private turnDenormals(): void {
    this.use.denormals?.turn(this.current.zeroesDenormals);
  }

  private addressOf(number: number): number {
    return required(this.current.instructions[number], 'address of the instruction');
  }

  /** The code that runs from now on. */
  serve(translation: Translation): void {
    this.translation = translation;
    this.sites = [];
    this.instructions = [];
  }

  /** Compiled code is about to run. @param counts where its compute unit counts */
  enter(running: Wavefront | GroupBatch, counts: number): void {
    this.running = running;
    this.counts = counts;
    this.use.records?.begin(counts);
    this.turnDenormals();
  }

  /** The access that comes first counts: by the order of the program, then by lanes, then by their order in a lane. */
  private note(code: number, low: number, high: number, kind: number): void {
    if (code >= this.faultCode) return;
    this.faultCode = code;
    const number = instructionOf(code);
    const pc = this.addressOf(number);
    const lane =
      this.code.knownInstruction(pc).def.encoding.unit === 'scalarMemory' && laneOf(code) === SCALAR_LANE
        ? -1
        : laneOf(code);
    this.fault = { pc, lane, low, high, bytes: kind >> 2, permission: kind & 3 };
    this.raiseFlag();
  }

  private get wavefront(): Wavefront {
    const running = required(this.running, 'wavefront that runs');
    return 'current' in running ? running.current() : running;
  }

  /** Compiled code looks at the flag behind whatever may fault. */
  private raiseFlag(): void {
    this.memory.u32[(this.wavefront.base + FLAG) >>> 2] = 1;
  }

  /** Executes one instruction for compiled code. */
  private outside(number: number): void {
    this.sites[number] ??= this.siteOf(this.addressOf(number));
    this.currentSite = number;
    // Earlier records precede those of this instruction.
    if (this.use.records) this.drain();
    const site = this.sites[number];
    const done = site.execute(this.wavefront, this.noteRoutine, this.withDenormals);
    this.turnDenormals();
    this.executed(number, site);
    if (done) return;
    this.stopped = true;
    this.raiseFlag();
  }

  private siteOf(pc: number): HostSite {
    return this.use.host.site({ pc, instruction: this.code.knownInstruction(pc) });
  }

  /** True if the wavefront stopped with a fault that it has already; clears that. */
  takeStop(w: Wavefront): boolean {
    const { stopped } = this;
    this.stopped = false;
    if (stopped) this.memory.u32[(w.base + FLAG) >>> 2] = 0;
    return stopped;
  }

  takeFault(w: Wavefront): ReportedFault {
    const { fault } = this;
    if (!fault) throw new TypeError('compiled code stopped without a fault');
    this.fault = undefined;
    this.faultCode = Number.POSITIVE_INFINITY;
    this.memory.u32[(w.base + FLAG) >>> 2] = 0;
    return fault;
  }
}
