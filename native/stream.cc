// Stream sockets that a thread waits on, in bounded time. Descriptors may be blocking or not: every wait is a poll(2).
#include "stream.h"

#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "arguments.h"

namespace host {
namespace {

double millisecondsArgument(const Napi::CallbackInfo& info, size_t index) {
  return info[index].As<Napi::Number>().DoubleValue();
}

// Waits for events; 0 at the timeout, -1 with errno. A signal only shortens the wait: callers repeat it.
int waitFor(int fd, short events, double milliseconds) {
  pollfd one{fd, events, 0};
  timespec time{static_cast<time_t>(milliseconds / 1e3), 0};
  time.tv_nsec = static_cast<long>((milliseconds - static_cast<double>(time.tv_sec) * 1e3) * 1e6);
  int ready = ppoll(&one, 1, &time, nullptr);
  if (ready < 0 && errno == EINTR) return 0;
  return ready;
}

Napi::Value socketPair(const Napi::CallbackInfo& info) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throwErrno(info.Env(), "socketpair", errno);
  Napi::Array pair = Napi::Array::New(info.Env(), 2);
  pair.Set(0u, Napi::Number::New(info.Env(), ends[0]));
  pair.Set(1u, Napi::Number::New(info.Env(), ends[1]));
  return pair;
}

// Connects within a time; the descriptor, or -errno.
int connectWithin(int family, const sockaddr* address, socklen_t length, double milliseconds) {
  int fd = socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -errno;
  int error = connect(fd, address, length) == 0 ? 0 : errno;
  if (error == EINPROGRESS) {
    socklen_t size = sizeof error;
    if (waitFor(fd, POLLOUT, milliseconds) <= 0)
      error = ETIMEDOUT;
    else
      getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size);
  }
  if (error != 0) {
    close(fd);
    return -error;
  }
  int on = 1;
  if (family != AF_UNIX) setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return fd;
}

// connectTcp(host, port, milliseconds): tries the addresses of a host one after another.
Napi::Value connectTcp(const Napi::CallbackInfo& info) {
  std::string name = stringArgument(info, 0);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(name.c_str(), std::to_string(intArgument(info, 1)).c_str(), &hints, &found) != 0)
    throwErrno(info.Env(), "getaddrinfo", ENXIO);
  int fd = -ENXIO;
  for (addrinfo* each = found; each != nullptr && fd < 0; each = each->ai_next)
    fd = connectWithin(each->ai_family, each->ai_addr, each->ai_addrlen, millisecondsArgument(info, 2));
  freeaddrinfo(found);
  if (fd < 0) throwErrno(info.Env(), "connect", -fd);
  return Napi::Number::New(info.Env(), fd);
}

// connectUnix(path, milliseconds)
Napi::Value connectUnix(const Napi::CallbackInfo& info) {
  std::string path = stringArgument(info, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.size() >= sizeof address.sun_path) throwErrno(info.Env(), "connect", ENAMETOOLONG);
  std::memcpy(address.sun_path, path.data(), path.size());
  int fd = connectWithin(AF_UNIX, reinterpret_cast<const sockaddr*>(&address), sizeof address,
                         millisecondsArgument(info, 1));
  if (fd < 0) throwErrno(info.Env(), "connect", -fd);
  return Napi::Number::New(info.Env(), fd);
}

// sendBytes(fd, view, offset, length, milliseconds): sends all; ETIMEDOUT when nothing moved for so long.
Napi::Value sendBytes(const Napi::CallbackInfo& info) {
  int fd = intArgument(info, 0);
  Bytes bytes = rangeArgument(info, 1, sizeArgument(info, 2), sizeArgument(info, 3));
  size_t sent = 0;
  while (sent < bytes.length) {
    ssize_t some = send(fd, bytes.data + sent, bytes.length - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (some >= 0) {
      sent += static_cast<size_t>(some);
    } else if (errno == EAGAIN) {
      int ready = waitFor(fd, POLLOUT, millisecondsArgument(info, 4));
      if (ready <= 0) throwErrno(info.Env(), "send", ready == 0 ? ETIMEDOUT : errno);
    } else if (errno != EINTR) {
      throwErrno(info.Env(), "send", errno);
    }
  }
  return info.Env().Undefined();
}

// receiveBytes(fd, view, offset, length, milliseconds): the available bytes, once there are some; 0 at the end, -1 at
// the timeout.
Napi::Value receiveBytes(const Napi::CallbackInfo& info) {
  int fd = intArgument(info, 0);
  Bytes into = rangeArgument(info, 1, sizeArgument(info, 2), sizeArgument(info, 3));
  double milliseconds = millisecondsArgument(info, 4);
  ssize_t got = recv(fd, into.data, into.length, MSG_DONTWAIT);
  if (got < 0 && errno == EAGAIN && milliseconds > 0 && waitFor(fd, POLLIN, milliseconds) > 0)
    got = recv(fd, into.data, into.length, MSG_DONTWAIT);
  if (got < 0 && errno != EAGAIN && errno != EINTR) throwErrno(info.Env(), "recv", errno);
  return Napi::Number::New(info.Env(), static_cast<double>(got));
}

// awaitHangUp(fd, milliseconds): whether the other side has gone, looked at for so long.
Napi::Value awaitHangUp(const Napi::CallbackInfo& info) {
  int ready = waitFor(intArgument(info, 0), POLLRDHUP, millisecondsArgument(info, 1));
  return Napi::Boolean::New(info.Env(), ready != 0);
}

}  // namespace

void registerStream(Napi::Env env, Napi::Object exports) {
  exports.Set("socketPair", Napi::Function::New(env, socketPair));
  exports.Set("connectTcp", Napi::Function::New(env, connectTcp));
  exports.Set("connectUnix", Napi::Function::New(env, connectUnix));
  exports.Set("sendBytes", Napi::Function::New(env, sendBytes));
  exports.Set("receiveBytes", Napi::Function::New(env, receiveBytes));
  exports.Set("awaitHangUp", Napi::Function::New(env, awaitHangUp));
}

}  // namespace host
