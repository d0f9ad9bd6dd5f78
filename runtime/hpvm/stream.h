// A streaming graph: a thread for each child of the root, and buffers between them. Items keep their order.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "execute.h"

namespace hpvm {

using Item = std::shared_ptr<OpenGraph>;

/** Items between two threads; null is the end of the stream. */
class ItemBuffer {
 public:
  explicit ItemBuffer(size_t capacity) : capacity_(capacity) {}
  void push(Item item);
  Item pop();

 private:
  const size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> items_;
};

class Stream {
 public:
  explicit Stream(const Function &root) : root_(root) {}
  /** Waits while the first stages have as many items as their buffers hold. */
  void push(const char *arguments);
  /** Waits for the next item. @returns its packed outputs, which exist until the end; null after the end */
  void *pop();
  /** Executes all items to their end. */
  void end();

 private:
  void start(const Graph &graph);
  void run_stage(size_t child);
  ItemBuffer &add_buffer(size_t capacity);

  const Function &root_;
  std::mutex mutex_, pop_mutex_;
  std::condition_variable started_;
  bool is_started_ = false, is_ended_ = false;
  std::vector<std::unique_ptr<ItemBuffer>> buffers_;
  /** Of each stage. */
  std::vector<std::vector<ItemBuffer *>> sources_, targets_;
  /** Of stages without sources, and without targets. */
  std::vector<ItemBuffer *> first_, last_;
  std::vector<std::thread> threads_;
  std::vector<std::unique_ptr<char[]>> results_;
};

}  // namespace hpvm
