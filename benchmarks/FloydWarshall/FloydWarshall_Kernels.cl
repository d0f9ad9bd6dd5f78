// One pass of the algorithm of Floyd and Warshall: may paths go through node `via`? One work-item a pair of nodes.
//
// Row and column `via` are read by others in this pass, but no work-item writes them: the distance of `via` to itself
// is 0.
__kernel void floydWarshallPass(__global uint *distances, __global uint *through, uint nodes, uint via) {
  const uint to = get_global_id(0);
  const uint from = get_global_id(1);
  if (to >= nodes)
    return;
  const uint detour = distances[from * nodes + via] + distances[via * nodes + to];
  if (detour < distances[from * nodes + to]) {
    distances[from * nodes + to] = detour;
    through[from * nodes + to] = via;
  }
}
