// Capabilities, models and extended sets: what is not supported is refused by its name.

import { enumerantName } from '../../../spirv/grammar/tables.js';
import { type SpirvInstruction, type SpirvModule, spirvRefusal } from '../../../spirv/module.js';

/** Capabilities whose instructions are translated, or that demand nothing. */
const SUPPORTED: ReadonlySet<string> = new Set([
  'Addresses',
  'AtomicFloat32AddEXT',
  'AtomicFloat32MinMaxEXT',
  'AtomicFloat64AddEXT',
  'AtomicFloat64MinMaxEXT',
  'BitInstructions',
  'DenormFlushToZero',
  'ExpectAssumeKHR',
  'FPFastMathModeINTEL',
  'Float16',
  'Float16Buffer',
  'Float64',
  'GenericPointer',
  'Image1D',
  'ImageBasic',
  'ImageBuffer',
  'Int16',
  'Int64',
  'Int64Atomics',
  'Int8',
  'Kernel',
  'Linkage',
  'LiteralSampler',
  'OptNoneINTEL',
  'RoundingModeRTE',
  'Sampled1D',
  'SampledBuffer',
  'SignedZeroInfNanPreserve',
  'USMStorageClassesINTEL',
  'Vector16',
]);

const EXTENDED_SETS: readonly string[] = ['OpenCL.std', 'OpenCL.DebugInfo.100', 'DebugInfo'];
const HINT = 'Supported are the capabilities of kernels in OpenCL C 1.2: docs/spirv.md lists them.';

const refusal = (module: SpirvModule, { offset }: SpirvInstruction, what: string): Error =>
  spirvRefusal(module.name, offset, `${what} is not supported`, HINT);

function checkModel(module: SpirvModule, instruction: SpirvInstruction): void {
  const [addressing, memory] = instruction.operands.map(({ value }) => value);
  const addressingName = enumerantName('AddressingModel', addressing ?? 0);
  const memoryName = enumerantName('MemoryModel', memory ?? 0);
  if (addressingName !== 'Physical64')
    throw refusal(module, instruction, `the addressing model ${addressingName} on devices of 64 bits`);
  if (memoryName !== 'OpenCL') throw refusal(module, instruction, `the memory model ${memoryName}`);
}

/** @throws AtollError UNSUPPORTED with the name of what is not supported */
export function checkCapabilities(module: SpirvModule): void {
  for (const instruction of module.instructions) {
    const { name, operands } = instruction;
    const [first] = operands;
    if (name === 'Capability') {
      const capability = enumerantName('Capability', first?.value ?? 0);
      if (!SUPPORTED.has(capability)) throw refusal(module, instruction, `the capability ${capability}`);
    } else if (name === 'MemoryModel') checkModel(module, instruction);
    else if (name === 'ExtInstImport') {
      const set = first?.text ?? '';
      if (!EXTENDED_SETS.includes(set) && !set.startsWith('NonSemantic.'))
        throw refusal(module, instruction, `the set of instructions '${set}'`);
    } else if (name === 'Function') return;
  }
}

/** For the documentation. */
export const supportedCapabilities = (): readonly string[] => [...SUPPORTED];
