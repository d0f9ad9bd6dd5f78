// Prices of European options by the formula of Black and Scholes (1973). Each work-item has a random number of [0, 1)
// from which it derives an option, and gives the prices of the call and of the put.
#define BETWEEN(low, high, r) ((low) * (1.0f - (r)) + (high) * (r))

/** Cumulative normal distribution, Abramowitz and Stegun 26.2.17: error below 7.5e-8. */
float normalDistribution(float x) {
  const float k = 1.0f / (1.0f + 0.2316419f * fabs(x));
  const float sum =
      k * (0.319381530f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
  const float tail = 0.39894228040f * exp(-0.5f * x * x) * sum;
  return x < 0.0f ? tail : 1.0f - tail;
}

__kernel void blackScholes(__global const float *random, __global float *call, __global float *put, uint count) {
  const uint i = get_global_id(0);
  if (i >= count)
    return;
  const float r = random[i];
  const float share = BETWEEN(10.0f, 100.0f, r);
  const float strike = BETWEEN(10.0f, 100.0f, 1.0f - r);
  const float years = BETWEEN(1.0f, 10.0f, r);
  const float interest = BETWEEN(0.01f, 0.05f, r);
  const float volatility = BETWEEN(0.10f, 0.50f, 1.0f - r);

  const float spread = volatility * sqrt(years);
  const float d1 = (log(share / strike) + (interest + volatility * volatility * 0.5f) * years) / spread;
  const float d2 = d1 - spread;
  const float present = strike * exp(-interest * years);
  call[i] = share * normalDistribution(d1) - present * normalDistribution(d2);
  put[i] = present * normalDistribution(-d2) - share * normalDistribution(-d1);
}
