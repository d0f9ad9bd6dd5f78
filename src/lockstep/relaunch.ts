// A launch that was kept, run again by any compilation, and compared with what it left.

import { ADDRESS_SPACE_SIZE, PAGE_SIZE, VRAM_BASE } from '../abi/memory-map.js';
import type { Tolerance } from '../board/client/tolerance.js';
import { llvmConvention } from '../cal/load/llvm-launch.js';
import { calProgram } from '../cal/load/program.js';
import { readCalImage } from '../cal/reader.js';
import type { FrontEnd } from '../compiler/front-end.js';
import type { Compilation } from '../compiler/request/compilation.js';
import type { Evidence } from '../driver/core/processor/compilation-comparison.js';
import { AddressSpace } from '../emulator/address-space.js';
import { Dispatcher } from '../emulator/dispatcher.js';
import type { Engine } from '../emulator/engine.js';
import { GpuMemory, PERMISSION } from '../emulator/memory.js';
import { MemoryShadow } from '../emulator/memory-shadow.js';
import type { Region } from '../emulator/page-regions.js';
import type { LoadedCode } from '../launch/code.js';
import { conventions } from '../launch/convention.js';
import type { ProgramImage } from '../launch/image.js';
import type { Recording } from '../replay/layout.js';
import { loadedCode } from '../replay/loaded.js';
import { restore } from '../replay/pages.js';
import { readRecordings } from '../replay/reader.js';
import { AtollError } from '../util/errors.js';
import { required } from '../util/required.js';
import { buildOrigin } from './build-origin.js';
import { OtherLaunch } from './paired-launch.js';
import { type ComparedResults, compareResults, type Result, resultsOf } from './results.js';

export interface TrialParts {
  readonly frontEnd: FrontEnd;
  readonly createEngine: (memory: GpuMemory) => Engine;
  /** Names of the simulated chips, in the order of the run. */
  readonly devices: readonly string[];
  readonly tolerance: Tolerance;
}

/** Outcome of the launch by a compilation. */
export interface TrialOutcome {
  readonly verdict: 'equal' | 'different' | 'unbuildable';
  /** Log of the compiler. */
  readonly log: string;
  readonly difference?: ComparedResults['difference'];
}

/** The memory of a program is large only as an address space: two of them serve all trials. */
export class TrialMemories {
  private readonly memories = new Map<string, GpuMemory>();

  /** One that is zero, without permissions but for scratch. */
  empty(name: 'tried' | 'expected', base: bigint): GpuMemory {
    const existing = this.memories.get(name);
    if (existing?.space.base === base) {
      const shadow = new MemoryShadow();
      shadow.take(existing, ADDRESS_SPACE_SIZE);
      for (const [page] of shadow.pages()) existing.u8.fill(0, page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
      for (const { page, count } of shadow.regions) existing.setPages(page * PAGE_SIZE, count * PAGE_SIZE, 0);
      return existing;
    }
    const memory = GpuMemory.create(new AddressSpace(base));
    this.memories.set(name, memory);
    return memory;
  }
}

/** Free address range for code, after all memory of the program or in a gap of it. */
function placeFor(size: number, regions: readonly Region[]): number {
  const pages = Math.ceil(size / PAGE_SIZE);
  let end = ADDRESS_SPACE_SIZE / PAGE_SIZE;
  for (const { page, count } of [...regions].reverse()) {
    if (end - (page + count) >= pages) return (end - pages) * PAGE_SIZE;
    end = page;
  }
  if (end * PAGE_SIZE - size >= VRAM_BASE) return (end - pages) * PAGE_SIZE;
  throw new AtollError('LIMIT', `no room in GPU memory for ${size} bytes of code`);
}

export class Trial {
  private readonly recording: Recording;
  private readonly memory: GpuMemory;
  private readonly expected: GpuMemory;
  private readonly before = new MemoryShadow();
  private readonly results: readonly Result[];

  /** @throws AtollError BAD_INPUT for a recording that is damaged, LIMIT for one that is too large */
  constructor(
    private readonly parts: TrialParts,
    private readonly evidence: Evidence,
    memories: TrialMemories,
  ) {
    this.recording = required(readRecordings(evidence.file)[0], 'recording').read();
    const { base, regions, before, after, launchContext } = this.recording;
    this.memory = memories.empty('tried', base);
    restore(this.memory, regions, before);
    this.before.take(this.memory, ADDRESS_SPACE_SIZE);
    this.expected = memories.empty('expected', base);
    restore(this.expected, regions, new Map([...before, ...after]));
    const kernel = { ...loadedCode(this.recording), lds: evidence.lds };
    const allocations = launchContext.allocations.map(({ address, size }) => ({
      address: this.memory.space.translate(address) ?? 0,
      requested: size,
      purpose: 0,
    }));
    this.results = resultsOf(
      { kernel, submission: { launch: evidence.launch }, memory: this.memory },
      launchContext.arguments,
      (at) => allocations.find(({ address, requested }) => at >= address && at < address + requested),
    );
  }

  /** Runs the launch by a compilation, and compares. */
  async run(compilation: Compilation): Promise<TrialOutcome> {
    const built = await this.build(compilation);
    if (!built.code) return { verdict: 'unbuildable', log: built.log };
    const failure = await this.execute(built.code);
    if (failure !== undefined) return { verdict: 'different', log: built.log, difference: { text: failure } };
    const { difference } = compareResults(this.results, [this.expected, this.memory], this.parts.tolerance);
    return { verdict: difference ? 'different' : 'equal', log: built.log, ...(difference && { difference }) };
  }

  /** From now on results are compared with those of this compilation. @returns whether it has any */
  async expect(compilation: Compilation): Promise<boolean> {
    const { code } = await this.build(compilation);
    if (!code || (await this.execute(code)) !== undefined) return false;
    for (const { address, size } of this.results)
      this.expected.u8.set(this.memory.u8.subarray(address, address + size), address);
    return true;
  }

  private async build(compilation: Compilation): Promise<{ readonly log: string; readonly code?: LoadedCode }> {
    const { origin, device } = this.evidence;
    const result = await buildOrigin(
      this.parts.frontEnd,
      origin,
      required(this.parts.devices[device], 'device'),
      compilation,
    );
    const { log, binary } = result;
    if (!binary || result.status !== 'success') return { log };
    this.before.restore(this.memory);
    const code = this.place(calProgram(readCalImage(binary)));
    return code ? { log, code } : { log };
  }

  private place(program: ProgramImage): LoadedCode | undefined {
    const address = placeFor(program.size, this.recording.regions);
    this.memory.setPages(address, program.size, PERMISSION.readWrite);
    return program.place(this.memory, address).find(({ name }) => name === this.recording.launch.kernel);
  }

  /** @returns how it failed */
  private async execute(code: LoadedCode): Promise<string | undefined> {
    const { memory, evidence } = this;
    // Code of several compilations stands at one address: an engine keeps what it has translated by that.
    const dispatcher = new Dispatcher(memory, this.parts.createEngine(memory));
    try {
      const place = { memory, dispatcher, conventions: conventions(llvmConvention) };
      const launch = new OtherLaunch(place, evidence.launch, code, evidence.limit);
      while (!launch.run());
      return launch.refusal ?? launch.failure;
    } finally {
      dispatcher.close();
    }
  }
}
