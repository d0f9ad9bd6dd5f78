// A thread that waits for a held page fault sleeps until the fault is served or Atoll ends; no signal but SIGKILL
// reaches it. So such transfers are made by workers, with their own buffers, which can be left behind.
#include "timed_transfer.h"

#include <sys/uio.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstring>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace host {
namespace {

using namespace std::chrono_literals;

// Also the time for which one call of a guest can hold up all others.
constexpr auto kTimeLimit = 5s;
constexpr auto kIdleLimit = 100ms;
// Workers that are still blocked when this many have been abandoned keep further ones from being started.
constexpr size_t kMaxAbandoned = 16;

std::atomic<bool> held{false};
std::atomic<uint64_t> abandonedCount{0};

struct Job {
  Transfer transfer;
  pid_t pid;
  std::vector<uint8_t> bytes;
  std::vector<iovec> pieces;
  ssize_t result = 0;
  bool isDone = false;
  bool isAbandoned = false;
};

// Lives as long as the process: abandoned workers may end after everything else.
class Workers {
 public:
  ssize_t run(const std::shared_ptr<Job>& job) {
    std::unique_lock guard(mutex_);
    if (abandoned_ >= kMaxAbandoned) {
      abandonedCount++;
      return -ETIMEDOUT;
    }
    queue_.push_back(job);
    if (idle_ < queue_.size() && !start()) {
      queue_.pop_back();
      return -EAGAIN;
    }
    queued_.notify_one();
    if (done_.wait_for(guard, kTimeLimit, [&] { return job->isDone; })) return job->result;
    job->isAbandoned = true;
    abandoned_++;
    abandonedCount++;
    return -ETIMEDOUT;
  }

 private:
  // Signals are for the threads of Node.
  bool start() {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = true;
    try {
      std::thread([this] { serve(); }).detach();
      idle_++;
    } catch (const std::system_error&) {
      started = false;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return started;
  }

  void serve() {
    std::unique_lock guard(mutex_);
    while (queued_.wait_for(guard, kIdleLimit, [&] { return !queue_.empty(); })) {
      std::shared_ptr<Job> job = queue_.front();
      queue_.erase(queue_.begin());
      idle_--;
      guard.unlock();
      iovec local{job->bytes.data(), job->bytes.size()};
      ssize_t moved = job->transfer(job->pid, &local, 1, job->pieces.data(), job->pieces.size(), 0);
      ssize_t result = moved < 0 ? -errno : moved;
      guard.lock();
      job->result = result;
      job->isDone = true;
      if (job->isAbandoned) abandoned_--;
      idle_++;
      done_.notify_all();
    }
    idle_--;
  }

  std::mutex mutex_;
  std::condition_variable queued_;
  std::condition_variable done_;
  std::vector<std::shared_ptr<Job>> queue_;
  size_t idle_ = 0;
  size_t abandoned_ = 0;
};

Workers& workers() {
  static auto* all = new Workers();
  return *all;
}

}  // namespace

void expectHeldFaults() { held.store(true, std::memory_order_release); }

bool areFaultsHeld() { return held.load(std::memory_order_acquire); }

uint64_t abandonedTransfers() { return abandonedCount; }

ssize_t timedTransfer(Transfer transfer, pid_t pid, uint8_t* local, size_t length, const iovec* pieces, size_t count) {
  auto job = std::make_shared<Job>();
  job->transfer = transfer;
  job->pid = pid;
  job->bytes.resize(length);
  if (transfer == process_vm_writev) memcpy(job->bytes.data(), local, length);
  job->pieces.assign(pieces, pieces + count);
  ssize_t moved = workers().run(job);
  if (moved > 0 && transfer == process_vm_readv) memcpy(local, job->bytes.data(), static_cast<size_t>(moved));
  return moved;
}

}  // namespace host
