// Errors of programs: HPVM-C's functions return none, so a message ends the program.
#pragma once

namespace hpvm {

[[noreturn]] void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

}  // namespace hpvm
