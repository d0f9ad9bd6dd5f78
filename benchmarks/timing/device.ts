// OpenCL kernels of one chip without a host program: launches are timed by the model, or counted.

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { llvmConvention } from '../../src/cal/load/llvm-launch.js';
import { prepareLaunch } from '../../src/driver/core/processor/launch.js';
import { Dispatcher, describeFault, GpuMemory, type LaunchDescriptor, type Size3 } from '../../src/emulator/index.js';
import type { Probe } from '../../src/emulator/probes.js';
import { hsaConvention } from '../../src/hsa/load/convention.js';
import type { LoadedCode } from '../../src/launch/code.js';
import { conventions } from '../../src/launch/convention.js';
import { type Argument, collectArguments } from '../../src/library/arguments.js';
import { BufferPool, type DeviceBuffer } from '../../src/library/buffers.js';
import { type CompiledImage, compile } from '../../src/library/compile.js';
import { originOf } from '../../src/library/image.js';
import { Collector } from '../../src/statistics/observe/collector.js';
import type { CountedLaunch } from '../../src/statistics/tally.js';
import { createEngine } from '../../src/threads/engines.js';
import type { Configuration } from '../../src/timing/config/configuration.js';
import { simulate } from '../../src/timing/model/simulate.js';
import { RecordFile } from '../../src/timing/records/reader.js';
import { SessionRecords } from '../../src/timing/records/session.js';
import { root } from '../../src/util/paths.js';
import { simulated } from './levels.js';

const CONVENTIONS = conventions(llvmConvention, hsaConvention);

export interface Work {
  readonly kernel: string;
  readonly globalSize: readonly number[];
  readonly localSize: readonly number[];
  readonly arguments: readonly Argument[];
}

const size3 = ([x = 1, y = 1, z = 1]: readonly number[]): Size3 => [x, y, z];

/** Kernels of applications/, by their file. */
const sourceOf = (file: string): string =>
  readFileSync(join(root, 'benchmarks', 'timing', 'applications', `${file}.cl`), 'utf8');

/** Runs a launch of a program from its beginning to its end. */
abstract class Device<Result> {
  private readonly memory = GpuMemory.create();
  private readonly pool = new BufferPool(this.memory);
  private readonly codes = new Map<CompiledImage, readonly LoadedCode[]>();

  constructor(readonly name: string) {}

  /** @throws AtollError when it does not compile */
  program(file: string, options: string): Promise<CompiledImage> {
    return compile(sourceOf(file), { options, device: this.name });
  }

  buffer(contents: ArrayBufferView | number): DeviceBuffer {
    return this.pool.create(contents);
  }

  /** Executes with a probe, and returns its findings. */
  protected abstract observe(launch: LaunchDescriptor, memory: GpuMemory, words: Uint32Array): Result;

  launch(program: CompiledImage, { kernel: name, globalSize, localSize, arguments: values }: Work): Result {
    const kernel = program.kernel(name);
    const origin = originOf(kernel);
    let codes = this.codes.get(program);
    if (!codes) {
      codes = origin.program.place(this.memory, this.pool.create(origin.program.size).address);
      this.codes.set(program, codes);
    }
    const code = codes[origin.index]!;
    const collected = collectArguments(kernel, values, (contents) => this.pool.create(contents));
    const segment = this.pool.create(code.convention.segmentBytes);
    for (const { offset, bytes } of collected.slots) segment.write(bytes, offset);
    const launch = prepareLaunch(
      {
        workDim: globalSize.length,
        globalSize: size3(globalSize),
        localSize: size3(localSize),
        globalOffset: [0, 0, 0],
        dynamicLds: collected.dynamicLds,
        segment: this.memory.space.addressOf(segment.address),
        printfBuffer: 0n,
      },
      code,
      this.memory,
      CONVENTIONS,
    );
    const result = this.observe(launch, this.memory, kernel.code);
    for (const { array, buffer, written } of collected.mirrored) if (written) buffer.read(array);
    segment.release();
    return result;
  }
}

function finish(memory: GpuMemory, launch: LaunchDescriptor, probe: Probe) {
  const dispatcher = new Dispatcher(memory, createEngine('jit', memory, { probe }), { probe });
  const dispatch = dispatcher.start(launch);
  const outcome = dispatch.run();
  dispatcher.close();
  if (outcome === 'done') return dispatch.counts.values;
  throw new Error(dispatch.fault ? describeFault(dispatch.fault) : `${launch.kernel} ended with '${outcome}'`);
}

/** A launch gives the cycles of its execution on a chip. */
export class TimedDevice extends Device<number> {
  constructor(private readonly chip: Configuration) {
    super(chip.name);
  }

  protected observe(launch: LaunchDescriptor, memory: GpuMemory): number {
    const folder = mkdtempSync(join(tmpdir(), 'atoll-validation-'));
    const fd = openSync(join(folder, 'records'), 'wx+');
    try {
      const records = new SessionRecords((error) => {
        throw error;
      });
      records.begin(fd, launch.kernel, launch, memory);
      finish(memory, launch, records.probe);
      records.end();
      const file = new RecordFile(fd, launch.kernel);
      const { executionCycles } = simulate(file, this.chip);
      simulated(file, this.chip, executionCycles);
      return executionCycles;
    } finally {
      closeSync(fd);
      rmSync(folder, { recursive: true });
    }
  }
}

/** A launch gives its counts, addresses included. */
export class CountedDevice extends Device<CountedLaunch> {
  protected observe(launch: LaunchDescriptor, memory: GpuMemory, code: Uint32Array): CountedLaunch {
    const collector = new Collector({ addresses: true, values: false, every: 1 });
    const counts = finish(memory, launch, collector.probe);
    return { counts, isa: launch.isa, code, observations: collector.take() };
  }
}

export type AnyDevice<Result> = Device<Result>;
