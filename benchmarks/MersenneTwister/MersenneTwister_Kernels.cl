// Random numbers by the Mersenne Twister MT19937 (Matsumoto, Nishimura 1998), one generator a work-group.
//
// New word k of the state needs old words k and k + 1 and word k + 397 modulo 624, which from k = 227 on is a new one.
// So the 624 words are renewed in three parts of at most 227 words, each part by all work-items at once.
#define GROUP 256
#define WORDS 624
#define PART 227

uint temper(uint y) {
  y ^= y >> 11;
  y ^= (y << 7) & 0x9D2C5680u;
  y ^= (y << 15) & 0xEFC60000u;
  return y ^ (y >> 18);
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void mersenneTwister(__global const uint *seeds, __global uint *numbers, uint rounds) {
  __local uint state[WORDS];
  const uint lid = get_local_id(0);
  const uint group = get_group_id(0);
  if (lid == 0) {
    uint word = seeds[group];
    for (uint k = 0; k < WORDS; k++) {
      state[k] = word;
      word = 1812433253u * (word ^ (word >> 30)) + k + 1;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  for (uint round = 0; round < rounds; round++) {
    for (uint first = 0; first < WORDS; first += PART) {
      const uint k = first + lid;
      const bool active = lid < PART && k < WORDS;
      uint word = 0;
      if (active) {
        const uint y = (state[k] & 0x80000000u) | (state[(k + 1) % WORDS] & 0x7FFFFFFFu);
        word = state[(k + 397) % WORDS] ^ (y >> 1) ^ (y & 1 ? 0x9908B0DFu : 0);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (active) {
        state[k] = word;
        numbers[(group * rounds + round) * WORDS + k] = temper(word);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  }
}

// Pairs of words to pairs of independent normal numbers (Box and Muller 1958).
__kernel void boxMuller(__global const uint2 *numbers, __global float2 *normals, uint pairs) {
  const uint i = get_global_id(0);
  if (i >= pairs)
    return;
  const float2 uniform = convert_float2((numbers[i] >> 8) + 1u) * 0x1p-24f;
  const float radius = sqrt(-2.0f * log(uniform.x));
  const float angle = 6.28318531f * uniform.y;
  normals[i] = radius * (float2)(cos(angle), sin(angle));
}
