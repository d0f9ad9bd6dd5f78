// Cases of the conformance suite through the finalizer: several in one compilation, each launched for itself.

import { chipById } from '../../../src/chips/chips.js';
import { BuildJob } from '../../../src/compiler/clang/job.js';
import { findToolchain } from '../../../src/compiler/clang/toolchain.js';
import { irToCodeObject } from '../../../src/compiler/code-object/hsa-codegen.js';
import { SEGMENTS } from '../../../src/hsail/brig/enums.js';
import type { BrigModule } from '../../../src/hsail/brig/module.js';
import { readBrig } from '../../../src/hsail/brig/reader.js';
import { finalizeModules } from '../../../src/hsail/finalizer/finalize.js';
import { IrProgram } from '../../../src/hsail/finalizer/ir-program.js';
import { loadIsa } from '../../../src/isa/load-isa.js';
import type { DeviceBuffer } from '../../../src/library/buffers.js';
import { type Image, type LibraryKernel, readImage } from '../../../src/library/image.js';
import type { LibraryMachine } from '../../../src/library/machine.js';
import { argumentsOf } from '../finalized.js';
import type { CaseArgument, CaseDispatch, CaseImage, ConformanceCase } from './cases.js';
import { firstDifference } from './compare.js';
import { CaseSurface, samplerDescriptor } from './images.js';

export interface CaseResult {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'refused' | 'missing';
  readonly detail: string;
}

/** Programs of cases by what their modules are: equal ones are compiled once. */
interface CaseProgram {
  readonly kernels: readonly string[];
  readonly prefix: string;
}

const modulesOf = (each: ConformanceCase, program: string): BrigModule[] =>
  each.programs.get(program)!.map((name) => readBrig(each.modules.get(name)!));

const hasVariables = ({ code }: BrigModule): boolean =>
  [...code.values()].some(({ kind, values }) => kind === 'directive_variable' && values['segment'] === SEGMENTS.global);

class Batch {
  private readonly ir: IrProgram;
  private readonly programs = new Map<string, CaseProgram>();
  readonly refused = new Map<ConformanceCase, string>();

  constructor(
    private readonly target: string,
    /** The chip's. */
    readonly cases: readonly ConformanceCase[],
  ) {
    this.ir = new IrProgram(target);
    for (const each of cases) this.add(each);
  }

  private add(each: ConformanceCase): void {
    try {
      for (const program of each.programs.keys()) this.addProgram(each, program);
    } catch (error) {
      this.refused.set(each, (error as Error).message);
    }
  }

  private keyOf(each: ConformanceCase, program: string): string {
    const bytes = each.programs.get(program)!.map((name) => Buffer.from(each.modules.get(name)!).toString('latin1'));
    // Variables of a program keep what one case has left in them.
    return [...bytes, modulesOf(each, program).some(hasVariables) ? each.name : ''].join('|');
  }

  private addProgram(each: ConformanceCase, program: string): void {
    const key = this.keyOf(each, program);
    if (this.programs.has(key)) return;
    const modules = modulesOf(each, program);
    const prefix = `p${this.programs.size}:`;
    // A refused program must leave nothing behind: it is tried on its own first.
    finalizeModules(new IrProgram(this.target), modules);
    this.programs.set(key, { kernels: finalizeModules(this.ir, modules, prefix), prefix });
  }

  programOf(each: ConformanceCase, program: string): CaseProgram {
    return this.programs.get(this.keyOf(each, program))!;
  }

  async image(): Promise<Image> {
    const { toolchain } = findToolchain(undefined);
    const job = new BuildJob(toolchain!.clang, {});
    try {
      return readImage(await irToCodeObject(job, this.ir.text(), this.target));
    } finally {
      job.dispose();
    }
  }
}

function kernelOf(image: Image, { kernels, prefix }: CaseProgram, { kernel, module }: CaseDispatch): LibraryKernel {
  const name = kernel === undefined ? kernels[0]! : `${prefix}&${kernel}`;
  const exact = image.kernels.find((each) => each.name === name);
  return exact ?? image.kernel(`${prefix}&${module}::&${kernel}`);
}

const MIN_BUFFER = 256;
const alignUp = (value: number, alignment: number): number => Math.ceil(value / alignment) * alignment;

/** Arguments as the kernel's own, or as one block where its layout is not the natural one. */
function argumentsFor(kernel: LibraryKernel, values: readonly { bytes: Uint8Array; size: number }[]): Uint8Array[] {
  if (kernel.arguments.length === values.length) return values.map(({ bytes }) => bytes);
  const whole = new Uint8Array(kernel.arguments[0]?.size ?? 0);
  let end = 0;
  for (const { bytes, size } of values) {
    whole.set(bytes, (end = alignUp(end, size)));
    end += bytes.length;
  }
  return kernel.arguments.length === 0 ? [] : [whole];
}

