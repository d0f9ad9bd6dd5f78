// A BRIG module as a program whose kernels execute as HSAIL: what drivers, the library and tests place in GPU memory.

import { PAGE_SIZE } from '../../abi/memory-map.js';
import { hsail } from '../../isa/hsail/index.js';
import { HSAIL } from '../../isa/hsail/registers.js';
import { addIsa } from '../../isa/isas.js';
import type { LoadedCode } from '../../launch/code.js';
import type { ProgramImage } from '../../launch/image.js';
import { AtollError } from '../../util/errors.js';
import { LINKAGES, MACHINE_MODELS } from '../brig/enums.js';
import { hostArgumentName, hostTypeName, isPointer } from '../brig/host-types.js';
import { type BrigEntry, type BrigModule, headerOf, stringAt } from '../brig/module.js';
import { bytesOf, elementOf } from '../brig/types.js';
import { ProgramSources } from '../text/program-sources.js';
import { sourceOfModule } from '../text/source-text.js';
import type { HsailData } from './convention.js';
import { debugInfoOf } from './debug-info.js';
import { entryText } from './entry-text.js';
import { HSAIL_REGISTERS } from './initial-registers.js';
import { lowerKernel } from './lower.js';
import type { LoweredKernel } from './lowered-kernel.js';
import { bytesOfVariable, definitionsOf, type ProgramData, type ProgramVariable, ProgramVariables } from './storage.js';

const alignUp = (value: number, alignment: number): number => Math.ceil(value / alignment) * alignment;

export const WAVEFRONT_LANES = hsail.wave.lanes;

export interface HsailProgram extends ProgramImage {
  readonly lowered: readonly LoweredKernel[];
  /** Names of its kernels in the whole program: with that of the module, where they have its linkage. */
  readonly symbols: readonly string[];
  /** First values of its variables in global and readonly memory. */
  readonly data: ProgramData;
  /** Those that have their names in the whole program: places in `data`. */
  readonly variables: readonly ProgramVariable[];
  /** Indirect functions, likewise: the address of the place is the code handle. */
  readonly functions: readonly ProgramVariable[];
}

function signatureOf(module: BrigModule, { formals, kernarg }: LoweredKernel) {
  return {
    arguments: formals.map((formal) => {
      const type = elementOf(formal.values['type']!);
      return {
        name: hostArgumentName(module, formal),
        kind: isPointer(formal) ? ('global' as const) : ('value' as const),
        typeName: hostTypeName(formal),
        size: bytesOfVariable(formal),
        offset: kernarg.get(formal.offset)!,
        alignment: bytesOf(type),
        addressQualifier: isPointer(formal) ? ('global' as const) : ('private' as const),
        accessQualifier: 'none' as const,
        typeQualifiers: [],
        imageDimension: undefined,
      };
    }),
    sizeHint: undefined,
    vectorTypeHint: undefined,
    printfFormats: [],
  };
}

function kernelImage(module: BrigModule, kernel: LoweredKernel, sources: ProgramSources) {
  const code = new Uint8Array(kernel.words.buffer, kernel.words.byteOffset, kernel.words.byteLength);
  const [x, y, z] = kernel.controls.requiredGroup ?? [];
  const convention: HsailData = { name: HSAIL, segmentBytes: alignUp(Math.max(kernel.kernargBytes, 16), 64) };
  return {
    name: kernel.name,
    isa: HSAIL,
    code,
    textSize: code.length,
    entryOffset: 0,
    registers: { ...HSAIL_REGISTERS, vgprs: kernel.vectorRegisters },
    lds: kernel.groupBytes,
    scratch: kernel.privateBytes,
    groups: {
      required: x === undefined ? undefined : ([x, y ?? 1, z ?? 1] as const),
      limit: kernel.controls.maxGroup,
      lds: 65_536,
      unseen: false,
    },
    convention,
    signature: signatureOf(module, kernel),
    debug: debugInfoOf(kernel, sources),
  };
}

function linkName(module: BrigModule, kernel: BrigEntry): string {
  const name = stringAt(module, kernel.values['name']!);
  if (kernel.values['linkage'] === LINKAGES.program) return name;
  return `${stringAt(module, headerOf(module, kernel).values['name']!)}::${name}`;
}

const ownSources = (module: BrigModule): ProgramSources =>
  new ProgramSources([{ source: sourceOfModule(module), base: 0 }]);

/**
 * @param sources the texts that lines refer to; absent: the disassembled module
 * @throws AtollError UNSUPPORTED, LIMIT, BAD_INPUT naming kernel and instruction
 */
export function hsailProgram(module: BrigModule, sources = ownSources(module)): HsailProgram {
  addIsa(hsail);
  const small = [...module.code.values()].find(
    ({ kind, values }) => kind === 'directive_module' && values['machineModel'] !== MACHINE_MODELS.large,
  );
  if (small)
    throw new AtollError(
      'UNSUPPORTED',
      `${entryText({ module, sources }, small.offset)}: it has the machine model $small`,
      'Assemble the text for $large: the HSAIL engine has addresses of 64 bits.',
    );
  const definitions = definitionsOf(module);
  const variables = new ProgramVariables(module, definitions);
  const kernels = [...definitions.values()].filter(({ kind }) => kind === 'directive_kernel');
  const lowered = kernels.map((kernel) => lowerKernel({ module, definitions, variables, sources }, kernel));
  const images = lowered.map((kernel) => kernelImage(module, kernel, sources));
  const data = variables.image((entry) => entryText({ module, sources }, entry));
  const codeSize = images.reduce((sum, { code }) => sum + alignUp(code.length, 64), 0);
  const dataOffset = alignUp(codeSize, 256);
  return {
    lowered,
    symbols: kernels.map((kernel) => linkName(module, kernel)),
    data,
    variables: variables.exported,
    functions: variables.functions,
    kernels: images,
    size: alignUp(dataOffset + data.bytes.length, PAGE_SIZE) + PAGE_SIZE,
    place: (memory, base): readonly LoadedCode<HsailData>[] => {
      memory.u8.set(data.bytes, base + dataOffset);
      const address = memory.space.addressOf(base + dataOffset);
      for (const { place, target, upper } of data.addresses) {
        const value = address + BigInt(target) + (BigInt(upper) << 48n);
        memory.view.setBigUint64(base + dataOffset + place, value, true);
      }
      let next = base;
      return images.map(({ name, code, registers, lds, scratch, groups, convention }, n) => {
        const start = next;
        next += alignUp(code.length, 64);
        memory.u8.set(code, start);
        for (const { low, high, offset } of lowered[n]!.relocations) {
          const value = address + BigInt(offset);
          memory.u32[start / 4 + low] = Number(value & 0xffff_ffffn);
          memory.u32[start / 4 + high] = Number(value >> 32n);
        }
        const place = { address: start, size: code.length };
        return { name, isa: HSAIL, code: place, entry: start, registers, lds, scratch, groups, convention };
      });
    },
  };
}
