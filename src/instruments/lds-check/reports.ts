// The check of LDS accesses in the reports of a run: its findings.

import { textList } from '../../report/page.js';
import type { InstrumentReports } from '../reports.js';

function summaryLine({ length }: readonly string[]): string {
  return `  local memory: ${length} instruction${length === 1 ? '' : 's'} beyond what the kernel requested`;
}

/** @param findingsOf undefined until the end of all launches */
export const ldsReports = (findingsOf: () => readonly string[] | undefined): InstrumentReports => ({
  summary() {
    const findings = findingsOf();
    return findings && summaryLine(findings);
  },
  json() {
    const findings = findingsOf();
    return findings && { findings };
  },
  page: () => ({ sections: [{ title: 'Accesses beyond local memory', html: textList(findingsOf() ?? [], 'none') }] }),
});
