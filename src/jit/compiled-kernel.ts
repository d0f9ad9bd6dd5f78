// A kernel's module, compiled when it is first needed, and again when execution arrives at an address that no block has.

import type { RefusedAccess } from '../emulator/access.js';
import { type CodeReader, isProblem } from '../emulator/code.js';
import { type Counters, unitIndex } from '../emulator/counters.js';
import { modeKey } from '../emulator/float-mode.js';
import { BATCH, type GroupBatch } from '../emulator/group-batch.js';
import { tryFma64 } from '../emulator/interpreter/arithmetic.js';
import type { LaunchDescriptor } from '../emulator/launch.js';
import { initialMode } from '../emulator/launch.js';
import type { GpuMemory } from '../emulator/memory.js';
import { FLAG, LANES, SPARE_OFFSET } from '../emulator/state.js';
import type { Wavefront } from '../emulator/wavefront.js';
import { FLOAT_OPERATORS, floatModes } from '../isa/float-ops.js';
import type { Instruction } from '../isa/instruction.js';
import { IMPORTS } from './access-functions.js';
import type { DenormalSwitch } from './denormals.js';
import { type BlockKey, keyOf } from './flow.js';
import type { HostInstructions, HostSite } from './host-instructions.js';
import type { NoteFault } from './image/routines.js';
import type { GroupsFunction, HostFunction, NativeCode, RunFunction } from './kernel-functions.js';
import { type EmitOptions, REMAINING } from './machine.js';
import { machineCodeOf, moduleWith } from './machine-code.js';
import { type Translation, type TranslationStore, translate, translationKey } from './translation.js';

/** A refused access, as compiled code reports it; of 0 bytes: a branch out of GPU memory. */
export interface NotedFault extends RefusedAccess {
  readonly pc: number;
}

/** How often a kernel is compiled anew for entries that its code does not show (computed jumps). */
const RECOMPILATIONS = 16;
/** Instructions after which counters are brought up to date: the counts of blocks have 32 bits. */
const UNCOUNTED_LIMIT = 2 ** 30;
/**
 * Wave-instructions from which the machine code of a kernel is worth keeping, and from which it may be worth keeping anew: more
 * of it may be optimised than was found.
 */
const [KEPT_FROM, KEPT_ANEW_FROM] = [20_000, 2_000_000] as const;
/** Wave-instructions from which a kernel is worth the slow compiler, and how often is looked whether that is done, in ms. */
const NATIVE_FROM = 30_000_000;
const NATIVE_INTERVAL = 50;
/** Lane number in a fault's code that says: a scalar access. */
const SCALAR_LANE = 63;

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

export class CompiledKernel {
  launch: LaunchDescriptor;
  private readonly entries: BlockKey[];
  private translation: Translation | undefined;
  /** Numbers of blocks by their keys. */
  private index: ReadonlyMap<string, number> = new Map();
  private compilations = 0;
  /** Numbers of blocks by mode and address: the two have more bits than one number holds. */
  private known = new Map<number, Map<number, number>>();
  /** The block at which wavefronts start, the commonest question; -1 until it is asked for. */
  private start = -1;
  /** Instructions of the last `run`. */
  executed = 0;
  /** Whose counters compiled code counts for, where, and how many instructions have not been added to them. */
  private counters: Counters | undefined;
  private counts = 0;
  private uncounted = 0;
  /** The module that runs, under which name the store has it, how much machine code that had for it, and instructions executed. */
  private made:
    | {
        readonly module: WebAssembly.Module;
        readonly key: string;
        readonly found: number;
        readonly exports: Readonly<Record<string, unknown>>;
      }
    | undefined;
  private ran = 0;
  /** Machine code of the slow compiler: under which key, whether it has been asked for, and when to look for it again. */
  private awaited: { readonly key: string; wanted: boolean; next: number } | undefined;
  private readonly imports: readonly (readonly [string, HostFunction])[];
  private runFunction: RunFunction | undefined;
  private groupsFunction: GroupsFunction | undefined;
  private fault: NotedFault | undefined;
  private faultCode = Number.POSITIVE_INFINITY;
  /** The host met a fault in an instruction that it executed; it is noted on the wavefront. */
  private stopped = false;
  private wavefront!: Wavefront;
  /** The work-groups that run: which wavefront does, they say. */
  private batch: GroupBatch | undefined;
  /** What the host executes, by instruction; and which of these it executes now. */
  private sites: HostSite[] = [];
  private current = 0;
  private readonly noteRoutine: NoteFault = (lane, low, high, kind) =>
    this.note(this.current * LANES + lane, low, high, kind);
  private readonly withDenormals = (): void => this.denormals?.turn(false);

  constructor(
    private readonly memory: GpuMemory,
    readonly code: CodeReader,
    private readonly options: Omit<EmitOptions, 'zeroesDenormals'>,
    private readonly host: HostInstructions,
    private readonly denormals: DenormalSwitch | undefined,
    private readonly store: TranslationStore | undefined,
    private readonly nativeCode: NativeCode | undefined,
  ) {
    this.imports = IMPORTS.map(({ name }) => [name, this.hostFunctions[name]!]);
    this.launch = code.launch;
    this.entries = [{ pc: code.launch.entry, mode: modeKey(initialMode(code.launch)) }];
  }

