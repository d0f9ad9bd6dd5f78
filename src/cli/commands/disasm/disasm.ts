// `atoll disasm`: listings of images, code objects, raw files and words; `--check` lists faulting instructions.

import { chipsNamed } from '../../../chips/chips.js';
import { HSAIL } from '../../../isa/hsail/registers.js';
import { loadIsa } from '../../../isa/load-isa.js';
import { disassemblyJson, disassemblyText, faultingLines } from '../../../isa/report.js';
import { positionText } from '../../../source/locator.js';
import { AtollError } from '../../../util/errors.js';
import { ExitStatus } from '../../command-line/exit.js';
import { type CodeUnit, readCode } from '../../inputs/code-input.js';
import { isSpirvFile, printSpirv } from './spirv-text.js';

interface DisasmFlags {
  readonly device?: string;
  readonly json?: boolean;
  readonly check?: boolean;
  readonly kernel?: string;
}

/** Notes the source line where it changes, with its text where that is shown. */
function annotate({ lines, sources }: CodeUnit): (offset: number) => string | undefined {
  const byPc = new Map(lines.filter(({ line }) => line > 0).map((row) => [row.pc, row]));
  const texts = new Map([...(sources ?? [])].map(([file, text]) => [file, text.split(/\r?\n/)]));
  return (offset) => {
    const row = byPc.get(offset);
    const text = row && texts.get(row.file)?.[row.line - 1];
    return (
      row && (text === undefined ? positionText(row) : `${positionText(row)}: ${text.trim().replaceAll('\t', ' ')}`)
    );
  };
}

const hex = (value: number): string => `0x${value.toString(16)}`;

/** Kernels by their name; of files with code for several chips, those of the device. */
function select(units: readonly CodeUnit[], { device, kernel }: DisasmFlags): readonly CodeUnit[] {
  const processor = device && (chipsNamed(device)[0]?.llvm ?? device);
  const ofDevice = units.filter((unit) => !processor || !unit.processor || unit.processor === processor);
  if (units.length > 0 && ofDevice.length === 0) {
    const chips = [...new Set(units.map((unit) => unit.processor))].join(', ');
    throw new AtollError('BAD_OPTION', `--device: there is no code for ${device}`, `the file has code for ${chips}`);
  }
  const selected = ofDevice.filter(({ name }) => kernel === undefined || name === kernel);
  if (selected.length > 0) return selected;
  const names = [...new Set(ofDevice.map(({ name }) => name))].join(', ');
  throw new AtollError(
    'BAD_INPUT',
    kernel === undefined ? 'there are no kernels' : `there is no kernel '${kernel}'`,
    names && `kernels: ${names}`,
  );
}

export async function disasm(inputs: readonly string[], flags: DisasmFlags): Promise<void> {
  const { device, json, check } = flags;
  if (inputs.some(isSpirvFile)) return printSpirv(inputs, flags);
  const selected = select(readCode(inputs), flags);
  const units = await Promise.all(
    selected.map(async (unit) => ({
      ...unit,
      chosen: await loadIsa(unit.isa === HSAIL ? HSAIL : (device ?? unit.isa)),
    })),
  );
  const problems = units.flatMap(({ name, words, chosen }) =>
    faultingLines(chosen, words).map((line) => ({ unit: name, ...line })),
  );
  if (json) {
    const listing = units.map(({ name, words, chosen, processor }) => ({
      name,
      ...(processor !== undefined && { processor }),
      instructions: disassemblyJson(chosen, words),
    }));
    process.stdout.write(`${JSON.stringify({ schema: 1, units: listing }, null, 2)}\n`);
  } else if (check) {
    for (const { unit, offset, text, problem } of problems)
      process.stdout.write(`${unit}+${hex(offset)}: ${text}: ${problem}\n`);
    if (problems.length === 0)
      process.stdout.write(`${units.map(({ name }) => name).join(', ')}: all instructions are supported\n`);
  } else {
    for (const { chosen, ...unit } of units) {
      const { words, processor } = unit;
      const name = processor === undefined ? unit.name : `${unit.name}, ${processor}`;
      process.stdout.write(
        `${units.length > 1 || name !== 'words' ? `; ${name}\n` : ''}${disassemblyText(chosen, words, { annotate: annotate(unit) })}`,
      );
    }
  }
  if (check && problems.length > 0) process.exitCode = ExitStatus.CHECK_FAILED;
}
