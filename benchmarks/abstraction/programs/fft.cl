// Transforms of 512 points, 64 work-items for each: three passes of eight points, which change places in group memory.
#define POINTS 512
#define LANES 64
#define PI2 6.28318530717958648f
float2 times(float2 a, float2 b) { return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }
constant int order[8] = {0, 4, 2, 6, 1, 5, 3, 7};
void pass(float2 *v) {
  for (int width = 4; width > 0; width /= 2)
    for (int base = 0; base < 8; base += 2 * width)
      for (int n = 0; n < width; n++) {
        const float2 a = v[base + n], b = v[base + n + width];
        const float angle = -PI2 * (float)n / (float)(2 * width);
        v[base + n] = a + b;
        v[base + n + width] = n == 0 ? a - b : times(a - b, (float2)(native_cos(angle), native_sin(angle)));
      }
}
void turn(float2 *v, const uint number, const uint points) {
  for (int n = 1; n < 8; n++) {
    const float angle = -PI2 * (float)(order[n] * number) / (float)points;
    v[n] = times(v[n], (float2)(native_cos(angle), native_sin(angle)));
  }
}
void change(float2 *v, local float2 *room, const uint to, const uint step, const uint from, const uint distance) {
  for (int n = 0; n < 8; n++) room[to + order[n] * step] = v[n];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int n = 0; n < 8; n++) v[n] = room[from + n * distance];
  barrier(CLK_LOCAL_MEM_FENCE);
}
kernel __attribute__((reqd_work_group_size(LANES, 1, 1))) void transform(global float2 *data) {
  local float2 room[8 * 8 * 9];
  const uint l = get_local_id(0), low = l & 7, high = l >> 3;
  global float2 *own = data + get_group_id(0) * POINTS + l;
  float2 v[8];
  for (int n = 0; n < 8; n++) v[n] = own[n * LANES];
  pass(v);
  turn(v, l, POINTS);
  change(v, room, high * 8 + low, 66, low * 66 + high, 8);
  pass(v);
  turn(v, high, LANES);
  change(v, room, high * 8 + low, 72, high * 72 + low, 8);
  pass(v);
  for (int n = 0; n < 8; n++) own[order[n] * LANES] = v[n];
}
