// Results of the last iteration of a loop, computed from values that are uniform in an iteration, where work-items
// leave in different iterations: LLVM before 18 computes it after the loop, of the last turn's values.
kernel void k(global int *out, global const int2 *in, int w, int h) {
  uint i = get_global_id(0);
  float a = in[i].x;
  for (uint j = 0; j < (i & 3u); ++j) {
    a = in[j].y + 1.0f;
    a = fabs(a) >= 1.5f ? a : 0.5f;
  }
  ((global float2 *)out)[i] = (float2)(a, h);
}
