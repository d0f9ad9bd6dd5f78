// The machine code of a translated kernel: the host's compiler makes it, or another run's did, or the slow compiler
// (native/), which takes over while the kernel runs.

import type { GpuMemory } from '../../emulator/memory.js';
import { memberOf } from '../../util/required.js';
import type { ImageSite } from '../image/site.js';
import { importsOf } from '../kernel/imports.js';
import type { GroupsFunction, HostFunction, KernelFunctions, RunFunction } from './kernel-functions.js';
import type { KernelUse } from './kernel-use.js';
import { machineCodeOf, moduleWith } from './machine-code.js';
import { timed } from './preparation.js';
import type { Translation } from './translation.js';

/**
 * Wave-instructions from which the machine code of a kernel is worth keeping, and from which it may be worth keeping
 * anew: more of it may be optimised than was found.
 */
const [KEPT_FROM, KEPT_ANEW_FROM] = [20_000, 2_000_000] as const;
/**
 * Wave-instructions from which a kernel is worth the slow compiler: at least, and for each byte of its module, which
 * takes clang about 7 microseconds.
 */
export const [NATIVE_FROM, NATIVE_PER_BYTE] = [30_000_000, 1500] as const;
/** Interval between checks for finished optimisation. */
const NATIVE_INTERVAL_MS = 50;

/** A module that runs, under which name the store has it, and how much machine code that had for it. */
interface CompiledModule {
  readonly module: WebAssembly.Module;
  readonly key: string;
  readonly codeBytes: number;
  readonly exports: Readonly<Record<string, unknown>>;
}

/**
 * Machine code of the slow compiler: its key, the number of instructions from which it is requested, whether it has
 * been, and when to look for it again.
 */
interface PendingCode {
  readonly key: string;
  readonly from: number;
  isRequested: boolean;
  /** It wants nothing of the host. */
  readonly alone: boolean;
  next: number;
}

export class CompiledKernelCode {
  run: RunFunction | undefined;
  groups: GroupsFunction | undefined;
  /** Machine code that native workers may run: it wants nothing of the host. */
  delegated: object | undefined;
  private module: CompiledModule | undefined;
  /** Instructions executed. */
  private ran = 0;
  private awaited: PendingCode | undefined;
  /** Of machine code that executes images. */
  private serve: KernelFunctions['serve'];
  /** Sites of images that the host has executed while machine code was awaited. */
  private readonly images = new Set<ImageSite>();
  private readonly imports: readonly (readonly [string, HostFunction])[];

  /** @param functions that compiled code calls, by the names of imports */
  constructor(
    private readonly memory: GpuMemory,
    private readonly helpers: Pick<KernelUse, 'store' | 'nativeCode' | 'records'>,
    private readonly functions: Readonly<Record<string, HostFunction>>,
  ) {
    this.imports = importsOf(helpers.records !== undefined).map(({ name }) => [
      name,
      memberOf(functions, name, 'host function'),
    ]);
  }

  /**
   * Makes machine code of a translation.
   * @param key its name in the store
   * @param isCached it is from the store: its machine code may be there too
   */
  use({ bytes, hostWork }: Translation, key: string, isCached: boolean): void {
    this.images.clear();
    const from = Math.max(NATIVE_FROM, NATIVE_PER_BYTE * bytes.length);
    const awaited =
      hostWork === 'any' ? undefined : { key, from, isRequested: false, next: 0, alone: hostWork === 'none' };
    if (this.findNative(awaited)) this.module = undefined;
    else {
      // Invalid bytes throw before any state has changed.
      timed('compilationNs', () => this.instantiate(bytes, key, isCached));
      this.awaited = awaited;
    }
    this.ran = 0;
  }

  /** So many instructions were executed. */
  add(executed: number): void {
    this.ran += executed;
  }

  /** By the host's own compiler. */
  private instantiate(bytes: Translation['bytes'], key: string, isCached: boolean): void {
    const later = this.helpers.store?.later;
    const machineCode = isCached ? later?.getMachineCode(key) : undefined;
    const precompiled = machineCode && moduleWith(machineCode, bytes);
    const module = precompiled ?? new WebAssembly.Module(bytes);
    const { exports } = new WebAssembly.Instance(module, { atoll: { memory: this.memory.memory, ...this.functions } });
    this.run = exports['run'] as RunFunction;
    this.groups = exports['groups'] as GroupsFunction | undefined;
    this.serve = undefined;
    this.delegated = undefined;
    this.module = later && { module, key, codeBytes: precompiled ? machineCode.length : 0, exports };
  }

  /** Uses what the slow compiler has made. */
  private findNative(awaited: PendingCode | undefined): boolean {
    const native = awaited && this.helpers.nativeCode?.find(awaited.key, this.memory, this.imports);
    if (!native) return false;
    this.awaited = undefined;
    this.run = native.run;
    this.groups = native.groups;
    this.serve = native.serve;
    this.delegated = awaited.alone && !this.helpers.records ? native.delegated : undefined;
    return true;
  }

  /** The host has executed an instruction, an image's perhaps: machine code does it itself from now on. */
  executed(number: number, image: ImageSite | undefined): void {
    if (!image) return;
    if (!this.serve) {
      if (this.awaited) this.images.add(image);
      return;
    }
    const served = image.served((shape) => this.helpers.nativeCode?.routine(shape));
    if (served) this.serve(number, served);
  }

  /**
   * A kernel that has run for long is compiled by the slow compiler meanwhile; the two may be exchanged between any two
   * calls.
   */
  lookForNative(): void {
    const { awaited } = this;
    const { nativeCode } = this.helpers;
    if (!awaited || !nativeCode || this.ran < awaited.from) return;
    const now = performance.now();
    if (now < awaited.next) return;
    awaited.next = now + NATIVE_INTERVAL_MS;
    if (awaited.isRequested) {
      this.findNative(awaited);
      return;
    }
    awaited.isRequested = true;
    // First, so that they are there when the kernel is.
    for (const { shape } of this.images) if (shape) nativeCode.routine(shape);
    nativeCode.request(awaited.key);
  }

  /** Keeps the machine code for later runs, unless they would find as much of it already, and what images will need. */
  keep(): void {
    for (const { shape } of this.images) if (shape) this.helpers.nativeCode?.foresee(shape);
    const { module } = this;
    if (!module || this.ran < (module.codeBytes > 0 ? KEPT_ANEW_FROM : KEPT_FROM)) return;
    const code = machineCodeOf(module.module, module.exports);
    if (code && code.length > module.codeBytes) this.helpers.store?.later?.putMachineCode(module.key, code);
  }
}