  /** Number of the block at an address in a mode, or -1: then the interpreter has to go on to the next one. */
  entryOf(pc: number, mode: number): number {
    const first = this.entries[0]!;
    const starts = pc === first.pc && mode === first.mode;
    if (starts && this.start >= 0) return this.start;
    let entry = this.known.get(mode)?.get(pc);
    if (entry === undefined) {
      entry = this.findEntry({ pc, mode });
      if (entry >= 0) this.know(pc, mode, entry);
    }
    if (starts) this.start = entry;
    return entry;
  }

  private know(pc: number, mode: number, entry: number): void {
    let ofMode = this.known.get(mode);
    if (!ofMode) this.known.set(mode, (ofMode = new Map()));
    ofMode.set(pc, entry);
  }

  private findEntry(key: BlockKey): number {
    if (!this.translation) this.compile();
    const known = this.index.get(keyOf(key));
    if (known !== undefined) return known;
    if (this.compilations > RECOMPILATIONS || !this.instructionAt(key.pc)) return -1;
    this.entries.push(key);
    this.compile();
    return this.index.get(keyOf(key)) ?? -1;
  }

  addressOf(block: number): number {
    return this.translation!.blocks[block]!.pc;
  }

  private instructionAt(pc: number): Instruction | undefined {
    const fetched = this.code.fetch(pc);
    return isProblem(fetched) ? undefined : fetched;
  }

  /** Mnemonic of the instruction at an address. */
  nameAt(pc: number): string {
    return this.instructionAt(pc)?.def.name ?? 'invalid';
  }

  /** Runs compiled code; `executed` then tells how many instructions. @returns status and block, see kernel.ts */
  run(w: Wavefront, entry: number, budget: number, counts: number): number {
    this.lookForNative();
    this.wavefront = w;
    this.countFor(w.counters, counts);
    this.denormals?.turn(this.translation!.zeroesDenormals);
    const result = this.runFunction!(w.base, entry, budget, counts);
    this.executed = budget - this.memory.i32[(counts + REMAINING) >>> 2]!;
    this.uncounted += this.executed;
    this.ran += this.executed;
    w.executed += this.executed;
    return result;
  }

  /** Runs work-groups; `executed` then tells how much of the budget is used. @returns what `run` does, or that there is no code */
  runGroups(batch: GroupBatch, budget: number): number | undefined {
    this.entryOf(this.launch.entry, modeKey(initialMode(this.launch)));
    if (!this.groupsFunction) return undefined;
    this.lookForNative();
    this.countFor(batch.counters, batch.base + SPARE_OFFSET);
    this.denormals?.turn(this.translation!.zeroesDenormals);
    this.batch = batch;
    try {
      const result = this.groupsFunction(
        batch.base,
        batch.first,
        batch.step,
        batch.count,
        budget,
        Number(batch.resumes),
      );
      this.executed = budget - batch.read(BATCH.budget);
      this.uncounted += this.executed;
      this.ran += this.executed;
      return result;
    } finally {
      this.batch = undefined;
    }
  }

  private countFor(counters: Counters, counts: number): void {
    if (counters === this.counters && counts === this.counts && this.uncounted <= UNCOUNTED_LIMIT) return;
    this.drain();
    this.counters = counters;
    this.counts = counts;
  }

  private readonly hostFunctions: Readonly<Record<string, HostFunction>> = {
    fault: (code, low, high, kind) => this.note(code!, low!, high!, kind!),
    outside: (number) => this.outside(number!),
    fma64: fma64 as HostFunction,
  };

  private compile(): void {
    this.drain();
    this.known = new Map();
    this.start = -1;
    this.compilations++;
    this.ran = 0;
    this.made = undefined;
    const { code, entries } = this;
    const options = { ...this.options, switchesDenormals: this.denormals !== undefined };
    const key = translationKey(code, entries, options);
    const kept = this.store?.get(key);
    if (kept && this.adoptKept(key, kept)) return;
    const translation = translate(code, entries, options);
    this.store?.put(key, translation);
    this.adopt(key, translation, false);
  }

  /** @returns whether what the store has is a translation: others, which say the same of themselves, are thrown away */
  private adoptKept(key: string, translation: Translation): boolean {
    try {
      this.adopt(key, translation, true);
      return true;
    } catch (error) {
      // Memory may run out for good ones, too.
      if (error instanceof RangeError) throw error;
      this.store?.drop(key);
      return false;
    }
  }

  /** @param kept the translation is from the store */
  private adopt(key: string, translation: Translation, kept: boolean): void {
    this.translation = translation;
    this.index = new Map(translation.blocks.map((block, number) => [keyOf(block), number]));
    this.sites = [];
    this.awaited = translation.callsHost ? undefined : { key, wanted: false, next: 0 };
    if (!this.findNative()) this.instantiate(key, kept);
  }

