// Random leaves on the CPU, on the simulated GPU and on pocl, whose results have to be equal.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { atoll, HANG_MS, run } from '../../cli/atoll.js';
import { poclCache } from '../../pocl.js';
import { leafProgram } from './program.js';

export const LEAVES_OF_PROGRAM = 12;

const lines = (text: unknown): readonly string[] => String(text).trim().split('\n');

/** Differences from the CPU, a line each. */
function differences(name: string, cpu: readonly string[], other: { stdout?: unknown; stderr?: unknown }): string[] {
  const own = lines(other.stdout);
  if (own.length !== cpu.length) return [`${name}: ${own.length} of ${cpu.length} leaves: ${String(other.stderr)}`];
  return cpu.flatMap((line, n) => (own[n] === line ? [] : [`${name}: ${own[n]}; CPU: ${line}`]));
}

/** Problems of the leaves of a seed. @param args of `atoll run` */
export async function compareLeaves(seed: number, args: readonly string[] = []): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'atoll-leaves-'));
  try {
    const [source, program] = [join(folder, 'leaves.c'), join(folder, 'leaves')];
    writeFileSync(source, leafProgram(seed, LEAVES_OF_PROGRAM));
    const built = await atoll(['hpvm', 'cc', '-w', source, '-lm', '-o', program]);
    if (built.exitCode !== 0) return [`seed ${seed}: ${String(built.stderr)}`];
    const native = (env: NodeJS.ProcessEnv) => execa(program, [], { reject: false, timeout: HANG_MS, env });
    const cpu = await native({ ATOLL_HPVM_MAP: '*:cpu' });
    if (lines(cpu.stdout).length !== LEAVES_OF_PROGRAM) return [`seed ${seed}: CPU: ${cpu.stderr}`];
    const device = await run([program], args);
    const pocl = await native(poclCache('hpvm-leaves'));
    const expected = lines(cpu.stdout);
    const problems = [...differences('GPU', expected, device), ...differences('pocl', expected, pocl)];
    return problems.map((line) => `seed ${seed}: ${line}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
