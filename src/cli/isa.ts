// `atoll isa`: the instruction table.

import { DEFAULT_ISA } from '../isa/isas.js';
import { instructionReports, instructionText } from '../isa/report.js';
import { AtollError } from '../util/errors.js';

interface IsaFlags {
  readonly json?: boolean;
  readonly semantics?: boolean;
}

export function isa(filter: string | undefined, { json, semantics }: IsaFlags): void {
  const rows = instructionReports(DEFAULT_ISA, filter ?? '');
  if (rows.length === 0)
    throw new AtollError('BAD_OPTION', `no instruction or format matches '${filter}'`, 'atoll isa lists all');
  if (json) process.stdout.write(`${JSON.stringify({ schema: 1, instructions: rows }, null, 2)}\n`);
  else process.stdout.write(instructionText(rows, semantics ?? false));
}
