// Included before the text of a program, in either form: prints the processor time of the program and its runtime at
// its end.
#pragma once

#include <sys/resource.h>

#include <cstdio>

namespace bench {

struct OwnTime {
  ~OwnTime() {
    rusage usage = {};
    if (getrusage(RUSAGE_SELF, &usage) != 0) return;
    auto seconds = [](const timeval& time) { return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec); };
    std::printf("own time: %.6f s\n", seconds(usage.ru_utime) + seconds(usage.ru_stime));
  }
};
static const OwnTime ownTime;

}  // namespace bench
