// Statistics counted once more, by code that shares nothing with src/statistics: the oracle executes one instruction at
// a time, and its reads, writes and accesses are recorded at once.

import { CodeReader, isProblem } from '../../src/emulator/code.js';
import type { Engine, GpuMemory, Outcome, Wavefront } from '../../src/emulator/index.js';
import type { LaunchDescriptor } from '../../src/emulator/launch.js';
import { createOracle } from '../../src/emulator/oracle.js';
import { WORD } from '../../src/emulator/state.js';
import { layout } from '../../src/emulator/state-layout.js';
import type { Instruction } from '../../src/isa/instruction.js';
import { southernIslands } from '../../src/isa/southern-islands/index.js';
import { CLASS_NAMES, classOfName, cyclesOfName, jumps, VALU_RATES } from './by-name.js';

/** Places of these registers, which are the same in all instruction sets. */
const SPECIAL = layout(southernIslands);

type Lane = readonly [lane: number, address: number, bytes: number];
interface Insides {
  readonly state: {
    readonly access: {
      check(lane: number, low: number, high: number, bytes: number, permission: number): number;
      lds(w: Wavefront, offset: number, bytes: number, kind: string, lane: number): number;
    };
  };
}

const lanesOf = (mask: bigint): number[] =>
  Array.from({ length: 64 }, (_, n) => n).filter((n) => (mask >> BigInt(n)) & 1n);

/** The 32-bit registers that operands name, by slot: a destination is D or VDST, or VDATA of a load. */
function registers(instruction: Instruction, access: 'read' | 'written'): number[] {
  const { def, operands } = instruction;
  const numbers = new Set<number>();
  for (const [slot, operand] of Object.entries(operands)) {
    if (operand.kind !== 'vgpr') continue;
    // The number of the one that it writes is computed.
    if (def.name === 'v_movreld_b32' && slot === 'D') continue;
    const loads = /(buffer|image)_load|image_sample/.test(def.name) && slot === 'VDATA';
    const destination = slot === 'D' || slot === 'VDST' || loads;
    const accumulates = /^v_mac_/.test(def.name);
    const lane = def.name === 'v_writelane_b32';
    const both =
      (/atomic/.test(def.name) && slot === 'VDATA' && instruction.fields['glc'] === 1) ||
      (accumulates && destination && !lane);
    if (both || destination === (access === 'written'))
      for (let n = 0; n < operand.count; n++) numbers.add(operand.index + n);
  }
  return [...numbers];
}

/** True if the condition of a branch holds, in the state before it. */
function conditionHolds(w: Wavefront, name: string): boolean {
  const word = (offset: number): number => w.u[offset]!;
  const nonzero: Readonly<Record<string, boolean>> = {
    scc: word(WORD.scc) !== 0,
    vcc: (word(SPECIAL.vcc) | word(SPECIAL.vcc + 1)) !== 0,
    exec: w.exec !== 0n,
  };
  const [, what, when] = /^s_cbranch_(scc|vcc|exec)(0|1|z|nz)$/.exec(name)!;
  return nonzero[what!] === (when === '1' || when === 'nz');
}

/** All numbers of a launch, by the names of statistics. */
export class IndependentCount {
  readonly numbers: Record<string, number> = {};
  private readonly sums: Record<string, number> = {};
  private readonly dataLines = new Set<number>();
  private readonly codeBytes = new Set<number>();
  private readonly distances: number[] = [];
  /** By work-group and wavefront: barriers that it was at. */
  private readonly groups = new Map<number, Map<number, number>>();

  /** By the names of statistics. */
  readonly histograms: Record<string, Record<string, number>> = { ldsByConflicts: {}, valuByLanes: {} };

  private one(histogram: string, bin: number): void {
    const bins = this.histograms[histogram]!;
    bins[bin] = (bins[bin] ?? 0) + 1;
  }

  private add(name: string, value: number): void {
    this.sums[name] = (this.sums[name] ?? 0) + value;
  }

