// A GPU without a host program: buffers, kernels of images, launches. It executes on the thread that asks, a slice at a
// time.

import { setImmediate as pause } from 'node:timers/promises';
import { catalystConvention } from '../cal/load/catalyst-launch.js';
import { llvmConvention } from '../cal/load/llvm-launch.js';
import { checkEngines, ENGINE_NAMES, type EngineName, isCompiled, OBSERVABLE_ENGINES } from '../config/engine-names.js';
import { prepareLaunch } from '../driver/core/processor/launch.js';
import type { Dispatch } from '../emulator/dispatch.js';
import { Dispatcher } from '../emulator/dispatcher.js';
import { describeFault, type GpuFault } from '../emulator/faults.js';
import type { Size3 } from '../emulator/launch.js';
import { GpuMemory } from '../emulator/memory.js';
import type { Observations } from '../emulator/observations.js';
import type { Probe } from '../emulator/probes.js';
import { hsaConvention } from '../hsa/load/convention.js';
import { hsailConvention } from '../hsail/load/convention.js';
import { requireSoundCompiler } from '../jit/engine/host-compiler.js';
import type { LoadedCode } from '../launch/code.js';
import { conventions, type KernelLaunch } from '../launch/convention.js';
import { sourceLines } from '../launch/fault-text.js';
import type { KernelImage, ProgramImage } from '../launch/image.js';
import { SourceLocator } from '../source/locator.js';
import { createEngine } from '../threads/engines.js';
import { AtollError } from '../util/errors.js';
import { required } from '../util/required.js';
import { type Argument, type Arguments, collectArguments } from './arguments.js';
import { BufferPool, type DeviceBuffer } from './buffers.js';
import { type LibraryKernel, originOf } from './image.js';
import { type InstrumentSource, loadInstruments } from './instrument-outputs.js';
import { localSizeFor } from './local-size.js';
import { type MachineEnd, MachineInstruments } from './machine-instruments.js';
import { PrintfOutput } from './printf-output.js';
import { type StatisticsHolder, withStatistics } from './statistics.js';

export interface LibraryOptions {
  /**
   * Engine that executes wavefronts: `jit` (the default; `interp` for instruments), `wasm`, `native`, `interp`,
   * `oracle`. All give the same results, bit for bit.
   */
  readonly engine?: EngineName;
  /** Path or name of clang for the engine `native`; the best one that is installed by default. */
  readonly clang?: string;
  /** Called with text of instruments for the user. */
  readonly onMessage?: (text: string) => void;
}

/** Work-items in one to three dimensions. */
export type WorkSize = readonly [x: number, y?: number, z?: number];

export interface LaunchOptions {
  readonly globalSize: WorkSize;
  /** By default the kernel's own, or one that divides the global size. */
  readonly localSize?: WorkSize | undefined;
  readonly globalOffset?: WorkSize | undefined;
  /** Bytes of LDS for each work-group, beside those of the kernel and of its arguments. */
  readonly dynamicLds?: number | undefined;
  /** One for each argument of the kernel. */
  readonly arguments: readonly Argument[];
  /** Ends the launch from elsewhere. */
  readonly signal?: AbortSignal | undefined;
}

/** Numbers of a launch that has ended. */
export interface LaunchResult extends StatisticsHolder {
  readonly localSize: Size3;
  /** Nanoseconds, translation of the kernel included. */
  readonly nanoseconds: number;
  /** Bytes that printf has left in its buffer. Their text would be written by a host program; there is none here. */
  readonly printedBytes: number;
}

/** Its instructions, and where they come from. */
interface ExecutedKernel {
  readonly words: Uint32Array;
  readonly image: KernelImage;
}

/** A launch that is being executed. */
interface RunningLaunch {
  readonly code: LoadedCode;
  readonly request: KernelLaunch;
  readonly signal: AbortSignal | undefined;
  readonly start: bigint;
  readonly image: KernelImage;
}

/** Wave-instructions after which other work of this thread has its turn. */
const SLICE = 1_000_000;
const CONVENTIONS = conventions(llvmConvention, catalystConvention, hsaConvention, hsailConvention);

/** A sentence, and where the source is known its line. */
const faultText = (fault: GpuFault, { debug }: KernelImage): string =>
  [describeFault(fault), ...sourceLines(new SourceLocator(debug), fault.offset)].join('\n');

