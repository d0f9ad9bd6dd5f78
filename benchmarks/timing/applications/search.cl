// One level of a breadth-first search: 32 work-items look at 32 vertices, one after the other, and share the neighbours
// of each.
kernel void search(global uint *levels, global const uint *begins, global const uint *neighbours, const uint vertices, const uint level, global int *more) {
  const uint lane = get_global_id(0) & 31, first = get_global_id(0) & ~31u, last = min(first + 32, vertices);
  for (uint vertex = first; vertex < last; vertex++) {
    if (levels[vertex] != level) continue;
    for (uint n = begins[vertex] + lane; n < begins[vertex + 1]; n += 32) {
      const uint other = neighbours[n];
      if (levels[other] != ~0u) continue;
      levels[other] = level + 1;
      *more = 1;
    }
  }
}
