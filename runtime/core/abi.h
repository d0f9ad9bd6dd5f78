// The device protocol, in the namespace of the runtime.
#pragma once
#include <stdlib.h>

// <stdlib.h> declares a function atoll(), so that no namespace can have this name.
#define atoll runtime
#include "generated/abi.h"
#undef atoll
