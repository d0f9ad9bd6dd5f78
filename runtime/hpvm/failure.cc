#include "failure.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace hpvm {
namespace {

thread_local bool throws_failures = false;
void (*handler)() = nullptr;

}  // namespace

FailureScope::FailureScope(bool throws) : before_(throws_failures) { throws_failures = throws; }
FailureScope::~FailureScope() { throws_failures = before_; }

bool failures_throw() { return throws_failures; }

void at_failure(void (*called)()) { handler = called; }

void print_error(const std::string &text) {
  fflush(nullptr);
  fprintf(stderr, "atoll hpvm: %s\n", text.c_str());
}

void fail(const char *format, ...) {
  va_list arguments, again;
  va_start(arguments, format);
  va_copy(again, arguments);
  std::vector<char> text(static_cast<size_t>(vsnprintf(nullptr, 0, format, arguments)) + 1);
  vsnprintf(text.data(), text.size(), format, again);
  va_end(again);
  va_end(arguments);
  if (throws_failures) throw StageFailure{text.data()};
  print_error(text.data());
  if (handler) handler();
  // Other threads may execute nodes: no destructor of theirs may run.
  std::_Exit(EXIT_FAILURE);
}

}  // namespace hpvm
