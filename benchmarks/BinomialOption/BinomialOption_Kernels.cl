// European call options priced on a binomial tree (Cox, Ross, Rubinstein 1979), one work-group an option.
//
// Work-item i holds the value at node i of the current level. Each step to the level before takes the discounted
// expectation of two neighbours, which are exchanged through local memory.
#define GROUP 256

typedef struct {
  float spot;          // price of the share today
  float strike;        // price at which the option buys
  float logUp;         // logarithm of the factor of an upward step
  float upWeight;      // discount of one step * probability of a step up
  float downWeight;    // discount of one step * probability of a step down
} OptionData;

__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void binomialOption(__global const OptionData *options, __global float *prices, uint steps) {
  __local float values[GROUP];
  const OptionData option = options[get_group_id(0)];
  const uint node = get_local_id(0);

  // At expiry node i has had i steps up and steps - i down.
  const float share = option.spot * exp(option.logUp * (2.0f * (float)node - (float)steps));
  float value = node <= steps ? max(share - option.strike, 0.0f) : 0.0f;
  for (uint level = steps; level > 0; level--) {
    values[node] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (node < level)
      value = option.upWeight * values[node + 1] + option.downWeight * value;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (node == 0)
    prices[get_group_id(0)] = value;
}
