// Parts of reports for an instrument that writes a file of its own: one sentence about the file.

import { escapeHtml } from '../report/page.js';
import type { InstrumentReports } from './reports.js';

/** Part of the reports about a file. */
export interface OutputDescription {
  readonly title: string;
  readonly text: string;
  /** Plain data for the JSON report. */
  readonly data: object;
}

/** @param describe undefined as long as the contents are unknown: during a run, or without any launch */
export const outputReports = (describe: () => OutputDescription | undefined): InstrumentReports => ({
  summary() {
    const output = describe();
    return output && `  ${output.text}`;
  },
  json: () => describe()?.data,
  page() {
    const output = describe();
    return { sections: output ? [{ title: output.title, html: `<p>${escapeHtml(output.text)}</p>` }] : [] };
  },
});
