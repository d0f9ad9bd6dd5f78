// `atoll cc`: compiles OpenCL C to a CAL image without any host program.

import { writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readCalImage } from '../cal/reader.js';
import { FrontEnd } from '../compiler/front-end.js';
import { personality } from '../driver/personalities.js';
import { disassemblyText } from '../isa/report.js';
import { AtollError } from '../util/errors.js';
import { readInput } from './code-input.js';
import { ExitStatus } from './exit.js';
import { kernelStatistics, statisticsText } from './kernel-statistics.js';

export interface CcFlags {
  readonly output?: string;
  readonly S?: boolean;
  readonly stats?: boolean;
  readonly json?: boolean;
  readonly device: string;
  readonly options?: string;
  readonly cache: boolean;
}

export async function cc(file: string, flags: CcFlags): Promise<void> {
  const chip = personality(flags.device);
  const frontEnd = new FrontEnd({ cache: flags.cache });
  const folder = dirname(resolve(file));
  const result = await frontEnd.build({
    kind: 'build',
    source: readInput(file),
    options: flags.options ?? '',
    device: chip.id,
    folder,
  });
  await frontEnd.dispose();
  if (result.log) process.stderr.write(result.log);
  if (result.status === 'compiler-not-available')
    throw new AtollError('TOOLCHAIN', 'no OpenCL compiler was found', 'atoll doctor');
  if (result.status !== 'success' || !result.binary) {
    process.exitCode = ExitStatus.CHECK_FAILED;
    return;
  }
  if (flags.output !== undefined) writeFileSync(flags.output, result.binary);
  report(result.binary, flags);
}

function report(binary: Uint8Array, { S, stats, json, device }: CcFlags): void {
  const { kernels } = readCalImage(binary);
  const statistics = kernels.map((kernel) => kernelStatistics(kernel, personality(device)));
  if (json) process.stdout.write(`${JSON.stringify({ schema: 1, kernels: statistics }, null, 2)}\n`);
  else if (stats) process.stdout.write(statisticsText(statistics));
  if (!S) return;
  for (const { name, code, textSize } of kernels) {
    process.stdout.write(
      `; ${name}\n${disassemblyText(new Uint32Array(Uint8Array.from(code.subarray(0, textSize)).buffer))}`,
    );
  }
}
