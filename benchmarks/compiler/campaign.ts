// The campaign over OpenCL C's builtins: compiles its program (test/opencl/builtins), runs a group of it on Atoll or on
// the system's OpenCL, and reads the rows that it prints.

import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AtollError } from '../../src/util/errors.js';
import { root } from '../../src/util/paths.js';

/** One builtin (or a few that go together) in one type. Errors in ulp; 'inf' and 'nan' as text. */
export interface BuiltinRow {
  readonly group: string;
  readonly function: string;
  readonly type: string;
  /** Reference of the results. */
  readonly reference: string;
  readonly samples: number;
  readonly worst: number | string;
  readonly bound: number | string;
  /** Samples beyond the bound. */
  readonly outside: number;
  /** The first of them, and the worst. */
  readonly first: string;
  readonly where: string;
}

/** Groups as the program names them. `weight`: its samples are so much dearer than others that it gets fewer. */
export const GROUPS: readonly { readonly name: string; readonly weight: number }[] = [
  { name: 'math-float', weight: 1 },
  { name: 'math-double', weight: 1 },
  { name: 'half', weight: 1 },
  { name: 'native', weight: 1 },
  { name: 'rounded-division', weight: 1 },
  { name: 'common-float', weight: 1 },
  { name: 'common-double', weight: 1 },
  { name: 'geometric', weight: 1 },
  { name: 'relational', weight: 2 },
  { name: 'integer', weight: 2 },
  { name: 'conversions', weight: 2 },
  { name: 'vectors', weight: 1 },
  { name: 'halves', weight: 2 },
  { name: 'atomics', weight: 1 },
  { name: 'async', weight: 1 },
  { name: 'work-items', weight: 1 },
  { name: 'images', weight: 2 },
  { name: 'media', weight: 1 },
  { name: 'relaxed-float', weight: 1 },
  { name: 'relaxed-double', weight: 1 },
];

export interface CampaignSettings {
  readonly group: string;
  readonly samples: number;
  /** Every width of vectors; otherwise the scalar and one more. */
  readonly everyWidth: boolean;
  /** `atoll`, or `system` for whatever the ICD loader finds. */
  readonly on: 'atoll' | 'system';
  readonly program: string;
  /** The compiler that Atoll uses; by default its own choice. */
  readonly clang?: string | undefined;
}

export interface GroupResult {
  readonly rows: readonly BuiltinRow[];
  readonly exitCode: number | null;
  /** Lines that are not rows: errors. */
  readonly rest: string;
}

const SOURCES = join(root, 'test', 'opencl', 'builtins');

function spawned(
  command: string,
  args: readonly string[],
  env = process.env,
): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, text: Buffer.concat(chunks).toString('utf8') }));
  });
}

const timeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Compiles changed sources and links the program. @returns its path @throws AtollError TOOLCHAIN */
export async function buildProgram(): Promise<string> {
  const folder = join(root, 'build', 'test-builtins');
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(SOURCES);
  const headers = Math.max(...names.filter((name) => name.endsWith('.h')).map((name) => timeOf(join(SOURCES, name))));
  const units = names.filter((name) => name.endsWith('.cc'));
  const compile = async (name: string): Promise<string> => {
    const [source, object] = [join(SOURCES, name), join(folder, name.replace(/cc$/, 'o'))];
    if (timeOf(object) < Math.max(timeOf(source), headers))
      await gcc(['-std=gnu++17', '-O1', '-c', source, '-o', object]);
    return object;
  };
  const objects: string[] = [];
  for (const name of units) objects.push(await compile(name));
  const program = join(folder, 'builtins');
  await gcc([...objects, '-o', program, '-lOpenCL', '-lquadmath']);
  return program;
}

async function gcc(args: readonly string[]): Promise<void> {
  const { code, text } = await spawned('g++', args);
  if (code !== 0) throw new AtollError('TOOLCHAIN', `g++ failed:\n${text}`, 'apt-get install g++ ocl-icd-opencl-dev');
}

/** Runs one group. */
export async function runGroup(settings: CampaignSettings): Promise<GroupResult> {
  const { group, samples, everyWidth, on, program, clang } = settings;
  const words = [program, group, String(samples), everyWidth ? '1' : '0'];
  const main = join(root, 'dist', 'src', 'cli', 'main.js');
  const atoll = [process.execPath, main, 'run', ...(clang ? ['--clang', clang] : []), '--'];
  const [command, ...args] = on === 'atoll' ? [...atoll, ...words] : words;
  const { code, text } = await spawned(command!, args);
  const lines = text.split('\n').filter((line) => line !== '');
  const rows = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as BuiltinRow);
  return { rows, exitCode: code, rest: lines.filter((line) => !line.startsWith('{')).join('\n') };
}
