// The distribution's rocRAND: its generators on the GPU against the same functions compiled for the host's
// processor, and the library's own kernels against that. Prints how many numbers are wrong; of Sobol's
// sequence the first ones.

#define FQUALIFIERS __forceinline__ __device__ __host__
#include <hip/hip_runtime.h>
#include <rocrand/rocrand.h>
#include <rocrand/rocrand_kernel.h>

#include <cstdio>
#include <vector>

constexpr unsigned long long seed = 12345;
constexpr int engines = 256, each = 32;

template <typename State>
__global__ void generate(unsigned* out) {
  int engine = blockIdx.x * blockDim.x + threadIdx.x;
  State state;
  rocrand_init(seed, engine, 3 * engine, &state);
  for (int n = 0; n < each; n++) out[engine * each + n] = rocrand(&state);
}

template <typename State>
static void functions(const char* name) {
  constexpr int count = engines * each;
  std::vector<unsigned> got(count);
  unsigned* device = nullptr;
  int wrong = hipMalloc(&device, count * 4) != hipSuccess;
  generate<State><<<engines / 64, 64>>>(device);
  wrong += hipMemcpy(got.data(), device, count * 4, hipMemcpyDeviceToHost) != hipSuccess;
  for (int engine = 0; engine < engines; engine++) {
    State state;
    rocrand_init(seed, engine, 3 * engine, &state);
    for (int n = 0; n < each; n++) wrong += got[engine * each + n] != rocrand(&state);
  }
  printf("%s: %d\n", name, wrong);
}

static std::vector<unsigned> numbers(rocrand_rng_type type, int count, int& failed) {
  std::vector<unsigned> host(count);
  rocrand_generator generator;
  unsigned* device = nullptr;
  failed += hipMalloc(&device, count * 4) != hipSuccess;
  failed += rocrand_create_generator(&generator, type) != ROCRAND_STATUS_SUCCESS;
  if (type == ROCRAND_RNG_QUASI_SOBOL32)
    failed += rocrand_set_quasi_random_generator_dimensions(generator, 1) != ROCRAND_STATUS_SUCCESS;
  else failed += rocrand_set_seed(generator, seed) != ROCRAND_STATUS_SUCCESS;
  failed += rocrand_generate(generator, device, count) != ROCRAND_STATUS_SUCCESS;
  failed += hipMemcpy(host.data(), device, count * 4, hipMemcpyDeviceToHost) != hipSuccess;
  rocrand_destroy_generator(generator);
  return host;
}

/** The library has an engine for each of its threads, which take turns. */
template <typename State>
static void library(const char* name, rocrand_rng_type type) {
  int wrong = 0;
  std::vector<unsigned> got = numbers(type, engines, wrong);
  for (int engine = 0; engine < engines; engine++) {
    State state;
    rocrand_init(seed, engine, 0, &state);
    wrong += got[engine] != rocrand(&state);
  }
  printf("library %s: %d\n", name, wrong);
}

int main() {
  functions<rocrand_state_philox4x32_10>("philox");
  functions<rocrand_state_mrg32k3a>("mrg32k3a");
  functions<rocrand_state_xorwow>("xorwow");
  library<rocrand_state_mrg32k3a>("mrg32k3a", ROCRAND_RNG_PSEUDO_MRG32K3A);
  library<rocrand_state_xorwow>("xorwow", ROCRAND_RNG_PSEUDO_XORWOW);
  int failed = 0;
  std::vector<unsigned> sobol = numbers(ROCRAND_RNG_QUASI_SOBOL32, 4096, failed);
  printf("sobol %d", failed);
  for (unsigned number : sobol) printf(" %x", number);
  printf("\n");
}
