// Whether a program was linked with a library.
#pragma once
#include <string>

namespace host {

// Whether the 64-bit ELF file has a DT_NEEDED entry with this name. Other files, and damaged ones, have none.
bool needsLibrary(const char* path, const std::string& name);

}  // namespace host
