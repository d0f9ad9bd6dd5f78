// Measured graphs as one picture: cycles, time and bytes on nodes and edges.

import type { ReportedGraph } from '../../measured/report.js';
import { graphsSvg } from '../svg.js';
import { measuredTree } from './tree.js';
import { edgeWords, measuredTitle, nodeWords } from './words.js';

export function measuredSvg(graphs: readonly ReportedGraph[]): string {
  const trees = graphs.map((reported) => ({ reported, ...measuredTree(reported) }));
  const nodeOf = (node: Parameters<typeof nodeWords>[0] | undefined): string => (node ? nodeWords(node) : '');
  return graphsSvg(
    trees.map(({ graph }) => graph),
    {
      title: (graph) => {
        const tree = trees.find((one) => one.graph === graph);
        return tree ? measuredTitle(tree.reported) : '';
      },
      node: ({ name }) => name,
      details: (node) => nodeOf(trees.map(({ nodes }) => nodes.get(node)).find((measured) => measured)),
      edge: (_, edge) => {
        const measured = trees.map(({ edges }) => edges.get(edge)).find((one) => one);
        return measured ? edgeWords(measured) : '';
      },
    },
  );
}
