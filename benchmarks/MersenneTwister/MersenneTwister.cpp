// MersenneTwister: uniform random words and normal numbers by many Mersenne Twisters.
#include <random>

#include "benchmark.hpp"

using namespace bench;

constexpr size_t words = 624;  // words of a generator's state

static void mersenneTwister(Benchmark& b) {
  const size_t generators = b.size('x');
  const size_t rounds = b.size('y');
  const size_t count = generators * rounds * words;
  const std::vector<cl_uint> seeds = b.random.integers<cl_uint>(generators, uint64_t{1} << 32);

  const auto input = b.context.upload(seeds, CL_MEM_READ_ONLY);
  const auto numbers = b.context.buffer<cl_uint>(count);
  const auto normals = b.context.buffer<float>(count, CL_MEM_WRITE_ONLY);
  Kernel twist = b.kernel("mersenneTwister");
  Kernel boxMuller = b.kernel("boxMuller");
  twist.args(input, numbers, static_cast<cl_uint>(rounds));
  boxMuller.args(numbers, normals, static_cast<cl_uint>(count / 2));
  b.repeat([&] {
    b.queue.run(twist, {generators * 256}, {256});
    b.queue.run(boxMuller, {roundUp(count / 2, 256)}, {256});
  });

  const std::vector<cl_uint> uniform = b.queue.read(numbers);
  const std::vector<float> gaussian = b.queue.read(normals);
  b.show("uniform", uniform);
  b.show("normal", gaussian);
  // Words: equal to those of the C++ library's generator.
  b.verify<cl_uint>("uniform", uniform, [&] {
    std::vector<cl_uint> expected;
    for (const cl_uint seed : seeds) {
      std::mt19937 generator(seed);
      for (size_t i = 0; i < rounds * words; i++) expected.push_back(static_cast<cl_uint>(generator()));
    }
    return expected;
  });
  // The radius, at most 5.8, has a relative error of some 3 * 2^-23 (log and sqrt); so has cos or sin by its 4 ulp and
  // the rounded angle, absolutely 2^-21. Together 5.8 * (3.6e-7 + 4.8e-7 + 4.8e-7) = 8e-6.
  b.verify<float>("normal", gaussian, [&] {
    std::vector<float> expected;
    for (size_t i = 0; i < count; i += 2) {
      const double radius = std::sqrt(-2 * std::log(((uniform[i] >> 8) + 1) * 0x1p-24));
      const double angle = 2 * pi * (((uniform[i + 1] >> 8) + 1) * 0x1p-24);
      expected.push_back(static_cast<float>(radius * std::cos(angle)));
      expected.push_back(static_cast<float>(radius * std::sin(angle)));
    }
    return expected;
  }, {8e-6, 0});
}

int main(int argc, char** argv) {
  Options options("MersenneTwister", "Random numbers by Mersenne Twisters that run side by side.");
  options.size('x', 32, "generators", 1, 4096);
  options.size('y', 8, "rounds of 624 numbers from each generator", 1, 1024);
  return run(argc, argv, options, mersenneTwister);
}
