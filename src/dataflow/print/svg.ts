// Graphs as one SVG picture.

import type { DataflowGraph } from '../graph.js';
import { edgeLabel, graphTitle, nodeTitle } from './labels.js';
import { layoutNode, type NodeBox } from './layout.js';

const MARGIN = 16;
const TITLE_HEIGHT = 28;
const FILLS = { internal: '#f6f8fa', leaf: '#ddf4e4', allocation: '#fff1d6' } as const;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function edgeShapes({ node, children }: NodeBox): string[] {
  /** Edges between the same nodes have one line and a label each. */
  const labels = new Map<string, number>();
  return node.edges.flatMap((edge) => {
    const [from, to] = [children[edge.source.node], children[edge.destination.node]];
    if (!from || !to) return [];
    const ends = `${edge.source.node}>${edge.destination.node}`;
    const before = labels.get(ends) ?? 0;
    labels.set(ends, before + 1);
    const [x1, y1, x2, y2] = [from.x + from.width, from.y + from.height / 2, to.x, to.y + to.height / 2];
    const half = (x2 - x1) / 2;
    const path = `M${x1} ${y1} C${x1 + half} ${y1} ${x2 - half} ${y2} ${x2} ${y2}`;
    const line = before > 0 ? [] : [`<path d="${path}" fill="none" stroke="#57606a" marker-end="url(#end)"/>`];
    const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2 - 6 - before * 12];
    return [
      ...line,
      `<text x="${x}" y="${y}" font-size="10" text-anchor="middle">${escaped(edgeLabel(node, edge))}</text>`,
    ];
  });
}

function nodeShapes(box: NodeBox): string[] {
  const { node, parent, x, y, width, height, children } = box;
  const details = [node.target ?? 'no target', node.place].filter((text) => text !== undefined).join(', ');
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${FILLS[node.kind]}" stroke="#57606a"/>`,
    `<text x="${x + 12}" y="${y + 20}" font-weight="bold">${escaped(nodeTitle(node, parent))}</text>`,
    `<text x="${x + 12}" y="${y + 36}" font-size="10" fill="#57606a">${escaped(details)}</text>`,
    ...children.flatMap(nodeShapes),
    ...edgeShapes(box),
  ];
}

const move = (box: NodeBox, y: number): NodeBox => ({
  ...box,
  x: box.x + MARGIN,
  y: box.y + y,
  children: box.children.map((child) => move(child, y)),
});

export function graphsSvg(graphs: readonly DataflowGraph[]): string {
  const shapes: string[] = [];
  let [width, y] = [0, MARGIN];
  for (const graph of graphs) {
    const box = layoutNode(graph.root, nodeTitle);
    shapes.push(`<text x="${MARGIN}" y="${y + 14}">${escaped(graphTitle(graph))}</text>`);
    shapes.push(...nodeShapes(move(box, y + TITLE_HEIGHT)));
    width = Math.max(width, box.width);
    y += TITLE_HEIGHT + box.height + MARGIN;
  }
  const size = `width="${width + 2 * MARGIN}" height="${y}"`;
  const marker =
    '<marker id="end" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#57606a"/></marker>';
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="sans-serif" font-size="12">`,
    `<defs>${marker}</defs>`,
    '<rect width="100%" height="100%" fill="white"/>',
    ...shapes,
    '</svg>',
  ].join('\n')}\n`;
}
