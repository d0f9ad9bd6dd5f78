// The environment of a program that has just been executed, before its first instruction.
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

namespace host {

enum class EnvironmentChange {
  none,     // nothing was missing
  added,
  ignored,  // the dynamic loader takes no variables here: the program has the rights of others (AT_SECURE)
  failed,
};

// Adds those of `variables` (NAME=value) whose names the environment lacks. The thread is at its PTRACE_EVENT_EXEC
// stop.
EnvironmentChange addVariables(pid_t tid, const std::vector<std::string>& variables);

}  // namespace host
