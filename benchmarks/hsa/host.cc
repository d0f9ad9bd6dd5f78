// One of the six programs as an HSA program: host MODULE PROGRAM SIZE RUNS. Prints the number of wrong results of all
// runs, and the milliseconds of the kernels of each, without a run before them.
#include "programs.h"

static std::unique_ptr<Program> program_of(const std::string& name, uint32_t size) {
  if (name == "kmeans-swap") return std::make_unique<KMeansSwap>(size);
  if (name == "kmeans-core") return std::make_unique<KMeansCore>(size);
  if (name == "nearest-neighbor") return std::make_unique<NearestNeighbor>(size);
  if (name == "fft") return std::make_unique<Fft>(size);
  if (name == "saxpy") return std::make_unique<Saxpy>(size);
  if (name == "reduction") return std::make_unique<Reduction>(size);
  if (name == "prefix-sum") return std::make_unique<PrefixSum>(size);
  return nullptr;
}

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  const auto program = program_of(argv[2], static_cast<uint32_t>(std::atol(argv[3])));
  if (!program) return 2;
  Device device(argv[1]);
  std::string times;
  for (int run = -1; run < std::atoi(argv[4]); run++) {
    program->reset();
    const double ms = program->run(device);
    if (run >= 0) times += " " + std::to_string(ms);
  }
  std::printf("%llu%s\n", static_cast<unsigned long long>(program->wrong()), times.c_str());
  return 0;
}
