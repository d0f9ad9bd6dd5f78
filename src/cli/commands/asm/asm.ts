// `atoll asm`: assembly text to code words.

import { writeFileSync } from 'node:fs';
import { loadIsa } from '../../../isa/load-isa.js';
import { assemblyReport } from '../../../isa/report.js';
import { ExitStatus } from '../../command-line/exit.js';
import { readInput } from '../../inputs/code-input.js';

interface AsmFlags {
  readonly output?: string;
  readonly device?: string;
  readonly json?: boolean;
}

export async function asm(file: string, { device, output, json }: AsmFlags): Promise<void> {
  const chosen = await loadIsa(device);
  const { words, problems, warnings } = assemblyReport(chosen, new TextDecoder().decode(readInput(file)), file);
  const hex = [...words].map((word) => word.toString(16).padStart(8, '0'));
  if (json) process.stdout.write(`${JSON.stringify({ schema: 1, words: hex, problems, warnings }, null, 2)}\n`);
  else for (const message of [...problems, ...warnings]) process.stderr.write(`${message}\n`);
  if (problems.length > 0) {
    process.exitCode = ExitStatus.CHECK_FAILED;
    return;
  }
  if (output !== undefined) writeFileSync(output, Buffer.from(words.buffer, words.byteOffset, words.byteLength));
  else if (!json) process.stdout.write(hex.map((word) => `${word}\n`).join(''));
}
