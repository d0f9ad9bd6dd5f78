// Anonymous memory files (memfd_create(2)), sealed so that a guest cannot resize them under us.
#include "memfd.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "arguments.h"

namespace host {

int resizeAndSeal(int fd, uint64_t size) {
  if (ftruncate(fd, static_cast<off_t>(size)) != 0) return errno;
  if (fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) return errno;
  // Until then a thread of a guest that has the file already may have changed its size.
  struct stat status;
  if (fstat(fd, &status) != 0) return errno;
  return static_cast<uint64_t>(status.st_size) == size ? 0 : EBUSY;
}

namespace {

Napi::Value createMemfdValue(const Napi::CallbackInfo& info) {
  std::string name = stringArgument(info, 0);
  uint64_t size = sizeArgument(info, 1);
  int fd = memfd_create(name.c_str(), MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0) throwErrno(info.Env(), "memfd_create", errno);
  if (int error = resizeAndSeal(fd, size)) {
    close(fd);
    throwErrno(info.Env(), "resizeAndSeal", error);
  }
  return Napi::Number::New(info.Env(), fd);
}

Napi::Value resizeAndSealValue(const Napi::CallbackInfo& info) {
  if (int error = resizeAndSeal(intArgument(info, 0), sizeArgument(info, 1))) {
    throwErrno(info.Env(), "resizeAndSeal", error);
  }
  return info.Env().Undefined();
}

Napi::Value closeFd(const Napi::CallbackInfo& info) {
  if (close(intArgument(info, 0)) != 0) throwErrno(info.Env(), "close", errno);
  return info.Env().Undefined();
}

Napi::Value inode(const Napi::CallbackInfo& info) {
  struct stat status;
  if (fstat(intArgument(info, 0), &status) != 0) throwErrno(info.Env(), "fstat", errno);
  Napi::Object result = Napi::Object::New(info.Env());
  result.Set("device", Napi::Number::New(info.Env(), static_cast<double>(status.st_dev)));
  result.Set("inode", Napi::Number::New(info.Env(), static_cast<double>(status.st_ino)));
  return result;
}

}  // namespace

void registerMemfd(Napi::Env env, Napi::Object exports) {
  exports.Set("createMemfd", Napi::Function::New(env, createMemfdValue));
  exports.Set("resizeAndSeal", Napi::Function::New(env, resizeAndSealValue));
  exports.Set("closeFd", Napi::Function::New(env, closeFd));
  exports.Set("inode", Napi::Function::New(env, inode));
}

}  // namespace host
