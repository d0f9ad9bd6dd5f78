#include "stream.h"

#include <cstdlib>
#include <cstring>
#include <limits>
#include <set>

#include "failure.h"
#include "measure.h"

namespace hpvm {
namespace {

constexpr size_t kUnlimited = std::numeric_limits<size_t>::max();

/** Items that a buffer between two stages holds. */
size_t buffer_capacity() {
  const char *text = getenv("ATOLL_HPVM_DEPTH");
  if (!text || !*text) return 3;
  char *end;
  const unsigned long depth = strtoul(text, &end, 10);
  if (*end || depth == 0 || depth > 1'000'000) fail("ATOLL_HPVM_DEPTH: '%s' is no number from 1 to 1000000", text);
  return depth;
}

}  // namespace

void ItemBuffer::push(Item item) {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return is_closed_ || items_.size() < capacity_; });
  if (is_closed_) return;
  items_.push_back(std::move(item));
  changed_.notify_all();
}

Item ItemBuffer::pop() {
  std::unique_lock<std::mutex> lock(mutex_);
  changed_.wait(lock, [this] { return is_closed_ || !items_.empty(); });
  if (is_closed_) return nullptr;
  Item item = std::move(items_.front());
  // The end stays, for all later pops.
  if (item) items_.pop_front();
  changed_.notify_all();
  return item;
}

void ItemBuffer::close() {
  std::lock_guard<std::mutex> lock(mutex_);
  is_closed_ = true;
  items_.clear();
  changed_.notify_all();
}

ItemBuffer &Stream::add_buffer(size_t capacity) {
  buffers_.push_back(std::make_unique<ItemBuffer>(capacity));
  return *buffers_.back();
}

void Stream::prepare_buffers(const Graph &graph) {
  const size_t count = graph.children.size(), capacity = buffer_capacity();
  sources_.resize(count);
  targets_.resize(count);
  std::set<std::pair<size_t, size_t>> pairs;
  for (const Edge &edge : graph.edges) pairs.insert({edge.source, edge.destination});
  for (const auto &[source, destination] : pairs) {
    ItemBuffer &buffer = add_buffer(capacity);
    targets_[source].push_back(&buffer);
    sources_[destination].push_back(&buffer);
  }
  for (size_t child = 0; child < count; child++) {
    if (sources_[child].empty()) sources_[child].push_back(first_.emplace_back(&add_buffer(capacity)));
    // A program may push any number of items before it pops the first one.
    if (targets_[child].empty()) targets_[child].push_back(last_.emplace_back(&add_buffer(kUnlimited)));
  }
}

void Stream::start(const Graph &graph) {
  order_of(graph, root_.name);
  prepare_buffers(graph);
  for (const Child &child : graph.children) stages_.push_back(child.function);
  for (size_t child = 0; child < stages_.size(); child++) threads_.emplace_back(&Stream::run_stage, this, child);
}

void Stream::fail_stage(size_t child, const std::string &text) {
  const std::string named = std::string("stage ") + stages_[child]->name + " of " + root_.name + ": " + text;
  print_error(named);
  {
    std::lock_guard<std::mutex> lock(failure_mutex_);
    if (failure_.empty()) failure_ = named;
  }
  for (auto &buffer : buffers_) buffer->close();
}

const char *Stream::error() {
  std::lock_guard<std::mutex> lock(failure_mutex_);
  is_failure_read_ = true;
  return failure_.empty() ? nullptr : failure_.c_str();
}

bool Stream::is_failure_unread() {
  std::lock_guard<std::mutex> lock(failure_mutex_);
  return !failure_.empty() && !is_failure_read_;
}

bool Stream::run_item(size_t child, OpenGraph &item) {
  const FailureScope throwing(true);
  const GraphScope scope(root_, true, item.number);
  try {
    Levels levels{first_instance({0, {1, 1, 1}})};
    run_child(item, child, levels);
    return true;
  } catch (const StageFailure &failure) {
    fail_stage(child, failure.text);
    return false;
  }
}

void Stream::run_stage(size_t child) {
  for (;;) {
    Item item;
    // Each source gives the same item, since all keep the order.
    for (ItemBuffer *source : sources_[child]) item = source->pop();
    if (item && !run_item(child, *item)) return;
    for (ItemBuffer *target : targets_[child]) target->push(item);
    if (!item) return;
  }
}

void Stream::push(const char *arguments) {
  auto item = std::make_shared<OpenGraph>();
  item->number = begin_execution(root_, true);
  size_t bytes;
  item->values = unpack(root_, arguments, bytes);
  item->graph = record(root_, item->values);
  item->outputs.resize(item->graph.children.size());
  // One item at a time, so that all first stages get them in the same order.
  std::lock_guard<std::mutex> lock(mutex_);
  if (is_ended_) fail("__hpvm__push: the stream of %s has ended", root_.name);
  if (!is_started_) start(item->graph);
  is_started_ = true;
  started_.notify_all();
  for (ItemBuffer *first : first_) first->push(item);
}

void *Stream::pop() {
  {
    std::unique_lock<std::mutex> lock(mutex_);
    started_.wait(lock, [this] { return is_started_ || is_ended_; });
    if (!is_started_) return nullptr;
  }
  Item item;
  {
    std::lock_guard<std::mutex> lock(pop_mutex_);
    for (ItemBuffer *last : last_) item = last->pop();
  }
  if (!item) return nullptr;
  const Outputs outputs = outputs_of(item->graph, item->outputs);
  auto packed = std::make_unique<char[]>(outputs.values.size() * sizeof(Value) + 1);
  char *end = packed.get();
  for (size_t output = 0; output < outputs.values.size(); output++) {
    const size_t own = type_bytes(outputs.types[output]);
    memcpy(end, &outputs.values[output], own);
    end += own;
  }
  std::lock_guard<std::mutex> lock(mutex_);
  return results_.emplace_back(std::move(packed)).get();
}

void Stream::end() {
  {
    std::lock_guard<std::mutex> lock(mutex_);
    is_ended_ = true;
    started_.notify_all();
    for (ItemBuffer *first : first_) first->push(nullptr);
  }
  for (std::thread &thread : threads_) thread.join();
}

}  // namespace hpvm
