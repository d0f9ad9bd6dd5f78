// MonteCarloAsian: prices of Asian call options by simulation in single precision.
#include "benchmark.hpp"

using namespace bench;

constexpr size_t group = 256;
constexpr size_t paths = 2;  // for each work-item, as in the kernel
constexpr double interest = 0.06;  // a year; all options last one year

/** The kernel's structure of the same name. */
struct AsianOption {
  cl_float spot, strike, drift, diffusion;
};

static uint32_t scramble(uint32_t h) {
  h = (h ^ (h >> 16)) * 0x85EBCA6Bu;
  h = (h ^ (h >> 13)) * 0xC2B2AE35u;
  return h ^ (h >> 16);
}

/** The random numbers of one work-item: xorwow, kept as a ring of five words. */
class Normals {
 public:
  Normals(uint32_t seed, uint32_t item) {
    const uint32_t h = scramble(seed ^ scramble(item + 1));
    words_ = {h, scramble(h + 1), scramble(h + 2), scramble(h + 3), scramble(h + 4) | 1};
    counter_ = h;
  }
  /** Two independent normal numbers in double precision. */
  std::array<double, 2> pair() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    const double angle = 2 * pi * uniform();
    return {radius * std::cos(angle), radius * std::sin(angle)};
  }

 private:
  double uniform() {
    uint32_t& oldest = words_[first_];
    const uint32_t newest = words_[(first_ + 4) % 5];
    const uint32_t t = oldest ^ (oldest >> 2);
    oldest = newest ^ (newest << 4) ^ t ^ (t << 1);
    counter_ += 362437;
    const uint32_t word = counter_ + oldest;
    first_ = (first_ + 1) % 5;
    return ((word >> 8) + 1) * 0x1p-24;
  }
  std::array<uint32_t, 5> words_{};
  size_t first_ = 0;
  uint32_t counter_ = 0;
};

/** The sum of one work-item's payoffs; prices are multiplied up instead of adding logarithms. */
static double payoffOf(const AsianOption& option, uint32_t seed, uint32_t item, size_t stepPairs) {
  Normals normals(seed, item);
  double payoff = 0;
  for (size_t path = 0; path < paths; path++) {
    double price = option.spot;
    double total = 0;
    for (size_t step = 0; step < stepPairs; step++) {
      for (const double normal : normals.pair()) {
        price *= std::exp(option.drift + option.diffusion * normal);
        total += price;
      }
    }
    payoff += std::max(total / static_cast<double>(2 * stepPairs) - option.strike, 0.0);
  }
  return payoff;
}

static void monteCarloAsian(Benchmark& b) {
  const size_t count = b.size('x');
  const size_t groups = b.size('y');
  const size_t stepPairs = (b.options.number("steps") + 1) / 2;
  const cl_uint seed = b.random.word();
  const double step = 1.0 / static_cast<double>(2 * stepPairs);
  std::vector<AsianOption> data(count);
  for (AsianOption& option : data) {
    const double volatility = b.random.uniform(0.05, 0.4);
    option = {50, static_cast<cl_float>(b.random.uniform(40, 60)),
              static_cast<cl_float>((interest - volatility * volatility / 2) * step),
              static_cast<cl_float>(volatility * std::sqrt(step))};
  }

  const auto input = b.context.upload(data, CL_MEM_READ_ONLY);
  const auto payoffs = b.context.buffer<float>(count * groups * group, CL_MEM_WRITE_ONLY);
  const auto groupTotals = b.context.buffer<float>(count * groups, CL_MEM_WRITE_ONLY);
  Kernel kernel = b.kernel("simulate");
  kernel.args(input, payoffs, groupTotals, static_cast<cl_uint>(groups), static_cast<cl_uint>(stepPairs), seed);
  b.repeat([&] { b.queue.run(kernel, {count * groups * group}, {group}); });

  const std::vector<float> result = b.queue.read(payoffs);
  const std::vector<float> groupSums = b.queue.read(groupTotals);
  const double discount = std::exp(-interest) / static_cast<double>(groups * group * paths);
  std::vector<double> prices(count, 0);
  for (size_t i = 0; i < groupSums.size(); i++) prices[i / groups] += groupSums[i] * discount;
  b.show("payoffs", result);
  b.show("prices", prices);
  // A normal number has a relative error of about 2^-21 (log, sqrt, cos and sin of a few ulp); a path's logarithm,
  // below 2.5, adds up such errors and its own rounding to at most 1e-6 for 16 steps, and mean prices up to 300 scale
  // that.
  const Tolerance tolerance = {3e-4 * static_cast<double>(paths), 0};
  b.verify<float>("payoffs", result, [&] {
    std::vector<float> expected;
    for (size_t i = 0; i < result.size(); i++)
      expected.push_back(
          static_cast<float>(payoffOf(data[i / (groups * group)], seed, static_cast<uint32_t>(i), stepPairs)));
    return expected;
  }, tolerance);
  // The payoffs of a group, none negative, are added in eight levels, each with a relative error of 2^-24.
  b.verify<float>("sums of groups", groupSums, [&] {
    std::vector<double> sums(count * groups, 0);
    for (size_t i = 0; i < result.size(); i++) sums[i / group] += result[i];
    return std::vector<float>(sums.begin(), sums.end());
  }, {0, 10 * 0x1p-24});
}

int main(int argc, char** argv) {
  Options options("MonteCarloAsian", "Prices Asian call options by simulation.");
  options.size('x', 4, "options", 1, 1024);
  options.size('y', 4, "work-groups of 256 work-items for each option", 1, 1024);
  options.number("steps", 's', 16, 1, 64, "days of a path (an odd number becomes the next even one)");
  return run(argc, argv, options, monteCarloAsian);
}
