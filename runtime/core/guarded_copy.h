// Copies to and from memory of the program, which it may unmap, protect or truncate at any moment.
#pragma once
#include <cstddef>

namespace runtime {

/**
 * Like memcpy. False where a part of either range cannot be accessed; bytes before it may have been copied. No
 * signal reaches the program for that.
 */
bool guarded_copy(void* to, const void* from, size_t size);

/** The same; a range that is not there ends the command with CL_OUT_OF_RESOURCES, which is reported once on stderr. */
void checked_copy(void* to, const void* from, size_t size);

/** Ends the command so. */
[[noreturn]] void fail_inaccessible();

}  // namespace runtime
