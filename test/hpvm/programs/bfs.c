/* Distances in a graph from its first node, a launch for each level; compared with a search of the CPU. */
#include <hpvm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 3000, MAX_EDGES = 6, GROUP = 64 };

/* Each node of the present frontier gives its neighbours their distance. */
void visit(int *starts, size_t starts_bytes, int *edges, size_t edges_bytes, int *distances, size_t distances_bytes,
           int *frontier, size_t frontier_bytes, int *next, size_t next_bytes, int *count, size_t count_bytes,
           int level, int size) {
  __hpvm__hint(DEVICE);
  __hpvm__attributes(5, starts, edges, distances, frontier, count, 3, distances, next, count);
  void *node = __hpvm__getNode(), *group = __hpvm__getParentNode(node);
  long at = __hpvm__getNodeInstanceID_x(group) * __hpvm__getNumNodeInstances_x(node);
  at += __hpvm__getNodeInstanceID_x(node);
  if (at >= size)
    return;
  int from = frontier[at];
  for (int edge = starts[from]; edge < starts[from + 1]; edge++) {
    int to = edges[edge];
    /* The smallest distance wins; the instance that has set it adds the node to the next frontier. */
    if (__hpvm__atomic_min(distances + to, level) > level)
      next[__hpvm__atomic_add(count, 1)] = to;
  }
}

void group(int *starts, size_t starts_bytes, int *edges, size_t edges_bytes, int *distances, size_t distances_bytes,
           int *frontier, size_t frontier_bytes, int *next, size_t next_bytes, int *count, size_t count_bytes,
           int level, int size) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(5, starts, edges, distances, frontier, count, 3, distances, next, count);
  void *node = __hpvm__createNodeND(1, visit, (size_t)GROUP);
  for (unsigned input = 0; input < 14; input++)
    __hpvm__bindIn(node, input, input, 0);
}

void root(int *starts, size_t starts_bytes, int *edges, size_t edges_bytes, int *distances, size_t distances_bytes,
          int *frontier, size_t frontier_bytes, int *next, size_t next_bytes, int *count, size_t count_bytes, int level,
          int size, size_t groups) {
  __hpvm__hint(CPU_TARGET);
  __hpvm__attributes(5, starts, edges, distances, frontier, count, 3, distances, next, count);
  void *node = __hpvm__createNodeND(1, group, groups);
  for (unsigned input = 0; input < 14; input++)
    __hpvm__bindIn(node, input, input, 0);
}

struct __attribute__((packed)) arguments {
  struct __attribute__((packed)) {
    int *memory;
    size_t bytes;
  } parts[6];
  int level, size;
  size_t groups;
};

static int starts[NODES + 1], edges[NODES * MAX_EDGES], distances[NODES], expected[NODES];
static int frontiers[2][NODES], count;

static void make_graph(void) {
  unsigned seed = 1;
  for (int node = 0; node < NODES; node++) {
    int own = (int)((seed = seed * 1664525 + 1013904223) >> 8) % MAX_EDGES;
    starts[node + 1] = starts[node] + own;
    for (int edge = starts[node]; edge < starts[node + 1]; edge++)
      edges[edge] = (int)((seed = seed * 1664525 + 1013904223) >> 8) % NODES;
    distances[node] = expected[node] = NODES;
  }
}

static void search_on_cpu(void) {
  static int queue[NODES];
  int end = 1;
  expected[0] = 0;
  for (int at = 0; at < end; at++)
    for (int edge = starts[queue[at]]; edge < starts[queue[at] + 1]; edge++)
      if (expected[edges[edge]] == NODES) {
        expected[edges[edge]] = expected[queue[at]] + 1;
        queue[end++] = edges[edge];
      }
}

int main(void) {
  int level = 1, reached = 0, wrong = 0;
  make_graph();
  search_on_cpu();
  distances[0] = 0;
  __hpvm__init();
  llvm_hpvm_track_mem(starts, sizeof starts);
  llvm_hpvm_track_mem(edges, sizeof edges);
  llvm_hpvm_track_mem(distances, sizeof distances);
  llvm_hpvm_track_mem(frontiers[0], sizeof frontiers[0]);
  llvm_hpvm_track_mem(frontiers[1], sizeof frontiers[1]);
  llvm_hpvm_track_mem(&count, sizeof count);
  for (int size = 1; size > 0; level++) {
    int *from = frontiers[(level - 1) % 2], *to = frontiers[level % 2];
    struct arguments arguments = {{{starts, sizeof starts},
                                   {edges, sizeof edges},
                                   {distances, sizeof distances},
                                   {from, sizeof frontiers[0]},
                                   {to, sizeof frontiers[0]},
                                   {&count, sizeof count}},
                                  level,
                                  size,
                                  (size + GROUP - 1) / GROUP};
    llvm_hpvm_request_mem(&count, sizeof count);
    count = 0;
    __hpvm__wait(__hpvm__launch(0, root, &arguments));
    llvm_hpvm_request_mem(&count, sizeof count);
    size = count;
  }
  llvm_hpvm_request_mem(distances, sizeof distances);
  for (int node = 0; node < NODES; node++)
    wrong += distances[node] != expected[node], reached += distances[node] < NODES;
  __hpvm__cleanup();
  printf("%d wrong of %d, %d levels\n", wrong, reached, level - 2);
  return wrong != 0;
}
