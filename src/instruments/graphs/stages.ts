// Executions of nodes as spans of a timeline, a row for each node.

import type { GraphMeasurement } from '../../dataflow/measured/measurement.js';
import type { TraceSpan } from '../../util/trace-spans.js';

export function stageSpans({ name: graph, nodes, isStreaming }: GraphMeasurement): readonly TraceSpan[] {
  return nodes.flatMap(({ name, unit, spans }) =>
    spans.map(([startNs, endNs, item]) => ({
      category: 'stage' as const,
      name: `${name} ${item}`,
      startNs: BigInt(startNs),
      endNs: BigInt(Math.max(startNs, endNs)),
      details: { graph, node: name, unit, [isStreaming ? 'item' : 'execution']: item },
    })),
  );
}
