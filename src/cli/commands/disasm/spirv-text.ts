// `atoll disasm` of SPIR-V modules: their text, or with --check the checks of their structure.

import { existsSync } from 'node:fs';
import { DEFAULT_CHIP } from '../../../chips/chips.js';
import { isSpirv } from '../../../spirv/file-kind.js';
import { AtollError } from '../../../util/errors.js';
import { readInput } from '../../inputs/code-input.js';

interface SpirvFlags {
  readonly device?: string;
  readonly json?: boolean;
  readonly check?: boolean;
  readonly kernel?: string;
}

export const isSpirvFile = (path: string): boolean => existsSync(path) && isSpirv(readInput(path));

async function modulesOf(inputs: readonly string[]): Promise<import('../../../spirv/module.js').SpirvModule[]> {
  const { readSpirv } = await import('../../../spirv/reader.js');
  return inputs.map((path) => readSpirv(readInput(path), path));
}

/** The output. @throws AtollError BAD_OPTION for options of machine code, BAD_INPUT naming file and word */
export async function printSpirv(inputs: readonly string[], flags: SpirvFlags): Promise<void> {
  if (flags.kernel !== undefined || flags.device !== undefined)
    throw new AtollError(
      'BAD_OPTION',
      '--kernel and --device select machine code, and SPIR-V has none',
      `Compile it first: atoll cc --device ${flags.device ?? DEFAULT_CHIP.id} -o kernels.elf x.spv`,
    );
  const modules = await modulesOf(inputs);
  const { disassembleSpirv, spirvLines } = await import('../../../spirv/text/disassembler.js');
  if (flags.json) {
    const units = modules.map((module) => ({
      name: module.name,
      instructions: spirvLines(module).map((text, n) => ({ word: module.instructions[n]?.offset, text: text.trim() })),
    }));
    process.stdout.write(`${JSON.stringify({ schema: 1, units }, null, 2)}\n`);
  } else if (flags.check) {
    const { checkModule } = await import('../../../spirv/checks/check-module.js');
    for (const module of modules) checkModule(module);
    process.stdout.write(`${inputs.join(', ')}: all instructions are valid\n`);
  } else for (const module of modules) process.stdout.write(disassembleSpirv(module));
}
