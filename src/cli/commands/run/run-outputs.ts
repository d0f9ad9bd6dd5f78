// What a run writes down beside what its program does: summary, reports, traces. Each is loaded only where it was asked
// for.

import { defaultCacheDir } from '../../../compiler/cache/cache-place.js';
import type { Settings } from '../../../config/config.js';
import type { LaunchReport } from '../../../driver/core/processor/messages.js';
import type { GuestExit } from '../../../host/exit-status.js';
import type { KernelImage } from '../../../launch/image.js';
import type { Machine } from '../../../machine/machine.js';
import type { ReportedConfiguration } from '../../../timing/config/configuration.js';
import type { Timeline } from '../../../trace/timeline.js';
import { AtollError } from '../../../util/errors.js';
import type { ExitStatusText } from '../../../util/exit-status-text.js';
import { release } from '../../../util/paths.js';
import { attemptAll } from '../../../util/settle-all.js';
import { cannotWrite, createEmpty } from '../../outputs/output-files.js';
import { ReportFile } from '../../outputs/report-file.js';
import { devicesOf, type RunPlan, wantsLines } from './run-plan.js';
import type { StatisticsRequest } from './statistics/request.js';

/** How old the report of a run may be that is killed together with us. */
const REPORT_INTERVAL_MS = 2000;
/** Spans of a trace when nobody says: some 100 MB. */
const SPANS = 1_000_000;

/** Loaded only where they are asked for. */
const accounts = () => import('./run-details.js');
const pages = () => import('./run-pages.js');

/** Where it is written what ran when; its code is loaded only then. */
async function openTimeline(settings: Settings, words: ExitStatusText): Promise<Timeline | undefined> {
  const { trace: file, traceSpans: limit = SPANS } = settings;
  if (file !== undefined) return new (await pages()).Timeline({ file, limit, words });
  if (settings.traceSpans === undefined) return undefined;
  throw new AtollError('BAD_OPTION', 'a bound of a trace is given, but no trace', 'add --trace file');
}

/** Of options that name files: what each is to have. */
const WHOLE_FILES = {
  reportJson: 'the report',
  timingJson: 'the simulated times',
  coverage: 'the coverage',
  report: 'the report',
} as const;

/** What a run has to say of its launches. */
interface LaunchSummary {
  readonly launches: readonly LaunchReport[];
  readonly images: readonly KernelImage[];
  readonly log: (text: string) => void;
}

/** Without the tables of instruction sets, where an earlier run has kept what is to be known of them. */
async function giveStatistics(
  order: StatisticsRequest,
  { cache, cacheDir = defaultCacheDir() }: Settings,
  { launches, images, log }: LaunchSummary,
): Promise<void> {
  const { keptFacts } = await import('../../../kernels/facts-cache.js');
  const { giveKeptStatistics } = await import('./run-statistics.js');
  const kept = keptFacts(cache ? cacheDir : undefined);
  if (giveKeptStatistics(order, launches, kept, log)) return;
  await (await accounts()).giveStatistics(order, launches, images, log, kept);
}

export class RunOutputs {
  /** Told the kernels of each program, when somebody will ask for their lines. */
  readonly onKernels: ((kernels: readonly KernelImage[]) => void) | undefined;
  private readonly images: KernelImage[] = [];
  private readonly started = process.hrtime.bigint();
  private report: ReportFile | undefined;
  private reportText: (exit?: GuestExit) => string = () => '';

  private constructor(
    private readonly order: RunPlan,
    private readonly argv: readonly string[],
    private readonly log: (text: string) => void,
    readonly timeline: Timeline | undefined,
    private readonly runReport: Awaited<ReturnType<typeof accounts>>['runReport'] | undefined,
    /** What launches are simulated with. */
    private readonly configurations: readonly ReportedConfiguration[] | undefined,
  ) {
    if (wantsLines(order.settings)) this.onKernels = (all) => void this.images.push(...all);
  }

  /** @throws AtollError HOST for a file that cannot be written; BAD_OPTION */
  static async open(order: RunPlan, argv: readonly string[], words: ExitStatusText): Promise<RunOutputs> {
    const { settings, statistics } = order;
    for (const [option, what] of Object.entries(WHOLE_FILES)) {
      const file = settings[option as keyof typeof WHOLE_FILES];
      if (file !== undefined) createEmpty(file, what);
    }
    for (const file of statistics?.files ?? []) createEmpty(file, 'the statistics');
    const timeline = await openTimeline(settings, words);
    const runReport = settings.reportJson === undefined ? undefined : (await accounts()).runReport;
    const chips = order.watch?.timing;
    const isTold = chips && (settings.reportJson !== undefined || settings.report !== undefined);
    const configurations = isTold ? (await import('./timing-report.js')).reportedChips(chips) : undefined;
    return new RunOutputs(order, argv, words.say, timeline, runReport, configurations);
  }

  private get wallNs(): bigint {
    return process.hrtime.bigint() - this.started;
  }

  /** The run begins: its report is kept up to date. */
  begin(machine: Machine): void {
    const { argv, runReport, order, configurations } = this;
    const { settings } = order;
    if (settings.reportJson === undefined) return;
    this.reportText = (exit) => {
      const { launches, builds, compilations } = machine;
      const work = { builds: builds.times, compilations: compilations.times };
      const facts = { command: argv, devices: devicesOf(settings), engine: settings.engine, configurations };
      // Lines take longer than the rest: they come at the end.
      const [images, asked] = exit ? [this.images, order.statistics] : [[], undefined];
      return `${JSON.stringify(runReport!({ ...facts, exit, wallNs: this.wallNs, launches, images, asked, ...work }))}\n`;
    };
    this.report = new ReportFile(settings.reportJson);
    this.report.keepUpToDate(() => this.reportText(), REPORT_INTERVAL_MS);
  }

  /** The program has ended, and all threads have told what they know. @throws AtollError HOST */
  async finish(machine: Machine, end: GuestExit): Promise<void> {
    const { argv, log, images, started, wallNs, timeline, order, configurations } = this;
    const { settings, statistics, watch } = order;
    const { engine, coverage, report, timingJson: json } = settings;
    const devices = devicesOf(settings);
    timeline?.finish({ program: argv.join(' '), engine, atoll: release });
    const { launches, builds, compilations } = machine;
    const work = { builds: builds.times, compilations: compilations.times };
    if (settings.summary) log((await accounts()).summarize(launches, wallNs, devices, work));
    const chips = watch?.timing;
    const facts = { program: argv.join(' '), engine, devices, startNs: started, wallNs, configurations };
    await attemptAll([
      async () => statistics && giveStatistics(statistics, settings, { launches, images, log }),
      async () => chips && (await import('./timing-report.js')).giveTiming({ chips, json }, launches, log),
      async () => coverage !== undefined && (await pages()).writeCoverage(coverage, images, launches),
      async () => {
        if (report === undefined) return;
        const agreement = (await accounts()).runAgreement(launches);
        const asked = settings.stats ?? [];
        const tables = statistics ? (await accounts()).statisticsTables(statistics, launches, images) : [];
        (await pages()).writeRunPage(report, { ...facts, agreement, tables }, images, launches, asked);
      },
      () => this.finishReport(end),
    ]);
  }

  private finishReport(end: GuestExit): void {
    try {
      this.report?.finish(this.reportText(end));
    } catch (error) {
      throw cannotWrite('the report', this.order.settings.reportJson!, error);
    }
  }
}
