// A GPU for programs in any form: buffers at the same addresses, launches by name, counts of each.

import { llvmConvention } from '../../src/cal/load/llvm-launch.js';
import type { EngineName } from '../../src/config/engine-names.js';
import { prepareLaunch } from '../../src/driver/core/processor/launch.js';
import { Dispatcher, describeFault, GpuMemory, type LaunchDescriptor, type Size3 } from '../../src/emulator/index.js';
import type { Probe } from '../../src/emulator/probes.js';
import { hsaConvention } from '../../src/hsa/load/convention.js';
import { hsailConvention } from '../../src/hsail/load/convention.js';
import type { LoadedCode } from '../../src/launch/code.js';
import { conventions } from '../../src/launch/convention.js';
import type { ProgramImage } from '../../src/launch/image.js';
import { BufferPool, DeviceBuffer } from '../../src/library/buffers.js';
import type { Collector } from '../../src/statistics/observe/collector.js';
import type { CountedLaunch } from '../../src/statistics/tally.js';
import { createEngine } from '../../src/threads/engines.js';

const CONVENTIONS = conventions(llvmConvention, hsaConvention, hsailConvention);
/** Group memory behind that of the kernel lies on multiples of this. */
const GROUP_ALIGNMENT = 128;
/** Larger than every program, so that buffers have the same addresses in each form. */
const PROGRAM_BYTES = 1 << 20;
const MAX_SEGMENT = 4096;

/** Bytes of group memory for an argument that points to it. */
export class GroupBytes {
  constructor(readonly size: number) {}
}

export type LaunchArgument = DeviceBuffer | GroupBytes | Uint8Array;

export const u32 = (...values: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);
export const f32 = (...values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);
export const f64 = (...values: readonly number[]): Uint8Array => new Uint8Array(Float64Array.from(values).buffer);
export const u64 = (...values: readonly bigint[]): Uint8Array => new Uint8Array(BigUint64Array.from(values).buffer);

export interface KernelWork {
  readonly kernel: string;
  readonly globalSize: readonly number[];
  readonly localSize: readonly number[];
  readonly arguments: readonly LaunchArgument[];
}

type LaunchStart = (launch: LaunchDescriptor, memory: GpuMemory) => void;

const size3 = ([x = 1, y = 1, z = 1]: readonly number[]): Size3 => [x, y, z];

export class FormMachine {
  private readonly memory = GpuMemory.create();
  private readonly pool = new BufferPool(this.memory);
  private readonly codes: readonly LoadedCode[];
  private readonly segment: DeviceBuffer;
  /** Engines keep what they have translated. */
  private readonly dispatchers = new Map<Probe | undefined, Dispatcher>();

  /** @param collector observes launches; its probe slows them */
  constructor(
    private readonly program: ProgramImage,
    private readonly engine: EngineName = 'jit',
    private readonly collector?: Collector,
  ) {
    const place = this.pool.create(Math.max(PROGRAM_BYTES, program.size));
    this.codes = program.place(this.memory, place.address);
    this.segment = this.pool.create(MAX_SEGMENT);
  }

  buffer(contents: ArrayBufferView | number): DeviceBuffer {
    return this.pool.create(contents);
  }

  /**
   * @param probe observes in the place of the collector; `begun` is called before the launch begins
   * @throws Error where the kernel is absent or faults
   */
  launch(work: KernelWork, probe = this.collector?.probe, begun?: LaunchStart): CountedLaunch {
    const { kernel, globalSize, localSize, arguments: values } = work;
    const index = this.program.kernels.findIndex(({ name }) => name.replace(/^&/, '') === kernel);
    if (index < 0) throw new RangeError(`there is no kernel ${kernel}`);
    const code = this.codes[index]!;
    const { isa, code: bytes, textSize } = this.program.kernels[index]!;
    const dynamicLds = this.fillSegment(index, code, values);
    const request = {
      workDim: globalSize.length,
      globalSize: size3(globalSize),
      localSize: size3(localSize),
      globalOffset: size3([0, 0, 0]),
      dynamicLds,
      segment: this.memory.space.addressOf(this.segment.address),
      printfBuffer: 0n,
    };
    const launch = prepareLaunch(request, code, this.memory, CONVENTIONS);
    begun?.(launch, this.memory);
    const counts = this.finish(launch, probe);
    const words = new Uint32Array(Uint8Array.from(bytes.subarray(0, textSize - (textSize % 4))).buffer);
    const observations = this.collector?.take();
    return { counts, isa, code: words, ...(observations && { observations }) };
  }

  /** @returns bytes of group memory beside the kernel's own */
  private fillSegment(index: number, code: LoadedCode, values: readonly LaunchArgument[]): number {
    const places = this.program.kernels[index]!.signature.arguments;
    let end = code.lds;
    for (const [n, value] of values.entries()) {
      const { offset } = places[n]!;
      if (value instanceof DeviceBuffer)
        this.segment.write(u64(BigInt(this.memory.space.addressOf(value.address))), offset);
      else if (value instanceof GroupBytes) {
        const start = Math.ceil(end / GROUP_ALIGNMENT) * GROUP_ALIGNMENT;
        this.segment.write(u32(start), offset);
        end = start + value.size;
      } else this.segment.write(value, offset);
    }
    return end - code.lds;
  }

  private dispatcherFor(probe: Probe | undefined): Dispatcher {
    const existing = this.dispatchers.get(probe);
    if (existing) return existing;
    const engine = createEngine(this.engine, this.memory, { tiering: {}, probe });
    const dispatcher = new Dispatcher(this.memory, engine, { ...(probe && { probe }) });
    this.dispatchers.set(probe, dispatcher);
    return dispatcher;
  }

  private finish(launch: LaunchDescriptor, probe: Probe | undefined) {
    const dispatch = this.dispatcherFor(probe).start(launch);
    const outcome = dispatch.run();
    if (outcome === 'done') return dispatch.counts.values;
    throw new Error(dispatch.fault ? describeFault(dispatch.fault) : `${launch.kernel} ended with '${outcome}'`);
  }

  close(): void {
    for (const dispatcher of this.dispatchers.values()) dispatcher.close();
  }
}
