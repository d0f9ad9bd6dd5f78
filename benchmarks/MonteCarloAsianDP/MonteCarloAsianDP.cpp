// MonteCarloAsianDP: prices of Asian call options by simulation in double precision, with antithetic paths.
#include "benchmark.hpp"

using namespace bench;

constexpr size_t group = 64;
constexpr double interest = 0.06;  // a year; all options last one year

/** The kernel's structure of the same name. */
struct AsianOption {
  cl_double spot, strike, drift, diffusion;
};

/** PCG-XSH-RR with 64 bits of state. */
class Generator {
 public:
  explicit Generator(uint64_t state) : state_(state) { word(); }
  long double uniform() {
    const uint64_t high = word();
    const uint64_t low = word();
    return static_cast<long double>((high << 20 | low >> 12) + 1) * 0x1p-52L;
  }

 private:
  uint64_t word() {
    const uint32_t mixed = static_cast<uint32_t>((state_ >> 18 ^ state_) >> 27);
    const uint32_t turn = static_cast<uint32_t>(state_ >> 59);
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return mixed >> turn | mixed << ((32 - turn) & 31);
  }
  uint64_t state_;
};

/** The payoff of one work-item in extended precision; prices are multiplied up instead of adding logarithms. */
static double payoffOf(const AsianOption& option, uint64_t seed, uint64_t item, size_t stepPairs) {
  Generator generator(seed + item * 0x9E3779B97F4A7C15u);
  long double prices[2] = {option.spot, option.spot};
  long double totals[2] = {0, 0};
  for (size_t step = 0; step < stepPairs; step++) {
    const long double radius = std::sqrt(-2 * std::log(generator.uniform()));
    const long double angle = 2 * std::acos(-1.0L) * generator.uniform();
    for (const long double normal : {radius * std::cos(angle), radius * std::sin(angle)}) {
      for (int path = 0; path < 2; path++) {
        prices[path] *= std::exp(option.drift + (path ? -1 : 1) * option.diffusion * normal);
        totals[path] += prices[path];
      }
    }
  }
  long double payoff = 0;
  for (const long double total : totals)
    payoff += std::max(total / static_cast<long double>(2 * stepPairs) - option.strike, 0.0L) / 2;
  return static_cast<double>(payoff);
}

static void monteCarloAsianDP(Benchmark& b) {
  b.device.requireDouble();
  const size_t count = b.size('x');
  const size_t items = roundUp(b.size('y'), group);
  const size_t stepPairs = (b.options.number("steps") + 1) / 2;
  const cl_ulong seed = b.random.bits();
  const double step = 1.0 / static_cast<double>(2 * stepPairs);
  std::vector<AsianOption> data(count);
  for (AsianOption& option : data) {
    const double volatility = b.random.uniform(0.05, 0.4);
    option = {50, b.random.uniform(40, 60), (interest - volatility * volatility / 2) * step,
              volatility * std::sqrt(step)};
  }

  const auto input = b.context.upload(data, CL_MEM_READ_ONLY);
  const auto payoffs = b.context.buffer<double>(count * items, CL_MEM_WRITE_ONLY);
  Kernel kernel = b.kernel("simulate");
  kernel.args(input, payoffs, static_cast<cl_uint>(items), static_cast<cl_uint>(stepPairs), seed);
  b.repeat([&] { b.queue.run(kernel, {count * items}, {group}); });

  const std::vector<double> result = b.queue.read(payoffs);
  std::vector<double> prices(count, 0);
  for (size_t i = 0; i < result.size(); i++)
    prices[i / items] += result[i] * std::exp(-interest) / static_cast<double>(items);
  b.show("payoffs", result);
  b.show("prices", prices);
  // log, sqrt, cos, sin and exp of OpenCL are off by up to 4 ulp of double precision (section 7.4); the logarithms of a
  // path, below 3, add up such errors over 64 steps at most to 1e-13, and mean prices up to 500 scale that.
  b.verify<double>("payoffs", result, [&] {
    std::vector<double> expected;
    for (size_t i = 0; i < result.size(); i++) expected.push_back(payoffOf(data[i / items], seed, i, stepPairs));
    return expected;
  }, {5e-11, 0});
}

int main(int argc, char** argv) {
  Options options("MonteCarloAsianDP", "Prices Asian call options by simulation in double precision.");
  options.size('x', 4, "options", 1, 1024);
  options.size('y', 512, "pairs of paths for each option (rounded up to a multiple of 64)", 1, 1u << 20);
  options.number("steps", 's', 16, 1, 64, "days of a path (an odd number becomes the next even one)");
  return run(argc, argv, options, monteCarloAsianDP);
}
