// Errors of programs: HPVM-C's functions return none, so a message ends the program, or the stream of a stage.
#pragma once

#include <string>

namespace hpvm {

/** The error of a stage, which ends its stream. */
struct StageFailure {
  std::string text;
};

/** Failures in its lifetime on this thread are exceptions, or end the program. Code of programs cannot be unwound. */
class FailureScope {
 public:
  explicit FailureScope(bool throws);
  FailureScope(const FailureScope &) = delete;
  FailureScope &operator=(const FailureScope &) = delete;
  ~FailureScope();

 private:
  const bool before_;
};

bool failures_throw();
/** @throws StageFailure in a scope that throws */
[[noreturn]] void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));
/** Called before a failure ends the program. */
void at_failure(void (*handler)());
void print_error(const std::string &text);

}  // namespace hpvm
