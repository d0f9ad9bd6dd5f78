// Kernels whose SPIR-V (modules/kernels.spvasm) has to compute what their OpenCL C computes. Products and sums of
// floats are apart, so that contraction changes nothing. clang 22 writes saturation of signed integers as that of
// unsigned ones.

struct Pair { int first; float second; char tail[3]; };

constant uint TABLE[8] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};

static uint mix_bits(uint x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  return x ^ (x >> 15);
}

kernel void integers(global const uint *in, global uint *out) {
  size_t i = get_global_id(0);
  uint a = in[i], b = in[i + 1] | 1;
  int s = (int)a, t = (int)b;
  ulong wide = (ulong)a * b;
  out[i] = mix_bits(a / b) + a % b + (uint)(s / t) + (uint)(s % t) + (a << (b & 31)) + (a >> (b & 31)) +
           (uint)(s >> (b & 31)) + (uint)(wide >> 32) + popcount(a) + clz(b) + rotate(a, b) + mul_hi(a, b) +
           abs_diff(s, t) + add_sat(a, b) + (uint)sub_sat(s, t) + mad24(s & 0xfff, t & 0xfff, 7) + hadd(a, b) +
           (uint)max(s, t) + min(a, b) + clamp(a, 5u, b) + upsample((ushort)a, (ushort)b) + TABLE[a & 7];
}

kernel void control(global const uint *in, global uint *out) {
  size_t i = get_global_id(0);
  uint x = in[i], sum = 0;
  for (uint n = 0; n < (x & 15); n++) {
    if ((x >> n) & 1) continue;
    switch (n % 5) {
      case 0: sum += 3; break;
      case 1: sum ^= x; break;
      case 3: sum = mix_bits(sum); break;
      default: sum -= n;
    }
    if (sum > 0xf0000000u) break;
  }
  do { x = x * 5 + 1; sum += x & 3; } while (x & 0x10);
  out[i] = sum;
}

kernel void floats(global const uint *in, global uint *out) {
  size_t i = get_global_id(0);
  float x = (float)(in[i] & 0xffff) / 256.0f, whole;
  int exponent;
  float r = sqrt(x);
  r = r > 3.0f ? fract(r, &whole) : frexp(r, &exponent);
  float4 v = (float4)(x, r, -x, 2.5f);
  float y = fma(v.x, v.y, v.z);
  out[i] = as_uint(y) ^ as_uint(sin(x)) ^ as_uint(exp2(r)) ^ as_uint(dot(v, v.wzyx)) ^ as_uint(pow(x, 1.5f)) ^
           as_uint(floor(x)) ^ as_uint(fmin(x, r)) ^ isnan(y) ^ (isfinite(y) << 1) ^ (isless(x, r) << 2) ^ signbit(v.z) ^
           as_uint(native_recip(x + 1.0f)) ^ as_uint(ldexp(x, 3)) ^ as_uint(mix(x, r, 0.25f));
}

kernel void doubles(global const uint *in, global uint *out) {
  size_t i = get_global_id(0);
  double x = (double)in[i] / 3.0;
  double y = sqrt(x);
  ulong bits = as_ulong(y) ^ as_ulong(fabs(-x)) ^ as_ulong(convert_double(in[i]));
  out[i] = (uint)bits ^ (uint)(bits >> 32) ^ (uint)(int)y ^ (uint)convert_float(y);
}

kernel void conversions(global const uint *in, global uint *out) {
  size_t i = get_global_id(0);
  uint a = in[i];
  float f = as_float((a & 0x807fffffu) | ((a % 40 + 110) << 23));
  out[i] = (uint)convert_char_sat(f) ^ ((uint)convert_uchar_sat_rte(f) << 8) ^ (uint)convert_short_sat(a) ^
           (uint)convert_int_rtn(f) ^ (uint)convert_int_rtp(f) ^ as_uint(convert_float_rtz(a)) ^
           convert_uint_sat(f) ^ (uint)convert_ushort_sat((int)a) ^ as_uint(convert_float_rtp((int)a));
}

kernel void vectors(global const uint *in, global uint *out) {
  size_t i = get_global_id(0);
  uint4 v = vload4(0, in + i);
  uint16 big = (uint16)(v, v.wzyx, v + 1u, v ^ 5u);
  uint3 three = v.xyz;
  int4 less = convert_int4(v) < convert_int4(v.yzwx);
  v = select(v, v.wzyx, as_uint4(less));
  v.s2 = big.sb;
  uint8 mask = (uint8)(0, 3, 2, 1, 7, 6, 5, 4) & 7u;
  uint8 moved = shuffle(big.lo, mask);
  local uint scratch[64][4];
  vstore4(v, get_local_id(0), &scratch[0][0]);
  vstore3(three, i, (global uint *)out + get_global_size(0));
  out[i] = v.x + v.y + v.z + v.w + moved.s3 + big.sf + any(less) + all(less) + three.z + scratch[get_local_id(0)][1];
}

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void groups(global const uint *in, global uint *out) {
  local uint shared[64];
  local uint counter;
  size_t l = get_local_id(0), i = get_global_id(0);
  if (l == 0) counter = 0;
  shared[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 32; step > 0; step >>= 1) {
    if (l < step) shared[l] += shared[l + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  atomic_add(&counter, (uint)l);
  atomic_max(&out[get_global_size(0)], in[i]);
  atomic_xchg(&out[get_global_size(0) + 1], 7u);
  atomic_cmpxchg(&out[get_global_size(0) + 2], 0u, 9u);
  atomic_inc(&out[get_global_size(0) + 3]);
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  out[i] = shared[0] + counter + (uint)(get_group_id(0) * 1000 + get_num_groups(0) * 10 + get_local_size(0)) +
           get_work_dim() + (uint)get_global_offset(0);
}

kernel void copies(global const uint *in, global uint *out) {
  local uint buffer[64];
  size_t base = get_group_id(0) * get_local_size(0);
  event_t done = async_work_group_copy(buffer, in + base, get_local_size(0), 0);
  wait_group_events(1, &done);
  buffer[get_local_id(0)] += 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  done = async_work_group_copy(out + base, buffer, get_local_size(0), 0);
  wait_group_events(1, &done);
}

kernel void memories(global const uint *in, global uint *out) {
  size_t i = get_global_id(0);
  uint array[16];
  struct Pair pairs[2] = {{1, 2.0f, {1, 2, 3}}, {(int)in[i], 4.0f, {4, 5, 6}}};
  struct Pair copy = pairs[in[i] & 1];
  uint *pointers[2] = {array, array + 8};
  for (uint n = 0; n < 16; n++) array[n] = in[i] * n;
  pointers[in[i] & 1][in[i] & 7] = 77;
  vstore_half(copy.second, 1, (half *)(array + 2));
  out[i] = array[in[i + 1] & 15] + (uint)copy.first + (uint)copy.second + (uint)copy.tail[in[i] % 3] +
           (uint)vload_half(1, (half *)(array + 2)) + (uint)(pointers[1] - pointers[0]);
}

kernel void arguments(global const uint *in, global uint *out, struct Pair pair, uint4 v, long wide, local uint *room,
                      constant uint *table) {
  size_t i = get_global_id(0);
  room[get_local_id(0)] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = (uint)pair.first + (uint)pair.second + (uint)pair.tail[2] + v.x + v.w + (uint)wide + table[i & 3] +
           room[get_local_size(0) - 1 - get_local_id(0)];
}
