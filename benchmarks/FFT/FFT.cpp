// FFT: a batch of fast Fourier transforms in local memory.
#include "benchmark.hpp"

using namespace bench;

/** The discrete Fourier transform of each signal from its definition, in double precision. */
static std::vector<float> transform(const std::vector<float>& signals, size_t length) {
  std::vector<double> cosines(length), sines(length);
  for (size_t i = 0; i < length; i++) {
    cosines[i] = std::cos(2 * pi * static_cast<double>(i) / static_cast<double>(length));
    sines[i] = -std::sin(2 * pi * static_cast<double>(i) / static_cast<double>(length));
  }
  std::vector<float> result(signals.size());
  for (size_t first = 0; first < signals.size(); first += 2 * length) {
    for (size_t k = 0; k < length; k++) {
      double real = 0, imaginary = 0;
      for (size_t n = 0; n < length; n++) {
        const size_t angle = k * n % length;
        const double x = signals[first + 2 * n];
        const double y = signals[first + 2 * n + 1];
        real += x * cosines[angle] - y * sines[angle];
        imaginary += x * sines[angle] + y * cosines[angle];
      }
      result[first + 2 * k] = static_cast<float>(real);
      result[first + 2 * k + 1] = static_cast<float>(imaginary);
    }
  }
  return result;
}

static void fft(Benchmark& b) {
  size_t length = 2;
  while (length < b.size('x')) length *= 2;
  const size_t batch = b.size('y');
  const std::vector<float> signals = b.random.floats(2 * length * batch, -1, 1);
  std::vector<float> twiddles;
  for (size_t i = 0; i < length / 2; i++) {
    const double angle = -2 * pi * static_cast<double>(i) / static_cast<double>(length);
    twiddles.push_back(static_cast<float>(std::cos(angle)));
    twiddles.push_back(static_cast<float>(std::sin(angle)));
  }

  const auto input = b.context.upload(signals, CL_MEM_READ_ONLY);
  const auto output = b.context.buffer<float>(signals.size(), CL_MEM_WRITE_ONLY);
  const auto twiddleBuffer = b.context.upload(twiddles, CL_MEM_READ_ONLY);
  Kernel kernel = b.kernel("fft");
  kernel.args(input, output, twiddleBuffer, static_cast<cl_uint>(length));
  b.repeat([&] { b.queue.run(kernel, {batch * 256}, {256}); });

  const std::vector<float> spectra = b.queue.read(output);
  b.show("signals", signals);
  b.show("spectra", spectra);
  // Each of log2(length) <= 10 passes adds an error of about 3 * 2^-24 relative to the root mean square of the numbers
  // in it, which is at most sqrt(2/3 * 1024) = 26 at the end; the largest of many is a few times that. Ten passes times
  // 3 * 2^-24 * 26 is 4.6e-5; twice that is allowed.
  b.verify<float>("spectra", spectra, [&] { return transform(signals, length); }, {1e-4, 0});
}

int main(int argc, char** argv) {
  Options options("FFT", "Transforms a batch of random signals by the fast Fourier transform.");
  options.size('x', 1024, "complex points of a signal (rounded up to a power of two)", 1, 1024);
  options.size('y', 64, "signals", 1, 65536);
  return run(argc, argv, options, fft);
}