  /** By the host's own compiler. @param kept the translation is from the store: its machine code may be there too */
  private instantiate(key: string, kept: boolean): void {
    const { bytes } = this.translation!;
    const machineCode = kept ? this.store?.getMachineCode(key) : undefined;
    const known = machineCode && moduleWith(machineCode, bytes);
    const module = known ?? new WebAssembly.Module(bytes);
    const { exports } = new WebAssembly.Instance(module, {
      atoll: { memory: this.memory.memory, ...this.hostFunctions },
    });
    this.runFunction = exports['run'] as RunFunction;
    this.groupsFunction = exports['groups'] as GroupsFunction | undefined;
    if (this.store) this.made = { module, key, found: known ? machineCode.length : 0, exports };
  }

  /** Uses what the slow compiler has made. */
  private findNative(): boolean {
    const found = this.awaited && this.nativeCode?.find(this.awaited.key, this.memory, this.imports);
    if (!found) return false;
    this.awaited = undefined;
    this.runFunction = found.run;
    this.groupsFunction = found.groups;
    return true;
  }

  /** A kernel that has run for long is compiled by the slow compiler meanwhile; the two may be exchanged between any two calls. */
  private lookForNative(): void {
    const { awaited, nativeCode } = this;
    if (!awaited || !nativeCode || this.ran < NATIVE_FROM) return;
    const now = performance.now();
    if (now < awaited.next) return;
    awaited.next = now + NATIVE_INTERVAL;
    if (awaited.wanted) {
      this.findNative();
      return;
    }
    awaited.wanted = true;
    nativeCode.want(awaited.key);
  }

  /** Keeps the machine code for later runs, when they would not find as much of it already. */
  keep(): void {
    const { made } = this;
    if (!made || this.ran < (made.found > 0 ? KEPT_ANEW_FROM : KEPT_FROM)) return;
    const code = machineCodeOf(made.module, made.exports);
    if (code && code.length > made.found) this.store?.putMachineCode(made.key, code);
  }

  /** The access that comes first counts: by the order of the program, then by lanes, then by their order in a lane. */
  private note(code: number, low: number, high: number, kind: number): void {
    if (code >= this.faultCode) return;
    this.faultCode = code;
    const number = code >> 6;
    const pc = this.translation!.instructions[number]!;
    const lane =
      this.instructionAt(pc)!.def.format === 'SMRD' && (code & SCALAR_LANE) === SCALAR_LANE ? -1 : code & SCALAR_LANE;
    this.fault = { pc, lane, low, high, bytes: kind >> 2, permission: kind & 3 };
    this.raiseFlag();
  }

  private get running(): Wavefront {
    return this.batch?.current() ?? this.wavefront;
  }

  /** Compiled code looks at the flag behind whatever may fault. */
  private raiseFlag(): void {
    this.memory.u32[(this.running.base + FLAG) >>> 2] = 1;
  }

  /** Executes one instruction for compiled code. */
  private outside(number: number): void {
    this.sites[number] ??= this.siteOf(this.translation!.instructions[number]!);
    this.current = number;
    const done = this.sites[number].execute(this.running, this.noteRoutine, this.withDenormals);
    this.denormals?.turn(this.translation!.zeroesDenormals);
    if (done) return;
    this.stopped = true;
    this.raiseFlag();
  }

  private siteOf(pc: number): HostSite {
    return this.host.site({ pc, instruction: this.instructionAt(pc)! });
  }

  /** Whether the wavefront stopped with a fault that it has already; clears that. */
  takeStop(w: Wavefront): boolean {
    const { stopped } = this;
    this.stopped = false;
    if (stopped) this.memory.u32[(w.base + FLAG) >>> 2] = 0;
    return stopped;
  }

  takeFault(w: Wavefront): NotedFault {
    const { fault } = this;
    if (!fault) throw new TypeError('compiled code stopped without a fault');
    this.fault = undefined;
    this.faultCode = Number.POSITIVE_INFINITY;
    this.memory.u32[(w.base + FLAG) >>> 2] = 0;
    return fault;
  }

  /** Takes back the instructions of a block behind the one at which a wavefront stopped: blocks are counted whole. */
  uncount(w: Wavefront, block: number): void {
    const { pc, units } = this.translation!.blocks[block]!;
    let left = units.reduce((sum, count) => sum + count, 0);
    for (let at = pc; left > 0; left--) {
      const { size, def } = this.instructionAt(at)!;
      if (at > w.pc) {
        w.executed--;
        w.counters.instructions[unitIndex(def.format)]!--;
      }
      at += size;
    }
  }

  /** Adds what was executed since the last time to the counters of the dispatch. */
  drain(): void {
    const { u32 } = this.memory;
    this.uncounted = 0;
    if (!this.counters) return;
    const totals = this.counters.instructions;
    const blocks = this.translation?.blocks ?? [];
    for (let block = 0; block < blocks.length; block++) {
      const index = (this.counts >>> 2) + block;
      const times = u32[index]!;
      if (times === 0) continue;
      u32[index] = 0;
      const { units } = blocks[block]!;
      for (let unit = 0; unit < units.length; unit++) totals[unit]! += times * units[unit]!;
    }
  }
}
