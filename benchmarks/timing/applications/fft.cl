// Transforms of 512 points, 64 work-items for each: three passes of eight points a work-item, which change places
// through local memory.
#define POINTS 512
#define LANES 64

real2 times(const real2 a, const real2 b) { return (real2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }

void two(real2 *a, real2 *b) {
  const real2 sum = *a + *b;
  *b = *a - *b;
  *a = sum;
}

void four(real2 *a, real2 *b, real2 *c, real2 *d) {
  two(a, c);
  two(b, d);
  *d = (real2)(d->y, -d->x);
  two(a, b);
  two(c, d);
}

void eight(real2 *v) {
  const real half_root = (real)0.70710678118654752;
  for (int n = 0; n < 4; n++) two(&v[n], &v[n + 4]);
  v[5] = half_root * (real2)(v[5].x + v[5].y, v[5].y - v[5].x);
  v[6] = (real2)(v[6].y, -v[6].x);
  v[7] = half_root * (real2)(v[7].y - v[7].x, -v[7].x - v[7].y);
  four(&v[0], &v[1], &v[2], &v[3]);
  four(&v[4], &v[5], &v[6], &v[7]);
}

// The positions of the results of `eight`.
constant int ORDER[8] = {0, 4, 2, 6, 1, 5, 3, 7};

void turn(real2 *v, const uint number, const uint points) {
  for (int n = 1; n < 8; n++) {
    const real angle = (real)-6.28318530717958648 * (real)(ORDER[n] * number) / (real)points;
    v[n] = times(v[n], (real2)(COS(angle), SIN(angle)));
  }
}

void exchange(real2 *v, local real *room, const uint to, const uint to_step, const uint from, const uint from_step) {
  for (int n = 0; n < 8; n++) room[to + ORDER[n] * to_step] = v[n].x;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int n = 0; n < 8; n++) v[n].x = room[from + n * from_step];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int n = 0; n < 8; n++) room[to + ORDER[n] * to_step] = v[n].y;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int n = 0; n < 8; n++) v[n].y = room[from + n * from_step];
  barrier(CLK_LOCAL_MEM_FENCE);
}

kernel __attribute__((reqd_work_group_size(LANES, 1, 1))) void fft(global real2 *data) {
  local real room[8 * 8 * 9];
  const uint l = get_local_id(0), low = l & 7, high = l >> 3;
  global real2 *own = data + get_group_id(0) * POINTS + l;
  real2 v[8];
  for (int n = 0; n < 8; n++) v[n] = own[n * LANES];
  eight(v);
  turn(v, l, POINTS);
  exchange(v, room, l, 66, high * 66 + low, 8);
  eight(v);
  turn(v, low, LANES);
  exchange(v, room, high * 72 + low, 8, high * 72 + low * 8, 1);
  eight(v);
  global real2 *out = data + get_group_id(0) * POINTS + 8 * low + high;
  for (int n = 0; n < 8; n++) out[ORDER[n] * LANES] = v[n];
}
