// Functions of extensions, by name.
#pragma once

namespace runtime {

/** nullptr when there is no such function. */
void* extension_function(const char* name);

}  // namespace runtime
