// BFS: a breadth-first search of a tree, a launch for each level. Its kernel: applications/search.cl.

import type { Application } from './applications.js';

/** Of a tree in which each vertex has two below it, and a link to the one above it. */
const VERTICES = 1 << 16;
const UNSEEN = 0xffffffff;

function tree(): { readonly begins: Uint32Array; readonly neighbours: Uint32Array } {
  const begins = new Uint32Array(VERTICES + 1);
  const neighbours: number[] = [];
  for (let vertex = 0; vertex < VERTICES; vertex++) {
    for (const below of [2 * vertex + 1, 2 * vertex + 2]) if (below < VERTICES) neighbours.push(below);
    if (vertex > 0) neighbours.push((vertex - 1) >> 1);
    begins[vertex + 1] = neighbours.length;
  }
  return { begins, neighbours: Uint32Array.from(neighbours) };
}

export const search: Application = async (bench) => {
  const { begins, neighbours } = tree();
  const initial = Uint32Array.from({ length: VERTICES }, (_, vertex) => (vertex === 0 ? 0 : UNSEEN));
  const levels = bench.device.buffer(initial);
  const [edges, lists] = [bench.device.buffer(begins), bench.device.buffer(neighbours)];
  const program = await bench.program('search');
  const more = Int32Array.of(1);
  for (let level = 0; more[0] === 1; level++) {
    more[0] = 0;
    bench.run(program, {
      kernel: 'search',
      globalSize: [VERTICES],
      localSize: [256],
      arguments: [levels, edges, lists, VERTICES, level, more],
    });
  }
  const result = levels.read(new Uint32Array(VERTICES));
  for (let vertex = 0; vertex < VERTICES; vertex++)
    bench.same(`level of ${vertex}`, result[vertex]!, Math.floor(Math.log2(vertex + 1)), 0);
  // Two frontiers, the cost of each vertex, and the graph: as SHOC counts them, which has no frontiers in this variant
  // either.
  return 4 * (3 * VERTICES + begins.length + neighbours.length);
};
