// Requests of the guest library that are wrong: prints the errno of each.
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "generated/hsa_abi.h"

using namespace hsa::abi;

static void tell(const char* what, int result) { printf("%s: %s\n", what, result == 0 ? "done" : strerrorname_np(errno)); }

static void grow(int file, const char* what, uint64_t bytes) {
  GrowArena arena = {bytes, 0, 0};
  tell(what, ioctl(file, kRequestGrowArena, &arena));
}

static void arenas() {
  int file = open(kArenaPath, O_RDWR | O_CLOEXEC);
  grow(file, "half a page", 2048);
  grow(file, "too much", uint64_t{1} << 40);
  grow(file, "a page", 4096);
  grow(file, "smaller", 0);
  tell("no argument", ioctl(file, kRequestGrowArena, nullptr));
  close(file);
}

static void check(int file, const char* what, const void* module, uint64_t bytes, uint32_t profile = 1) {
  CheckModule check = {};
  check.address = reinterpret_cast<uintptr_t>(module);
  check.bytes = bytes;
  check.ordinal = 1;
  check.machine_model = 1;
  check.profile = profile;
  int result = ioctl(file, kRequestCheck, &check);
  tell(what, result);
  if (result == 0) printf("  status %u\n", check.status);
}

static void finalize(int file, const char* what, const BrigModuleRange* modules, uint32_t count) {
  Finalize request = {};
  request.modules = reinterpret_cast<uintptr_t>(modules);
  request.module_count = count;
  strcpy(request.isa, "amdgcn-amd-amdhsa--gfx803");
  tell(what, ioctl(file, kRequestFinalize, &request));
}

int main() {
  arenas();
  int file = open(kFinalizerPath, O_RDWR | O_CLOEXEC);
  static const char garbage[4096] = "no module";
  check(file, "garbage", garbage, sizeof garbage);
  check(file, "empty", garbage, 0);
  check(file, "nowhere", reinterpret_cast<const void*>(4096), 4096);
  check(file, "endless", garbage, ~uint64_t{0});
  check(file, "profile", garbage, sizeof garbage, 9);
  finalize(file, "no modules", nullptr, 0);
  finalize(file, "many modules", nullptr, ~0u);
  finalize(file, "no table", nullptr, 3);
  FetchResult fetch = {reinterpret_cast<uintptr_t>(garbage), 1 << 20};
  tell("another result", ioctl(file, kRequestFetch, &fetch));
  tell("unknown", ioctl(file, _IO(0xa8, 77), nullptr));
  return 0;
}
