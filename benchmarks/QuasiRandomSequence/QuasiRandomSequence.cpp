// QuasiRandomSequence: points of Sobol's low-discrepancy sequence in many dimensions.
#include "benchmark.hpp"

using namespace bench;

constexpr unsigned bits = 32;

/** True if x has the order 2^degree - 1 modulo the polynomial over GF(2) whose coefficients are the bits. */
static bool isPrimitive(uint32_t polynomial, unsigned degree) {
  uint32_t power = 1;
  for (uint32_t exponent = 1;; exponent++) {
    power <<= 1;
    if (power >> degree) power ^= polynomial;
    if (power == 1) return exponent == (1u << degree) - 1;
    if (power == 0 || exponent >= 1u << degree) return false;
  }
}

/**
 * Direction numbers, `bits` for each dimension. Dimension 0 is van der Corput's sequence; each further one takes the
 * next primitive polynomial and random odd starting values below 2^k (Bratley and Fox 1988, section 2).
 */
static std::vector<cl_uint> directionNumbers(size_t dimensions, Random& random) {
  std::vector<cl_uint> directions;
  for (unsigned k = 1; k <= bits; k++) directions.push_back(1u << (bits - k));
  uint32_t polynomial = 2;
  while (directions.size() < dimensions * bits) {
    polynomial++;
    const unsigned degree = 31 - static_cast<unsigned>(__builtin_clz(polynomial));
    if (!isPrimitive(polynomial, degree)) continue;
    std::vector<uint64_t> m(bits + 1);
    for (unsigned k = 1; k <= bits; k++) {
      if (k <= degree) {
        m[k] = 2 * random.below(uint64_t{1} << (k - 1)) + 1;
        continue;
      }
      m[k] = m[k - degree];
      for (unsigned j = 1; j <= degree; j++)
        if (polynomial >> (degree - j) & 1) m[k] ^= m[k - j] << j;
    }
    for (unsigned k = 1; k <= bits; k++) directions.push_back(static_cast<cl_uint>(m[k] << (bits - k)));
  }
  return directions;
}

/** Each point from the one before: one direction number changes, that of the lowest zero bit of the index. */
static std::vector<float> sequence(const std::vector<cl_uint>& directions, size_t dimensions, size_t count) {
  std::vector<float> points;
  for (size_t dimension = 0; dimension < dimensions; dimension++) {
    cl_uint sum = 0;
    for (size_t i = 0; i < count; i++) {
      points.push_back(static_cast<float>(sum >> 8) / 16777216.0f);
      sum ^= directions[dimension * bits + static_cast<size_t>(__builtin_ctzll(~static_cast<uint64_t>(i)))];
    }
  }
  return points;
}

/** In each dimension every interval [k, k + 1) / 2^n holds exactly one of the first 2^n points. */
static bool isStratified(const std::vector<float>& points, size_t dimensions, size_t count) {
  size_t strata = 1;
  while (2 * strata <= count) strata *= 2;
  for (size_t dimension = 0; dimension < dimensions; dimension++) {
    std::vector<bool> taken(strata, false);
    for (size_t i = 0; i < strata; i++) {
      const size_t stratum = static_cast<size_t>(points[dimension * count + i] * static_cast<float>(strata));
      if (stratum >= strata || taken[stratum]) return false;
      taken[stratum] = true;
    }
  }
  return true;
}

static void quasiRandomSequence(Benchmark& b) {
  const size_t count = b.size('x');
  const size_t dimensions = b.size('y');
  const std::vector<cl_uint> directions = directionNumbers(dimensions, b.random);

  const auto input = b.context.upload(directions, CL_MEM_READ_ONLY);
  const auto output = b.context.buffer<float>(count * dimensions, CL_MEM_WRITE_ONLY);
  Kernel kernel = b.kernel("sobol");
  kernel.args(input, output, static_cast<cl_uint>(count));
  b.repeat([&] { b.queue.run(kernel, {roundUp(count, 64), dimensions}, {64, 1}); });

  const std::vector<float> points = b.queue.read(output);
  b.show("points", points);
  // Multiples of 2^-24 below 1: equal.
  b.verify<float>("points", points, [&] { return sequence(directions, dimensions, count); });
  if (b.verifying()) b.verdict.claim("the points are stratified", isStratified(points, dimensions, count));
}

int main(int argc, char** argv) {
  Options options("QuasiRandomSequence", "Computes points of Sobol's sequence.");
  options.size('x', 4096, "points", 1, 1u << 22);
  options.size('y', 32, "dimensions", 1, 256);
  return run(argc, argv, options, quasiRandomSequence);
}
