// URNG: uniform random numbers from a generator for each pixel, added to a picture as noise.
#include <random>

#include "benchmark.hpp"
#include "picture.hpp"

using namespace bench;

/** The noisy picture, with the C++ library's minimal standard generator under the shuffling table. */
static std::vector<uint8_t> addNoise(const std::vector<uint8_t>& rgba, uint32_t seed, int strength) {
  constexpr size_t entries = 32;
  constexpr uint32_t modulus = std::minstd_rand0::modulus;
  std::vector<uint8_t> result = rgba;
  for (uint32_t i = 0; i < rgba.size() / 4; i++) {
    uint8_t* pixel = &result[i * 4];
    const uint32_t mixed = seed + i * 2654435761u + pixel[0] + pixel[1] + pixel[2];
    std::minstd_rand0 generator(mixed % (modulus - 1) + 1);
    std::array<uint32_t, entries> table;
    for (uint32_t& entry : table) entry = static_cast<uint32_t>(generator());
    uint32_t last = table[0];
    for (int channel = 0; channel < 3; channel++) {
      uint32_t& entry = table[last / (modulus / entries + 1)];
      last = entry;
      entry = static_cast<uint32_t>(generator());
      const int noise = static_cast<int>(last % (2 * static_cast<uint32_t>(strength) + 1)) - strength;
      pixel[channel] = static_cast<uint8_t>(std::clamp(pixel[channel] + noise, 0, 255));
    }
  }
  return result;
}

static void urng(Benchmark& b) {
  const Picture picture = inputPicture(b.options, b.random);
  const size_t count = picture.width * picture.height;
  const cl_int strength = static_cast<cl_int>(b.options.number("factor"));
  const cl_uint seed = b.random.word();

  const auto input = b.context.upload(picture.rgba, CL_MEM_READ_ONLY);
  const auto output = b.context.buffer<uint8_t>(picture.rgba.size(), CL_MEM_WRITE_ONLY);
  Kernel kernel = b.kernel("noiseUniform");
  kernel.args(input, output, static_cast<cl_uint>(count), seed, strength);
  b.repeat([&] { b.queue.run(kernel, {roundUp(count, 64)}, {64}); });

  Picture noisy(picture.width, picture.height);
  noisy.rgba = b.queue.read(output);
  b.show("input", picture.rgba);
  b.show("output", noisy.rgba);
  writeOutput(b.options, noisy);
  // Integers only: equal.
  b.verify<uint8_t>("output", noisy.rgba, [&] { return addNoise(picture.rgba, seed, strength); });
}

int main(int argc, char** argv) {
  Options options("URNG", "Adds uniform random noise to a picture.");
  declarePicture(options, 256, 256);
  options.number("factor", 'f', 25, 1, 255, "largest change of a colour");
  return run(argc, argv, options, urng);
}
