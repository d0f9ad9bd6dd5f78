// Parts of the reports of a run by its instruments: `--summary`, `--report-json`, and the page of `--report`.

import type { LaunchReport } from '../driver/core/processor/messages.js';
import type { KernelImage } from '../launch/image.js';
import type { Agreement } from '../report/agreement.js';
import type { NumberTable } from '../report/number-tables.js';
import type { PageSection } from '../report/run-data.js';
import type { RunReport } from '../report/run-report.js';
import type { ReportedConfiguration } from '../timing/config/configuration.js';

/** The launches of a run or of one kernel. */
export interface LaunchSelection {
  readonly launches: readonly LaunchReport[];
  /** Built kernels, where source lines are needed; empty before the end of the program. */
  readonly images: readonly KernelImage[];
  /** The program has ended. `--report-json` is also written during the run. */
  readonly isFinal: boolean;
}

/** Contents of the page. */
export interface PageParts {
  /** Names of statistics of kernels, besides counts. */
  readonly statistics?: readonly string[];
  readonly tables?: readonly NumberTable[];
  readonly agreement?: Agreement | undefined;
  readonly configurations?: readonly ReportedConfiguration[];
  readonly sections?: readonly PageSection[];
}

/** Fields of the schema of `--report-json` (src/report/run-report.ts). */
export interface ReportFields {
  readonly run?: (run: LaunchSelection) => Partial<RunReport>;
  readonly kernel?: (kernel: LaunchSelection) => Partial<RunReport['kernels'][number]>;
  readonly launch?: (launch: LaunchReport) => Partial<RunReport['launches'][number]>;
}

export interface InstrumentReports {
  /** Lines at the end of the summary. */
  readonly summary?: (run: LaunchSelection) => string | undefined;
  /** Plain data or undefined, in `instruments` of the JSON report by the name of the instrument. */
  readonly json?: (run: LaunchSelection) => unknown;
  readonly fields?: ReportFields;
  readonly page?: (run: LaunchSelection) => PageParts;
}

export interface NamedReports extends InstrumentReports {
  readonly name: string;
}

/** An instrument, as far as reports are concerned. */
interface Reporting {
  readonly name: string;
  readonly reports?: () => Promise<InstrumentReports>;
}

/** The parts of all instruments, in their order. */
export async function reportsOf(instruments: readonly Reporting[]): Promise<readonly NamedReports[]> {
  const loaded = await Promise.all(instruments.map(async ({ name, reports }) => ({ ...(await reports?.()), name })));
  return loaded.filter((each) => Object.keys(each).length > 1);
}