class CaseRun {
  private readonly buffers = new Map<string, DeviceBuffer>();

  constructor(
    private readonly machine: LibraryMachine,
    private readonly image: Image,
    private readonly batch: Batch,
    private readonly own: ConformanceCase,
  ) {}

  private create(): void {
    const { machine, own } = this;
    for (const { name, size, initial } of own.buffers) {
      const buffer = machine.buffer(Math.max(size, MIN_BUFFER, initial.length));
      if (initial.length > 0) buffer.write(initial);
      this.buffers.set(name, buffer);
    }
    for (const image of own.images) this.addImage(image);
    for (const sampler of own.samplers) this.buffers.set(sampler.name, machine.buffer(samplerDescriptor(sampler)));
    for (const { name, handles } of own.buffers)
      if (handles.length > 0)
        this.buffers.get(name)!.write(BigUint64Array.from(handles, (each) => this.addressOf(each)));
  }

  private addImage(image: CaseImage): void {
    const surface = new CaseSurface(image);
    const elements = this.machine.buffer(surface.contents());
    this.buffers.set(`${image.name} elements`, elements);
    this.buffers.set(image.name, this.machine.buffer(surface.descriptor(elements.address)));
  }

  private addressOf(name: string): bigint {
    return BigInt(this.buffers.get(name)!.address);
  }

  private bytesOf({ kind, name, bytes }: CaseArgument, { lds }: LibraryKernel): Uint8Array {
    if (kind === 'buffer' || kind === 'descriptor')
      return new Uint8Array(BigUint64Array.of(this.addressOf(name)).buffer);
    if (kind !== 'group-offset') return bytes;
    return new Uint8Array(Uint32Array.of(new DataView(bytes.buffer).getUint32(0, true) + lds).buffer);
  }

  private async launch(dispatch: CaseDispatch): Promise<void> {
    const kernel = kernelOf(this.image, this.batch.programOf(this.own, dispatch.program), dispatch);
    const values = dispatch.arguments.map((each) => ({ bytes: this.bytesOf(each, kernel), size: each.size }));
    const size = ([x, y, z]: readonly [number, number, number]) =>
      [x, y, z].slice(0, dispatch.dimensions) as [number, number?, number?];
    await this.machine.launch(kernel, {
      globalSize: size(dispatch.globalSize),
      localSize: size(dispatch.localSize),
      arguments: argumentsOf(kernel, argumentsFor(kernel, values)),
      dynamicLds: dispatch.dynamicGroup,
    });
  }

  async run(): Promise<string | undefined> {
    try {
      this.create();
      for (const step of this.own.steps) {
        if ('dispatch' in step) {
          await this.launch(step.dispatch);
          continue;
        }
        const actual = new Uint8Array(step.expected.bytes.length);
        this.buffers.get(step.expected.buffer)!.read(actual);
        const difference = firstDifference(step.expected, actual);
        if (difference !== undefined) return `${step.expected.buffer}, ${difference}`;
      }
      return undefined;
    } finally {
      for (const buffer of this.buffers.values()) buffer.release();
    }
  }
}

/** Executes cases on a chip. */
export async function executeCases(
  machine: LibraryMachine,
  device: string,
  cases: readonly ConformanceCase[],
): Promise<CaseResult[]> {
  for (const each of cases)
    if (each.images.some((image) => image.isOptional && !CaseSurface.supports(image)))
      each.missing ??= 'optional format';
  const executable = cases.filter(({ missing }) => missing === undefined);
  const { target } = chipById(device)!;
  await loadIsa(target);
  const batch = new Batch(target, executable);
  let image: Image | undefined;
  try {
    image = await batch.image();
  } catch (error) {
    if (cases.length > 1) {
      const half = cases.length >> 1;
      const parts = [cases.slice(0, half), cases.slice(half)];
      return (await Promise.all(parts.map((part) => executeCases(machine, device, part)))).flat();
    }
    return [{ name: cases[0]!.name, status: 'refused', detail: (error as Error).message }];
  }
  const results: CaseResult[] = [];
  for (const each of cases) {
    const { name, missing } = each;
    const refusal = batch.refused.get(each);
    if (missing !== undefined) results.push({ name, status: 'missing', detail: missing });
    else if (refusal !== undefined) results.push({ name, status: 'refused', detail: refusal });
    else {
      const run = new CaseRun(machine, image, batch, each);
      const difference = await run.run().catch((error: Error) => error.message);
      results.push({ name, status: difference === undefined ? 'passed' : 'failed', detail: difference ?? '' });
    }
  }
  return results;
}
