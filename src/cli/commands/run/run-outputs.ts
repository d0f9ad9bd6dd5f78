// Outputs of a run besides those of its program: summary, reports, traces. Each is loaded only on use.

import type { GuestExit } from '../../../host/exit-status.js';
import { type NamedReports, reportsOf } from '../../../instruments/reports.js';
import type { KernelImage } from '../../../launch/image.js';
import type { Machine } from '../../../machine/machine.js';
import type { ExitStatusText } from '../../../util/exit-status-text.js';
import { attemptAll } from '../../../util/settle-all.js';
import { cannotWrite } from '../../../util/whole-file.js';
import { writeError } from '../../command-line/output.js';
import { createEmpty } from '../../outputs/output-files.js';
import { ReportFile } from '../../outputs/report-file.js';
import { devicesOf, type RunPlan, reportsLines } from './run-plan.js';

/** Maximum age of the report of a run that is killed together with this process. */
const REPORT_INTERVAL_MS = 2000;

/** Loaded only on use. */
const accounts = () => import('./run-details.js');

/** Outputs by the option that names their file. */
const WHOLE_FILES = {
  reportJson: 'the report',
} as const;

export class RunOutputs {
  /** Receives the kernels of each program, if their lines are needed. */
  readonly onKernels: ((kernels: readonly KernelImage[]) => void) | undefined;
  private readonly images: KernelImage[] = [];
  private readonly started = process.hrtime.bigint();
  private report: ReportFile | undefined;
  private reportText: (exit?: GuestExit) => string = () => '';

  private constructor(
    private readonly plan: RunPlan,
    private readonly argv: readonly string[],
    private readonly log: (text: string) => void,
    private readonly runReport: Awaited<ReturnType<typeof accounts>>['runReport'] | undefined,
    /** Parts of instruments in reports. */
    private readonly parts: readonly NamedReports[],
  ) {
    if (reportsLines(plan)) this.onKernels = (all) => void this.images.push(...all);
  }

  /** @throws AtollError HOST for a file that cannot be written; BAD_OPTION */
  static async open(plan: RunPlan, argv: readonly string[], words: ExitStatusText): Promise<RunOutputs> {
    const { settings, instruments } = plan;
    for (const [option, what] of Object.entries(WHOLE_FILES)) {
      const file = settings[option as keyof typeof WHOLE_FILES];
      if (file !== undefined) createEmpty(file, what);
    }
    for (const instrument of instruments)
      instrument.open?.({ createFile: createEmpty, writeError, say: words.say, lacks: words.lacks });
    const runReport = settings.reportJson === undefined ? undefined : (await accounts()).runReport;
    const parts = runReport || settings.summary ? await reportsOf(instruments) : [];
    return new RunOutputs(plan, argv, words.say, runReport, parts);
  }

  private get wallNs(): bigint {
    return process.hrtime.bigint() - this.started;
  }

  /** Starts the periodic update of the report. */
  begin(machine: Machine): void {
    const { argv, runReport, plan, parts } = this;
    const { settings } = plan;
    if (settings.reportJson === undefined) return;
    this.reportText = (exit) => {
      const { launches, builds, compilations } = machine;
      const work = { builds: builds.times, compilations: compilations.times };
      const facts = { command: argv, devices: devicesOf(settings), engine: settings.engine, parts };
      // Lines take longer than the rest: only the last version has them.
      const images = exit ? this.images : [];
      return `${JSON.stringify(runReport!({ ...facts, exit, wallNs: this.wallNs, launches, images, ...work }))}\n`;
    };
    this.report = new ReportFile(settings.reportJson);
    this.report.keepUpToDate(() => this.reportText(), REPORT_INTERVAL_MS);
  }

  /** Writes the outputs after the end of the program and of all threads. @throws AtollError HOST */
  async finish(machine: Machine, end: GuestExit): Promise<void> {
    const { argv, log, images, started: startNs, wallNs, plan } = this;
    const { settings, instruments } = plan;
    const { engine } = settings;
    const devices = devicesOf(settings);
    const { launches, builds, compilations } = machine;
    const work = { builds: builds.times, compilations: compilations.times };
    if (settings.summary) {
      const lines = this.parts.flatMap(({ summary }) => summary?.({ launches, images, isFinal: true }) ?? []);
      log([(await accounts()).summarize(launches, wallNs, devices, work), ...lines].join('\n'));
    }
    const run = { argv, end, engine, devices, startNs, wallNs, launches, images, instruments, say: log };
    await attemptAll([
      ...instruments.map((instrument) => () => instrument.finish?.(run)),
      () => this.finishReport(end),
    ]);
  }

  private finishReport(end: GuestExit): void {
    try {
      this.report?.finish(this.reportText(end));
    } catch (error) {
      throw cannotWrite('the report', this.plan.settings.reportJson!, error);
    }
  }
}
