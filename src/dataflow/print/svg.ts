// Graphs as one SVG picture.

import type { DataflowGraph, GraphEdge, GraphNode } from '../graph.js';
import { edgeLabel, graphTitle, nodeTitle } from './labels.js';
import { layoutNode, type NodeBox } from './layout.js';

const MARGIN = 16;
const TITLE_HEIGHT = 28;
const LABEL_HEIGHT = 12;
/** Width of a letter of details, relative to that of a title. */
const DETAIL_SIZE = 0.85;
const FILLS = { internal: '#f6f8fa', leaf: '#ddf4e4', allocation: '#fff1d6' } as const;

/** Texts of a picture. */
export interface GraphWords {
  readonly title: (graph: DataflowGraph) => string;
  readonly node: (node: GraphNode, parent: GraphNode | undefined) => string;
  /** The second line of a node. */
  readonly details: (node: GraphNode) => string;
  readonly edge: (parent: GraphNode, edge: GraphEdge) => string;
}

const SOURCE_WORDS: GraphWords = {
  title: graphTitle,
  node: nodeTitle,
  details: ({ target, place }) => [target ?? 'no target', place].filter((text) => text !== undefined).join(', '),
  edge: edgeLabel,
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

interface EdgePath {
  readonly path: string;
  readonly labelX: number;
  readonly labelY: number;
}

/** A curve from the right side of a box to the left side of another one, below the boxes between them. */
function edgePath(from: NodeBox, to: NodeBox, children: readonly NodeBox[]): EdgePath {
  const [x1, y1, x2, y2] = [from.x + from.width, from.y + from.height / 2, to.x, to.y + to.height / 2];
  const half = (x2 - x1) / 2;
  const between = children.filter(({ x, width }) => x > x1 && x + width < x2);
  const bottom = Math.max(0, ...between.map(({ y, height }) => y + height));
  // The middle of the curve is a quarter of its ends and three quarters of its control points.
  const low = (8 * (bottom + 3 * LABEL_HEIGHT) - y1 - y2) / 6;
  const [c1, c2] = between.length > 0 ? [low, low] : [y1, y2];
  const path = `M${x1} ${y1} C${x1 + half} ${c1} ${x2 - half} ${c2} ${x2} ${y2}`;
  return { path, labelX: (x1 + x2) / 2, labelY: (y1 + 3 * c1 + 3 * c2 + y2) / 8 };
}

function edgeShapes({ node, children }: NodeBox, words: GraphWords): string[] {
  /** Edges between the same nodes have one line and a label each. */
  const labels = new Map<string, number>();
  return node.edges.flatMap((edge) => {
    const [from, to] = [children[edge.source.node], children[edge.destination.node]];
    if (!from || !to) return [];
    const ends = `${edge.source.node}>${edge.destination.node}`;
    const before = labels.get(ends) ?? 0;
    labels.set(ends, before + 1);
    const { path, labelX, labelY } = edgePath(from, to, children);
    const line = before > 0 ? [] : [`<path d="${path}" fill="none" stroke="#57606a" marker-end="url(#end)"/>`];
    const y = labelY - 6 - before * LABEL_HEIGHT;
    return [
      ...line,
      `<text x="${labelX}" y="${y}" font-size="10" text-anchor="middle">${escaped(words.edge(node, edge))}</text>`,
    ];
  });
}

function nodeShapes(box: NodeBox, words: GraphWords): string[] {
  const { node, parent, x, y, width, height, children } = box;
  return [
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${FILLS[node.kind]}" stroke="#57606a"/>`,
    `<text x="${x + 12}" y="${y + 20}" font-weight="bold">${escaped(words.node(node, parent))}</text>`,
    `<text x="${x + 12}" y="${y + 36}" font-size="10" fill="#57606a">${escaped(words.details(node))}</text>`,
    ...children.flatMap((child) => nodeShapes(child, words)),
    ...edgeShapes(box, words),
  ];
}

const move = (box: NodeBox, y: number): NodeBox => ({
  ...box,
  x: box.x + MARGIN,
  y: box.y + y,
  children: box.children.map((child) => move(child, y)),
});

/** The longer one of a box's lines; details have smaller letters. */
function longest(words: GraphWords, node: GraphNode, parent: GraphNode | undefined): string {
  const [title, details] = [words.node(node, parent), words.details(node)];
  return title.length > details.length * DETAIL_SIZE ? title : details.slice(0, details.length * DETAIL_SIZE);
}

export function graphsSvg(graphs: readonly DataflowGraph[], words: GraphWords = SOURCE_WORDS): string {
  const shapes: string[] = [];
  let [width, y] = [0, MARGIN];
  for (const graph of graphs) {
    const box = layoutNode(graph.root, (node, parent) => longest(words, node, parent));
    shapes.push(`<text x="${MARGIN}" y="${y + 14}">${escaped(words.title(graph))}</text>`);
    shapes.push(...nodeShapes(move(box, y + TITLE_HEIGHT), words));
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
