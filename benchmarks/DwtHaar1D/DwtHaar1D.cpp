// DwtHaar1D: the one-dimensional Haar wavelet transform of a signal whose length is a power of two.
#include "benchmark.hpp"

using namespace bench;

constexpr size_t group = 256;

/**
 * From the definition, level by level without the pyramid: a coefficient over 2^k samples is the sum of the first half
 * less the sum of the second, over 2^(k/2). The sums come from running totals in double precision.
 */
static std::vector<float> transform(const std::vector<float>& signal) {
  const size_t length = signal.size();
  std::vector<double> total(length + 1, 0);
  for (size_t i = 0; i < length; i++) total[i + 1] = total[i] + signal[i];
  std::vector<float> result(length);
  result[0] = static_cast<float>(total[length] / std::sqrt(static_cast<double>(length)));
  for (size_t pairs = 1; pairs < length; pairs *= 2) {
    const size_t span = length / pairs;
    for (size_t i = 0; i < pairs; i++) {
      const double first = total[i * span + span / 2] - total[i * span];
      const double second = total[(i + 1) * span] - total[i * span + span / 2];
      result[pairs + i] = static_cast<float>((first - second) / std::sqrt(static_cast<double>(span)));
    }
  }
  return result;
}

static void dwtHaar1D(Benchmark& b) {
  size_t length = 2;
  while (length < b.size('x')) length *= 2;
  const std::vector<float> signal = b.random.floats(length, -1, 1);

  const auto input = b.context.upload(signal, CL_MEM_READ_ONLY);
  const auto result = b.context.buffer<float>(length);
  const size_t groups = std::max<size_t>(1, length / (2 * group));
  const Buffer<float> averages[2] = {b.context.buffer<float>(groups), b.context.buffer<float>(groups)};
  Kernel kernel = b.kernel("dwtHaar1D");
  b.repeat([&] {
    const Buffer<float>* from = &input;
    size_t left = length;
    for (int pass = 0; left > 1; pass++) {
      const size_t passGroups = std::max<size_t>(1, left / (2 * group));
      const Buffer<float>& to = averages[pass % 2];
      kernel.args(*from, result, to, static_cast<cl_uint>(left));
      b.queue.run(kernel, {passGroups * group}, {group});
      from = &to;
      left = passGroups;
    }
    // The last average is coefficient 0.
    check(clEnqueueCopyBuffer(b.queue.get(), from->get(), result.get(), 0, 0, sizeof(float), 0, nullptr, nullptr),
          "clEnqueueCopyBuffer");
  });

  const std::vector<float> coefficients = b.queue.read(result);
  b.show("signal", signal);
  b.show("coefficients", coefficients);
  // A level rounds twice and scales by a constant that is itself rounded: 1.5 * 2^-23 relative to the averages it
  // combines. These average random signs and stay below 8 here (a standard deviation of 0.58 at every level); up to 28
  // levels of them add to less than 28 * 1.5 * 2^-23 * 8.
  b.verify<float>("coefficients", coefficients, [&] { return transform(signal); }, {4e-5, 0});
}

int main(int argc, char** argv) {
  Options options("DwtHaar1D", "Transforms a random signal by Haar wavelets.");
  options.size('x', 1u << 18, "samples (rounded up to a power of two)", 1, 1u << 26);
  return run(argc, argv, options, dwtHaar1D);
}
