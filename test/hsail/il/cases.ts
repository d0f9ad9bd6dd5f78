// Cases of the conformance suite through the HSAIL engine: each module is lowered, and each dispatch executed.

import { VRAM_BASE } from '../../../src/abi/memory-map.js';
import { describeFault } from '../../../src/emulator/faults.js';
import { Dispatcher, type Engine } from '../../../src/emulator/index.js';
import type { EngineFactory } from '../../../src/emulator/lockstep.js';
import { GpuMemory, PERMISSION } from '../../../src/emulator/memory.js';
import { readBrig } from '../../../src/hsail/brig/reader.js';
import { hsailConvention } from '../../../src/hsail/load/convention.js';
import { linkModules } from '../../../src/hsail/load/link-modules.js';
import { hsailProgram } from '../../../src/hsail/load/program.js';
import { describeLaunch } from '../../../src/launch/convention.js';
import type { CaseArgument, CaseDispatch, ConformanceCase } from '../conformance/cases.js';
import { firstDifference } from '../conformance/compare.js';
import { CaseSurface, samplerDescriptor } from '../conformance/images.js';

const CODE = VRAM_BASE;
const SEGMENT = CODE + 0x40_0000;
const BUFFERS = SEGMENT + 0x10_0000;
const BUFFER_BYTES = 0x400_0000;
const MIN_BUFFER = 256;
const alignUp = (value: number, alignment: number): number => Math.ceil(value / alignment) * alignment;

export interface IlCaseResult {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'refused' | 'missing';
  readonly detail: string;
}

type Codes = ReturnType<ReturnType<typeof hsailProgram>['place']>;

/** Executes cases one after the other in one memory. */
export class CaseMachine {
  private readonly memory = GpuMemory.create();
  private readonly engine: Engine;

  constructor(make: EngineFactory) {
    this.memory.setPages(CODE, BUFFERS + BUFFER_BYTES - CODE, PERMISSION.readWrite);
    this.engine = make(this.memory);
  }

  execute(own: ConformanceCase): IlCaseResult {
    const isOptional = own.images.some((image) => image.isOptional && !CaseSurface.supports(image));
    const { name, missing = isOptional ? 'optional format' : undefined } = own;
    if (missing !== undefined) return { name, status: 'missing', detail: missing };
    try {
      const difference = this.difference(own);
      return { name, status: difference === undefined ? 'passed' : 'failed', detail: difference ?? '' };
    } catch (error) {
      const { code, message } = error as { readonly code?: string; readonly message: string };
      const isRefusal = code === 'UNSUPPORTED' || code === 'LIMIT';
      return { name, status: isRefusal ? 'refused' : 'failed', detail: message };
    }
  }

  private programs(own: ConformanceCase): ReadonlyMap<string, Codes> {
    let next = CODE;
    return new Map(
      [...own.programs].map(([name, names]) => {
        const { module, sources } = linkModules(names.map((each) => readBrig(own.modules.get(each)!)));
        const program = hsailProgram(module, sources);
        const codes = program.place(this.memory, next);
        next += program.size;
        return [name, codes];
      }),
    );
  }

  private buffers(own: ConformanceCase): ReadonlyMap<string, number> {
    let next = BUFFERS;
    const places = new Map<string, number>();
    const add = (name: string, contents: Uint8Array, size = contents.length): number => {
      const place = next;
      next = alignUp(place + Math.max(size, MIN_BUFFER), MIN_BUFFER);
      if (next > BUFFERS + BUFFER_BYTES) throw new RangeError('the buffers exceed the memory of the test');
      this.memory.u8.fill(0, place, next);
      this.memory.u8.set(contents, place);
      places.set(name, place);
      return place;
    };
    const bytesOf = (words: Uint32Array): Uint8Array => new Uint8Array(words.buffer);
    for (const { name, size, initial } of own.buffers) add(name, initial, Math.max(size, initial.length));
    for (const image of own.images) {
      const surface = new CaseSurface(image);
      const elements = add(`${image.name} elements`, surface.contents());
      const base = Number(this.memory.space.addressOf(elements));
      add(image.name, bytesOf(surface.descriptor(base)));
    }
    for (const sampler of own.samplers) add(sampler.name, bytesOf(samplerDescriptor(sampler)));
    for (const { name, handles } of own.buffers)
      for (const [n, handle] of handles.entries())
        this.memory.view.setBigUint64(
          places.get(name)! + 8 * n,
          this.memory.space.addressOf(places.get(handle)!),
          true,
        );
    return places;
  }

  private difference(own: ConformanceCase): string | undefined {
    const [programs, buffers] = [this.programs(own), this.buffers(own)];
    for (const step of own.steps) {
      if ('dispatch' in step) {
        this.dispatch(step.dispatch, programs.get(step.dispatch.program)!, buffers);
        continue;
      }
      const { buffer, bytes } = step.expected;
      const place = buffers.get(buffer)!;
      const difference = firstDifference(step.expected, this.memory.u8.slice(place, place + bytes.length));
      if (difference !== undefined) return `${buffer}, ${difference}`;
    }
    return undefined;
  }

  private bytesOf({ kind, name, bytes }: CaseArgument, buffers: ReadonlyMap<string, number>, lds: number): Uint8Array {
    if (kind === 'buffer' || kind === 'descriptor')
      return new Uint8Array(BigUint64Array.of(this.memory.space.addressOf(buffers.get(name)!)).buffer);
    if (kind !== 'group-offset') return bytes;
    const offset = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    return new Uint8Array(Uint32Array.of(offset + lds).buffer);
  }

  private dispatch(own: CaseDispatch, codes: Codes, buffers: ReadonlyMap<string, number>): void {
    const { kernel, dimensions, globalSize, localSize, dynamicGroup } = own;
    const code = codes.find(({ name }) => kernel === undefined || name === `&${kernel.replace(/^&/, '')}`)!;
    let end = 0;
    for (const argument of own.arguments) {
      const bytes = this.bytesOf(argument, buffers, code.lds);
      end = alignUp(end, Math.max(argument.size, 1));
      this.memory.u8.set(bytes, SEGMENT + end);
      end += bytes.length;
    }
    const launch = {
      workDim: dimensions,
      globalSize,
      localSize,
      globalOffset: [0, 0, 0] as const,
      dynamicLds: dynamicGroup,
      segment: this.memory.space.addressOf(SEGMENT),
      printfBuffer: 0n,
    };
    const scalars = new Uint32Array(code.registers.userSgprs);
    hsailConvention.fill(launch, code as never, this.memory, scalars);
    const dispatch = new Dispatcher(this.memory, this.engine).start(describeLaunch(launch, code, scalars));
    if (dispatch.run() === 'fault') throw new Error(describeFault(dispatch.fault!));
  }
}
