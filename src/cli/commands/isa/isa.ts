// `atoll isa`: the instruction table.

import { loadIsa } from '../../../isa/load-isa.js';
import { instructionReports, instructionText } from '../../../isa/report.js';
import { AtollError } from '../../../util/errors.js';

interface IsaFlags {
  readonly device?: string;
  readonly json?: boolean;
  readonly semantics?: boolean;
}

export async function isa(filter: string | undefined, { device, json, semantics }: IsaFlags): Promise<void> {
  const chosen = await loadIsa(device);
  const rows = instructionReports(chosen, filter ?? '');
  if (rows.length === 0)
    throw new AtollError('BAD_OPTION', `no instruction or format matches '${filter}'`, 'atoll isa lists all');
  if (json) process.stdout.write(`${JSON.stringify({ schema: 1, instructions: rows }, null, 2)}\n`);
  else process.stdout.write(instructionText(rows, semantics ?? false));
}
