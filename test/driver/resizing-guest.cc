// A guest whose threads change the size of its device's files in a loop, while another one opens the device and uses
// it. Argument: how many opens. Prints how many were refused, and whether others were answered.

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "abi.h"
namespace abi = runtime::abi;

static std::atomic<bool> over{false};

static void resize(off_t size) {
  while (!over.load()) {
    for (int fd = 3; fd < 5; fd++) ftruncate(fd, size);
  }
}

int main(int, char** argv) {
  std::thread shrinker(resize, 0), other(resize, 4096), grower(resize, off_t{1} << 40);
  int refused = 0, answered = 0;
  for (int n = 0; n < atoi(argv[1]); n++) {
    int fd = open("/dev/atoll0", O_RDWR | O_CLOEXEC);
    if (fd < 0) {
      refused++;
      // A guest that was refused may still have the file.
      for (int fd = 3; fd < 5; fd++) {
        abi::Hello hello = {};
        hello.version = abi::kProtocolVersion;
        ioctl(fd, abi::kRequestHello, &hello);
      }
      continue;
    }
    abi::Hello hello = {};
    hello.version = abi::kProtocolVersion;
    abi::MemoryAlloc memory = {};
    memory.size = 1 << 20;
    if (ioctl(fd, abi::kRequestHello, &hello) == 0 && ioctl(fd, abi::kRequestMemoryAlloc, &memory) == 0) answered++;
    close(fd);
  }
  over = true;
  shrinker.join();
  other.join();
  grower.join();
  std::printf("%s %s\n", refused > 0 ? "refused" : "never refused", answered > 0 ? "answered" : "never answered");
  return 0;
}
