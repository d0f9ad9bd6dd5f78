// BlackScholes: European options, many independent evaluations of one formula.
#include "benchmark.hpp"

using namespace bench;

struct Prices {
  double call;
  double put;
};

static double between(double low, double high, double r) { return low * (1 - r) + high * r; }

/** In double precision, with the normal distribution by the C library's erfc and the put by the put-call parity. */
static Prices priceOf(double r) {
  const double share = between(10, 100, r);
  const double strike = between(10, 100, 1 - r);
  const double years = between(1, 10, r);
  const double interest = between(0.01, 0.05, r);
  const double volatility = between(0.10, 0.50, 1 - r);
  const double spread = volatility * std::sqrt(years);
  const double d1 = (std::log(share / strike) + (interest + volatility * volatility / 2) * years) / spread;
  const auto normal = [](double x) { return 0.5 * std::erfc(-x * std::sqrt(0.5)); };
  const double present = strike * std::exp(-interest * years);
  const double call = share * normal(d1) - present * normal(d1 - spread);
  return {call, call - share + present};
}

static void blackScholes(Benchmark& b) {
  const size_t count = b.size('x') * b.size('y');
  const std::vector<float> random = b.random.floats(count, 0, 1);
  const auto input = b.context.upload(random, CL_MEM_READ_ONLY);
  const auto call = b.context.buffer<float>(count, CL_MEM_WRITE_ONLY);
  const auto put = b.context.buffer<float>(count, CL_MEM_WRITE_ONLY);
  Kernel kernel = b.kernel("blackScholes");
  kernel.args(input, call, put, static_cast<cl_uint>(count));
  b.repeat([&] { b.queue.run(kernel, {roundUp(count, 256)}, {256}); });

  const std::vector<float> calls = b.queue.read(call);
  const std::vector<float> puts = b.queue.read(put);
  b.show("calls", calls);
  b.show("puts", puts);
  // Each price is a difference of two products of at most 100: 26.2.17 is wrong by up to 7.5e-8 in each factor, the
  // single-precision d1 (a sum of terms up to 10, divided by a spread of 0.3 or more) by some 2^-20 times a density of
  // at most 0.4. Together with the rounding of the products (2 * 100 * 2^-24) below 1e-4.
  const Tolerance tolerance = {1e-4, 0};
  const auto reference = [&](double Prices::*field) {
    std::vector<float> expected(count);
    for (size_t i = 0; i < count; i++) expected[i] = static_cast<float>(priceOf(random[i]).*field);
    return expected;
  };
  b.verify<float>("calls", calls, [&] { return reference(&Prices::call); }, tolerance);
  b.verify<float>("puts", puts, [&] { return reference(&Prices::put); }, tolerance);
}

int main(int argc, char** argv) {
  Options options("BlackScholes", "Prices European options by the Black-Scholes formula.");
  options.size('x', 256, "options in a row", 1, 16384);
  options.size('y', 256, "rows of options", 1, 16384);
  return run(argc, argv, options, blackScholes);
}
