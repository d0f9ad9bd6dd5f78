#include "failure.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace hpvm {

void fail(const char *format, ...) {
  fflush(nullptr);
  va_list arguments;
  va_start(arguments, format);
  fputs("atoll hpvm: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  // Other threads may execute nodes: no destructor of theirs may run.
  std::_Exit(EXIT_FAILURE);
}

}  // namespace hpvm