function size3(size: WorkSize, rest: number, what: string): Size3 {
  const [x, y = rest, z = rest] = size;
  for (const each of [x, y, z])
    if (!Number.isSafeInteger(each) || each < Math.min(rest, 1) || each >= 2 ** 32)
      throw new AtollError('BAD_INPUT', `${what} (${size.join(', ')}): ${each} is not a number of work-items`);
  return [x, y, z];
}

/** One simulated GPU. Launches are executed in the order of their calls. */
export class LibraryMachine {
  private readonly memory = GpuMemory.create();
  private readonly buffers = new BufferPool(this.memory);
  private readonly engine: EngineName;
  private readonly clang: string | undefined;
  private readonly instruments: MachineInstruments | undefined;
  /** Absent until the first launch, which loads instruments. */
  private dispatcher: Dispatcher | undefined;
  private readonly loaded = new WeakMap<ProgramImage, readonly LoadedCode[]>();
  private last: Promise<unknown> = Promise.resolve();
  /** Set by `close`. */
  private end: Promise<MachineEnd> | undefined;

  /**
   * @param instruments observe all launches; `close` writes their outputs
   * @throws AtollError BAD_OPTION for an unknown engine, or one that cannot be observed; HOST if the compiler of Node
   * cannot be trusted with kernels, or for an output that cannot be created
   */
  constructor(
    { engine, clang, onMessage = () => {} }: LibraryOptions = {},
    instruments: readonly InstrumentSource[] = [],
  ) {
    const loaded = loadInstruments(instruments);
    const isObserved = loaded.some(({ worker, observes }) => worker && observes !== 'launches');
    this.engine = engine ?? (isObserved ? OBSERVABLE_ENGINES[0] : ENGINE_NAMES[0]);
    this.clang = clang;
    checkEngines(this.engine, undefined, isObserved);
    if (isCompiled(this.engine)) requireSoundCompiler();
    if (loaded.length > 0) this.instruments = new MachineInstruments(loaded, onMessage);
    else this.dispatcher = this.createDispatcher(undefined);
  }

  private createDispatcher(probe: Probe | undefined): Dispatcher {
    const { engine, clang, memory } = this;
    return new Dispatcher(memory, createEngine(engine, memory, { tiering: {}, clang, probe }), {
      ...(probe && { probe }),
    });
  }

  /**
   * Video memory for kernels.
   * @param contents what it begins with, or bytes of zeros
   * @throws AtollError LIMIT when video memory is full
   */
  buffer(contents: ArrayBufferView | number): DeviceBuffer {
    this.checkOpen();
    return this.buffers.create(contents);
  }

  /**
   * Executes a kernel. Typed arrays among the arguments have the kernel's results when this has settled.
   *
   * @throws AtollError BAD_INPUT for arguments or sizes that the kernel does not take; GPU_FAULT when it does what the
   * hardware forbids;
   *   the signal's reason when it was ended
   */
  launch(kernel: LibraryKernel, options: LaunchOptions): Promise<LaunchResult> {
    this.checkOpen();
    const result = this.last.then(() => this.execute(kernel, options));
    this.last = result.catch(() => {});
    return result;
  }

  /**
   * Frees what the machine holds. Launches that still run end first.
   * @returns the results of instruments, also for a second call
   * @throws AtollError of an instrument's output
   */
  close(): Promise<MachineEnd> {
    this.end ??= this.finishLast();
    return this.end;
  }

  private async finishLast(): Promise<MachineEnd> {
    await this.last;
    this.dispatcher?.close();
    return (await this.instruments?.finish(this.engine)) ?? {};
  }

  private checkOpen(): void {
    if (this.end !== undefined) throw new AtollError('BAD_INPUT', 'the machine has been closed');
  }

  private load(kernel: LibraryKernel): LoadedCode {
    const { program, index } = originOf(kernel);
    let codes = this.loaded.get(program);
    if (!codes) {
      const { address } = this.buffers.create(program.size);
      codes = program.place(this.memory, address);
      if (this.instruments) codes = this.observed(codes, program);
      this.loaded.set(program, codes);
    }
    return required(codes[index], 'code of the kernel');
  }

  /** The kernels of a program, with what observers need. */
  private observed(codes: readonly LoadedCode[], { kernels }: ProgramImage): readonly LoadedCode[] {
    required(this.instruments, 'instruments').loaded(kernels);
    return codes.map((code, index) => {
      const { debug, signature } = required(kernels[index], 'kernel');
      return { ...code, about: { debug, arguments: signature.arguments } };
    });
  }

