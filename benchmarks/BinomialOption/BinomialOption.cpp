// BinomialOption: European call options on a binomial tree in local memory.
#include "benchmark.hpp"

using namespace bench;

/** The kernel's structure of the same name; prices in the same currency, other fields without unit. */
struct OptionData {
  cl_float spot;
  cl_float strike;
  cl_float logUp;
  cl_float upWeight;
  cl_float downWeight;
};

/** An option with random price and strike; half a year to two years to expiry. */
static OptionData makeOption(Random& random, size_t steps) {
  const double interest = 0.05;
  const double volatility = random.uniform(0.1, 0.4);
  const double step = random.uniform(0.5, 2.0) / static_cast<double>(steps);
  const double logUp = volatility * std::sqrt(step);
  const double up = std::exp(logUp);
  const double probability = (std::exp(interest * step) - 1 / up) / (up - 1 / up);
  const double discount = std::exp(-interest * step);
  return {static_cast<cl_float>(random.uniform(20, 100)), static_cast<cl_float>(random.uniform(20, 100)),
          static_cast<cl_float>(logUp), static_cast<cl_float>(discount * probability),
          static_cast<cl_float>(discount * (1 - probability))};
}

/** The closed form: the sum over all numbers of upward steps, with binomial coefficients by lgamma. No tree. */
static float price(const OptionData& option, size_t steps) {
  const double n = static_cast<double>(steps);
  double sum = 0;
  for (double k = 0; k <= n; k++) {
    const double share = option.spot * std::exp(option.logUp * (2 * k - n));
    const double logPaths = std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
    const double logWeight = k * std::log(option.upWeight) + (n - k) * std::log(option.downWeight);
    sum += std::exp(logPaths + logWeight) * std::max(share - option.strike, 0.0);
  }
  return static_cast<float>(sum);
}

static void binomialOption(Benchmark& b) {
  const size_t count = b.size('x');
  const size_t steps = b.options.number("steps");
  std::vector<OptionData> optionData(count);
  for (OptionData& option : optionData) option = makeOption(b.random, steps);

  const auto input = b.context.upload(optionData, CL_MEM_READ_ONLY);
  const auto output = b.context.buffer<float>(count, CL_MEM_WRITE_ONLY);
  Kernel kernel = b.kernel("binomialOption");
  kernel.args(input, output, static_cast<cl_uint>(steps));
  b.repeat([&] { b.queue.run(kernel, {count * 256}, {256}); });

  const std::vector<float> prices = b.queue.read(output);
  b.show("prices", prices);
  // Every level rounds each value three times, an error of at most 1.5 * 2^-23 relative to it; all values are positive,
  // so 255 levels give at most 255 * 1.5 * 2^-23 = 4.6e-5 relative. The leaves' exp() has an argument of up to 9 with a
  // relative error of 2^-24 and a few ulp itself: 1e-6. Where the share ends near the strike, the leaves'
  // difference cancels: 1e-6 of a share price up to 100, times the chance of such an end, hence the absolute part.
  b.verify<float>("prices", prices, [&] {
    std::vector<float> expected(count);
    for (size_t i = 0; i < count; i++) expected[i] = price(optionData[i], steps);
    return expected;
  }, {1e-4, 5e-5});
}

int main(int argc, char** argv) {
  Options options("BinomialOption", "Prices European call options on binomial trees.");
  options.size('x', 128, "options", 1, 1u << 20);
  options.number("steps", 's', 254, 1, 255, "levels of the tree");
  return run(argc, argv, options, binomialOption);
}
