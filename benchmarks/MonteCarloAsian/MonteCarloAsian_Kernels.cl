// Price of an Asian call option (its payoff depends on the mean price of the share over the days) by simulation.
//
// Each work-item simulates PATHS courses of the share with its own random numbers and gives the sum of the payoffs; the
// work-group adds these up in local memory.
#define GROUP 256
#define PATHS 2

typedef struct {
  float spot;        // price at the start
  float strike;
  float drift;       // expected change of the logarithm of the price in a step
  float diffusion;   // its standard deviation
} AsianOption;

/** Marsaglia's xorwow generator (2003): five words of shift register and a counter. */
typedef struct {
  uint x, y, z, w, v, counter;
} Generator;

/** Scrambles the bits of a number (the finalizer of MurmurHash3), to start generators far apart. */
uint scramble(uint h) {
  h = (h ^ (h >> 16)) * 0x85EBCA6Bu;
  h = (h ^ (h >> 13)) * 0xC2B2AE35u;
  return h ^ (h >> 16);
}

uint next(Generator *g) {
  const uint t = g->x ^ (g->x >> 2);
  g->x = g->y;
  g->y = g->z;
  g->z = g->w;
  g->w = g->v;
  g->v = (g->v ^ (g->v << 4)) ^ (t ^ (t << 1));
  g->counter += 362437u;
  return g->counter + g->v;
}

/** In (0, 1], a multiple of 2^-24. */
float uniform(Generator *g) { return (float)((next(g) >> 8) + 1) * 0x1p-24f; }

/** Two independent normal numbers (Box and Muller 1958). */
float2 normals(Generator *g) {
  const float radius = sqrt(-2.0f * log(uniform(g)));
  const float angle = 6.28318531f * uniform(g);
  return radius * (float2)(cos(angle), sin(angle));
}

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void simulate(__global const AsianOption *options, __global float *payoffs, __global float *groupSums, uint groups,
              uint stepPairs, uint seed) {
  __local float sums[GROUP];
  const uint lid = get_local_id(0);
  const uint item = get_global_id(0);
  const AsianOption option = options[get_group_id(0) / groups];
  const uint h = scramble(seed ^ scramble(item + 1));
  Generator g = {h, scramble(h + 1), scramble(h + 2), scramble(h + 3), scramble(h + 4) | 1, h};

  float payoff = 0.0f;
  for (uint path = 0; path < PATHS; path++) {
    float logarithm = 0.0f;
    float total = 0.0f;
    for (uint step = 0; step < stepPairs; step++) {
      const float2 normal = normals(&g);
      logarithm += option.drift + option.diffusion * normal.x;
      total += exp(logarithm);
      logarithm += option.drift + option.diffusion * normal.y;
      total += exp(logarithm);
    }
    payoff += max(option.spot * total / (float)(2 * stepPairs) - option.strike, 0.0f);
  }
  payoffs[item] = payoff;

  sums[lid] = payoff;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint width = GROUP / 2; width > 0; width /= 2) {
    if (lid < width)
      sums[lid] += sums[lid + width];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    groupSums[get_group_id(0)] = sums[0];
}
