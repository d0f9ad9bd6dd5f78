// Places of nodes in a picture: children in columns by the longest path of edges, parents around their children.

import type { GraphNode } from '../graph.js';

export interface NodeBox {
  readonly node: GraphNode;
  readonly parent: GraphNode | undefined;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly children: readonly NodeBox[];
}

const LETTER_WIDTH = 7;
const LEAF_HEIGHT = 56;
const MARGIN = 16;
const HEADER = 44;
const COLUMN_GAP = 190;
const ROW_GAP = 24;
const MIN_WIDTH = 120;
/** Room below the children for edges that pass under some of them. */
const DETOUR_HEIGHT = 44;

/** The column of each child: one more than those of its sources. Cycles end at the number of children. */
function columnsOf({ children, edges }: GraphNode): number[] {
  const columns = children.map(() => 0);
  for (let round = 0; round < children.length; round++) {
    for (const { source, destination } of edges) {
      const next = (columns[source.node] ?? 0) + 1;
      if (source.node !== destination.node && next < children.length && (columns[destination.node] ?? 0) < next)
        columns[destination.node] = next;
    }
  }
  return columns;
}

const moved = (box: NodeBox, x: number, y: number): NodeBox => ({
  ...box,
  x: box.x + x,
  y: box.y + y,
  children: box.children.map((child) => moved(child, x, y)),
});

/** @param titleOf the longest line that a node's box holds */
export function layoutNode(
  node: GraphNode,
  titleOf: (node: GraphNode, parent: GraphNode | undefined) => string,
  parent?: GraphNode,
): NodeBox {
  const titleWidth = Math.max(MIN_WIDTH, titleOf(node, parent).length * LETTER_WIDTH + 2 * MARGIN);
  const boxes = node.children.map((child) => layoutNode(child, titleOf, node));
  const columns = columnsOf(node);
  const children: NodeBox[] = [];
  let x = MARGIN;
  let height = boxes.length === 0 ? LEAF_HEIGHT : 0;
  for (let column = 0; column <= Math.max(-1, ...columns); column++) {
    let [y, width] = [HEADER, 0];
    boxes.forEach((box, n) => {
      if (columns[n] !== column) return;
      children[n] = moved(box, x, y);
      y += box.height + ROW_GAP;
      width = Math.max(width, box.width);
    });
    if (width > 0) x += width + COLUMN_GAP;
    height = Math.max(height, y - ROW_GAP + MARGIN);
  }
  const passes = node.edges.some(
    ({ source, destination }) => (columns[destination.node] ?? 0) > (columns[source.node] ?? 0) + 1,
  );
  if (passes) height += DETOUR_HEIGHT;
  const inner = boxes.length === 0 ? 0 : x - COLUMN_GAP + MARGIN;
  return { node, parent, x: 0, y: 0, width: Math.max(titleWidth, inner), height, children };
}
