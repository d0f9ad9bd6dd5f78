// From a code object to neutral kernels, and from these to code in GPU memory.

import { PAGE_SIZE } from '../../abi/memory-map.js';
import { limitsOfProcessor } from '../../chips/chips.js';
import type { LoadedCode } from '../../launch/code.js';
import type { KernelImage, ProgramImage } from '../../launch/image.js';
import { type DebugInfo, NO_DEBUG_INFO } from '../../source/debug-info.js';
import { AtollError } from '../../util/errors.js';
import { elementOf } from '../../util/required.js';
import type { CodeObject, CodeObjectKernel } from '../code-object.js';
import { checkHidden, type HsaData, PACKET_SIZE, QUEUE_SIZE } from './convention.js';
import { generation, initialRegisters } from './registers.js';
import { isHidden, signatureOf } from './signature.js';

const alignUp = (value: number, alignment: number): number => Math.ceil(value / alignment) * alignment;

interface HsaKernelImage extends KernelImage {
  readonly convention: HsaData;
}

function conventionOf({ metadata, descriptor }: CodeObjectKernel, processor: string): HsaData {
  const kernarg = Math.max(metadata['.kernarg_segment_size'], descriptor.kernarg);
  const packet = alignUp(kernarg, PACKET_SIZE);
  const hidden = metadata['.args']
    .filter(isHidden)
    .map((argument) => ({ kind: argument['.value_kind'], offset: argument['.offset'], size: argument['.size'] }));
  checkHidden(metadata['.name'], hidden);
  return {
    name: 'hsa',
    segmentBytes: packet + PACKET_SIZE + QUEUE_SIZE,
    hidden,
    registers: descriptor.registers,
    preloaded: descriptor.preloaded,
    generation: generation(processor),
    packet,
    queue: packet + PACKET_SIZE,
  };
}

/** Debug information of kernels, each read once, where it is needed. */
function lazyDebug(object: CodeObject): (kernel: CodeObjectKernel) => DebugInfo {
  let debug: ReturnType<CodeObject['debug']> | null = null;
  const byKernel = new WeakMap<CodeObjectKernel, DebugInfo>();
  return (kernel) => {
    if (debug === null) debug = object.debug();
    const { entry, text, descriptor } = kernel;
    const symbol = { entry: entry - text.start, lds: descriptor.lds };
    const info = byKernel.get(kernel) ?? debug?.of(text.start, text.end - text.start, symbol) ?? NO_DEBUG_INFO;
    byKernel.set(kernel, info);
    return info;
  };
}

function kernelImage(
  kernel: CodeObjectKernel,
  object: CodeObject,
  isa: string,
  debugOf: (kernel: CodeObjectKernel) => DebugInfo,
): HsaKernelImage {
  const code = textOf(object, kernel.text);
  const { metadata, descriptor, entry, text } = kernel;
  const name = metadata['.name'];
  const { wavefrontSize, ldsPerWorkGroup } = limitsOfProcessor(object.target.processor);
  if (descriptor.wavefront32 !== (wavefrontSize === 32) || metadata['.wavefront_size'] !== wavefrontSize)
    throw new AtollError(
      'UNSUPPORTED',
      `kernel ${name} has wavefronts of ${metadata['.wavefront_size']} lanes, not ${wavefrontSize}`,
    );
  return {
    name,
    isa,
    code,
    textSize: code.length,
    entryOffset: entry - text.start,
    registers: initialRegisters(descriptor, object.target.processor),
    lds: descriptor.lds,
    scratch: descriptor.scratch,
    groups: {
      required: metadata['.reqd_workgroup_size'],
      limit: metadata['.max_flat_workgroup_size'],
      lds: ldsPerWorkGroup,
      // A grid of HSA may end in smaller work-groups.
      unseen: true,
    },
    convention: conventionOf(kernel, object.target.processor),
    signature: signatureOf(metadata, object.printf),
    get debug() {
      return debugOf(kernel);
    },
  };
}

/** The instructions of a section, as the file has them. */
function textOf({ segments }: CodeObject, { start, end }: CodeObjectKernel['text']): Uint8Array {
  const segment = segments.find(({ address, bytes }) => start >= address && end <= address + bytes.length);
  if (!segment)
    throw new AtollError('BAD_IMAGE', `instructions at 0x${start.toString(16)} are in no segment of the code object`);
  return segment.bytes.subarray(start - segment.address, end - segment.address);
}

/**
 * @param isa name of the instruction set of the object's chip
 * @throws AtollError UNSUPPORTED, BAD_IMAGE naming the kernel
 */
export function codeObjectProgram(object: CodeObject, isa: string): ProgramImage {
  const debugOf = lazyDebug(object);
  const kernels = object.kernels.map((kernel) => kernelImage(kernel, object, isa, debugOf));
  return {
    kernels,
    // One page more: instruction fetch and scalar loads may run a little past the end.
    size: alignUp(object.size, PAGE_SIZE) + PAGE_SIZE,
    place: (memory, base): readonly LoadedCode<HsaData>[] => {
      for (const { address, bytes } of object.segments) memory.u8.set(bytes, base + address);
      for (const { address, addend, upper, bits } of object.relocations) {
        const value = BigInt.asUintN(64, memory.space.addressOf(base + addend) + (BigInt(upper) << 48n));
        if (bits === 'all') memory.view.setBigUint64(base + address, value, true);
        else
          memory.view.setUint32(
            base + address,
            Number(BigInt.asUintN(32, bits === 'low' ? value : value >> 32n)),
            true,
          );
      }
      return kernels.map(({ name, lds, scratch, groups, registers, convention }, n) => {
        const { entry, text } = elementOf(object.kernels, n, 'kernel');
        const code = { address: base + text.start, size: text.end - text.start };
        return { name, isa, code, entry: base + entry, registers, lds, scratch, groups, convention };
      });
    },
  };
}
