// A kernel's module, compiled when it is first needed, and again when execution arrives at an address that no block has.

import type { RefusedAccess } from '../emulator/access.js';
import { type CodeReader, isProblem } from '../emulator/code.js';
import { type Counters, unitIndex } from '../emulator/counters.js';
import { modeKey } from '../emulator/float-mode.js';
import { BATCH, type GroupBatch } from '../emulator/group-batch.js';
import { tryFma64 } from '../emulator/interpreter/arithmetic.js';
import { groupCounts, groupTotal, initialMode, type LaunchDescriptor, wavefrontsPerGroup } from '../emulator/launch.js';
import type { GpuMemory } from '../emulator/memory.js';
import { FLAG, LANES, SPARE_OFFSET } from '../emulator/state.js';
import type { Wavefront } from '../emulator/wavefront.js';
import type { WorkGroup } from '../emulator/workgroup.js';
import type { Instruction } from '../isa/instruction.js';
import { FLOAT_OPERATORS, floatModes } from '../isa/language/float-ops.js';
import { IMPORTS } from './access-functions.js';
import { CodeProfile, type Part, rangeOf } from './code-profile.js';
import type { DenormalSwitch } from './denormals.js';
import { type BlockKey, keyOf } from './flow.js';
import type { HostInstructions, HostSite } from './host-instructions.js';
import type { NoteFault } from './image/routines.js';
import type { GroupsFunction, HostFunction, NativeCode, RunFunction } from './kernel-functions.js';
import { leadersIn, leadersOf } from './leaders.js';
import { type EmitOptions, REMAINING } from './machine.js';
import { machineCodeOf, moduleWith } from './machine-code.js';
import { timed } from './preparation.js';
import {
  type TranslatedBlock,
  type TranslateOptions,
  type Translation,
  type TranslationStore,
  translate,
  translationKey,
} from './translation.js';

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
/**
 * What the interpreter may have cost, in translations, before another thread is asked for one; before this one does it itself; and
 * when it has asked, but nothing comes.
 */
const PATIENCE = { elsewhere: 5, own: 10, longest: 40 } as const;
/** Instructions of code that is not translated that the interpreter executes before somebody looks whether it has come to what is. */
const COLD_STEPS = 16;
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

/** Kernels begin in the interpreter, and are translated when they have run for long enough to be worth it. */
export interface Tiering {
  /** Has another thread translate a part of a kernel; false when there is none that could. Absent: there never is. */
  readonly elsewhere?: ((launch: LaunchDescriptor, part: Part) => boolean) | undefined;
}

/** How kernels are translated, and with whose help. */
export interface KernelUse {
  readonly options: Omit<EmitOptions, 'zeroesDenormals'>;
  readonly host: HostInstructions;
  readonly denormals: DenormalSwitch | undefined;
  readonly store: TranslationStore | undefined;
  readonly nativeCode: NativeCode | undefined;
  /** Absent: kernels are translated before they run. */
  readonly tiering: Tiering | undefined;
}

/** Wavefronts of the work-groups of a launch that come after one. */
function wavefrontsBehind({ id, launch }: WorkGroup): number {
  const [x, y] = groupCounts(launch);
  const number = id[0] + x * (id[1] + y * id[2]);
  const behind = launch.order === 'descending' ? number : groupTotal(launch) - 1 - number;
  return behind * wavefrontsPerGroup(launch);
}

