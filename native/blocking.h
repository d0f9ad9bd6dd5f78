// Calls that pass the filter and may block in the kernel, where a signal interrupts them.
#pragma once
#include <string>

#include "call_table.h"

namespace host {

bool mayBlock(const Call& call);

// A path of a call as the guest's thread would resolve it, except for its root directory and absolute links.
std::string pathFromHere(const Call& call, const std::string& path);

}  // namespace host
