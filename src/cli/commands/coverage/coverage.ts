// `atoll coverage merge|report`, and the file of `atoll run --coverage`.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { LaunchReport } from '../../../driver/core/processor/messages.js';
import { loadIsa } from '../../../isa/load-isa.js';
import type { KernelImage } from '../../../launch/image.js';
import {
  type Coverage,
  type CoveredKernel,
  coverageOf,
  mergeCoverage,
  parseCoverage,
} from '../../../report/coverage.js';
import { coverageHtml } from '../../../report/coverage-html.js';
import { lcov } from '../../../report/lcov.js';
import { part, type SourceCoverage, sourcesOf } from '../../../report/lines.js';
import { opcodeCoverage, opcodeText } from '../../../report/opcodes.js';
import { AtollError } from '../../../util/errors.js';
import { attemptAll } from '../../../util/settle-all.js';
import { writeWhole } from '../../../util/whole-file.js';
import { cannotWrite } from '../../outputs/output-files.js';

/** Writes the coverage atomically. @throws AtollError HOST */
function write(file: string, text: string, what = 'the coverage'): void {
  try {
    writeWhole(resolve(file), text);
  } catch (error) {
    throw cannotWrite(what, file, error);
  }
}

/** Writes the coverage of a run. @throws AtollError HOST */
export function writeCoverage(file: string, images: readonly KernelImage[], launches: readonly LaunchReport[]): void {
  write(file, `${JSON.stringify(coverageOf(images, launches))}\n`);
}

async function read(files: readonly string[]): Promise<Coverage> {
  const all = files.map((file) => {
    try {
      return parseCoverage(readFileSync(file, 'utf8'), file);
    } catch (error) {
      if (error instanceof AtollError) throw error;
      throw new AtollError('BAD_INPUT', `cannot read ${file}: ${(error as Error).message}`);
    }
  });
  const merged = mergeCoverage(all);
  for (const { isa } of merged.kernels) if (isa !== 'southern-islands') await loadIsa(isa);
  return merged;
}

export async function mergeFiles(files: readonly string[], { output }: { readonly output: string }): Promise<void> {
  write(output, `${JSON.stringify(await read(files))}\n`);
}

/**
 * Source texts without a file are written beside the tracefile, where genhtml finds them. @returns the path of a source
 */
function placeSources(folder: string): (source: SourceCoverage) => string {
  return ({ id, name, text }) => {
    const path = join(resolve(folder), id, basename(name) || 'program.cl');
    if (text === undefined) return resolve(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };
}

/** Writes the tracefile with the texts beside it, or neither. @throws AtollError HOST */
function writeTracefile(file: string, coverage: Coverage): void {
  const folder = `${file}.sources`;
  const isNew = !existsSync(folder);
  try {
    writeWhole(resolve(file), lcov(sourcesOf(coverage), placeSources(folder)));
  } catch (error) {
    if (isNew) rmSync(folder, { recursive: true, force: true });
    throw cannotWrite('the tracefile', file, error);
  }
}

export interface CoverageFlags {
  readonly lcov?: string;
  readonly html?: string;
  readonly opcodes?: boolean;
  readonly json?: boolean;
}

const hasLines = (instructions: CoveredKernel['instructions']): boolean =>
  instructions.some(({ frames }) => frames.length > 0);

/** @throws AtollError BAD_INPUT if the tracefile would be empty */
function checkLines({ kernels }: Coverage): void {
  if (kernels.length === 0 || kernels.some(({ instructions }) => hasLines(instructions))) return;
  throw new AtollError(
    'BAD_INPUT',
    'no kernel has source lines, which a tracefile consists of',
    'images that a program loads have lines if they were built with -g',
  );
}

function summary(coverage: Coverage): string {
  const ratio = ({ hit, found }: ReturnType<typeof part>): string => `${hit} of ${found}`;
  const lines = sourcesOf(coverage).map(
    ({ name, lines }) => `${name}: ${ratio(part([...lines.values()].map(({ times }) => times)))} lines`,
  );
  const kernels = coverage.kernels.map(({ kernel, launches, instructions }) => {
    const executed = ratio(part(instructions.map(({ times }) => times)));
    const lines = hasLines(instructions) ? '' : ', without source lines';
    return `kernel ${kernel}: ${executed} instructions in ${launches} launches${lines}`;
  });
  return [...lines, ...kernels].join('\n') || 'no kernel was built';
}

export async function reportFiles(files: readonly string[], flags: CoverageFlags): Promise<void> {
  const coverage = await read(files);
  const { lcov: tracefile, html } = flags;
  if (tracefile !== undefined) checkLines(coverage);
  await attemptAll([
    () => tracefile !== undefined && writeTracefile(tracefile, coverage),
    () => html !== undefined && write(html, coverageHtml(coverage), 'the page'),
  ]);
  const text = (): string => (flags.opcodes ? opcodeCoverage(coverage).map(opcodeText).join('\n') : summary(coverage));
  const json = (): string => JSON.stringify(flags.opcodes ? opcodeCoverage(coverage) : coverage);
  process.stdout.write(`${flags.json ? json() : text()}\n`);
}
