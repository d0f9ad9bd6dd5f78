// Arguments that are known when a kernel is compiled, and that functions convert to int, which cannot hold them: clang
// 22 gives 0 then. pocl's functions are undefined for them in the same way, so there they come from memory.
#ifdef POCL_DEVICE_ADDRESS_BITS
#define NUMBER(X) (zero ? 1 : (X))
#define POWER(N) ((N) + zero)
#else
#define NUMBER(X) (X)
#define POWER(N) (N)
#endif
#define STEP(...) sum = sum * 31 + __VA_ARGS__
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void k(global int *out, global const int2 *in, int w, int h) {
  int i = get_global_id(0), sum = 0, zero = h < 0;
  STEP((int)(expm1(NUMBER(-INFINITY)) * 8.0f));
  STEP((int)expm1(NUMBER(-FLT_MAX)) * 3 + (int)expm1(NUMBER(-0x1p127f)) * 5 + isnan(expm1(NUMBER(NAN))) * 7);
  STEP((int)expm1((float4)(NUMBER(-INFINITY), 0.0f, NUMBER(-FLT_MAX), -90.0f)).z * 11);
  STEP(isnan(expm1(NUMBER((double)NAN))) * 7 + (int)expm1(NUMBER(-(double)INFINITY)) * 3);
  STEP((int)pown(1.0f, POWER(0x7fffffff)) * 13 + (int)pown(-1.0f, POWER(0x7fffffff)) * 17);
  STEP((int)pown((float2)(1.0f, -1.0f), (int2)(3, POWER(0x7fffffff))).y + (int)pown(1.0, POWER(0x7fffffff)) * 5);
  STEP((int)(rootn(2.0f, POWER(0x7fffffff)) * 4.0f + 0.5f));
  STEP((int)(rootn(-1.0f, POWER(0x7fffffff)) * 19.0f - 0.5f));
  out[i] = sum + i;
}
