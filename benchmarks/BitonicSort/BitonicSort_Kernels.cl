// One pass of a bitonic sorting network (Batcher 1968): each work-item compares and exchanges one pair, whose elements
// lie 2^distance apart. After stage s, runs of 2^(s+1) elements are sorted, up and down in turn; `descending` inverts
// all.
__kernel void bitonicPass(__global uint *data, uint stage, uint distance, uint descending) {
  const uint i = get_global_id(0);
  const uint span = 1u << distance;
  const uint left = ((i >> distance) << (distance + 1)) | (i & (span - 1));
  const uint right = left + span;
  const uint a = data[left];
  const uint b = data[right];
  const bool ascend = (((i >> stage) & 1) ^ descending) == 0;
  data[left] = ascend ? min(a, b) : max(a, b);
  data[right] = ascend ? max(a, b) : min(a, b);
}
