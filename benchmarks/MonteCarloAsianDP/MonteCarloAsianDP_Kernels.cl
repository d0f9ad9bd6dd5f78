// Price of an Asian call option by simulation in double precision, with antithetic paths: each course of random numbers
// is used a second time with the opposite signs, which makes the mean more exact.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

typedef struct {
  double spot;        // price at the start
  double strike;
  double drift;       // expected change of the logarithm of the price in a step
  double diffusion;   // its standard deviation
} AsianOption;

/** O'Neill's PCG-XSH-RR (2014): a linear congruential generator of 64 bits whose output is permuted to 32. */
uint next(ulong *state) {
  const ulong old = *state;
  *state = old * 6364136223846793005ul + 1442695040888963407ul;
  return rotate((uint)(((old >> 18) ^ old) >> 27), 32u - (uint)(old >> 59));
}

/** In (0, 1], a multiple of 2^-52. */
double uniform(ulong *state) {
  const ulong high = next(state);
  const ulong low = next(state);
  return (double)(((high << 20) | (low >> 12)) + 1) * 0x1p-52;
}

__kernel void simulate(__global const AsianOption *options, __global double *payoffs, uint itemsPerOption,
                       uint stepPairs, ulong seed) {
  const uint item = get_global_id(0);
  const AsianOption option = options[item / itemsPerOption];
  ulong state = seed + item * 0x9E3779B97F4A7C15ul;
  next(&state);

  double logarithm = 0.0;
  double opposite = 0.0;
  double total = 0.0;
  double oppositeTotal = 0.0;
  for (uint step = 0; step < stepPairs; step++) {
    const double radius = sqrt(-2.0 * log(uniform(&state)));
    const double angle = 6.28318530717958648 * uniform(&state);
    const double normals[2] = {radius * cos(angle), radius * sin(angle)};
    for (int i = 0; i < 2; i++) {
      logarithm += option.drift + option.diffusion * normals[i];
      opposite += option.drift - option.diffusion * normals[i];
      total += exp(logarithm);
      oppositeTotal += exp(opposite);
    }
  }
  const double scale = option.spot / (double)(2 * stepPairs);
  payoffs[item] =
      0.5 * (fmax(scale * total - option.strike, 0.0) + fmax(scale * oppositeTotal - option.strike, 0.0));
}
