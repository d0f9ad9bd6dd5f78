// Descriptors of guests, used from our side (pidfd_getfd(2)), and those that they have from us.
#include "descriptors.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "arguments.h"

#ifndef PIDFD_THREAD
#define PIDFD_THREAD O_EXCL  // Linux 6.9
#endif

namespace host {

int shareDescription(pid_t tid, pid_t process, int fd) {
  int handle = static_cast<int>(syscall(SYS_pidfd_open, tid, PIDFD_THREAD));
  // Before Linux 6.9 only the process can be named; its threads share descriptors unless they called unshare.
  if (handle < 0) handle = static_cast<int>(syscall(SYS_pidfd_open, process, 0));
  if (handle < 0) return -1;
  int shared = static_cast<int>(syscall(SYS_pidfd_getfd, handle, fd, 0));
  int error = errno;
  close(handle);
  errno = error;
  return shared;
}

namespace {

Napi::Value shareDescriptor(const Napi::CallbackInfo& info) {
  int fd = shareDescription(intArgument(info, 0), intArgument(info, 1), intArgument(info, 2));
  return Napi::Number::New(info.Env(), fd < 0 ? -errno : fd);
}

// True if two descriptors, of two processes, are one open file (kcmp(2)); undefined if the kernel cannot compare them.
Napi::Value isSameFile(const Napi::CallbackInfo& info) {
  constexpr int kFile = 0;  // KCMP_FILE
  long order = syscall(SYS_kcmp, intArgument(info, 0), intArgument(info, 2), kFile, intArgument(info, 1), intArgument(info, 3));
  return order < 0 ? info.Env().Undefined() : Napi::Boolean::New(info.Env(), order == 0);
}

Napi::Value readDirectory(const Napi::CallbackInfo& info) {
  Bytes into = viewArgument(info, 1);
  long got = syscall(SYS_getdents64, intArgument(info, 0), into.data, into.length);
  return Napi::Number::New(info.Env(), static_cast<double>(got < 0 ? -errno : got));
}

Napi::Value filePosition(const Napi::CallbackInfo& info) {
  off_t position = lseek(intArgument(info, 0), 0, SEEK_CUR);
  return Napi::Number::New(info.Env(), static_cast<double>(position < 0 ? -errno : position));
}

Napi::Value replaceDescriptor(const Napi::CallbackInfo& info) {
  if (dup2(intArgument(info, 1), intArgument(info, 0)) < 0) throwErrno(info.Env(), "dup2", errno);
  return info.Env().Undefined();
}

}  // namespace

void registerDescriptors(Napi::Env env, Napi::Object exports) {
  exports.Set("shareDescriptor", Napi::Function::New(env, shareDescriptor));
  exports.Set("isSameFile", Napi::Function::New(env, isSameFile));
  exports.Set("readDirectory", Napi::Function::New(env, readDirectory));
  exports.Set("replaceDescriptor", Napi::Function::New(env, replaceDescriptor));
  exports.Set("filePosition", Napi::Function::New(env, filePosition));
}

}  // namespace host
