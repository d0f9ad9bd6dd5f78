// The programs under `atoll run`: built once, then executed with a number of threads.

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assemble } from '../../src/hsail/text/assembler.js';
import { root } from '../../src/util/paths.js';

const FOLDER = join(root, 'benchmarks/hsa');
const LIMIT_MS = 3_600_000;

export const kernelsText = (): string => readFileSync(join(FOLDER, 'kernels.hsail'), 'utf8');

export interface BuiltEvaluation {
  readonly host: string;
  readonly module: string;
}

/** Builds the host program, and assembles the kernels. @throws Error without the headers of HSA's runtime */
export function buildEvaluation(folder: string, text = kernelsText()): BuiltEvaluation {
  const built = { host: join(folder, 'host'), module: join(folder, 'kernels.brig') };
  const options = ['-std=c++17', '-O2', '-ffp-contract=off', join(FOLDER, 'host.cc'), '-o', built.host];
  execFileSync('g++', [...options, '-lhsa-runtime64'], { stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(built.module, assemble(text));
  return built;
}

export interface EvaluationRequest {
  readonly program: string;
  readonly size: number;
  readonly device: string;
  readonly threads: number;
  readonly runs: number;
}

export interface Evaluation {
  /** Results that differ from the host's. */
  readonly wrong: number;
  /** Of the kernels, for each run. */
  readonly milliseconds: readonly number[];
}

/** @throws Error of a program that does not end with its results */
export function evaluate(built: BuiltEvaluation, request: EvaluationRequest): Evaluation {
  const { program, size, device, threads, runs } = request;
  const words = [built.host, built.module, program, String(size), String(runs)];
  const argv = ['run', '--device', device, '--workers', String(threads), '--', ...words];
  const { status, signal, stdout, stderr } = spawnSync(join(root, 'bin/atoll'), argv, {
    encoding: 'utf8',
    timeout: LIMIT_MS,
  });
  const [wrong, ...milliseconds] = stdout.trim().split(/\s+/).map(Number);
  if (status !== 0 || wrong === undefined || milliseconds.length !== runs)
    throw new Error(`${program} with ${threads} threads: status ${status ?? signal}\n${stdout}${stderr}`);
  return { wrong, milliseconds };
}
