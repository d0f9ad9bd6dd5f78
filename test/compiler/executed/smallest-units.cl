// Magnitudes beside -FLT_MIN (smallest.cl) in programs that are compiled in parts.
int compared(float x);
__kernel void k(__global int *out, __global const int *in, int w, int h) {
  int i = get_global_id(0);
  float x = i & 1 ? (float)in[i] : i & 2 ? -0.0f : 0.0f;
  out[i] = compared(x) * 2 + (fabs(x) < FLT_MIN);
}
// unit
int compared(float x) { return (fabs(x) >= -FLT_MIN) * 2 + (-fabs(x) <= FLT_MIN); }