  private async execute(kernel: LibraryKernel, options: LaunchOptions): Promise<LaunchResult> {
    options.signal?.throwIfAborted();
    this.dispatcher ??= this.createDispatcher(await this.instruments?.load(this.engine));
    const code = this.load(kernel);
    const own: DeviceBuffer[] = [];
    const create = (contents: ArrayBufferView | number): DeviceBuffer => {
      const buffer = this.buffers.create(contents);
      own.push(buffer);
      return buffer;
    };
    try {
      const collected = collectArguments(kernel, options.arguments, create);
      const segment = create(code.convention.segmentBytes);
      const printed = kernel.mayPrint ? new PrintfOutput(create) : undefined;
      const { program, index } = originOf(kernel);
      const executed = { words: kernel.code, image: required(program.kernels[index], 'kernel') };
      return await this.run(executed, code, options, collected, segment, printed);
    } finally {
      // Also those of a launch that was refused at a later argument.
      for (const buffer of own) buffer.release();
    }
  }

  private async run(
    kernel: ExecutedKernel,
    code: LoadedCode,
    options: LaunchOptions,
    collected: Arguments,
    segment: DeviceBuffer,
    printed: PrintfOutput | undefined,
  ): Promise<LaunchResult> {
    const { signal, globalOffset = [0] } = options;
    for (const { offset, bytes } of collected.slots) segment.write(bytes, offset);
    const globalSize = size3(options.globalSize, 1, 'the global size');
    const localSize = options.localSize
      ? size3(options.localSize, 1, 'the local size')
      : localSizeFor(globalSize, code);
    const start = process.hrtime.bigint();
    const request = {
      workDim: options.globalSize.length,
      globalSize,
      localSize,
      globalOffset: size3(globalOffset as WorkSize, 0, 'the global offset'),
      dynamicLds: collected.dynamicLds + (options.dynamicLds ?? 0),
      segment: this.memory.space.addressOf(segment.address),
      printfBuffer: printed ? this.memory.space.addressOf(printed.address) : 0n,
    };
    const dispatch = required(this.dispatcher, 'dispatcher').start(
      prepareLaunch(request, code, this.memory, CONVENTIONS),
    );
    const observations = await this.finish(dispatch, { code, request, signal, start, image: kernel.image });
    for (const { array, buffer, written } of collected.mirrored) if (written) buffer.read(array);
    const numbers = {
      localSize,
      nanoseconds: Number(process.hrtime.bigint() - start),
      printedBytes: printed?.count ?? 0,
    };
    const counted = { counts: dispatch.counts.values, isa: code.isa, code: kernel.words };
    return withStatistics(numbers, { ...counted, ...(observations && { observations }) });
  }

  /** Executes a launch between the events of instruments. @returns their observations */
  private async finish(
    dispatch: Dispatch,
    { code, request, signal, start, image }: RunningLaunch,
  ): Promise<Observations | undefined> {
    const { instruments, memory } = this;
    const snapshot = { launcher: undefined, allocations: this.buffers.allocations };
    const origin = { program: 0, kernel: 0, call: 0 };
    instruments?.begun(dispatch, {
      kernel: code,
      memory,
      submission: { launch: request, snapshot, origin, device: 0 },
    });
    try {
      await this.slices(dispatch, signal, image);
    } catch (error) {
      instruments?.ended(dispatch, start, (error as Error).message);
      throw error;
    }
    return instruments?.ended(dispatch, start, undefined);
  }

  private async slices(dispatch: Dispatch, signal: AbortSignal | undefined, image: KernelImage): Promise<void> {
    const { instruments } = this;
    for (;;) {
      const outcome = dispatch.run(SLICE);
      if (outcome === 'done') return;
      if (outcome === 'fault' || outcome === 'breakpoint') instruments?.stopped(dispatch);
      if (outcome === 'fault')
        throw new AtollError('GPU_FAULT', faultText(required(dispatch.fault, 'fault of the launch'), image));
      const stuck = outcome === 'budget' ? instruments?.stuck() : undefined;
      if (stuck !== undefined) dispatch.cancel();
      if (stuck !== undefined) throw new AtollError('GPU_FAULT', stuck);
      await pause();
      if (signal?.aborted) dispatch.cancel();
      signal?.throwIfAborted();
    }
  }
}
