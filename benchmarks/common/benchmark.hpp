// The one header a benchmark program includes: a run from the command line to `Passed!` and the exit status.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>

#include "device.hpp"
#include "error.hpp"
#include "objects.hpp"
#include "options.hpp"
#include "program.hpp"
#include "queue.hpp"
#include "random.hpp"
#include "verify.hpp"

namespace bench {

constexpr double pi = 3.14159265358979323846;

class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/** The environment of a program's body: options, one device with its context and queue, the program, the verdict. */
class Benchmark {
 public:
  explicit Benchmark(const Options& opts)
      : options(opts), device(chooseDevice(opts)), context({device.id()}), queue(context, device.id()),
        random(opts.number("seed")) {
    if (!quiet()) std::cout << options.program() << " on " << device.text(CL_DEVICE_NAME) << "\n";
  }

  const Options& options;
  const Device device;
  const Context context;
  Queue queue;
  Random random;
  Verdict verdict;

  size_t size(char axis) const { return options.size(axis); }
  bool quiet() const { return options.has("quiet"); }
  bool verifying() const { return options.has("verify"); }

  /** Builds <Program>_Kernels.cl (or --load) with these options; required before kernel() only with options. */
  void build(const std::string& buildOptions) {
    const Stopwatch watch;
    program_ = std::make_unique<Program>(Program::fromOptions(context, options, buildOptions));
    buildSeconds_ = watch.seconds();
  }

  Kernel kernel(const std::string& name) {
    if (!program_) build("");
    return program_->kernel(name);
  }

  /** Runs the measured part --iterations times; each run must start from the inputs and end with the results. */
  void repeat(const std::function<void()>& measured) {
    const Stopwatch watch;
    for (uint64_t count = options.number("iterations"); count > 0; count--) {
      measured();
      queue.finish();
    }
    measuredSeconds_ += watch.seconds();
  }

  /** Prints the first elements, unless --quiet. */
  template <typename T>
  void show(const std::string& what, const std::vector<T>& values, size_t count = 8) const {
    if (quiet()) return;
    std::cout << what << " =";
    for (size_t index = 0; index < std::min(count, values.size()); index++) std::cout << " " << +values[index];
    std::cout << (values.size() > count ? " ...\n" : "\n");
  }

  /** Computes the reference and compares all of it, when --verify was given. */
  template <typename T>
  void verify(const std::string& what, const std::vector<T>& got, const std::function<std::vector<T>()>& reference,
              Tolerance tolerance = {}) {
    if (verifying()) verdict.compare(what, got, reference(), tolerance);
  }

  void printTiming(double totalSeconds) const {
    if (!options.has("timing")) return;
    std::cout << "build time: " << buildSeconds_ << " s\n"
              << "run time: " << measuredSeconds_ << " s in " << options.number("iterations") << " iterations\n"
              << "kernel time: " << queue.kernelSeconds() << " s in " << queue.kernelCount() << " launches\n"
              << "total time: " << totalSeconds << " s\n";
  }

 private:
  std::unique_ptr<Program> program_;
  double buildSeconds_ = 0;
  double measuredSeconds_ = 0;
};

/**
 * Runs a benchmark: parses the command line, sets up a device, calls the body, prints the verdict.
 * Returns the exit status: 0 passed, not verified or unsupported; 1 failed; 2 wrong usage.
 */
inline int run(int argc, char** argv, Options options, const std::function<void(Benchmark&)>& body) {
  try {
    options.parse(argc, argv);
    if (options.has("help")) {
      options.printHelp(std::cout);
      return 0;
    }
    const Stopwatch watch;
    Benchmark benchmark(options);
    body(benchmark);
    benchmark.queue.finish();
    benchmark.printTiming(watch.seconds());
    if (!benchmark.verifying()) return 0;
    std::cout << (benchmark.verdict.passed() ? "Passed!" : "Failed") << "\n";
    return benchmark.verdict.passed() ? 0 : 1;
  } catch (const Unsupported& reason) {
    std::cout << reason.what() << "\n";
    return 0;
  } catch (const UsageError& error) {
    std::cerr << options.program() << ": " << error.what() << " (try -h)\n";
    return 2;
  } catch (const std::exception& error) {
    std::cerr << options.program() << ": " << error.what() << "\n";
    if (options.has("verify")) std::cout << "Failed\n";
    return 1;
  }
}

}  // namespace bench