export class CompiledKernel {
  launch: LaunchDescriptor;
  private readonly entries: BlockKey[];
  private translation: Translation | undefined;
  /** Numbers of blocks by their keys. */
  private index: ReadonlyMap<string, number> = new Map();
  private compilations = 0;
  private readonly options: KernelUse['options'];
  private readonly host: HostInstructions;
  private readonly denormals: DenormalSwitch | undefined;
  private readonly store: TranslationStore | undefined;
  private readonly nativeCode: NativeCode | undefined;
  private readonly tiering: Tiering | undefined;
  /** Of code that is interpreted, with tiering. */
  private readonly profile: CodeProfile | undefined;
  /** What is translated, of a large kernel with tiering; and where its parts may be entered. */
  private part: Part;
  private leaders: readonly number[] | undefined;
  /** Has looked for what earlier runs have left. */
  private hasBegun = false;
  /** Nanoseconds of interpretation from which is thought about a translation; another thread has been asked for one. */
  private nextLook = 0;
  private asked = false;
  /** The store as it was when this looked for other threads' translations. */
  private seenChanges = -1;
  /** Blocks in the order of their modes and addresses. */
  private byAddress: readonly TranslatedBlock[] = [];
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
    use: KernelUse,
  ) {
    this.options = use.options;
    this.host = use.host;
    this.denormals = use.denormals;
    this.store = use.store;
    this.nativeCode = use.nativeCode;
    this.tiering = use.tiering;
    if (use.tiering) this.profile = new CodeProfile(code.launch);
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
    if (!this.translation && !this.begin()) return -1;
    const known = this.index.get(keyOf(key));
    if (known !== undefined) return known;
    if (this.profile && this.isInterpreted(key)) return -1;
    if (this.compilations > RECOMPILATIONS || !this.instructionAt(key.pc)) return -1;
    this.entries.push(key);
    if (this.compile(this.part)) return this.index.get(keyOf(key)) ?? -1;
    this.entries.pop();
    return -1;
  }

  /** Translates a kernel that has no translation; with tiering, only what is known to be worth it, or translated already. */
  private begin(): boolean {
    const { profile } = this;
    if (!profile) return this.compile(undefined);
    const adopted = this.adopt();
    if (this.hasBegun || (adopted && !profile.isLarge)) return adopted;
    this.hasBegun = true;
    return this.goOnFromEarlier(profile) || adopted;
  }

  /** Translates what earlier runs have interpreted for long enough. */
  private goOnFromEarlier(profile: CodeProfile): boolean {
    const earlier = this.store?.getInterpreted?.(this.keyOf(undefined));
    if (!earlier) return false;
    profile.recall(earlier);
    const hot = profile.hot(PATIENCE.own, this.part, 0);
    if (!hot) return false;
    this.asked = this.tiering?.elsewhere?.(this.launch, hot.part) ?? false;
    return !this.asked && this.compile(hot.part);
  }

  /** Whether it is no wonder that there is no block: the address is within one, or in a part that is not translated. */
  private isInterpreted({ pc, mode }: BlockKey): boolean {
    if (this.part && !this.part.includes(rangeOf(pc, this.launch))) return true;
    let [low, high] = [0, this.byAddress.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const block = this.byAddress[middle]!;
      if (block.mode < mode || (block.mode === mode && block.pc <= pc)) low = middle + 1;
      else high = middle;
    }
    const before = this.byAddress[low - 1];
    return before !== undefined && before.mode === mode && pc < before.end;
  }

  /** Whether instructions at an address are the interpreter's: because there is no translation of them. */
  isCold(pc: number, mode: number): boolean {
    return this.profile !== undefined && (!this.translation || this.isInterpreted({ pc, mode }));
  }

  /** Instructions that may be interpreted now. Where some code is translated already, one of the next ones may be of that. */
  quantum(pc: number, budget: number): number {
    if (!this.translation) return this.profile!.quantum(budget);
    return this.part?.includes(rangeOf(pc, this.launch)) === false ? Math.min(budget, COLD_STEPS) : 1;
  }

  /** A wavefront was executed by the interpreter for want of a translation: instructions, nanoseconds, whether it has ended. */
  noteInterpreted(w: Wavefront, instructions: number, ns: number, ended: boolean): void {
    const profile = this.profile!;
    profile.note(w.pc, instructions, ns, ended);
    if (this.asked && this.adopt()) return;
    if (profile.interpreted < this.nextLook || this.adopt()) return;
    const left = wavefrontsBehind(w.workGroup);
    const elsewhere = this.asked ? undefined : profile.hot(PATIENCE.elsewhere, this.part, left);
    if (elsewhere) this.asked = this.tiering?.elsewhere?.(this.launch, elsewhere.part) ?? false;
    const own = this.asked ? profile.hot(PATIENCE.longest, this.part, 0) : profile.hot(PATIENCE.own, this.part, left);
    if (own && this.compile(own.part)) return;
    this.nextLook = profile.next();
  }

  /** Uses what another thread has translated, if that is more than there is. */
  private adopt(): boolean {
    const { store, profile } = this;
    const changes = store?.changes ?? 0;
    if (!store || changes === this.seenChanges) return false;
    this.seenChanges = changes;
    const part = profile?.isLarge ? store.getPart?.(this.keyOf(undefined)) : undefined;
    if (profile?.isLarge ? !part || part.length <= (this.part?.length ?? 0) : this.translation) return false;
    const key = this.keyOf(part);
    const kept = store.get(key);
    return kept !== undefined && this.useKept(kept, key, part);
  }

  /** Translates what another thread wants to have translated. */
  translate(part: Part): void {
    if (this.profile && !this.adopt()) this.compile(part);
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
    const entry = this.entryOf(this.launch.entry, modeKey(initialMode(this.launch)));
    if (entry < 0 || !this.groupsFunction) return undefined;
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

  private get translateOptions(): TranslateOptions {
    return { ...this.options, switchesDenormals: this.denormals !== undefined };
  }

  private keyOf(part: Part): string {
    return translationKey(this.code, this.entries, this.translateOptions, part);
  }

  /** @returns false when another thread is about to */
  private compile(part: Part): boolean {
    const key = this.keyOf(part);
    const kept = this.store?.get(key);
    if (kept && this.useKept(kept, key, part)) return true;
    if (this.profile && this.store?.claim?.(key) === false) return false;
    this.use(this.make(key, part), key, part, false);
    return true;
  }

  /** @returns whether what the store has is a translation: others, which say the same of themselves, are thrown away */
  private useKept(translation: Translation, key: string, part: Part): boolean {
    try {
      this.use(translation, key, part, true);
      return true;
    } catch (error) {
      // Memory may run out for good ones, too.
      if (error instanceof RangeError) throw error;
      this.store?.drop(key);
      return false;
    }
  }

  private make(key: string, part: Part): Translation {
    const { code, entries, store } = this;
    this.leaders ??= part && leadersOf(code);
    const more = part ? leadersIn(this.leaders!, code, part, entries[0]!.mode) : [];
    try {
      const translation = timed('translationNs', () =>
        translate(code, [...entries, ...more], this.translateOptions, part),
      );
      store?.put(key, translation);
      if (part) store?.putPart?.(this.keyOf(undefined), part);
      return translation;
    } catch (error) {
      store?.abandon?.(key);
      throw error;
    }
  }

  /** @param kept the translation is from the store */
  private use(translation: Translation, key: string, part: Part, kept: boolean): void {
    this.drain();
    this.known = new Map();
    this.start = -1;
    this.compilations++;
    this.ran = 0;
    this.made = undefined;
    this.translation = translation;
    this.index = new Map(translation.blocks.map((block, number) => [keyOf(block), number]));
    this.byAddress = this.profile ? [...translation.blocks].sort((a, b) => a.mode - b.mode || a.pc - b.pc) : [];
    this.sites = [];
    this.part = part;
    this.asked = false;
    if (this.profile) {
      this.profile.restart();
      this.nextLook = this.profile.next();
    }
    this.awaited = translation.callsHost ? undefined : { key, wanted: false, next: 0 };
    if (!this.findNative()) this.instantiate(key, kept);
  }

  /** By the host's own compiler. @param kept the translation is from the store: its machine code may be there too */
  private instantiate(key: string, kept: boolean): void {
    timed('compilationNs', () => this.compileModule(key, kept));
  }

  private compileModule(key: string, kept: boolean): void {
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

  /** Leaves to later runs what they need not do or learn again. */
  keep(): void {
    const told = this.profile?.told;
    if (told) this.store?.putInterpreted?.(this.keyOf(undefined), told);
    this.keepMachineCode();
  }

  /** Keeps the machine code, unless there is as much of it already. */
  private keepMachineCode(): void {
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
      this.instructionAt(pc)!.def.encoding.unit === 'scalarMemory' && (code & SCALAR_LANE) === SCALAR_LANE
        ? -1
        : code & SCALAR_LANE;
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
        w.counters.instructions[unitIndex(def)]!--;
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
