// The first numbers of the distribution's rocRAND, Philox4x32-10 with seed 0.

#include <hip/hip_runtime.h>
#include <rocrand/rocrand.h>

#include <cstdio>

int main() {
  constexpr size_t count = 4096;
  unsigned* numbers = nullptr;
  unsigned first[4] = {};
  rocrand_generator generator;
  int failed = hipMalloc(&numbers, count * sizeof *numbers) != hipSuccess;
  failed |= rocrand_create_generator(&generator, ROCRAND_RNG_PSEUDO_PHILOX4_32_10) != ROCRAND_STATUS_SUCCESS;
  failed |= rocrand_set_seed(generator, 0) != ROCRAND_STATUS_SUCCESS;
  failed |= rocrand_generate(generator, numbers, count) != ROCRAND_STATUS_SUCCESS;
  failed |= hipMemcpy(first, numbers, sizeof first, hipMemcpyDeviceToHost) != hipSuccess;
  std::printf("%d %08x %08x %08x %08x\n", failed, first[0], first[1], first[2], first[3]);
  return failed;
}
