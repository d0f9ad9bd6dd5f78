// Which of the calls that pass the filter may wait in the kernel, so that a signal interrupts them there.
#pragma once
#include "call_table.h"

namespace host {

bool mayBlock(const Call& call);

}  // namespace host
