// The code object beside the executable, through HIP: stands in for common/program.hpp.
#pragma once

#include <unistd.h>

#include <climits>

#include "objects.hpp"

namespace bench {

/** <Program>_Kernels.hip.o, which `hipcc --genco` has made of <Program>_Kernels.cl. */
class Program {
 public:
  static Program fromOptions(const Context&, const Options& options, const std::string&) {
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    if (length <= 0) throw Error("cannot read /proc/self/exe");
    const std::string full(path, static_cast<size_t>(length));
    return Program(full.substr(0, full.rfind('/') + 1) + options.program() + "_Kernels.hip.o");
  }
  explicit Program(const std::string& path) { check(hipModuleLoad(&module_, path.c_str()), "hipModuleLoad(" + path + ")"); }
  Kernel kernel(const std::string& name) const { return Kernel(module_, name); }

 private:
  // It lives as long as the process: kernels of it do, too.
  hipModule_t module_ = nullptr;
};

}  // namespace bench
