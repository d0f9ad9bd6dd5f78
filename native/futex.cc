// Futexes in shared memory (futex(2), futex_waitv): the doorbells between guests and workers.
// Never FUTEX_PRIVATE_FLAG: the other side is another process.
#include "futex.h"

#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <ctime>
#include <vector>

#include "adaptive_spin.h"
#include "arguments.h"
#include "processors.h"

namespace host {
namespace {

constexpr int64_t kNanoseconds = 1'000'000'000;
// Kernels before 5.16 have no futex_waitv: then the first word is waited for in slices and the others are looked at.
constexpr int64_t kFallbackSlice = 1'000'000;

struct Word {
  uint32_t* address;
  uint32_t expected;
  bool changed() const { return __atomic_load_n(address, __ATOMIC_SEQ_CST) != expected; }
};

int64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * kNanoseconds + time.tv_nsec;
}

timespec toTimespec(int64_t nanoseconds) {
  nanoseconds = std::max<int64_t>(nanoseconds, 0);
  return {static_cast<time_t>(nanoseconds / kNanoseconds), static_cast<long>(nanoseconds % kNanoseconds)};
}

// Absolute deadline in ns, or INT64_MAX for an infinite wait (negative or infinite milliseconds).
int64_t deadlineArgument(const Napi::CallbackInfo& info, size_t index) {
  double milliseconds = info[index].As<Napi::Number>().DoubleValue();
  if (std::isnan(milliseconds) || milliseconds < 0 || milliseconds > 1e12) return INT64_MAX;
  return now() + static_cast<int64_t>(milliseconds * 1e6);
}

uint32_t* wordAddress(Napi::Env env, Bytes bytes) {
  if (reinterpret_cast<uintptr_t>(bytes.data) & 3) throwErrno(env, "futex", EINVAL);
  return reinterpret_cast<uint32_t*>(bytes.data);
}

Napi::Value futexWake(const Napi::CallbackInfo& info) {
  uint32_t* word = wordAddress(info.Env(), rangeArgument(info, 0, sizeArgument(info, 1), 4));
  long woken = syscall(SYS_futex, word, FUTEX_WAKE, intArgument(info, 2), nullptr, nullptr, 0);
  if (woken < 0) throwErrno(info.Env(), "futexWake", errno);
  return Napi::Number::New(info.Env(), static_cast<double>(woken));
}

// 0 woken, EAGAIN value differs, ETIMEDOUT; EINTR is retried with the remaining time.
int waitOne(const Word& word, int64_t deadline) {
  for (;;) {
    timespec left = toTimespec(deadline == INT64_MAX ? 0 : deadline - now());
    timespec* timeout = deadline == INT64_MAX ? nullptr : &left;
    if (syscall(SYS_futex, word.address, FUTEX_WAIT, word.expected, timeout, nullptr, 0) == 0) return 0;
    if (errno != EINTR) return errno;
  }
}

Napi::Value futexWait(const Napi::CallbackInfo& info) {
  Word word{wordAddress(info.Env(), rangeArgument(info, 0, sizeArgument(info, 1), 4)),
            info[2].As<Napi::Number>().Uint32Value()};
  int error = waitOne(word, deadlineArgument(info, 3));
  if (error == 0) return Napi::String::New(info.Env(), "woken");
  if (error == EAGAIN) return Napi::String::New(info.Env(), "changed");
  if (error == ETIMEDOUT) return Napi::String::New(info.Env(), "timeout");
  throwErrno(info.Env(), "futexWait", error);
}

// Looks at the word for so many microseconds while it has the expected value, and lets every other thread go first: for
// what usually follows at once, a thread that has not slept is there some 50 us earlier, and on its own processor.
Napi::Value futexSpin(const Napi::CallbackInfo& info) {
  Word word{wordAddress(info.Env(), rangeArgument(info, 0, sizeArgument(info, 1), 4)),
            info[2].As<Napi::Number>().Uint32Value()};
  static const bool useful = hasSeveralProcessors();
  const int64_t end = now() + (useful ? static_cast<int64_t>(sizeArgument(info, 3)) * 1000 : 0);
  while (!word.changed()) {
    if (now() >= end) return Napi::Boolean::New(info.Env(), false);
    sched_yield();
  }
  return Napi::Boolean::New(info.Env(), true);
}

std::vector<Word> wordsArgument(const Napi::CallbackInfo& info) {
  Napi::Env env = info.Env();
  Napi::Array list = info[0].As<Napi::Array>();
  if (list.Length() == 0 || list.Length() > FUTEX_WAITV_MAX) throwErrno(env, "futexWaitAny", EINVAL);
  std::vector<Word> words;
  for (uint32_t i = 0; i < list.Length(); i++) {
    Napi::Object entry = list.Get(i).As<Napi::Object>();
    napi_typedarray_type type;
    size_t length = 0;
    void* data = nullptr;
    if (napi_get_typedarray_info(env, entry.Get("view"), &type, &length, &data, nullptr, nullptr) != napi_ok) {
      throw Napi::TypeError::New(env, "futexWaitAny: view must be a Uint8Array");
    }
    int64_t offset = entry.Get("byteOffset").As<Napi::Number>().Int64Value();
    if (offset < 0 || static_cast<uint64_t>(offset) + 4 > length) {
      throw Napi::RangeError::New(env, "futexWaitAny: byteOffset is outside of its view");
    }
    uint32_t* address = wordAddress(env, {static_cast<uint8_t*>(data) + offset, 4});
    words.push_back({address, entry.Get("expected").As<Napi::Number>().Uint32Value()});
  }
  return words;
}

int firstChanged(const std::vector<Word>& words) {
  for (size_t i = 0; i < words.size(); i++) {
    if (words[i].changed()) return static_cast<int>(i);
  }
  return -1;
}

// Index of a woken or changed word, -1 at the deadline, -2 when the kernel has no futex_waitv.
int waitVector(const std::vector<Word>& words, int64_t deadline) {
  std::vector<futex_waitv> waiters;
  for (const Word& word : words) {
    waiters.push_back({word.expected, reinterpret_cast<uintptr_t>(word.address), FUTEX_32, 0});
  }
  timespec until = toTimespec(deadline);
  timespec* timeout = deadline == INT64_MAX ? nullptr : &until;
  for (;;) {
    long index = syscall(SYS_futex_waitv, waiters.data(), waiters.size(), 0, timeout, CLOCK_MONOTONIC);
    if (index >= 0) return static_cast<int>(index);
    if (errno == ETIMEDOUT) return -1;
    if (errno == EAGAIN) {
      // A word may have changed back between the kernel's look and ours: then wait again.
      if (int changed = firstChanged(words); changed >= 0) return changed;
    } else if (errno != EINTR) {
      return -2;
    }
  }
}

int waitInSlices(const std::vector<Word>& words, int64_t deadline) {
  for (;;) {
    if (int changed = firstChanged(words); changed >= 0) return changed;
    int64_t time = now();
    if (time >= deadline) return -1;
    int64_t slice = words.size() == 1 ? deadline : std::min(deadline, time + kFallbackSlice);
    if (waitOne(words[0], slice) == 0) return 0;
  }
}

// How this thread looks out before it waits. One look in 32 that fails is 3 us a wait.
AdaptiveSpin& lookout() {
  static const bool useful = hasSeveralProcessors();
  thread_local AdaptiveSpin spin(useful, 100'000, 32);
  return spin;
}

// Polls the words for a moment, where the last waits were short; true if one has changed.
Napi::Value futexLookOut(const Napi::CallbackInfo& info) {
  const std::vector<Word> words = wordsArgument(info);
  lookout().begin();
  const AdaptiveSpin::Outcome outcome = lookout().wait([&] { return firstChanged(words) >= 0; });
  if (outcome == AdaptiveSpin::Outcome::Failed) leaveProcessor(intArgument(info, 1));
  if (outcome == AdaptiveSpin::Outcome::Ready) lookout().arrived();
  return Napi::Boolean::New(info.Env(), outcome == AdaptiveSpin::Outcome::Ready);
}

Napi::Value futexWaitAny(const Napi::CallbackInfo& info) {
  std::vector<Word> words = wordsArgument(info);
  int64_t deadline = deadlineArgument(info, 1);
  int index = waitVector(words, deadline);
  if (index == -2) index = waitInSlices(words, deadline);
  lookout().arrived();
  return Napi::Number::New(info.Env(), index);
}

}  // namespace

void registerFutex(Napi::Env env, Napi::Object exports) {
  exports.Set("futexWake", Napi::Function::New(env, futexWake));
  exports.Set("futexWait", Napi::Function::New(env, futexWait));
  exports.Set("futexSpin", Napi::Function::New(env, futexSpin));
  exports.Set("futexLookOut", Napi::Function::New(env, futexLookOut));
  exports.Set("futexWaitAny", Napi::Function::New(env, futexWaitAny));
}

}  // namespace host
