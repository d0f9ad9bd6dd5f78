// The output files of a command.

import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { AtollError } from '../../util/errors.js';
import { type BenchResults, writeJson, writeWhole } from '../results.js';
import { csv } from './csv.js';
import { html } from './html.js';
import { markdown } from './table.js';

/** File names by form. */
export interface ReportFiles {
  readonly json?: string;
  readonly csv?: string;
  readonly markdown?: string;
  readonly html?: string;
}

const FORMS = ['json', 'csv', 'markdown', 'html'] as const;

/**
 * Looks whether the files can be written, before hours are spent on what they are to hold.
 * @throws AtollError BAD_OPTION naming the file
 */
export function checkReportFiles(files: ReportFiles): void {
  for (const form of FORMS) {
    const file = files[form];
    if (file === undefined) continue;
    try {
      accessSync(dirname(file), constants.W_OK);
    } catch (error) {
      throw new AtollError('HOST', `cannot write ${file}: ${(error as Error).message}`);
    }
  }
}

/** @throws AtollError BAD_OPTION for a file that cannot be written */
export function writeReports(results: BenchResults, files: ReportFiles): void {
  if (files.json !== undefined) writeJson(files.json, results);
  if (files.csv !== undefined) writeWhole(files.csv, csv(results));
  if (files.markdown !== undefined) writeWhole(files.markdown, markdown(results));
  if (files.html !== undefined) writeWhole(files.html, html(results));
}
