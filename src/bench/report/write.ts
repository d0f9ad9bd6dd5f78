// The files that a command was asked for.

import { type Results, writeJson, writeWhole } from '../results.js';
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

/** @throws AtollError BAD_OPTION for a file that cannot be written */
export function writeReports(results: Results, files: ReportFiles): void {
  if (files.json !== undefined) writeJson(files.json, results);
  if (files.csv !== undefined) writeWhole(files.csv, csv(results));
  if (files.markdown !== undefined) writeWhole(files.markdown, markdown(results));
  if (files.html !== undefined) writeWhole(files.html, html(results));
}
