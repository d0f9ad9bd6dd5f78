// Memory of a GPU that one process gives to others: by a handle, through a pipe. All are forked before HIP is used.

#include <hip/hip_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define HIP(call)                                                                       \
  do {                                                                                  \
    hipError_t error_ = (call);                                                         \
    if (error_ != hipSuccess) fprintf(stderr, "%s: %s\n", #call, hipGetErrorName(error_)), _exit(3); \
  } while (0)

static const unsigned COUNT = 3 << 18, TAKERS = 2;

__global__ void add(unsigned* values, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < COUNT) values[i] += n;
}

/** The exported memory: a separate block, or a part of one that the runtime has cut (whose offset the handle has). */
struct Gift {
  hipIpcMemHandle_t large, small;
};

static void tell(int fd, const void* what, size_t size) {
  if (write(fd, what, size) != (ssize_t)size) _exit(4);
}
static void hear(int fd, void* what, size_t size) {
  if (read(fd, what, size) != (ssize_t)size) _exit(5);
}

/** Takes both, adds to them, and checks the giver's data; then the giver has to see its sums. */
static int take(int in, int out, unsigned taker) {
  Gift gift;
  hear(in, &gift, sizeof gift);
  unsigned *large, *small;
  HIP(hipIpcOpenMemHandle((void**)&large, gift.large, hipIpcMemLazyEnablePeerAccess));
  HIP(hipIpcOpenMemHandle((void**)&small, gift.small, hipIpcMemLazyEnablePeerAccess));
  std::vector<unsigned> got(COUNT);
  HIP(hipMemcpy(got.data(), large, COUNT * 4, hipMemcpyDeviceToHost));
  unsigned wrong = 0, before = taker == 0 ? 0 : 1000;
  for (unsigned i = 0; i < COUNT; i++) wrong += got[i] != i + before;
  add<<<COUNT / 256, 256>>>(large, 1000);
  add<<<1, 64>>>(small, 1 + taker);
  HIP(hipDeviceSynchronize());
  HIP(hipIpcCloseMemHandle(large));
  HIP(hipIpcCloseMemHandle(small));
  // Released memory is gone, and its addresses can be used again.
  unsigned* own;
  HIP(hipMalloc((void**)&own, COUNT * 4));
  HIP(hipMemset(own, 0, COUNT * 4));
  HIP(hipDeviceSynchronize());
  tell(out, &wrong, sizeof wrong);
  return 0;
}

/** Opens memory that has been freed meanwhile. */
static int late(int in, int out) {
  Gift gift;
  hear(in, &gift, sizeof gift);
  unsigned* large;
  unsigned opened = hipIpcOpenMemHandle((void**)&large, gift.large, hipIpcMemLazyEnablePeerAccess) == hipSuccess;
  tell(out, &opened, sizeof opened);
  return 0;
}

/** Exports, and ends when the import is confirmed. */
static int give(int in, int out) {
  unsigned* large;
  Gift gift{};
  unsigned taken;
  HIP(hipMalloc((void**)&large, COUNT * 4));
  HIP(hipMemset(large, 0, COUNT * 4));
  add<<<COUNT / 256, 256>>>(large, 77);
  HIP(hipDeviceSynchronize());
  HIP(hipIpcGetMemHandle(&gift.large, large));
  tell(out, &gift, sizeof gift);
  hear(in, &taken, sizeof taken);
  return 0;
}

/** The memory of a process that ends stays until the last one that has it gives it back. */
static unsigned outlive(int in, int out) {
  Gift gift;
  unsigned *large, wrong = 0;
  std::vector<unsigned> got(COUNT);
  hear(in, &gift, sizeof gift);
  HIP(hipIpcOpenMemHandle((void**)&large, gift.large, hipIpcMemLazyEnablePeerAccess));
  tell(out, &wrong, sizeof wrong);
  // Its end of the pipe closes when it has gone.
  char none;
  while (read(in, &none, 1) > 0) {}
  add<<<COUNT / 256, 256>>>(large, 1);
  HIP(hipMemcpy(got.data(), large, COUNT * 4, hipMemcpyDeviceToHost));
  for (unsigned each : got) wrong += each != 78;
  HIP(hipIpcCloseMemHandle(large));
  return wrong;
}

int main() {
  const unsigned LATE = TAKERS, GIVER = TAKERS + 1, ALL = TAKERS + 2;
  int to[ALL][2], from[ALL][2];
  for (unsigned n = 0; n < ALL; n++) {
    if (pipe(to[n]) || pipe(from[n])) return 2;
    if (fork() == 0) {
      if (n == LATE) _exit(late(to[n][0], from[n][1]));
      if (n == GIVER) _exit(give(to[n][0], from[n][1]));
      _exit(take(to[n][0], from[n][1], n));
    }
    close(from[n][1]);
  }
  unsigned *large, *small;
  std::vector<unsigned> values(COUNT);
  for (unsigned i = 0; i < COUNT; i++) values[i] = i;
  HIP(hipMalloc((void**)&large, COUNT * 4));
  HIP(hipMalloc((void**)&small, 256));
  HIP(hipMalloc((void**)&small, 256));
  HIP(hipMemcpy(large, values.data(), COUNT * 4, hipMemcpyHostToDevice));
  HIP(hipMemset(small, 0, 256));
  HIP(hipDeviceSynchronize());
  Gift gift;
  HIP(hipIpcGetMemHandle(&gift.large, large));
  HIP(hipIpcGetMemHandle(&gift.small, small));
  for (unsigned n = 0; n < TAKERS; n++) {
    unsigned wrong = ~0u;
    tell(to[n][1], &gift, sizeof gift);
    hear(from[n][0], &wrong, sizeof wrong);
    printf("taken: %u wrong\n", wrong);
  }
  HIP(hipMemcpy(values.data(), large, COUNT * 4, hipMemcpyDeviceToHost));
  unsigned wrong = 0, few[64];
  for (unsigned i = 0; i < COUNT; i++) wrong += values[i] != i + 1000 * TAKERS;
  HIP(hipMemcpy(few, small, sizeof few, hipMemcpyDeviceToHost));
  for (unsigned n : few) wrong += n != 3;
  printf("given: %u wrong\n", wrong);
  HIP(hipFree(large));
  unsigned opened = ~0u;
  tell(to[LATE][1], &gift, sizeof gift);
  hear(from[LATE][0], &opened, sizeof opened);
  printf("opened when it was freed: %u\n", opened);
  printf("its giver has ended: %u wrong\n", outlive(from[GIVER][0], to[GIVER][1]));
  int status = 0;
  while (wait(&status) > 0)
    if (status != 0) printf("ended with %d\n", status);
  return 0;
}
