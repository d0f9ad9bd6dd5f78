// Search in a sorted array.

/** The part of the array, [begin, end), that still contains the answer. */
typedef struct {
  uint begin;
  uint end;
} Interval;

// One pass of an n-ary search for the first element that is not less than the key. Each work-item owns one of the
// segments into which the interval is cut; the answer lies in the segment whose last element is the first not less than
// the key. Exactly one work-item finds that and writes, or none when all elements are less.
__kernel void narrow(__global const uint *sorted, __global Interval *found, Interval current, uint segment, uint key) {
  const uint begin = current.begin + (uint)get_global_id(0) * segment;
  if (begin >= current.end)
    return;
  const uint end = min(begin + segment, current.end);
  const bool before = begin == current.begin || sorted[begin - 1] < key;
  if (before && sorted[end - 1] >= key) {
    found->begin = begin;
    found->end = end;
  }
}

// Many keys at once: each work-item halves its own interval for its own key.
__kernel void searchKeys(__global const uint *sorted, __global const uint *keys, __global uint *positions, uint count,
                         uint keyCount) {
  const uint i = get_global_id(0);
  if (i >= keyCount)
    return;
  uint begin = 0;
  uint end = count;
  while (begin < end) {
    const uint middle = begin + (end - begin) / 2;
    if (sorted[middle] < keys[i])
      begin = middle + 1;
    else
      end = middle;
  }
  positions[i] = begin;
}
