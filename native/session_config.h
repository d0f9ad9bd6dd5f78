// Start options of a session, passed by TypeScript.
#pragma once
#include <napi.h>

#include "call_table.h"
#include "paths.h"
#include "spawn.h"
#include "watched_files.h"

namespace host {

struct SessionConfig {
  SpawnRequest spawn;
  DevicePaths paths;
  VirtualTrees trees;
  WatchedFiles watched;  // if enabled, every call stops, and no file is virtual
  CallTable calls;
  IssuedNumbers issued[kAbis] = {};
  size_t maxOpenFiles = 0;
  bool reportPassed = false;  // report stopped calls that concern no virtual device to TypeScript
};

// Throws a JavaScript error when a field is missing or malformed.
SessionConfig readSessionConfig(Napi::Object object);

}  // namespace host
