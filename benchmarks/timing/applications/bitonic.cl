// A step of a bitonic sort.
kernel void bitonic(global uint *keys, const uint stage, const uint step) {
  const uint i = get_global_id(0), distance = 1u << (stage - step), left = (i & (distance - 1)) + 2 * distance * (i / distance);
  const uint a = keys[left], b = keys[left + distance];
  const bool rises = ((i >> stage) & 1) == 0;
  keys[left] = rises ? min(a, b) : max(a, b);
  keys[left + distance] = rises ? max(a, b) : min(a, b);
}
