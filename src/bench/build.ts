// Brings the programs of a manifest up to date with the manifest's own command.

import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { AtollError } from '../util/errors.js';
import type { BenchProgram, Manifest } from './manifest.js';

const NAMES = '{names}';

/**
 * Builds the selected programs; nothing to do for a manifest without a build command.
 * @throws AtollError BAD_INPUT with the end of the compiler's text
 */
export async function buildPrograms({ build, path }: Manifest, programs: readonly BenchProgram[]): Promise<void> {
  const names = programs.filter(({ built }) => built).map(({ name }) => name);
  if (!build || names.length === 0) return;
  const folder = dirname(path);
  const command = build.map((word) => word.replaceAll(NAMES, names.join(' ')));
  // The lock keeps two runs of this command, in two terminals, from writing the same files.
  const child = spawn('flock', [folder, ...command], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const text: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => text.push(chunk.toString()));
  const status = await new Promise<number | string | null>((done) => {
    child.on('error', (error) => done(error.message));
    child.on('close', (code) => done(code));
  });
  if (status === 0) return;
  const tail = text.join('').trim().split('\n').slice(-15).join('\n');
  throw new AtollError(
    'BAD_INPUT',
    `cannot build the programs of ${path}: ${command.join(' ')} exited with ${String(status)}\n${tail}`,
    'use --no-build to run the existing programs',
  );
}
