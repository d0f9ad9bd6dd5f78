// One step of a bitonic sort: each work-item orders a pair.
kernel void order(global uint *keys, const uint distance, const uint block) {
  const uint i = get_global_id(0);
  const uint left = i % distance + i / distance * 2 * distance;
  const uint a = keys[left], b = keys[left + distance];
  const bool ascends = (i / block & 1) == 0;
  const uint low = min(a, b), high = max(a, b);
  keys[left] = ascends ? low : high;
  keys[left + distance] = ascends ? high : low;
}
