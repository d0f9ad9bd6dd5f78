// Ways to copy `count` floats (a multiple of 4096) from one buffer to another. They differ in how the work-items'
// addresses follow each other and in how much a work-item moves at once.
#define TILE 64

__kernel void copyFloat(__global const float *from, __global float *to) {
  const uint i = get_global_id(0);
  to[i] = from[i];
}

__kernel void copyFloat4(__global const float4 *from, __global float4 *to) {
  const uint i = get_global_id(0);
  to[i] = from[i];
}

// Two-dimensional NDRange, rows of get_global_size(0) elements.
__kernel void copy2D(__global const float *from, __global float *to) {
  const uint i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  to[i] = from[i];
}

// Neighbouring work-items are far apart in memory: each wavefront touches 64 different rows.
__kernel void copyStrided(__global const float *from, __global float *to) {
  const uint i = get_global_id(0) * get_global_size(1) + get_global_id(1);
  to[i] = from[i];
}

// Within each 64 elements the order is reversed; still one memory transaction.
__kernel void copyPermuted(__global const float *from, __global float *to) {
  const uint i = get_global_id(0) ^ 63;
  to[i] = from[i];
}

// Through local memory, written along rows and read along rows.
__kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))
void copyLocal(__global const float *from, __global float *to) {
  __local float tile[TILE];
  const uint lid = get_local_id(0);
  tile[TILE - 1 - lid] = from[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  to[get_global_id(0)] = tile[TILE - 1 - lid];
}

// Each element is exchanged by an atomic operation, which takes another path to memory than a plain store.
__kernel void copyAtomic(__global const float *from, __global float *to) {
  const uint i = get_global_id(0);
  atomic_xchg(&to[i], from[i]);
}
