// Measured dataflow graphs as an instrument: runtimes of guests write them to a folder that their environment names.

import { type GraphMeasurement, MEASUREMENT_FOLDER_VARIABLE } from '../../dataflow/measured/measurement.js';
import { type ReportedGraph, reportedGraph } from '../../dataflow/measured/report.js';
import { removeTree } from '../../util/remove-tree.js';
import { required } from '../../util/required.js';
import { temporaryFolder } from '../../util/temporary.js';
import { type FinishedRun, type Instrument, type OpeningRun, type TimelineSink, timelineOf } from '../instrument.js';
import type { LaunchSelection } from '../reports.js';
import { cycleLookup } from './cycles.js';
import { stageSpans } from './stages.js';

class GraphCollection {
  private folder: string | undefined;
  private lacks: OpeningRun['lacks'] | undefined;
  private graphs: readonly GraphMeasurement[] = [];

  open({ lacks }: OpeningRun): void {
    this.folder = temporaryFolder('graphs');
    this.lacks = lacks;
  }

  environment(): Readonly<Record<string, string>> {
    return { [MEASUREMENT_FOLDER_VARIABLE]: required(this.folder, 'folder of graphs') };
  }

  discard(): void {
    if (this.folder !== undefined) removeTree(this.folder);
    this.folder = undefined;
  }

  /** It imports the checks, and is loaded only on use. */
  async read(timeline: TimelineSink | undefined): Promise<void> {
    const { readMeasurements } = await import('../../dataflow/measured/read-measurements.js');
    const { graphs, problems } = readMeasurements(required(this.folder, 'folder of graphs'));
    this.discard();
    for (const problem of problems) this.lacks?.(problem);
    this.graphs = graphs;
    for (const span of graphs.flatMap(stageSpans)) timeline?.happened(span);
  }

  reported({ launches }: LaunchSelection): readonly ReportedGraph[] {
    const cyclesOf = cycleLookup(launches);
    return this.graphs.map((graph) => reportedGraph(graph, cyclesOf));
  }
}

export function createInstrument(): Instrument {
  const collection = new GraphCollection();
  return {
    name: 'graphs',
    open: (run) => collection.open(run),
    environment: () => collection.environment(),
    discard: () => collection.discard(),
    async reports() {
      const { graphSections } = await import('./page.js');
      return {
        json(run) {
          const graphs = collection.reported(run);
          return graphs.length > 0 ? graphs : undefined;
        },
        page: (run) => ({ sections: graphSections(collection.reported(run)) }),
      };
    },
    /** Precedes the outputs of other instruments, which are later in the table. */
    finish: (run: FinishedRun) => collection.read(timelineOf(run.instruments)),
  };
}
