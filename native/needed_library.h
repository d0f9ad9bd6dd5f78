// Detection of programs that were linked with a library.
#pragma once
#include <string>

namespace host {

// True if the 64-bit ELF file has a DT_NEEDED entry with this name; false for other and for damaged files.
bool needsLibrary(const char* path, const std::string& name);

}  // namespace host
