// A streaming graph: a thread for each child of the root, and buffers between them. Items keep their order.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
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
  /** Ends the stream at once: items are dropped, and nothing waits any more. */
  void close();

 private:
  const size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Item> items_;
  bool is_closed_ = false;
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
  /** The failure that has ended the stream; null without one. */
  const char *error();
  bool is_failure_unread();

 private:
  void start(const Graph &graph);
  void prepare_buffers(const Graph &graph);
  void run_stage(size_t child);
  /** @returns false if the stage has failed */
  bool run_item(size_t child, OpenGraph &item);
  void fail_stage(size_t child, const std::string &text);
  ItemBuffer &add_buffer(size_t capacity);

  const Function &root_;
  std::mutex mutex_, pop_mutex_, failure_mutex_;
  std::string failure_;
  bool is_failure_read_ = false;
  std::condition_variable started_;
  bool is_started_ = false, is_ended_ = false;
  std::vector<std::unique_ptr<ItemBuffer>> buffers_;
  /** Functions of the stages, for messages. */
  std::vector<const Function *> stages_;
  /** Of each stage. */
  std::vector<std::vector<ItemBuffer *>> sources_, targets_;
  /** Of stages without sources, and without targets. */
  std::vector<ItemBuffer *> first_, last_;
  std::vector<std::thread> threads_;
  std::vector<std::unique_ptr<char[]>> results_;
};

}  // namespace hpvm
