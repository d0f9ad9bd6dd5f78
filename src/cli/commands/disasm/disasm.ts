// `atoll disasm`: listings of CAL images, raw files and words; `--check` lists faulting instructions.

import { HSAIL } from '../../../isa/hsail/registers.js';
import { loadIsa } from '../../../isa/load-isa.js';
import { disassemblyJson, disassemblyText, faultingLines } from '../../../isa/report.js';
import { positionText } from '../../../source/locator.js';
import { ExitStatus } from '../../command-line/exit.js';
import { type CodeUnit, readCode } from '../../inputs/code-input.js';

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

export async function disasm(inputs: readonly string[], { device, json, check, kernel }: DisasmFlags): Promise<void> {
  const selected = readCode(inputs).filter(({ name }) => kernel === undefined || name === kernel);
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
    const listing = units.map(({ name, words, chosen }) => ({ name, instructions: disassemblyJson(chosen, words) }));
    process.stdout.write(`${JSON.stringify({ schema: 1, units: listing }, null, 2)}\n`);
  } else if (check) {
    for (const { unit, offset, text, problem } of problems)
      process.stdout.write(`${unit}+${hex(offset)}: ${text}: ${problem}\n`);
    if (problems.length === 0)
      process.stdout.write(`${units.map(({ name }) => name).join(', ')}: all instructions are supported\n`);
  } else {
    for (const { chosen, ...unit } of units) {
      const { name, words } = unit;
      process.stdout.write(
        `${units.length > 1 || name !== 'words' ? `; ${name}\n` : ''}${disassemblyText(chosen, words, { annotate: annotate(unit) })}`,
      );
    }
  }
  if (check && problems.length > 0) process.exitCode = ExitStatus.CHECK_FAILED;
}
