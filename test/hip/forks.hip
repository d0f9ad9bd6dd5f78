// Processes: some are forked before HIP is used, one executes this program anew afterwards, and all compute at the same
// time.

#include <hip/hip_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <thread>
#include <vector>

__global__ void squares(unsigned* out, unsigned from) {
  unsigned n = blockIdx.x * blockDim.x + threadIdx.x;
  out[n] = (n + from) * (n + from);
}

/** @return how many are wrong; -1 where HIP fails */
static int compute(unsigned from) {
  const unsigned count = 1 << 16;
  unsigned* device;
  std::vector<unsigned> out(count);
  if (hipMalloc((void**)&device, count * 4) != hipSuccess) return -1;
  int wrong = 0;
  for (unsigned round = 0; round < 4; round++) {
    squares<<<count / 256, 256>>>(device, from + round);
    if (hipMemcpy(out.data(), device, count * 4, hipMemcpyDeviceToHost) != hipSuccess) return -1;
    for (unsigned n = 0; n < count; n++) wrong += out[n] != (n + from + round) * (n + from + round);
  }
  return hipFree(device) == hipSuccess ? wrong : -1;
}

static int statusOf(pid_t pid) {
  int status = 0;
  return waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(int argc, char** argv) {
  if (argc > 1) return compute(5000) != 0;
  setvbuf(stdout, nullptr, _IOLBF, 0);
  std::vector<pid_t> children;
  for (unsigned n = 0; n < 3; n++) {
    pid_t pid = fork();
    if (pid == 0) _exit(compute(1000 * n) != 0);
    children.push_back(pid);
  }
  // Of one that never uses the GPU nothing is left.
  pid_t idle = fork();
  if (idle == 0) _exit(7);
  printf("itself: %d\n", compute(7));
  for (pid_t pid : children) printf("forked before: %d\n", statusOf(pid));
  printf("idle: %d\n", statusOf(idle));
  pid_t again = fork();
  if (again == 0) {
    execl("/proc/self/exe", argv[0], "again", nullptr);
    _exit(9);
  }
  // The parent continues meanwhile, in several threads.
  std::vector<int> wrong(4, -1);
  std::vector<std::thread> threads;
  for (unsigned n = 0; n < wrong.size(); n++) threads.emplace_back([&wrong, n] { wrong[n] = compute(100 + n); });
  for (auto& thread : threads) thread.join();
  for (int each : wrong) printf("thread: %d\n", each);
  printf("executed anew: %d\n", statusOf(again));
  return 0;
}
