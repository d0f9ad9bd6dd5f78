// Runs a program with the best mapping of an exploration; its exit status becomes that of the command.

import { spawn } from 'node:child_process';
import { DEFAULT_CHIP } from '../../../chips/chips.js';

export interface RunFlags {
  readonly device?: string;
  readonly gpus: string;
}

export async function runBest(
  argv: readonly string[],
  map: string,
  atoll: readonly string[],
  { device, gpus }: RunFlags,
): Promise<void> {
  const [file = '', ...words] = atoll;
  const devices = Array.from({ length: Number(gpus) }, () => device ?? DEFAULT_CHIP.id).join(',');
  const child = spawn(file, [...words, 'run', '--devices', devices, '--', ...argv], {
    env: { ...process.env, ATOLL_HPVM_MAP: map },
    stdio: 'inherit',
  });
  process.exitCode = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
