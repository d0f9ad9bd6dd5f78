// Descriptors of guests, used from our side.
#pragma once
#include <napi.h>
#include <sys/types.h>

namespace host {

// A descriptor of ours for the open file description behind a guest's descriptor; -1 and errno when it cannot be had.
int shareDescription(pid_t tid, pid_t process, int fd);

void registerDescriptors(Napi::Env env, Napi::Object exports);

}  // namespace host
