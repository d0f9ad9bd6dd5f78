// The JSON report of a run as an instrument: the state of the run, rewritten periodically until its end.

import type { Settings } from '../../config/config.js';
import type { GuestExit } from '../../host/exit-status.js';
import type { KernelImage } from '../../launch/image.js';
import { required } from '../../util/required.js';
import { cannotWrite } from '../../util/whole-file.js';
import type { Instrument, StartedRun } from '../instrument.js';
import { type NamedReports, reportsOf } from '../reports.js';
import { ReportFile } from './report-file.js';

/** Maximum age of the report of a run that is killed together with this process. */
const REPORT_INTERVAL_MS = 2000;

interface RunEnd {
  readonly end: GuestExit;
  readonly wallNs: bigint;
  readonly images: readonly KernelImage[];
}

class JsonReport {
  private readonly file: ReportFile;

  constructor(
    path: string,
    private readonly runReport: typeof import('./report.js')['runReport'],
    private readonly parts: readonly NamedReports[],
  ) {
    this.file = new ReportFile(path);
  }

  keepUpToDate(run: StartedRun): void {
    this.file.keepUpToDate(() => this.text(run), REPORT_INTERVAL_MS);
  }

  discard(): void {
    this.file.discard();
  }

  finish(run: StartedRun & RunEnd): void {
    this.file.finish(this.text(run, run));
  }

  /** Lines take longer than the rest: only the last version has them. */
  private text({ argv, devices, engine, startNs, launches, builds, compilations }: StartedRun, ended?: RunEnd): string {
    const { end: exit, images = [], wallNs = process.hrtime.bigint() - startNs } = ended ?? {};
    const facts = { command: argv, devices, engine, parts: this.parts, launches, builds, compilations };
    return `${JSON.stringify(this.runReport({ ...facts, exit, wallNs, images }))}\n`;
  }
}

export function createInstrument({ reportJson, debugInfo }: Pick<Settings, 'reportJson' | 'debugInfo'>): Instrument {
  const path = required(reportJson, 'file of the report');
  let report: JsonReport | undefined;
  return {
    name: 'report-json',
    // Lines appear where programs are built with them; they are not requested.
    needs: { launches: true, lines: debugInfo },
    open: (run) => run.createFile(path, 'the report'),
    /** It imports the instruction sets, and is loaded only on use. */
    async begin(run) {
      const { runReport } = await import('./report.js');
      report = new JsonReport(path, runReport, await reportsOf(run.instruments));
      report.keepUpToDate(run);
    },
    discard: () => report?.discard(),
    async finish(run) {
      try {
        report?.finish(run);
      } catch (error) {
        throw cannotWrite('the report', path, error);
      }
    },
  };
}
