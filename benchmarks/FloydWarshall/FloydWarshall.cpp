// FloydWarshall: the shortest paths between all pairs of nodes of a directed graph, one launch for each node.
#include "benchmark.hpp"

using namespace bench;

using Matrix = std::vector<cl_uint>;

/** By Dijkstra's algorithm from each node in turn. */
static Matrix shortest(const Matrix& weights, size_t nodes) {
  Matrix result;
  for (size_t from = 0; from < nodes; from++) {
    std::vector<cl_uint> distance(weights.begin() + static_cast<long>(from * nodes),
                                  weights.begin() + static_cast<long>((from + 1) * nodes));
    std::vector<bool> done(nodes, false);
    for (size_t round = 0; round < nodes; round++) {
      size_t nearest = nodes;
      for (size_t node = 0; node < nodes; node++)
        if (!done[node] && (nearest == nodes || distance[node] < distance[nearest])) nearest = node;
      done[nearest] = true;
      for (size_t node = 0; node < nodes; node++)
        distance[node] = std::min(distance[node], distance[nearest] + weights[nearest * nodes + node]);
    }
    result.insert(result.end(), distance.begin(), distance.end());
  }
  return result;
}

/** Each pair has either the direct edge as its path or a node between, over which the distances add up. */
static bool pathsFit(const Matrix& weights, const Matrix& distances, const Matrix& through, size_t nodes) {
  for (size_t from = 0; from < nodes; from++) {
    for (size_t to = 0; to < nodes; to++) {
      const size_t pair = from * nodes + to;
      const size_t via = through[pair];
      if (via == nodes ? distances[pair] != weights[pair]
                       : via > nodes || via == from || via == to ||
                             distances[pair] != distances[from * nodes + via] + distances[via * nodes + to])
        return false;
    }
  }
  return true;
}

static void floydWarshall(Benchmark& b) {
  const size_t nodes = b.size('x');
  // One edge in eight is short, so that many shortest paths have several edges.
  Matrix weights(nodes * nodes);
  for (cl_uint& weight : weights)
    weight = static_cast<cl_uint>(b.random.below(8) == 0 ? 1 + b.random.below(100) : 200 + b.random.below(1000));
  for (size_t node = 0; node < nodes; node++) weights[node * nodes + node] = 0;
  const Matrix direct(nodes * nodes, static_cast<cl_uint>(nodes));

  const auto distances = b.context.buffer<cl_uint>(weights.size());
  const auto through = b.context.buffer<cl_uint>(weights.size());
  Kernel kernel = b.kernel("floydWarshallPass");
  b.repeat([&] {
    b.queue.write(distances, weights);
    b.queue.write(through, direct);
    for (size_t via = 0; via < nodes; via++) {
      kernel.args(distances, through, static_cast<cl_uint>(nodes), static_cast<cl_uint>(via));
      b.queue.run(kernel, {roundUp(nodes, 64), nodes}, {64, 1});
    }
  });

  const Matrix result = b.queue.read(distances);
  b.show("weights", weights);
  b.show("distances", result);
  // Integers: equal. Several shortest paths can exist, so the nodes between are checked by their lengths.
  b.verify<cl_uint>("distances", result, [&] { return shortest(weights, nodes); });
  if (b.verifying())
    b.verdict.claim("the paths have the distances' lengths", pathsFit(weights, result, b.queue.read(through), nodes));
}

int main(int argc, char** argv) {
  Options options("FloydWarshall", "Finds the shortest paths between all nodes of a random graph.");
  options.size('x', 128, "nodes", 1, 4096);
  return run(argc, argv, options, floydWarshall);
}