  instruction(
    w: Wavefront,
    pc: number,
    instruction: Instruction,
    execute: () => Outcome,
    lanes: Lane[],
    lds: Lane[],
    scalar: Lane[],
  ): Outcome {
    const { def, size } = instruction;
    const active = lanesOf(w.exec);
    const own = classOfName(def.name);
    this.add('instructions', 1);
    this.add(`instructions.${own}`, 1);
    this.wavefront(w, own);
    const holds = own === 'branch' && (jumps(def.name) || conditionHolds(w, def.name));
    for (let byte = 0; byte < size; byte++) this.codeBytes.add(pc + byte - w.workGroup.launch.codeAddress);
    const reads = registers(instruction, 'read');
    if (own === 'valu') this.vector(active.length, def.name, reads, w.workGroup.launch.isa);
    this.values('Read', w, reads, active);
    const outcome = execute();
    if (outcome !== 'fault') this.values('Written', w, registers(instruction, 'written'), active);
    if (holds) this.add('branchesTaken', 1);
    if (outcome === 'budget' && w.pc !== pc + size) this.add('bufferFlushes', 1);
    this.memory(lanes, lds, scalar);
    return outcome;
  }

  /**
   * All wavefronts that have not ended meet, so the wavefront with the most arrivals gives their number.
   */
  private wavefront(w: Wavefront, own: string): void {
    const { number } = w.workGroup;
    let group = this.groups.get(number);
    if (!group) this.groups.set(number, (group = new Map()));
    group.set(w.index, (group.get(w.index) ?? 0) + (own === 'barrier' ? 1 : 0));
  }

  private vector(active: number, name: string, reads: readonly number[], isa: string): void {
    const cycles = cyclesOfName(name, VALU_RATES[isa]!);
    this.add('valuLanes', active);
    this.one('valuByLanes', active);
    this.add('valuCycles', cycles);
    this.add('laneCycles', active * cycles);
    for (const bank of [0, 1, 2, 3])
      this.add('vgprBankConflicts', Math.max(0, reads.filter((register) => register % 4 === bank).length - 1));
  }

  private values(
    what: 'Read' | 'Written',
    w: Wavefront,
    registersUsed: readonly number[],
    active: readonly number[],
  ): void {
    for (const register of registersUsed) {
      this.add(`vgpr${what}Lanes`, active.length);
      this.add(`vgpr${what}Values`, new Set(active.map((lane) => w.vgpr(register, lane))).size);
    }
  }

  reuse(distance: number): void {
    this.distances.push(distance);
  }

  private memory(lanes: readonly Lane[], lds: readonly Lane[], scalar: readonly Lane[]): void {
    const lines = ([, address, bytes]: Lane): number[] => {
      const lineNumbers: number[] = [];
      for (let byte = address; byte < address + bytes; byte++) lineNumbers.push(Math.floor(byte / 64));
      return lineNumbers;
    };
    for (const access of [...lanes, ...scalar]) for (const line of lines(access)) this.dataLines.add(line);
    if (lanes.length > 0) {
      this.add('vmemAccesses', 1);
      this.add('vmemLanes', new Set(lanes.map(([lane]) => lane)).size);
      this.add('vmemLines', new Set(lanes.flatMap(lines)).size);
    }
    if (lds.length === 0) return;
    this.add('ldsAccesses', 1);
    let conflicts = 0;
    for (const half of [0, 1]) {
      const words = new Set<number>();
      for (const [lane, offset, bytes] of lds)
        if (lane >> 5 === half) for (let byte = 0; byte < bytes; byte++) words.add((offset + byte) >>> 2);
      let maxConflicts = 0;
      for (let bank = 0; bank < 32; bank++)
        maxConflicts = Math.max(maxConflicts, [...words].filter((word) => (word & 31) === bank).length);
      this.add('ldsCycles', maxConflicts);
      this.add('ldsConflictCycles', maxConflicts - Math.ceil(words.size / 32));
      conflicts += maxConflicts - Math.ceil(words.size / 32);
    }
    this.one('ldsByConflicts', conflicts);
  }

