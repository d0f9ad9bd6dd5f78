// `atoll coverage merge|report`.

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type Coverage, mergeCoverage, parseCoverage } from '../../../instruments/coverage/coverage.js';
import { lcov } from '../../../instruments/coverage/lcov.js';
import { type SourceCoverage, sourcesOf } from '../../../instruments/coverage/lines.js';
import { opcodeCoverage, opcodeText } from '../../../instruments/coverage/opcodes.js';
import { coverageHtml } from '../../../instruments/coverage/page.js';
import { coverageText, hasLines } from '../../../instruments/coverage/text.js';
import { loadIsa } from '../../../isa/load-isa.js';
import { AtollError } from '../../../util/errors.js';
import { attemptAll } from '../../../util/settle-all.js';
import { cannotWrite, writeOutput, writeWhole } from '../../../util/whole-file.js';

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
  writeOutput(output, 'the coverage', `${JSON.stringify(await read(files))}\n`);
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

/** @throws AtollError BAD_INPUT if the tracefile would be empty */
function checkLines({ kernels }: Coverage): void {
  if (kernels.length === 0 || kernels.some(({ instructions }) => hasLines(instructions))) return;
  throw new AtollError('BAD_INPUT', 'no kernel has source lines for a tracefile', 'build programs and images with -g');
}

export async function reportFiles(files: readonly string[], flags: CoverageFlags): Promise<void> {
  const coverage = await read(files);
  const { lcov: tracefile, html } = flags;
  if (tracefile !== undefined) checkLines(coverage);
  await attemptAll([
    () => tracefile !== undefined && writeTracefile(tracefile, coverage),
    () => html !== undefined && writeOutput(html, 'the page', coverageHtml(coverage)),
  ]);
  const text = (): string =>
    flags.opcodes ? opcodeCoverage(coverage).map(opcodeText).join('\n') : coverageText(coverage);
  const json = (): string => JSON.stringify(flags.opcodes ? opcodeCoverage(coverage) : coverage);
  process.stdout.write(`${flags.json ? json() : text()}\n`);
}
