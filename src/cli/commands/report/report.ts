// `atoll report`: compares two reports of `atoll run --report-json`.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { compareRuns, type NamedReport, type RunComparison } from '../../../report/compare/comparison.js';
import { parseRunReport } from '../../../report/run-report.js';

import { AtollError } from '../../../util/errors.js';
import { cannotWrite, writeWhole } from '../../../util/whole-file.js';

export interface ReportFlags {
  /** File name of a page. */
  readonly output?: string;
  readonly json?: boolean;
}

function read(file: string): NamedReport {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new AtollError('BAD_INPUT', `cannot read ${file}: ${(error as Error).message}`);
  }
  return { file, report: parseRunReport(text, file) };
}

/** Writes the page atomically. */
async function writePage(file: string, comparison: RunComparison): Promise<void> {
  const { comparisonHtml } = await import('../../../report/compare/html.js');
  try {
    writeWhole(resolve(file), comparisonHtml(comparison));
  } catch (error) {
    throw cannotWrite('the comparison', file, error);
  }
}

/** @throws AtollError BAD_INPUT naming file and cause, HOST */
export async function report(a: string, b: string, { output, json }: ReportFlags): Promise<void> {
  const comparison = compareRuns(read(a), read(b));
  if (output !== undefined) await writePage(output, comparison);
  if (output !== undefined && !json) return;
  const { comparisonText } = await import('../../../report/compare/text.js');
  process.stdout.write(`${json ? JSON.stringify(comparison) : comparisonText(comparison)}\n`);
}
