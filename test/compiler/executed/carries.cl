// Sums of 64 bits whose carry is used, where the upper half of one operand is zero: the carry of the upper halves is no
// other one's.
#define MIX(v) h = h * 31 + (v)

// The words of a * b + c, 128 bits and more.
ulong2 wide(ulong a, ulong b, ulong c) {
  ulong low = a * b, sum = low + c;
  return (ulong2)(sum, mul_hi(a, b) + (sum < low));
}

kernel void k(global ulong *out, global const int *in, int w, int height) {
  uint i = get_global_id(0);
  ulong h = w, x = (ulong)in[i] * 0x123456789abcdUL + i, y = ~x * 0x9e3779b97f4a7c15UL;
  uint part = w * 37 + height + i, other = in[i & 31] * 0x85ebca6bu;
  ulong2 r = wide(x, y, part);
  MIX(r.x); MIX(r.y);
  r = wide(y, y | 1, other & 0xffff);
  MIX(r.x); MIX(r.y);
  MIX((ulong)mad_sat((long)x >> 20, (long)y >> 40, (long)part));
  MIX((ulong)mad_sat((long)x, -11L, (long)other));
  ulong made = (ulong)(part + other) << 32 | other, sum = made + part;
  MIX(sum); MIX(sum < made);
  ulong less = ((ulong)(part - other) << 32 | 5) - part;
  MIX(less); MIX(((ulong)(part - other) << 32 | 5) < part);
  ulong product = x * y, next = product + 1;
  MIX(next); MIX(next == 0);
  MIX(~product < part); MIX(product + part);
  ulong4 v = (ulong4)(x, y, x ^ y, product) * (ulong4)(y, 3, x, 5), s = v + convert_ulong4((uint4)(part, other, 1, 0xffffffffu));
  MIX(s.x + s.y * 3 + s.z * 5 + s.w * 7);
  long4 carried = s < v;
  MIX((ulong)(carried.x + carried.y * 3 + carried.z * 5 + carried.w * 7));
  // Limbs of a number of 256 bits, times one of 32.
  ulong limbs[4] = {x, y, product, s.x}, carry = 0;
  for (int n = 0; n < 4; n++) {
    ulong low = limbs[n] * part, all = low + carry;
    carry = mul_hi(limbs[n], (ulong)part) + (all < low);
    MIX(all);
  }
  MIX(carry);
  out[i] = h;
}