  /** By the names of statistics. */
  get result(): Record<string, number | null> {
    const { sums, distances } = this;
    const of = (name: string): number => sums[name] ?? 0;
    const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
    const groups = [...this.groups.values()];
    const classes = CLASS_NAMES.map((name) => `instructions.${name}`);
    const names =
      'instructions branchesTaken bufferFlushes valuLanes valuCycles vgprBankConflicts vmemAccesses vmemLanes vmemLines ldsAccesses ldsCycles ldsConflictCycles vgprReadLanes vgprReadValues vgprWrittenLanes vgprWrittenValues';
    distances.sort((a, b) => a - b);
    return {
      ...Object.fromEntries([...names.split(' '), ...classes].map((name) => [name, of(name)])),
      workGroups: groups.length,
      wavefronts: groups.reduce((all, { size }) => all + size, 0),
      barriers: groups.reduce((all, group) => all + Math.max(...group.values()), 0),
      sampledWorkGroups: groups.length,
      valuByLanes: of('instructions.valu'),
      ldsByConflicts: of('ldsAccesses'),
      simdUtilisation: share(of('valuLanes'), 64 * of('instructions.valu')),
      simdUtilisationByCycle: share(of('laneCycles'), 64 * of('valuCycles')),
      linesPerAccess: share(of('vmemLines'), of('vmemAccesses')),
      vgprReadUniqueness: share(of('vgprReadValues'), of('vgprReadLanes')),
      vgprWriteUniqueness: share(of('vgprWrittenValues'), of('vgprWrittenLanes')),
      codeBytes: this.codeBytes.size,
      codeLines: new Set([...this.codeBytes].map((byte) => byte >> 6)).size,
      dataLines: this.dataLines.size,
      dataPages: new Set([...this.dataLines].map((line) => line >> 6)).size,
      vgprReuseDistance: distances.length === 0 ? null : distances[Math.ceil(distances.length / 2) - 1]!,
    };
  }
}

/** The oracle, with every step written down. */
export class CountingOracle implements Engine {
  readonly name = 'counting';
  private readonly oracle: Engine;
  private lanes: Lane[] = [];
  private scalar: Lane[] = [];
  private lds: Lane[] = [];
  private readonly used = new Map<Wavefront, { step: number; group: number; last: Map<number, number> }>();

  constructor(
    private readonly memory: GpuMemory,
    readonly count: IndependentCount,
  ) {
    this.oracle = createOracle(memory);
    const { access } = (this.oracle as unknown as Insides).state;
    const { check, lds } = access;
    access.check = (lane, low, high, bytes, permission) => {
      const address = check.call(access, lane, low, high, bytes, permission);
      if (address >= 0) (lane < 0 ? this.scalar : this.lanes).push([lane, address, bytes]);
      return address;
    };
    access.lds = (w, offset, bytes, kind, lane) => {
      this.lds.push([lane, offset >>> 0, bytes]);
      return lds.call(access, w, offset, bytes, kind, lane);
    };
  }

  prepare(launch: LaunchDescriptor): void {
    this.oracle.prepare(launch);
  }

  run(w: Wavefront, budget: number): Outcome {
    for (let left = budget; left > 0; left--) {
      const { pc } = w;
      const fetched = new CodeReader(this.memory, w.workGroup.launch).fetch(pc);
      if (isProblem(fetched)) return this.oracle.run(w, 1);
      this.path(w, fetched);
      [this.lanes, this.scalar, this.lds] = [[], [], []];
      const outcome = this.count.instruction(
        w,
        pc,
        fetched,
        () => this.oracle.run(w, 1),
        this.lanes,
        this.lds,
        this.scalar,
      );
      if (outcome !== 'budget') return outcome;
    }
    return 'budget';
  }

  private path(w: Wavefront, instruction: Instruction): void {
    let own = this.used.get(w);
    if (!own || own.group !== w.workGroup.number)
      this.used.set(w, (own = { step: 0, group: w.workGroup.number, last: new Map() }));
    own.step++;
    for (const register of new Set([...registers(instruction, 'read'), ...registers(instruction, 'written')])) {
      if (own.last.has(register)) this.count.reuse(own.step - own.last.get(register)!);
      own.last.set(register, own.step);
    }
  }
}
